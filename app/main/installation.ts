import { existsSync } from 'node:fs';
import path from 'node:path';

/** Where the parts of an installed or checked-out Warrant are. */
export interface Installation {
  packaged: boolean;
  /** The app's own files, which may not be granted to an agent (P18). */
  appFolder: string;
  /** Shipped samples and schemas. */
  resources: string;
  /** The built page. */
  page: string;
  /** The built preload script. */
  preload: string;
  /** What runs sandbox processes; undefined where its Node is missing, and then no sandboxed call runs (X8). */
  sandbox: { node: string; script: string; modules: string } | undefined;
}

/**
 * Finds the parts from the folder of the running main script: `out/main` of a checkout, or the same inside the packaged
 * app's archive, whose executable parts lie unpacked beside it.
 */
export function locateInstallation(mainFolder: string, platform: NodeJS.Platform): Installation {
  const root = path.resolve(mainFolder, '../..');
  const program = platform === 'win32' ? 'node.exe' : 'bin/node';
  const common = {
    page: path.resolve(mainFolder, '../renderer'),
    preload: path.resolve(mainFolder, '../preload/index.cjs'),
  };
  if (!path.basename(root).startsWith('app.asar')) {
    return {
      ...common,
      packaged: false,
      appFolder: path.join(root, 'out'),
      resources: path.join(root, 'resources'),
      sandbox: sandboxAt(path.join(root, 'node_modules/node', program), root),
    };
  }
  const resources = path.dirname(root);
  return {
    ...common,
    packaged: true,
    appFolder: path.dirname(resources),
    resources,
    sandbox: sandboxAt(path.join(resources, 'node', program), path.join(resources, 'app.asar.unpacked')),
  };
}

function sandboxAt(node: string, root: string): Installation['sandbox'] {
  if (!existsSync(node)) return undefined;
  return { node, script: path.join(root, 'out/main/sandbox.cjs'), modules: path.join(root, 'node_modules') };
}
