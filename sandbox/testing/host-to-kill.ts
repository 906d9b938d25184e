/**
 * A host of its own process, to be killed: starts an endless loop in each language, says when both run, and waits.
 * Argument: `auto` or `off`, which walls.
 */
import { createTestSandbox, type WALLS } from './test-sandbox.ts';

const walls = process.argv[2] as (typeof WALLS)[number];
const box = await createTestSandbox({ walls, warm: { javascript: 1, python: 1 } });
let begun = 0;
const onOutput = (): void => {
  begun += 1;
  if (begun === 2) console.log('looping');
};
await Promise.all([
  box.run('javascript', 'print("begun"); while (true) {}', { timeoutMs: 100_000, onOutput }),
  box.run('python', 'print("begun")\nwhile True: pass', { timeoutMs: 100_000, onOutput }),
]);
