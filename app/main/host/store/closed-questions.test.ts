import { expect, it } from 'vitest';
import { calls, openLoop } from '../testing/loop-fixture.ts';

it('lists what is over across runs, newest first, and finds what comes later in a run that had none', async () => {
  const write = (name: string) => calls(['write_file', { path: name, content: 'x' }]);
  const loop = await openLoop({ script: [write('a.txt'), 'done'] });
  const [first, second] = [await loop.start(), await loop.start()];
  const outcomes = async (limit = 10): Promise<string[]> =>
    (await loop.client.approval.answered({ limit })).map(
      ({ run, outcome }) => `${run === first ? 'first' : 'second'} ${outcome}`,
    );
  expect(await outcomes()).toEqual([]);
  await loop.answer(second, 'deny', { note: 'Not now.' });
  expect(await outcomes()).toEqual(['second denied']);
  await loop.client.run.cancel({ run: first });
  expect(await outcomes()).toEqual(['first run-ended', 'second denied']);
  expect(await outcomes(1)).toEqual(['first run-ended']);
  expect((await loop.client.approval.answered({}))[1]).toMatchObject({
    note: 'Not now.',
    by: 'you',
    runTitle: 'do it',
  });
  await loop.client.run.remove({ run: second });
  expect(await outcomes()).toEqual(['first run-ended']);
});
