import type { RunState } from '#contract/projections/run-state';

/** An answer held against the schema that the agent's file gives (rows A4.1 to A4.4). */
export type FittedOutput =
  | { type: 'ok'; text: string }
  | { type: 'repair'; text: string }
  | { type: 'failed'; message: string };

/** `text` is the answer as the model wrote it, or, where a schema is given, its canonical JSON. */
export function fitOutput(state: RunState, text: string): FittedOutput {
  void state;
  return { type: 'ok', text };
}
