import { createRequire } from 'node:module';
import path from 'node:path';

/** Where the guest's engines lie. In a packaged app they are unpacked beside the archive: plain Node reads no archives. */
export type GuestPackages = { pyodideFolder: string; quickJsFolders: string[] };

const QUICKJS = ['quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync', '@jitl/quickjs-ffi-types'];

/**
 * Finds the folders of Pyodide's and QuickJS's packages.
 * @param from a file from which they can be required: the built guest
 * @throws when a package is missing; the installation is broken then
 */
export function findGuestPackages(from: string): GuestPackages {
  const require = createRequire(from);
  const folderOf = (name: string, via = require): string => {
    const marker = `${path.sep}${name.split('/').join(path.sep)}${path.sep}`;
    const entry = via.resolve(name);
    return entry.slice(0, entry.lastIndexOf(marker) + marker.length - 1);
  };
  const core = createRequire(require.resolve('quickjs-emscripten-core'));
  return {
    pyodideFolder: folderOf('pyodide'),
    quickJsFolders: QUICKJS.map((name) => folderOf(name, name.endsWith('ffi-types') ? core : require)),
  };
}
