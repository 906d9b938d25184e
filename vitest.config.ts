import path from 'node:path';
import { defineConfig } from 'vitest/config';

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
          testTimeout: 30_000,
        },
        resolve: { alias: { electron } },
      },
      {
        test: { name: 'renderer', include: ['app/renderer/**/*.test.{ts,tsx}'], environment: 'happy-dom' },
      },
      {
        test: {
          name: 'attacks',
          include: ['**/attacks/**/*.test.ts'],
          exclude: ['node_modules/**', 'out/**'],
          environment: 'node',
          testTimeout: 120_000,
          maxWorkers: 2,
        },
        resolve: { alias: { electron } },
      },
    ],
  },
});
