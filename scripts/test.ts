import path from 'node:path';
import { buildIfNeeded } from './build-if-needed.ts';
import { runEndToEnd } from './e2e.ts';
import { ROOT } from './root.ts';
import { run, runTool } from './run-tool.ts';
import { provideSystemPackages } from './system-packages.ts';

/** One part of the tests and how it went. */
interface Part {
  name: string;
  passed: boolean;
  seconds: number;
}

// `npm test`: checks, unit and property tests, attack tests, end-to-end tests, one after the other, and a summary.
// What could not run is listed; under CI that is a failure.
const say = (line: string): void => console.log(line);
const parts: Part[] = [];
const notRun: string[] = (await provideSystemPackages(say)).map((name) => `whatever needs ${name}, which is not here`);

await part('checks', async () => (await run('npm', ['run', '--silent', 'check'])) === 0);
await part('unit, property and attack tests', async () => {
  await buildIfNeeded(say);
  const env = { ...process.env, WARRANT_TEST_CLI: path.join(ROOT, 'out/main/cli.cjs') };
  return (await runTool('vitest/vitest.mjs', ['run'], { env })) === 0;
});
await part('end-to-end tests', async () => {
  const result = await runEndToEnd([], say);
  notRun.push(...result.notRun);
  return result.passed;
});

say('');
for (const { name, passed, seconds } of parts)
  say(`${passed ? 'passed' : 'FAILED'}  ${name} (${seconds.toFixed(0)} s)`);
for (const line of notRun) say(`not run ${line}`);
const failed = parts.some(({ passed }) => !passed) || (Boolean(process.env.CI) && notRun.length > 0);
say(failed ? 'The tests did not pass.' : 'All that ran passed.');
process.exitCode = failed ? 1 : 0;

async function part(name: string, test: () => Promise<boolean>): Promise<void> {
  say(`\n— ${name}`);
  const started = Date.now();
  const passed = await test();
  parts.push({ name, passed, seconds: (Date.now() - started) / 1000 });
}
