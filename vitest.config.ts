import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

// Many tests wait for processes they started, so there may be one more than there are cores. By default there is one less.
const maxWorkers = os.availableParallelism() + 1;
const electron = path.resolve('app/main/electron/testing.ts');

/**
 * Folders whose tests start no process and change nothing outside themselves: they share a worker, so that what they
 * import is loaded once for all of them and not once for each.
 */
const PURE =
  'app/{contract,main/host/{agents,bundle,grants,guardrails,marks,models,net,policy,program-log,redact,tools}}/**/*.test.ts';
const ATTACKS = '**/attacks/**';
const node = { environment: 'node', maxWorkers } as const;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...node,
          name: 'host',
          include: [
            'app/{contract,main}/**/*.test.ts',
            'app/*.test.ts',
            'sandbox/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: [ATTACKS, PURE],
          testTimeout: 60_000,
        },
        resolve: { alias: { electron } },
      },
      {
        test: { ...node, name: 'host-pure', include: [PURE], exclude: [ATTACKS], testTimeout: 60_000, isolate: false },
      },
      {
        test: {
          name: 'renderer',
          include: ['app/renderer/**/*.test.tsx'],
          environment: 'happy-dom',
          testTimeout: 30_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'renderer-pure',
          include: ['app/renderer/**/*.test.ts'],
          environment: 'happy-dom',
          testTimeout: 30_000,
          maxWorkers,
          isolate: false,
        },
      },
      {
        test: {
          ...node,
          name: 'attacks',
          include: ['**/attacks/**/*.test.ts'],
          exclude: ['node_modules/**', 'out/**'],
          testTimeout: 120_000,
        },
        resolve: { alias: { electron } },
      },
    ],
  },
});
