import path from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rowHash } from '../chain.ts';
import { openLog, renamed, temporaryFolder } from '../testing.ts';

let place: ReturnType<typeof temporaryFolder>;

beforeEach(async () => {
  place = temporaryFolder();
  const { log, close } = openLog(place.folder);
  const events = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'].map(renamed);
  await log.append([
    { stream: 'run:a', expectedSeq: 0, events },
    { stream: 'run:b', expectedSeq: 0, events },
  ]);
  close();
});

afterEach(() => place.remove());

function tamper(work: (database: Database.Database) => void): void {
  const database = new Database(path.join(place.folder, 'warrant.db'));
  work(database);
  database.close();
}

const sql = (text: string) => () => tamper((database) => database.exec(text));

const ATTACKS: [name: string, attack: () => void, seq: number, reason: string][] = [
  [
    'edited text',
    sql(`UPDATE entries SET event = replace(event, 'four', 'FOUR') WHERE stream = 'run:a' AND seq = 4`),
    4,
    'entry 4 was changed or moved',
  ],
  [
    'edited time',
    sql(`UPDATE entries SET at = at + 1 WHERE stream = 'run:a' AND seq = 10`),
    10,
    'entry 10 was changed or moved',
  ],
  [
    'edited hash',
    sql(`UPDATE entries SET hash = '${'a'.repeat(64)}' WHERE stream = 'run:a' AND seq = 6`),
    6,
    'entry 6 was changed or moved',
  ],
  [
    'edited without a change of meaning',
    sql(`UPDATE entries SET event = event || ' ' WHERE stream = 'run:a' AND seq = 1`),
    1,
    'entry 1 was changed or moved',
  ],
  ['deleted at the start', sql(`DELETE FROM entries WHERE stream = 'run:a' AND seq = 1`), 1, 'entry 1 is missing'],
  ['deleted in the middle', sql(`DELETE FROM entries WHERE stream = 'run:a' AND seq = 5`), 5, 'entry 5 is missing'],
  [
    'deleted, and the rest moved up',
    sql(
      `DELETE FROM entries WHERE stream = 'run:a' AND seq = 5; UPDATE entries SET seq = -seq + 1 WHERE stream = 'run:a' AND seq > 5; UPDATE entries SET seq = -seq WHERE stream = 'run:a' AND seq < 0`,
    ),
    5,
    'entry 5 was changed or moved',
  ],
  ['cut off by one', sql(`DELETE FROM entries WHERE stream = 'run:a' AND seq = 10`), 10, 'entry 10 is missing'],
  ['cut off by more', sql(`DELETE FROM entries WHERE stream = 'run:a' AND seq > 7`), 8, 'entries 8 to 10 are missing'],
  ['cut off whole', sql(`DELETE FROM entries WHERE stream = 'run:a'`), 1, 'entries 1 to 10 are missing'],
  [
    'two rows changed places',
    sql(
      `UPDATE entries SET seq = -3 WHERE stream = 'run:a' AND seq = 3; UPDATE entries SET seq = 3 WHERE stream = 'run:a' AND seq = 7; UPDATE entries SET seq = 7 WHERE stream = 'run:a' AND seq = -3`,
    ),
    3,
    'entry 3 was changed or moved',
  ],
  [
    'a row of another run',
    sql(
      `UPDATE entries SET event = (SELECT event FROM entries WHERE stream = 'run:b' AND seq = 2), hash = (SELECT hash FROM entries WHERE stream = 'run:b' AND seq = 2) WHERE stream = 'run:a' AND seq = 2`,
    ),
    2,
    'entry 2 was changed or moved',
  ],
  ['head deleted', sql(`DELETE FROM heads WHERE stream = 'run:a'`), 10, 'the record of how long the log is is missing'],
  [
    'head moved back',
    sql(
      `UPDATE heads SET seq = 9, hash = (SELECT hash FROM entries WHERE stream = 'run:a' AND seq = 9) WHERE stream = 'run:a'`,
    ),
    10,
    'entry 10 was added from elsewhere',
  ],
  ['last entry written anew with a fitting hash', () => tamper(forgeLast), 10, 'entry 10 was replaced'],
];

