import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type Database from 'better-sqlite3';
import type { RunEvent } from '#contract/event';
import type { RunId } from '#contract/ids';
import type { Binding, Rule, Warrant } from '#contract/permission';
import type { Run } from '#contract/run';
import type { ToolCall } from '#contract/tool';
import { openDatabase } from './database.ts';
import { EventLog } from './event-log.ts';

/** A new empty folder (0700) for one test, and the function that removes it. */
export function temporaryFolder(): { folder: string; remove: () => void } {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'warrant-store-'));
  return { folder, remove: () => fs.rmSync(folder, { recursive: true, force: true }) };
}

/** A clock that counts: 1,000 milliseconds later at each look. */
export function countingClock(start = 1_700_000_000_000): () => number {
  let at = start;
  return () => {
    at += 1000;
    return at;
  };
}

/** The log of a data folder, opened alone: without the host's lock, blobs and run list. */
export interface OpenedLog {
  database: Database.Database;
  log: EventLog;
  close(): void;
}

export function openLog(folder: string, now = countingClock()): OpenedLog {
  const database = openDatabase(folder);
  const log = new EventLog(database, now);
  return {
    database,
    log,
    close() {
      log.close();
      database.close();
    },
  };
}

/** A short event that any run stream takes. */
export function renamed(title: string): RunEvent {
  return { type: 'run-renamed', title };
}

const RULE: Rule = {
  id: 'default-read',
  sentence: 'A local read inside the agent’s folders is allowed.',
  source: 'Default',
};

const BINDING: Binding = {
  tool: 'read_file',
  ask: 'effects',
  hosts: [],
  secrets: [],
  config: [],
  middleware: [],
  options: {},
};

/** A run as `run-started` pins it, with one tool. */
export function sampleRun(id: RunId): Run {
  return {
    id,
    title: 'Check the ledger',
    agent: {
      id: 'agent-ledger-check',
      revision: 1,
      name: 'ledger-check',
      description: 'Compares a bank statement with invoices.',
      instructions: 'Read every file, compute in Python, write report.md.',
      model: { provider: 'demo', model: 'demo' },
      protocol: 'auto',
      bindings: [BINDING],
      folders: [],
      guardrails: [],
      memory: false,
      unattended: 'park',
      limits: { steps: 10_000, tokens: 200_000, seconds: 600, usd: 1 },
      accepted: true,
    },
    tools: [
      {
        name: 'read_file',
        version: '1.0.0',
        description: 'Reads a file.',
        runtime: { type: 'host' },
        commands: [
          {
            path: [],
            description: 'Reads a file.',
            input: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
            output: { type: 'string' },
            effect: { change: 'read', where: 'local', repeat: 'safe' },
            files: [{ field: 'path', verbs: ['read'] }],
            runsCode: false,
            outside: false,
          },
        ],
      },
    ],
    protocol: 'native',
    goal: { type: 'prompt', text: { text: 'check the ledger' } },
    grants: [],
    approve: 'ask',
    unattended: 'park',
    contextTokens: 128_000,
  };
}

/** One step of a run: the model asks for a file, it is allowed, started and ended. */
function step(index: number, throughSeq: number): RunEvent[] {
  const call: ToolCall = {
    id: `call_${index}`,
    tool: 'read_file',
    command: [],
    input: { path: `/folders/ledger/invoices/invoice-${index}.txt` },
  };
  const hash = createHash('sha256').update(JSON.stringify(call)).digest('hex');
  const warrant: Warrant = { call, hash, binding: BINDING, grants: ['agent-ledger-check:folder'] };
  const output = `Invoice ${index}\n${'Bolts M6, 200 pieces, 14.20 EUR each, net of value added tax. '.repeat(12)}`;
  return [
    {
      type: 'model-called',
      reply: {
        text: `I read invoice ${index} next, as its amount is not on the statement yet.`,
        toolCalls: [call],
        stopReason: 'tool-calls',
        usage: { inputTokens: 1800 + index, outputTokens: 60 },
      },
      protocol: 'native',
      requestHash: hash,
      throughSeq,
      labels: [],
      ms: 640,
    },
    { type: 'tool-call-decided', callId: call.id, decision: { type: 'allow', rule: RULE, warrant } },
    { type: 'tool-call-started', callId: call.id, attempt: 1 },
    {
      type: 'tool-call-ended',
      callId: call.id,
      outcome: { type: 'ok', output: { text: output }, truncated: false, facts: [] },
      labels: [
        { origin: 'outside', callId: call.id, path: call.input ? `/folders/ledger/invoices/invoice-${index}.txt` : '' },
      ],
      ms: 3,
    },
  ];
}

/** A run of `count` entries (at least 2) as the loop writes them: steps of one call each, then its end. */
export function sampleRunEvents(id: RunId, count: number): RunEvent[] {
  const events: RunEvent[] = [{ type: 'run-started', run: sampleRun(id) }];
  for (let index = 1; events.length < count - 1; index += 1) events.push(...step(index, events.length));
  events.length = count - 1;
  events.push({ type: 'run-ended', end: { type: 'completed', text: { text: 'Eight faults found.' } } });
  return events;
}
