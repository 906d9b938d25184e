import path from 'node:path';

/**
 * Where everything of a person is kept: `WARRANT_HOME`, else the platform's place for application data.
 * Window and command line ask here, so that both mean the same folder. Pure.
 */
export function dataFolderOf(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, home: string): string {
  if (env.WARRANT_HOME) return path.resolve(env.WARRANT_HOME);
  if (platform === 'darwin') return path.join(home, 'Library/Application Support/Warrant');
  if (platform === 'win32') return path.join(env.APPDATA || path.join(home, 'AppData/Roaming'), 'Warrant');
  return path.join(env.XDG_DATA_HOME || path.join(home, '.local/share'), 'warrant');
}
