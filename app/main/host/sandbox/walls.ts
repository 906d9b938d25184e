import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { PROCESS_LIMITS } from '../../../../sandbox/limits.ts';

/** What stands round the guest's process, for `doctor` and the settings page. */
export type Walls = {
  /** Bubblewrap's path, when it is there and works here. */
  bubblewrap: string | undefined;
  /** `setpriv`'s path, when it is there: it ends the guest with the host where bubblewrap does not. */
  setpriv: string | undefined;
  /** A POSIX shell, to set a limit of CPU seconds. */
  shell: string | undefined;
  /** Whether other processes and the network are out of reach even for a guest that broke out of its engine. */
  network: boolean;
  /** Whether a guest ends when the host is killed, and how. */
  orphans: 'ended-with-host' | 'ended-by-cpu-limit' | 'not-prevented';
  /** One sentence for a person. */
  summary: string;
};

/** System folders that hold shared libraries; those that do not exist are skipped. */
const LIBRARY_FOLDERS = ['/usr/lib', '/usr/lib64', '/lib', '/lib64', '/nix/store'];

/** `--clearenv` leaves one variable, which bubblewrap sets itself afterwards: `PWD`, and it is `/`. */
const BUBBLEWRAP_FLAGS = ['--unshare-all', '--die-with-parent', '--new-session', '--clearenv', '--cap-drop', 'ALL'];

/**
 * Finds the walls that work on this machine; starts bubblewrap once to see that it does (some systems forbid user
 * namespaces). Without it the guest still has its engine, Node's permission model and an empty environment.
 * @param node the Node binary that guests run on
 * @param use `off` leaves bubblewrap out, to test without it
 */
export function findWalls(node: string, use: 'auto' | 'off' = 'auto'): Walls {
  const candidate = use === 'auto' && process.platform === 'linux' ? find('bwrap') : undefined;
  const binary = existsSync(node) ? realpathSync(node) : undefined;
  const works =
    candidate !== undefined &&
    binary !== undefined &&
    tries(candidate, [...bubblewrapArguments([binary], []), binary, '--version']);
  const bubblewrap = works ? candidate : undefined;
  const setpriv = process.platform === 'linux' ? find('setpriv') : undefined;
  const shell = process.platform === 'win32' ? undefined : find('sh');
  const orphans = bubblewrap || setpriv ? 'ended-with-host' : shell ? 'ended-by-cpu-limit' : 'not-prevented';
  return {
    bubblewrap,
    setpriv,
    shell,
    network: works,
    orphans,
    summary: works
      ? 'Code runs in WebAssembly, in a process of its own without permissions, inside bubblewrap.'
      : 'Code runs in WebAssembly, in a process of its own without permissions. Install bubblewrap to also keep ' +
        'the network and other processes out of reach of a guest that breaks out of its engine.',
  };
}

/**
 * The command line that starts a guest inside the walls.
 * @param readable files and folders the guest's process may read
 */
export function wrapCommand(
  walls: Walls,
  node: string,
  argv: string[],
  readable: string[],
): { command: string; argv: string[] } {
  const binary = realpathSync(node);
  if (walls.bubblewrap !== undefined) {
    return { command: walls.bubblewrap, argv: [...bubblewrapArguments([binary], readable), binary, ...argv] };
  }
  const limited =
    walls.shell === undefined
      ? [binary, ...argv]
      : [walls.shell, '-c', `ulimit -t ${PROCESS_LIMITS.cpuSeconds}; exec "$0" "$@"`, binary, ...argv];
  const command = walls.setpriv === undefined ? limited : [walls.setpriv, '--pdeathsig', 'KILL', ...limited];
  return { command: command[0] ?? binary, argv: command.slice(1) };
}

function bubblewrapArguments(binaries: string[], readable: string[]): string[] {
  const libraries = LIBRARY_FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) => [
    '--ro-bind',
    folder,
    folder,
  ]);
  const cache = ['--ro-bind-try', '/etc/ld.so.cache', '/etc/ld.so.cache'];
  const own = [...binaries, ...readable].flatMap((file) => ['--ro-bind', file, file]);
  const rest = ['--proc', '/proc', '--dev', '/dev', '--remount-ro', '/', '--chdir', '/'];
  return [...BUBBLEWRAP_FLAGS, ...libraries, ...cache, ...own, ...rest, '--'];
}

function find(name: string): string | undefined {
  return ['/usr/bin', '/bin', '/usr/local/bin']
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));
}

function tries(command: string, argv: string[]): boolean {
  return spawnSync(command, argv, { env: {}, stdio: 'ignore', timeout: 10_000 }).status === 0;
}
