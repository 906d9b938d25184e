import type { AgentSummary } from '#contract/views';
import { t } from '../../strings/translate.ts';

const prompts = new Map([
  ['ledger-check', 'sample.ledger-check'],
  ['city-brief', 'sample.city-brief'],
  ['folder-guide', 'sample.folder-guide'],
  ['desk-calculator', 'sample.desk-calculator'],
] as const);

/** Samples whose request is answered from the network. */
const online: ReadonlySet<string> = new Set(['city-brief']);

/** Whether what a sample is asked from its card needs the network. */
export function needsNetwork(agent: string): boolean {
  return online.has(agent);
}

/** What a sample is asked when it is run from its card; undefined for an agent without a request of its own. */
export function samplePrompt(agent: string): string | undefined {
  const key = [...prompts].find(([name]) => name === agent)?.[1];
  return key && t(key);
}

/** The samples with a request of their own in the order they are shown, then all others as they came. */
export function samplesFirst(agents: readonly AgentSummary[]): AgentSummary[] {
  const names: readonly string[] = [...prompts.keys()];
  const place = (agent: AgentSummary) =>
    agent.sample && names.includes(agent.name) ? names.indexOf(agent.name) : names.length;
  return agents.toSorted((a, b) => place(a) - place(b));
}
