import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfNeeded } from './build-if-needed.ts';
import { ROOT } from './root.ts';

// `npm run -s warrant -- ARGS`: the built command line, in this very process, so that input, output, signals and the
// exit code are its own.
await buildIfNeeded((line) => process.stderr.write(`${line}\n`));
const cli = path.join(ROOT, 'out/main/cli.cjs');
process.argv[1] = cli;
await import(pathToFileURL(cli).href);
