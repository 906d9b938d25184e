import type { Json, RunId } from '#contract/ids';
import type { AgentSource, RunFlags } from '#contract/views';
import type { Runs } from './runs.ts';
import { type StartParts, startInvoke, startRun } from './start-run.ts';

/** Starting runs: the first entry is on disk when these resolve, and the loop is at work. */
export interface Starts {
  start(agent: AgentSource, text: string, flags: RunFlags): Promise<{ run: RunId }>;
  invoke(call: {
    tool: string;
    command: string[];
    input: Json;
    agent?: string | undefined;
    flags: RunFlags;
  }): Promise<{ run: RunId }>;
}

/** Binds starting to the parts it needs. */
export function createStarts(parts: StartParts, runs: Runs): Starts {
  return {
    async start(agent, text, flags) {
      const run = await startRun(agent, text, flags, parts);
      runs.advance(run);
      return { run };
    },
    async invoke({ flags, tool, command, input, agent }) {
      const run = await startInvoke({ tool, command, input, agent }, flags, parts);
      runs.advance(run);
      return { run };
    },
  };
}
