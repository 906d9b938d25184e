import { createHash } from 'node:crypto';
import { canonicalJson } from '#contract/canonical-json';
import type { FileChange } from '#contract/file-change';
import type { Hash, Json } from '#contract/ids';
import type { CallPurpose, RunState, ToolCallState } from '#contract/projections/run-state';
import { effectiveCall } from '#contract/projections/run-state';
import type { Tool } from '#contract/tool';

const definitions = new WeakMap<Tool, Hash>();

/** The hash of a tool's whole definition, with every word that a model or a person reads of it (case O11). */
function definitionHash(tool: Tool): Hash {
  const known = definitions.get(tool);
  if (known !== undefined) return known;
  // Left out of JSON are only fields that are not there.
  const value = JSON.parse(JSON.stringify(tool)) as Json;
  const hash = createHash('sha256').update(canonicalJson(value)).digest('hex');
  definitions.set(tool, hash);
  return hash;
}

/**
 * The hash an approval and a warrant are bound to (rule H1): tool, its version and definition, the arguments after coercion and
 * edits, the identity of every folder the agent has, the labels so far, the run and the call. For staged changes also
 * each path with the hashes of its bytes.
 */
export function callHash(run: RunState, state: ToolCallState): Hash {
  const call = effectiveCall(state);
  const tool = run.run.tools.find((each) => each.name === call.tool);
  const value: Json = {
    run: run.run.id,
    call: call.id,
    tool: call.tool,
    version: tool?.version ?? '',
    definition: tool ? definitionHash(tool) : '',
    command: call.command,
    input: call.input,
    folders: run.run.agent.folders.map((folder) => [folder.name, folder.identity, folder.access]),
    labels: state.labels.map(({ callId = '', tool = '', url = '', path = '', memory }) => [
      callId,
      tool,
      url,
      path,
      ...(memory ? [memory.id] : []),
    ]),
    purpose: purposeValue(state.purpose),
  };
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

function purposeValue(purpose: CallPurpose): Json {
  if (purpose.type !== 'apply-changes') return purpose.type;
  return [purpose.type, ...purpose.changes.map(changeValue)];
}

function changeValue(change: FileChange): Json {
  return [change.path, change.kind, change.before ?? null, change.after ?? null, change.mode];
}
