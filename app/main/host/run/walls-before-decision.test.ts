import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { calls, openLoop } from '../testing/loop-fixture.ts';

it.each([
  ['a link that leaves the folder', (file: string) => fs.symlinkSync('/etc/passwd', file)],
  ['a file with a second name', (file: string) => fs.linkSync(path.join(path.dirname(file), 'kept.txt'), file)],
])('a call that names %s is denied before it runs, and the log says why (A8.14, P5)', async (_kind, make) => {
  const loop = await openLoop({
    files: { 'kept.txt': 'x' },
    script: [calls(['read_file', { path: 'odd' }]), calls(['write_file', { path: 'odd', content: 'y' }]), 'done'],
  });
  make(path.join(loop.work, 'odd'));
  const run = await loop.start();
  expect(await loop.status(run)).toBe('completed');
  expect(await loop.outcomes(run)).toMatchObject([{ code: 'denied' }, { code: 'denied' }]);
  expect(await loop.events(run, 'tool-call-started')).toEqual([]);
  expect((await loop.events(run, 'tool-call-decided')).map(({ decision }) => decision.rule.id)).toEqual([
    'default:outside',
    'default:outside',
  ]);
});