function forgeLast(database: Database.Database): void {
  const previous = database
    .prepare("SELECT hash FROM entries WHERE stream = 'run:a' AND seq = 9")
    .pluck()
    .get() as string;
  const event = JSON.stringify(renamed('forged'));
  database
    .prepare("UPDATE entries SET event = ?, at = 1, hash = ? WHERE stream = 'run:a' AND seq = 10")
    .run(event, rowHash(previous, 'run:a', 10, 1, event));
}

describe('a log that was tampered with', () => {
  it.each(ATTACKS)(
    '%s: the first bad entry is named, nothing is gone on with, other runs are whole',
    async (_, attack, seq, reason) => {
      attack();
      const { log, close } = openLog(place.folder);
      expect(log.verify('run:a')).toEqual({ ok: false, entries: expect.any(Number), broken: { seq, reason } });
      expect(() => log.readVerified('run:a')).toThrow(
        expect.objectContaining({ code: 'corrupt', message: expect.stringContaining(reason) }),
      );
      expect(log.streams()).toContain('run:a');
      expect(log.verify('run:b')).toEqual({ ok: true, entries: 10 });
      await log.append([{ stream: 'run:b', expectedSeq: 10, events: [renamed('goes on')] }]);
      close();
    },
  );

  it('is not appended to where its end is not what was last written', async () => {
    for (const attack of ATTACKS.filter(([name]) => /cut|head|anew/.test(name))) {
      place.remove();
      place = temporaryFolder();
      const first = openLog(place.folder);
      await first.log.append([
        { stream: 'run:a', expectedSeq: 0, events: Array.from({ length: 10 }, () => renamed('x')) },
      ]);
      first.close();
      attack[1]();
      const { log, close } = openLog(place.folder);
      for (const expectedSeq of [0, 7, 9, 10])
        await expect(
          log.append([{ stream: 'run:a', expectedSeq, events: [renamed('y')] }]),
          attack[0],
        ).rejects.toMatchObject({ code: 'corrupt' });
      close();
    }
  });

  it('shows any change of one character anywhere', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), fc.nat(), fc.integer({ min: 1, max: 94 }), (seq, at, shift) => {
        const database = new Database(path.join(place.folder, 'warrant.db'));
        const where = "stream = 'run:a' AND seq = ?";
        const text = database.prepare(`SELECT event FROM entries WHERE ${where}`).pluck().get(seq) as string;
        const place1 = at % text.length;
        const changed = String.fromCharCode(((text.charCodeAt(place1) - 32 + shift) % 95) + 32);
        const put = database.prepare(`UPDATE entries SET event = ? WHERE ${where}`);
        put.run(text.slice(0, place1) + changed + text.slice(place1 + 1), seq);
        const { log, close } = openLog(place.folder);
        const verified = log.verify('run:a');
        put.run(text, seq);
        const whole = log.verify('run:a').ok;
        close();
        database.close();
        expect([verified.broken?.seq, whole]).toEqual([seq, true]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('an entry whose hash fits but that is no event', () => {
  it.each([
    ['not JSON', '{"type":"run-ren', 'it is not JSON'],
    ['not an event', '[1]', 'it is no event'],
    ['of a type that is not known', '{"type":"run-teleported"}', 'its type "run-teleported" is not known here'],
    ['of the catalog', '{"type":"agent-removed","id":"a"}', 'its type "agent-removed" is not known here'],
  ])('%s: is named as what it is', (_, event, reason) => {
    tamper((database) => {
      const last = database
        .prepare("SELECT hash FROM entries WHERE stream = 'run:a' AND seq = 10")
        .pluck()
        .get() as string;
      const hash = rowHash(last, 'run:a', 11, 5, event);
      database.prepare("INSERT INTO entries VALUES ('run:a', 11, 5, ?, ?)").run(event, hash);
      database.prepare("UPDATE heads SET seq = 11, hash = ? WHERE stream = 'run:a'").run(hash);
    });
    const { log, close } = openLog(place.folder);
    for (const read of [() => log.readVerified('run:a'), () => log.read('run:a')])
      expect(read).toThrow(
        expect.objectContaining({
          code: 'corrupt',
          message: expect.stringContaining(`entry 11 can’t be read, ${reason}`),
        }),
      );
    close();
  });
});
