import type { Grant, Rule } from '#contract/permission';

const byDefault = (id: string, sentence: string): Rule => ({ id: `default:${id}`, sentence, source: 'Default' });

/** The built-in rules, in the words that the screen, `explain` and the log show. */
export const RULES = {
  notBound: byDefault('not-bound', 'A tool that is not bound to the agent does not exist for it.'),
  notPermitted: byDefault('not-permitted', 'A tool may be used only if a grant names it.'),
  outside: byDefault('outside', 'Files outside the agent’s own disk and the granted folders do not exist for it.'),
  readOnly: byDefault('read-only', 'A folder may be used only in the ways that were granted.'),
  narrowed: byDefault('narrowed', 'A tool reaches only the folders of its binding.'),
  noHost: byDefault('no-host', 'A host may be reached only if a grant names it.'),
  otherHost: byDefault('other-host', 'A tool reaches only the hosts of its binding.'),
  noAddress: byDefault('no-address', 'Only a plain http or https address can be asked for.'),
  notPublic: byDefault(
    'not-public',
    'Only public addresses are reached; one that is not, by a grant that names it and its port; some, never.',
  ),
  noSecret: byDefault('no-secret', 'A secret may be used only if a grant names it.'),
  otherSecret: byDefault('other-secret', 'A tool uses only the secrets of its binding.'),
  masked: byDefault(
    'masked',
    'A request goes out as it was meant or not at all: not with a mask where a key or a secret stood.',
  ),
  noConfig: byDefault('no-config', 'A setting may be read only if a grant names it.'),
  otherConfig: byDefault('other-config', 'A tool reads only the settings of its binding.'),
  version: byDefault('version', 'A tool that is bound by its version runs in that version only.'),
  valid: byDefault('valid', 'Only a call whose arguments hold against the tool’s schema runs.'),
  notAnswered: byDefault('not-answered', 'A question that nobody answered in time ends as not answered.'),
  removes: byDefault('removes', 'Taking something away from a folder asks each time.'),
  noUndo: byDefault('no-undo', 'What can’t be undone asks each time.'),
  outsideText: byDefault('outside-text', 'What carries text from outside asks each time.'),
  outsideWish: byDefault('outside-wish', 'What text from outside may have brought about asks each time.'),
  runsElsewhere: byDefault('runs-elsewhere', 'A file that other programs run or obey asks each time.'),
  mended: byDefault('mended', 'A call whose arguments had to be mended asks each time.'),
  reads: byDefault('reads', 'Reading in the agent’s folders needs no question.'),
  readsHosts: byDefault('reads-hosts', 'Reading from a host that may be reached needs no question.'),
  ownDisk: byDefault('own-disk', 'The agent’s own disk is its own.'),
  ownMemory: byDefault('own-memory', 'What the agent remembers is its own, and stays marked as from outside.'),
  code: byDefault('code', 'Code runs in a sandbox with no network; what it would change in a folder is decided after.'),
  harmless: byDefault('harmless', 'What changes nothing needs no question.'),
  effects: byDefault('effects', 'Every other write or effect asks.'),
  places: byDefault('places', 'The agent may see which places it has.'),
} as const satisfies Record<string, Rule>;

/** The rule a grant stands for. */
export function ruleOfGrant(grant: Grant): Rule {
  return { id: grant.id, sentence: grant.sentence, source: grant.source };
}

/** The rule of a tool's `ask` in the agent file. */
export function ruleOfAsk(tool: string, ask: 'always' | 'never', agent: string): Rule {
  const sentence = ask === 'always' ? `${tool} always asks.` : `${tool} does not ask.`;
  return { id: `agent:${tool}:ask-${ask}`, sentence, source: `Agent ${agent}` };
}

/** The rule of a person's answer. */
export function ruleOfAnswer(answer: 'allow' | 'deny', by: string, approval: string): Rule {
  const past = answer === 'allow' ? 'Allowed' : 'Denied';
  return { id: `answer:${approval}`, sentence: `${past} by ${by}.`, source: by === 'you' ? 'You' : by };
}

/** `--approve all`: what may be allowed without a person is. */
export const APPROVE_ALL: Rule = {
  id: 'run:approve-all',
  sentence: 'Everything that may be allowed without a person is allowed in this run.',
  source: 'This run',
};

/** `unattended: skip` and `stop`: nobody is there to answer. */
export const UNATTENDED: Rule = {
  id: 'agent:unattended',
  sentence: 'Nobody is there to answer, so what would ask is denied.',
  source: 'Agent',
};
