import { expect, it } from 'vitest';
import { EndedError } from './connection.ts';
import { connectPort } from './message-port.ts';

const say = (data: unknown, source: unknown) =>
  window.dispatchEvent(new MessageEvent('message', { data, source: source as Window, ports: [] }));

it('gives up where the window says that nobody answers any more, and hears that from itself alone', async () => {
  let asked = 0;
  const connecting = connectPort(() => {
    asked += 1;
  });
  say('warrant:ended', null);
  say('warrant:ended', window);
  await expect(connecting).rejects.toThrow(EndedError);
  expect(asked).toBe(1);
});
