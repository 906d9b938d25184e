import { expect, test, vi } from 'vitest';
import * as electron from '../testing.ts';
import { openWindow } from '../window.ts';

// The page crashes, or is made to crash again and again (E16). The host holds everything; the page is loaded again.
vi.spyOn(process.stderr, 'write').mockReturnValue(true);

test('a crashed page is loaded again, a page that keeps crashing is not', () => {
  vi.useFakeTimers({ now: 0 });
  openWindow({ preload: '/p.cjs', stateFile: '/nonexistent/state.json', packaged: true });
  const contents = electron.BrowserWindow.all.at(-1)?.webContents;
  for (let crash = 0; crash < 10; crash++) {
    contents?.emit('render-process-gone', {}, { reason: 'crashed' });
    vi.advanceTimersByTime(1_000);
  }
  expect(contents?.reloads).toBe(3);
  vi.advanceTimersByTime(60_000);
  contents?.emit('render-process-gone', {}, { reason: 'oom' });
  vi.advanceTimersByTime(1_000);
  expect(contents?.reloads).toBe(4);
  vi.useRealTimers();
});
