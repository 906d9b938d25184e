import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

// Many tests wait for processes they started, so there may be one more than there are cores. By default there is one less.
const maxWorkers = os.availableParallelism() + 1;
const electron = path.resolve('app/main/electron/testing.ts');

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'host',
          include: [
            'app/{contract,main}/**/*.test.ts',
            'app/*.test.ts',
            'sandbox/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: ['**/attacks/**'],
          environment: 'node',
          testTimeout: 60_000,
          maxWorkers,
        },
        resolve: { alias: { electron } },
      },
      {
        test: {
          name: 'renderer',
          include: ['app/renderer/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 30_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'attacks',
          include: ['**/attacks/**/*.test.ts'],
          exclude: ['node_modules/**', 'out/**'],
          environment: 'node',
          testTimeout: 120_000,
          maxWorkers,
        },
        resolve: { alias: { electron } },
      },
    ],
  },
});
