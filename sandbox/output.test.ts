import { expect, test } from 'vitest';
import { createOutput } from './output.ts';

function collect() {
  const sent: string[] = [];
  let clock = 0;
  const output = createOutput(
    (_kind, _json, bytes) => sent.push(Buffer.from(bytes ?? []).toString()),
    () => clock,
  );
  return {
    output,
    sent,
    tick: (ms: number) => {
      clock += ms;
    },
  };
}
const bytes = (text: string) => Buffer.from(text);

test('the first lines leave at once, one by one', () => {
  const { output, sent } = collect();
  output.start(1000);
  output.write(bytes('one\n'));
  output.write(bytes('two\n'));
  expect(sent).toEqual(['one\n', 'two\n']);
});

test('a flood is gathered, and leaves after a while', () => {
  const { output, sent, tick } = collect();
  output.start(1_000_000);
  for (let index = 0; index < 300; index += 1) output.write(bytes('x'));
  expect(sent.join('').length).toBe(256);
  tick(30);
  output.write(bytes('y'));
  expect(sent.at(-1)).toBe(`${'x'.repeat(44)}y`);
});

test('what is past the limit is dropped and marked', () => {
  const { output, sent } = collect();
  output.start(5);
  output.write(bytes('abc'));
  expect(output.truncated()).toBe(false);
  output.write(bytes('defg'));
  output.write(bytes('h'));
  output.flush();
  expect({ text: sent.join(''), truncated: output.truncated() }).toEqual({ text: 'abcde', truncated: true });
});

test('nothing leaves before a job has started', () => {
  const { output, sent } = collect();
  output.write(bytes('warm'));
  output.start(10);
  expect({ sent, used: output.used(), truncated: output.truncated() }).toEqual({
    sent: [],
    used: false,
    truncated: false,
  });
});
