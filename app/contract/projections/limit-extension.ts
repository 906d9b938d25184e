import type { Limits } from '../agent.ts';
import type { Limit } from '../run.ts';

/** How far a run goes on past a limit unless a person says another number: `by`, in the limit's own unit. */
export interface LimitExtension {
  by: number;
  unit: 'steps' | 'tokens' | 'seconds' | 'usd' | 'calls';
}

/** Once more the agent's own limit where that is a budget (tokens, time, money); ten steps or calls; three of a loop. */
export function extensionOf(limit: Limit, limits: Limits): LimitExtension {
  switch (limit) {
    case 'tokens':
      return { by: limits.tokens, unit: 'tokens' };
    case 'seconds':
      return { by: limits.seconds, unit: 'seconds' };
    case 'usd':
      return { by: limits.usd > 0 ? limits.usd : 1, unit: 'usd' };
    case 'steps':
      return { by: 10, unit: 'steps' };
    case 'calls':
      return { by: 10, unit: 'calls' };
    case 'repeat':
      return { by: 3, unit: 'calls' };
    case 'parse':
    case 'no-progress':
      return { by: 3, unit: 'steps' };
  }
}
