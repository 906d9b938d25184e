import path from 'node:path';
import type { RunEvent } from '#contract/event';
import type { HostCallRecord } from '#contract/projections/run-state';
import type { HostReply, HostRequest } from '../../../../sandbox/protocol.ts';
import { GuestBridge } from '../sandbox/guest-bridge.ts';
import type { GuestSecrets } from '../sandbox/guest-secrets.ts';
import { BlobStore } from '../store/blob-store.ts';
import { type FolderFixture, makeFolderFixture } from './folder-fixture.ts';

/** What a guest works on in one test: its folders, the kept bytes, what was recorded, and the rules. */
export interface GuestScene {
  fixture: FolderFixture;
  blobs: BlobStore;
  events: RunEvent[];
  appends: number;
  refused: (path: string, verb: string) => string | undefined;
  secrets: GuestSecrets;
}

const INLINE = 1024;

const NO_SECRETS: GuestSecrets = {
  names: () => [],
  reveal: () => Promise.reject(new Error('no secret')),
  heldIn: () => [],
};

/** UTF-8 bytes of a text. */
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Makes a scene with `layout` in `/folders/ROOT`; gone when the test ends. Nothing is refused until a test says so. */
export function makeGuestScene(layout: string[] = []): GuestScene {
  const fixture = makeFolderFixture(layout);
  const blobs = new BlobStore(path.join(fixture.scratch, 'data'));
  return { fixture, blobs, events: [], appends: 0, refused: () => undefined, secrets: NO_SECRETS };
}

/** A guest that asks one thing after the other. */
export class Guest {
  readonly bridge: GuestBridge;
  #index = 0;

  /** `recorded`: what an earlier attempt left on the log. */
  constructor(scene: GuestScene, recorded: HostCallRecord[] = []) {
    this.bridge = new GuestBridge({
      callId: 'call-1',
      workspace: scene.fixture.workspace,
      blobs: scene.blobs,
      recorded,
      refuses: (at, verb) => scene.refused(at, verb),
      secrets: scene.secrets,
      labels: { read: () => {}, beforeGuest: () => [], afterGuest: () => {} },
      append: async (appended) => {
        scene.appends += 1;
        scene.events.push(...appended);
      },
      now: () => 7,
    });
  }

  ask(request: HostRequest): Promise<HostReply> {
    return this.bridge.answer({ index: this.#index++, ...request });
  }

  /** The answer in words: what was read, listed or found, or the error. */
  async say(request: HostRequest): Promise<string> {
    const reply = await this.ask(request);
    if (!reply.ok) return reply.errno;
    if (reply.bytes && request.operation !== 'stat') return new TextDecoder().decode(reply.bytes);
    const json = reply.json as { kind?: string; entries?: { name: string; kind: string }[] } | null;
    if (json?.entries) return json.entries.map(({ name, kind }) => (kind === 'folder' ? `${name}/` : name)).join(' ');
    return json?.kind ?? 'ok';
  }

  put(at: string, text: string): Promise<string> {
    return this.say({ operation: 'put', path: at, bytes: bytes(text) });
  }

  read(at: string): Promise<string> {
    return this.say({ operation: 'read', path: at, position: 0, length: 10_000 });
  }

  stat(at: string): Promise<string> {
    return this.say({ operation: 'stat', path: at, inline: INLINE });
  }

  list(at: string): Promise<string> {
    return this.say({ operation: 'list', path: at });
  }

  async changes(): Promise<string[]> {
    await this.bridge.flush();
    return (await this.bridge.staged()).map((change) => {
      const sign = change.after === undefined ? '-' : change.before === undefined ? '+' : '*';
      return `${sign}${change.path.slice('/folders/ROOT/'.length)}${change.kind === 'folder' ? '/' : ''}`;
    });
  }
}

/** What the log holds of the guest's calls, as the fold keeps it for a second attempt. */
export function recordsOf(log: RunEvent[]): HostCallRecord[] {
  const records: HostCallRecord[] = [];
  for (const event of log)
    if (event.type === 'host-call-started') {
      const { index, operation, path: at, requestHash, before, after } = event;
      records[index] = { index, operation, path: at, requestHash, before, after, ended: undefined };
    } else if (event.type === 'host-call-ended') {
      const record = records[event.index];
      if (record) record.ended = { response: event.response, data: event.data };
    }
  return records;
}
