import { spawn } from 'node:child_process';

/** What opens an address on this system, where there is somebody to see it; undefined without a display or under CI. */
export function browserOpener(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): { command: string; args: string[] } | undefined {
  if (env.CI) return undefined;
  if (platform === 'darwin') return { command: 'open', args: [] };
  if (platform === 'win32') return { command: 'rundll32', args: ['url.dll,FileProtocolHandler'] };
  return env.DISPLAY || env.WAYLAND_DISPLAY ? { command: 'xdg-open', args: [] } : undefined;
}

/**
 * Opens one of our own page links in the person's browser. Resolves to whether something took it; the link is printed
 * anyway, so that nothing depends on it.
 */
export function openInBrowser(url: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): Promise<boolean> {
  const opener = browserOpener(env, platform);
  if (!opener) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(opener.command, [...opener.args, url], { stdio: 'ignore', detached: true });
    child.on('error', () => resolve(false));
    child.on('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
