import type { Agent } from '#contract/agent';
import type { Binding } from '#contract/permission';

/** The agent that a question of `explain` is about, where none is named: these tools at these hosts, these folders. */
export function explainAgent(tools: readonly Pick<Binding, 'tool' | 'hosts'>[], folders: Agent['folders'] = []): Agent {
  const rest = { ask: 'effects' as const, secrets: [], config: [], middleware: [], options: {} };
  return {
    id: 'explain',
    revision: 1,
    name: 'the agent',
    description: '',
    instructions: '',
    model: { provider: 'demo', model: 'demo' },
    protocol: 'native',
    bindings: tools.map((each) => ({ ...each, ...rest })),
    folders,
    guardrails: [],
    memory: false,
    unattended: 'park',
    limits: { steps: 1, tokens: 1, seconds: 1, usd: 0 },
    accepted: true,
  };
}
