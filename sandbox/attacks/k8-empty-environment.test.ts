import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestSandbox, runHostile, WALLS } from '../testing/test-sandbox.ts';

// K8, A13.5: no variable of the host reaches a guest: not its environment, arguments, working folder or /proc entry.
const CANARY = 'canary-key-1234';

describe.each(WALLS)('with walls %s', (walls) => {
  beforeAll(() => {
    process.env.WARRANT_SECRET_KEY = CANARY;
  });
  afterAll(() => {
    delete process.env.WARRANT_SECRET_KEY;
  });

  test('the process sees an empty environment and a working folder that says nothing', async () => {
    const outcome = await runHostile(
      'say(JSON.stringify({ names: Object.keys(process.env), folder: process.cwd(), argv: process.argv.slice(2), execArgv: process.execArgv })); end({ type: "ok", truncated: false });',
      { walls },
    );
    const seen = JSON.parse(outcome.output) as { names: string[]; folder: string; argv: string[] };
    expect(seen.names.filter((name) => name !== 'PWD')).toEqual([]);
    expect(seen.folder).toBe('/');
    expect(outcome.output).not.toContain(CANARY);
  });

  test('the kernel’s record of the running guest holds no variable of the host', async () => {
    const box = await createTestSandbox({ walls });
    const running = box.run('javascript', 'while (true) {}', { timeoutMs: 4_000 });
    await box.sandbox.ready('javascript');
    const records = guestRecords(box.setup.guestScript);
    expect(records.length).toBeGreaterThan(0);
    for (const { environment, command } of records) {
      expect(environment.replace(/^PWD=[^\0]*\0?/, '')).toBe('');
      expect(command).not.toContain(CANARY);
    }
    await running;
    await box.close();
  });

  test('Python’s own environment is made up', async () => {
    const box = await createTestSandbox({ walls });
    const output = await box.print(
      'python',
      'import os\nprint(dict(os.environ), os.getcwd(), os.getlogin if 0 else "")',
    );
    expect(output).not.toContain(CANARY);
    expect(output).not.toContain(process.env.HOME ?? 'no home');
    await box.close();
  });
});

/** Environment and command of every process that runs the guest's script. */
function guestRecords(guestScript: string): { environment: string; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
        const inside = command.includes('\0javascript') && command.includes(guestScript) && !command.includes('bwrap');
        return inside ? [{ environment: readFileSync(`/proc/${pid}/environ`, 'latin1'), command }] : [];
      } catch {
        return []; // it has ended meanwhile
      }
    });
}
