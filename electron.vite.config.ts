import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const cjs = { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: 'chunks/[name]-[hash].cjs' } as const;

/** One Node build (window, command line, sandbox guest), one preload, one page; every entry is named here. */
export default defineConfig({
  main: {
    build: {
      target: 'node18',
      chunkSizeWarningLimit: 4000,
      rolldownOptions: {
        input: {
          index: path.resolve('app/main/index.ts'),
          cli: path.resolve('app/main/cli.ts'),
          sandbox: path.resolve('sandbox/main.ts'),
        },
        output: cjs,
      },
    },
  },
  preload: {
    build: {
      target: 'node18',
      rolldownOptions: { input: { index: path.resolve('app/preload/index.ts') }, output: cjs },
    },
  },
  renderer: {
    root: path.resolve('app/renderer'),
    plugins: [react(), tailwindcss()],
    build: {
      target: 'chrome114',
      chunkSizeWarningLimit: 4000,
      minify: true,
      rolldownOptions: { input: path.resolve('app/renderer/index.html') },
    },
  },
});
