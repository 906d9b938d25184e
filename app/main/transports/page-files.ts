import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One file of the page: its content type and its bytes, read once at start. */
export interface PageFile {
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.json', 'application/json'],
  ['.woff2', 'font/woff2'],
]);

/**
 * Reads every file of the built page into a map from URL path to content; `/` is the index.
 * A request is a lookup in this map and never becomes a file path, so no spelling of `..` can leave it (E3).
 * Throws when the folder is not there: the program was not built.
 */
export function readPageFiles(folder: string): Map<string, PageFile> {
  const files = new Map<string, PageFile>();
  const walk = (directory: string, prefix: string): void => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const file = path.join(directory, entry.name);
      if (entry.isDirectory()) walk(file, `${prefix}${entry.name}/`);
      else if (entry.isFile()) files.set(`${prefix}${entry.name}`, readPageFile(file));
    }
  };
  walk(folder, '/');
  const index = files.get('/index.html');
  if (!index) throw new Error(`The page is not built: ${folder} holds no index.html. Run npm run build.`);
  files.set('/', index);
  return files;
}

function readPageFile(file: string): PageFile {
  return {
    type: TYPES.get(path.extname(file)) ?? 'application/octet-stream',
    bytes: Uint8Array.from(readFileSync(file)),
  };
}
