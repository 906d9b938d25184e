import { defineConfig } from '@playwright/test';
import type { Face } from './launch.ts';

/** The same specs in both faces; a spec that is about one face alone is named for it. */
export default defineConfig<object, { face: Face }>({
  testDir: '.',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: 'list',
  projects: [
    { name: 'browser', use: { face: 'browser' }, testIgnore: '**/*.window.spec.ts' },
    { name: 'window', use: { face: 'window' }, testIgnore: '**/*.browser.spec.ts' },
  ],
});
