import type { Grant } from '#contract/permission';
import type { ChangedCall, PolicyRow, WhatIf } from '#contract/views';

/** A grant about the files of one folder. Takes what differs from an allow that asks nobody. */
export function sampleGrant(part: Partial<Grant> = {}): Grant {
  return {
    id: 'grant-1',
    agent: 'agent-1',
    type: 'allow',
    standing: true,
    permission: { kind: 'file', folder: 'folder-1', path: '**', verbs: ['write'] },
    layer: 'agent',
    source: 'You',
    sentence: 'sample may write files in ledger without asking.',
    labels: 'none',
    ...part,
  };
}

/** The row of a grant, as the host lists it. */
export function sampleRow(grant: Grant, part: Partial<PolicyRow> = {}): PolicyRow {
  return {
    id: grant.id,
    kind: 'grant',
    sentence: grant.sentence,
    decision: grant.type,
    source: grant.source,
    agent: 'sample',
    hits: 3,
    revocable: true,
    grant,
    ...part,
  };
}

/** The row of a built-in rule. */
export function sampleDefault(id: string, sentence: string, part: Partial<PolicyRow> = {}): PolicyRow {
  return {
    id: `default:${id}`,
    kind: 'default',
    sentence,
    decision: 'ask',
    source: 'Default',
    hits: 0,
    revocable: false,
    ...part,
  };
}

/** A past call that was asked about and allowed, and would run now without a question. */
export function sampleChanged(callId: string, part: Partial<ChangedCall> = {}): ChangedCall {
  return {
    run: 'run-1',
    runTitle: 'Sample',
    callId,
    seq: 11,
    at: 1_000_000,
    agent: 'sample',
    tool: 'write_file',
    object: `${callId}.md`,
    before: 'ask',
    answer: 'allow',
    now: 'allow',
    rule: { id: 'grant-2', sentence: 'sample may write files in ledger without asking.', source: 'You' },
    ...part,
  };
}

/** What a look at past calls has found. */
export function sampleWhatIf(counts: Partial<WhatIf['counts']>, calls: ChangedCall[] = [], done = true): WhatIf {
  return {
    done,
    runs: { looked: done ? 40 : 20, of: 40 },
    counts: { nowAllowed: 0, nowAsked: 0, nowDenied: 0, deniedWouldRun: 0, unchanged: 0, ...counts },
    calls,
    sentences: [],
  };
}
