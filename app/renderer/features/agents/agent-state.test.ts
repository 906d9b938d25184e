import { expect, it } from 'vitest';
import type { AgentSummary, RunSummary } from '#contract/views';
import { agentState } from './agent-state.ts';

const agent: AgentSummary = {
  id: 'a1',
  name: 'papers',
  description: '',
  model: 'demo',
  revision: 1,
  accepted: true,
  sample: false,
  summary: '',
};
const run = (part: Partial<RunSummary>): RunSummary => ({
  id: 'r1',
  title: '',
  agent: 'papers',
  model: 'demo',
  status: 'completed',
  waiting: 0,
  startedAt: 1,
  at: 2,
  seq: 3,
  ...part,
});

it('says one state: what keeps it from running first, then what waits, runs, and how the last run ended', () => {
  expect(agentState({ ...agent, fault: 'The folder is gone.' }, [run({ waiting: 1 })])).toEqual({
    type: 'cannot-run',
    fault: 'The folder is gone.',
  });
  const waiting = [run({ id: 'r3', status: 'running' }), run({ waiting: 2 }), run({ id: 'r2', waiting: 1 })];
  expect(agentState(agent, waiting)).toEqual({ type: 'waits', count: 3, run: 'r1' });
  expect(agentState(agent, [run({}), run({ id: 'r2', status: 'running' })])).toEqual({ type: 'running', run: 'r2' });
  expect(agentState(agent, [run({ status: 'failed', at: 9 }), run({ id: 'r2' })])).toEqual({
    type: 'ended',
    status: 'failed',
    at: 9,
    run: 'r1',
  });
});

it('counts only its own runs', () => {
  expect(agentState(agent, [run({ agent: 'other', waiting: 5 })])).toEqual({ type: 'never-run' });
});

it('says where nobody has accepted its reach', () => {
  expect(agentState({ ...agent, accepted: false }, [])).toEqual({ type: 'not-accepted' });
});
