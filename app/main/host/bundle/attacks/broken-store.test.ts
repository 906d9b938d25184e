import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeSealedRun, type SealedRun } from '../../testing/bundle-fixture.ts';
import { BundleVerifier } from '../bundle-verifier.ts';

let run: SealedRun;
beforeEach(async () => {
  run = await makeSealedRun(3);
});
afterEach(() => run.close());

function verified() {
  const verifier = new BundleVerifier();
  verifier.write(run.seal());
  return verifier.end();
}

const change = (sql: string) => run.database.prepare(sql).run();

it.each<[string, string, object]>([
  [
    'an entry whose text was changed',
    `UPDATE entries SET event = replace(event, '"ms":12', '"ms":13') WHERE seq = 5`,
    { kind: 'entry', seq: 5, about: 'tool-call-ended' },
  ],
  ['an entry that is no JSON any more', `UPDATE entries SET event = 'x' WHERE seq = 7`, { kind: 'entry', seq: 7 }],
  ['an entry with another time', 'UPDATE entries SET at = at + 1 WHERE seq = 4', { kind: 'entry', seq: 4 }],
  ['an entry with another hash', `UPDATE entries SET hash = 'none' WHERE seq = 6`, { kind: 'entry', seq: 6 }],
  ['an entry that was deleted', 'DELETE FROM entries WHERE seq = 8', { kind: 'entry', what: '8' }],
  ['entries cut off the end', 'DELETE FROM entries WHERE seq > 13', { kind: 'entry', what: '14' }],
  ['a first entry that is gone', 'DELETE FROM entries WHERE seq = 1', { kind: 'entry', what: '1' }],
  ['a head that is gone', `DELETE FROM heads WHERE stream LIKE 'run:%'`, {}],
])('%s is exported as it is, and named by the check alone', (_name, sql, fault) => {
  change(sql);
  const report = verified();
  if (Object.keys(fault).length === 0) expect(report.faults).toEqual([]);
  else {
    expect(report.whole).toBe(false);
    expect(report.faults).toEqual([expect.objectContaining(fault)]);
  }
});
