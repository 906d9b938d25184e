import { app } from 'electron';

/** Switches with which whoever starts the packaged app could look into it or take its walls down (E14). */
const REFUSED = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
  'auto-open-devtools-for-tabs',
  'inspect',
  'inspect-brk',
  'inspect-port',
  'js-flags',
  'load-extension',
  'no-sandbox',
  'disable-setuid-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-web-security',
  'disable-site-isolation-trials',
  'disable-features',
  'enable-blink-features',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
  'browser-subprocess-path',
  'ssl-key-log-file',
  'ignore-certificate-errors',
];

/** The first refused switch the app was started with, if any. */
function refusedSwitch(hasSwitch: (name: string) => boolean): string | undefined {
  return REFUSED.find(hasSwitch);
}

/**
 * Ends the packaged app at once when it was started with a switch that opens it up.
 * Returns whether it may go on; in development everything may.
 */
export function refuseDebugging(): boolean {
  if (!app.isPackaged) return true;
  const found = refusedSwitch((name) => app.commandLine.hasSwitch(name));
  if (found === undefined) return true;
  process.stderr.write(`Warrant does not start with --${found}. Start it without this switch.\n`);
  app.exit(1);
  return false;
}
