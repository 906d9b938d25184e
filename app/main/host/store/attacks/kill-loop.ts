import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RunEvent } from '#contract/event';
import { buildProgram } from '../../testing/build-program.ts';
import { openStore } from '../store.ts';
import { temporaryFolder } from '../testing.ts';

const WRITER = fileURLToPath(new URL('./kill-writer.ts', import.meta.url));

/** How many kills one data folder goes through before a fresh one is taken. */
const KILLS_PER_FOLDER = 20;

/** What the loop saw. `inFlight`: entries that were on disk although the kill came before their acknowledgement. */
export interface KillFigures {
  kills: number;
  beforeReady: number;
  acknowledged: number;
  inFlight: number;
  blobs: number;
  faults: string[];
}

interface Acknowledged {
  entries: Map<string, string>;
  blobs: Set<string>;
}

/** Starts a writer, kills it with SIGKILL at a random moment, and adds what it had acknowledged. Gives whether it was ready. */
async function killOnce(folder: string, acknowledged: Acknowledged): Promise<boolean> {
  const writer = await buildProgram(WRITER);
  const child = spawn(process.execPath, [writer, folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  let errors = '';
  // One kill in five may come while the writer still opens, migrates or recovers the store; the others after so many lines.
  const early = Math.random() < 0.2;
  const lines = Math.ceil(Math.random() * 40);
  const reached = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (text.split('\n').length > lines) resolve();
    });
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    errors += part;
  });
  const ended = once(child, 'close');
  if (!early) await Promise.race([reached, ended]);
  const timer = setTimeout(() => child.kill('SIGKILL'), Math.random() * (early ? 400 : 8));
  const [, signal] = await ended;
  clearTimeout(timer);
  if (signal !== 'SIGKILL') throw new Error(`the writer ended by itself: ${errors}`);
  // A line cut by the kill acknowledges nothing.
  for (const line of text.split('\n').slice(0, -1)) {
    const [kind, name = '', seq, hash = ''] = line.split(' ');
    if (kind === 'entry') acknowledged.entries.set(`${name} ${seq}`, hash);
    if (kind === 'blob') acknowledged.blobs.add(name);
  }
  return text !== '';
}

function check(folder: string, acknowledged: Acknowledged, figures: KillFigures): void {
  const store = openStore(folder, Date.now);
  const recovered = new Map<string, string>();
  for (const stream of store.log.streams()) {
    const verified = store.log.verify(stream);
    if (!verified.ok) figures.faults.push(`${stream}: ${verified.broken?.reason}`);
    for (const entry of store.log.read(stream)) {
      recovered.set(`${stream} ${entry.seq}`, entry.hash);
      const event = entry.event as RunEvent;
      if (event.type === 'user-message-added' && 'blob' in event.text && !store.blobs.get(event.text.blob))
        figures.faults.push(`${stream} ${entry.seq} names a blob that is not there`);
    }
  }
  for (const [key, hash] of acknowledged.entries)
    if (recovered.get(key) !== hash) figures.faults.push(`${key} was acknowledged and is not there`);
  for (const hash of acknowledged.blobs) if (!store.blobs.get(hash)) figures.faults.push(`blob ${hash} is not there`);
  for (const [key, hash] of recovered)
    if (!acknowledged.entries.has(key)) {
      figures.inFlight += 1;
      acknowledged.entries.set(key, hash);
    }
  store.close();
}

/**
 * Rule D3: kills a process that appends, `kills` times, at random moments, and after each kill opens its store again:
 * everything acknowledged is there, everything else is there whole or not at all, every chain verifies, and no entry
 * names a blob that is missing (D17). `onKill` is told the figures so far. Faults are collected, not thrown.
 */
export async function killLoop(kills: number, onKill: (figures: KillFigures) => void = () => {}): Promise<KillFigures> {
  const figures: KillFigures = { kills: 0, beforeReady: 0, acknowledged: 0, inFlight: 0, blobs: 0, faults: [] };
  while (figures.kills < kills && figures.faults.length === 0) {
    const place = temporaryFolder();
    const acknowledged: Acknowledged = { entries: new Map(), blobs: new Set() };
    for (let n = 0; n < KILLS_PER_FOLDER && figures.kills < kills; n += 1) {
      const before = acknowledged.entries.size;
      if (!(await killOnce(place.folder, acknowledged))) figures.beforeReady += 1;
      figures.acknowledged += acknowledged.entries.size - before;
      check(place.folder, acknowledged, figures);
      figures.kills += 1;
      onKill(figures);
    }
    figures.blobs += acknowledged.blobs.size;
    if (figures.faults.length === 0) place.remove();
    else figures.faults.push(`left for a look: ${place.folder} (${fs.readdirSync(place.folder).join(', ')})`);
  }
  return figures;
}
