import type { RunState } from '#contract/projections/run-state';
import type { LoadText } from '#contract/text-ref';
import type { DecisionInput } from '../policy/decide-tool-call.ts';
import type { Observed } from '../policy/describe-call.ts';
import { policySettings } from '../policy/policy-settings.ts';
import { textsToRead } from '../policy/value-origin.ts';
import { inputFault } from '../tools/validate-input.ts';
import type { RunParts } from './run-parts.ts';

/** The blobs that the values of open calls are compared with; only those of calls after something from outside. */
function textsOfOpen(run: RunState, load: LoadText): Map<string, string> {
  const texts = new Map<string, string>();
  for (const id of run.open) {
    const call = run.calls.get(id);
    for (const blob of call ? textsToRead(call, run) : []) {
      const text = texts.has(blob) ? undefined : load(blob);
      if (text !== undefined) texts.set(blob, text);
    }
  }
  return texts;
}

/** Everything a decision of now reads about a run. */
export function decisionInput(
  parts: Pick<RunParts, 'journal' | 'grantsFor' | 'now' | 'loadText'>,
  run: RunState,
  observed: Observed,
): DecisionInput {
  const settings = policySettings(parts.journal.catalog.settings);
  const texts = textsOfOpen(run, parts.loadText);
  return { run, grants: parts.grantsFor(run), observed, now: parts.now(), settings, invalid: inputFault, texts };
}
