import { randomBytes } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod';
import type { Served } from './connection.ts';
import { type HttpServer, serveHttp } from './http-server.ts';
import { readPrivately, removeLock, writeLock, writePrivately } from './lock-file.ts';
import type { PageFile } from './page-files.ts';

/** What a host's front door needs to know. */
export interface FrontDoorOptions {
  dataFolder: string;
  /** 0: the port it had last time if that is free, so that open pages find it again; else any. */
  port: number;
  page: Map<string, PageFile>;
  version: string;
}

const Kept = z.object({ token: z.string().min(20), port: z.int().min(0).max(65_535) });

/**
 * Opens a host to pages, windows and commands of this machine: serves it on loopback under the token kept in the data
 * folder, and writes the lock file by which they find it. Closing takes the lock file away.
 * Rejects with the system's error when the port asked for is taken.
 */
export async function openFrontDoor(host: Served, options: FrontDoorOptions): Promise<HttpServer> {
  const file = path.join(options.dataFolder, 'front-door.json');
  const kept = readKept(file) ?? { token: randomBytes(32).toString('base64url'), port: 0 };
  const serve = (port: number): Promise<HttpServer> => {
    return serveHttp(host, { port, page: options.page, token: kept.token, version: options.version });
  };
  const server =
    options.port === 0 && kept.port !== 0 ? await serve(kept.port).catch(() => serve(0)) : await serve(options.port);
  try {
    writePrivately(file, JSON.stringify({ token: kept.token, port: Number(new URL(server.origin).port) }));
    writeLock(options.dataFolder, { pid: process.pid, origin: server.origin, token: kept.token });
  } catch (cause) {
    // A door that nobody can find is shut again, or it would keep the program from ending.
    await server.close();
    throw cause;
  }
  return {
    ...server,
    close() {
      removeLock(options.dataFolder, process.pid);
      return server.close();
    },
  };
}

function readKept(file: string): z.infer<typeof Kept> | undefined {
  const text = readPrivately(file);
  if (text === undefined) return undefined;
  try {
    return Kept.safeParse(JSON.parse(text)).data;
  } catch {
    // Not JSON: a new token is made, and pages that are open ask for a new link.
    return undefined;
  }
}
