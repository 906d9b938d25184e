import { expect, it } from 'vitest';
import type { AgentSummary } from '#contract/views';
import { samplePrompt, samplesFirst } from './sample-prompt.ts';
import { agentForRun } from './start-field.tsx';

const agent = (name: string, part: Partial<AgentSummary> = {}): AgentSummary => ({
  id: name,
  name,
  description: '',
  model: 'demo',
  revision: 1,
  accepted: true,
  sample: false,
  summary: '',
  ...part,
});
const agents = [agent('desk-calculator', { sample: true }), agent('ledger-check', { sample: true }), agent('papers')];

it('starts the agent that was chosen, else the one of the last run, else the first sample', () => {
  expect(agentForRun(agents, 'papers', 'ledger-check')?.name).toBe('papers');
  expect(agentForRun(agents, undefined, 'papers')?.name).toBe('papers');
  expect(agentForRun(agents, 'gone', 'gone')?.name).toBe('ledger-check');
  expect(agentForRun([], 'papers', undefined)).toBeUndefined();
});

it('never starts one that can’t run', () => {
  expect(agentForRun([agent('papers', { fault: 'Its folder is gone.' })], 'papers', 'papers')).toBeUndefined();
});

it('shows the ledger first among the samples, and has a request for each', () => {
  expect(samplesFirst(agents).map((one) => one.name)).toEqual(['ledger-check', 'desk-calculator', 'papers']);
  expect(samplePrompt('ledger-check')).toContain('ledger');
  expect(samplePrompt('papers')).toBeUndefined();
});
