import type { Approval, GrantOffer } from '#contract/approval';
import type { Json } from '#contract/ids';

/** A hash of nothing, for cards in tests. */
export const SAMPLE_HASH = 'a'.repeat(64);

/** A scoped grant as a card offers it. */
export function sampleOffer(reach: GrantOffer['reach'], sentence: string): GrantOffer {
  return {
    reach,
    sentence,
    covered: 3,
    grant: {
      id: `grant-${reach}`,
      agent: 'agent-1',
      type: 'allow',
      standing: true,
      permission: { kind: 'file', folder: 'folder-1', path: '**', verbs: ['write'] },
      layer: 'run',
      source: 'You',
      sentence,
      labels: 'none',
    },
  };
}

/** A request to write a file. Takes the arguments of the call and what differs from the sample. */
export function sampleApproval(input: Json, part: Partial<Approval> = {}): Approval {
  return {
    id: 'approval-1',
    call: { id: 'call-1', tool: 'write_file', command: [], input },
    purpose: 'execute',
    hash: SAMPLE_HASH,
    title: { text: 'Write a new file,', object: 'report.md' },
    effects: [
      { kind: 'place', text: '/folders/ledger/report.md' },
      { kind: 'stays', text: 'Stays on this computer' },
    ],
    rule: { id: 'rule-1', sentence: 'Writes in your folders ask.', source: 'Default' },
    reason: 'It writes in a folder of yours.',
    agentWords: 'You asked for a report.',
    changes: [],
    labels: [],
    offers: [sampleOffer('folder', 'ledger-check may write in ledger without asking, this run.')],
    ...part,
  };
}
