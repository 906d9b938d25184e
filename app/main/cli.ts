import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { createORPCClient } from '@orpc/client';
import { createRouterClient } from '@orpc/server';
import { WarrantError } from '#contract/errors';
import { spellHidden } from '#contract/spell-hidden';
import type { Client, OpenClient } from './cli/client.ts';
import { errorLine } from './cli/error-text.ts';
import { EXIT, exitCodeOfError } from './cli/exit-codes.ts';
import { runProgram } from './cli/program.ts';
import { dataFolderOf } from './data-folder.ts';
import { createHost, type Host } from './host/host.ts';
import type { Ports } from './host/ports.ts';
import type { LogLevel } from './host/program-log/program-log.ts';
import { asStorageError } from './host/store/storage-error.ts';
import { openStore } from './host/store/store.ts';
import { verifyStreams } from './host/store/verify-streams.ts';
import { locateInstallation } from './installation.ts';
import { developmentEnvironment } from './provider-environment.ts';
import type { HostAddress } from './transports/attach.ts';
import { openFrontDoor } from './transports/front-door.ts';
import { readHostAddress } from './transports/host-address.ts';
import type { HttpServer } from './transports/http-server.ts';
import { findRunningHost, type Lock } from './transports/lock-file.ts';
import { openInBrowser } from './transports/open-in-browser.ts';
import { openLink } from './transports/open-link.ts';
import { readPageFiles } from './transports/page-files.ts';
import { askForPageLink } from './transports/page-link.ts';

// The headless entry: ports, then a host in this process, or a link to the one that runs.

const VERSION = '0.1.0';
/** How often a folder that is just changing hands is tried for. */
const MOST_TRIES = 20;
const installation = locateInstallation(import.meta.dirname, process.platform);
const dataFolder = dataFolderOf(process.env, process.platform, homedir());

function ports(advances: boolean, level: LogLevel): Ports {
  return {
    version: VERSION,
    dataFolder,
    resources: installation.resources,
    appFolder: installation.appFolder,
    home: homedir(),
    electron: false,
    platform: process.platform,
    now: Date.now,
    newId: () => randomBytes(9).toString('base64url').replace(/[-_]/g, 'x'),
    sandbox: installation.sandbox,
    cipher: undefined,
    passphrase: process.env.WARRANT_PASSPHRASE,
    environment: installation.packaged ? new Map() : developmentEnvironment(process.env, process.cwd()),
    advances,
    log: { level },
  };
}

async function attachTo(address: HostAddress): Promise<OpenClient> {
  const open = await openLink(address);
  const client: Client = createORPCClient(open.link);
  return {
    client,
    attached: true,
    close: () => {
      open.close();
      return Promise.resolve();
    },
  };
}

/** What this program says of its own goes through the host that knows the secrets, once there is one. */
let withoutSecrets = (text: string): string => text;

async function openHost(advances: boolean, level: LogLevel): Promise<Host> {
  const host = await createHost(ports(advances, level));
  withoutSecrets = (text) => host.redact(text);
  return host;
}

/**
 * The host that is asked for or runs on this data folder; else one in this process, which does what it is told and which
 * commands that come meanwhile attach to.
 */
async function open(url: string | undefined, level: LogLevel): Promise<OpenClient> {
  const wanted = url ?? process.env.WARRANT_ATTACH;
  if (wanted) return attachTo(await readHostAddress(wanted));
  // A host that has the folder but no address is just starting or ending: it is given a few seconds for either.
  for (let tries = 0; ; tries++) {
    const running = await findRunningHost(dataFolder);
    if (running) return attachToRunning(running);
    try {
      return await hostHere(level);
    } catch (error) {
      if (!(error instanceof WarrantError) || error.code !== 'locked' || tries >= MOST_TRIES) throw error;
      await delay(100);
    }
  }
}

function attachToRunning(lock: Lock): Promise<OpenClient> {
  return attachTo({ socket: `${lock.origin.replace('http', 'ws')}/rpc`, token: lock.token });
}

async function hostHere(level: LogLevel): Promise<OpenClient> {
  const host = await openHost(false, level);
  const door = await openDoor(host, 0, new Map());
  return {
    client: createRouterClient(host.router, { context: { client: 'cli' } }),
    attached: false,
    async close() {
      // Commands that attached meanwhile are let finish: this process is their host.
      while ((door.clients().cli ?? 0) + (door.clients().window ?? 0) > 0) await delay(50);
      await door.close();
      await host.close();
    },
  };
}

/** A host whose door can't be opened is ended again; a fault of the disk is said in words. */
async function openDoor(host: Host, port: number, page: ReturnType<typeof readPageFiles>): Promise<HttpServer> {
  try {
    return await openFrontDoor(host, { dataFolder, port, page, version: VERSION });
  } catch (cause) {
    await host.close();
    throw asStorageError(cause, `write in the data folder ${dataFolder}`);
  }
}

/** Resolves at the first SIGINT or SIGTERM. */
function stopped(): Promise<number> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve(EXIT.cancelled));
    process.once('SIGTERM', () => resolve(EXIT.completed));
  });
}

/** The log looked at without a host: what is broken may be what a host needs. */
function verifyAlone(): ReturnType<typeof verifyStreams> {
  const store = openStore(dataFolder, Date.now);
  try {
    return verifyStreams(store.log, undefined);
  } finally {
    store.close();
  }
}

async function serve(options: { port: number; open: boolean; level: LogLevel }): Promise<number> {
  const running = await findRunningHost(dataFolder);
  if (running) {
    process.stderr.write('a host runs on this data folder already; this is another link to its page\n');
    const link = await askForPageLink(running);
    process.stdout.write(`listening on ${link}\n`);
    if (options.open) void openInBrowser(link, process.env, process.platform);
    return EXIT.completed;
  }
  const host = await openHost(true, options.level);
  try {
    const page = readPageFiles(installation.page);
    const door = await openFrontDoor(host, { dataFolder, port: options.port, page, version: VERSION });
    const ended = stopped();
    const url = door.pageUrl();
    process.stdout.write(`listening on ${url}\n`);
    if (options.open) void openInBrowser(url, process.env, process.platform);
    const code = await ended;
    await door.close();
    return code;
  } finally {
    await host.close();
  }
}

async function main(): Promise<void> {
  const debug = process.argv.includes('--debug');
  try {
    process.exitCode = await runProgram(process.argv.slice(2), {
      terminal: {
        input: process.stdin,
        output: process.stdout,
        errors: process.stderr,
        interactive: process.stdin.isTTY === true && process.stdout.isTTY === true,
        debug,
      },
      version: VERSION,
      workingFolder: process.cwd(),
      dataFolder,
      open,
      serve,
      verifyAlone,
    });
  } catch (error) {
    process.exitCode = exitCodeOfError(error);
    report(error);
  }
}

function report(error: unknown): void {
  const debug = process.argv.includes('--debug');
  const words = debug && error instanceof Error ? spellHidden(error.stack ?? error.message) : errorLine(error);
  process.stderr.write(`${withoutSecrets(words)}\n`);
}

// Who reads the output may leave before its end (`| head`): the command does its work all the same.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
process.on('uncaughtException', (error) => {
  report(error);
  process.exit(EXIT.failed);
});
void main();
