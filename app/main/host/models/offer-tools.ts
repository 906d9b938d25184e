import { createHash } from 'node:crypto';
import type { JsonSchema } from '#contract/ids';
import { offeredName, type Tool, type ToolCall } from '#contract/tool';
import { ANSWER_OFFER } from './answer-call.ts';
import type { PrintedCall } from './call-object.ts';
import { checkArguments, parseArguments } from './parse-arguments.ts';

/** One command as it is offered to a model. `input` is the command's own schema, unchanged (row A3.12). */
export interface Offer {
  name: string;
  description: string;
  input: JsonSchema;
  tool: string;
  command: string[];
}

/** The offers of one request, in order and by name. */
export interface Offers {
  list: Offer[];
  names: string[];
  byName: ReadonlyMap<string, Offer>;
  /** The last of them is the call `answer`, which ends the run and is no tool. */
  answer: boolean;
}

const EMPTY_SCHEMA: JsonSchema = { type: 'object', properties: {} };

/**
 * Names every command as `tool__sub__command` in `[A-Za-z0-9_-]{1,64}` (interfaces, "Built-in tools"). A name that
 * does not fit, or is taken, is cut and gets eight characters of its own hash, so the way back stays exact. `answers`
 * adds the call `answer`, unless a tool has that name.
 */
export function offerTools(tools: readonly Tool[], answers = false): Offers {
  const byName = new Map<string, Offer>();
  for (const tool of tools) {
    for (const command of tool.commands) {
      const wanted = offeredName(tool.name, command.path);
      const plain = wanted.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64);
      const name = plain === wanted && !byName.has(plain) ? plain : hashedName(plain, tool.name, command.path);
      byName.set(name, {
        name,
        description: command.description || tool.description,
        input: Object.keys(command.input).length === 0 ? EMPTY_SCHEMA : command.input,
        tool: tool.name,
        command: command.path,
      });
    }
  }
  const answer = answers && !byName.has(ANSWER_OFFER.name);
  if (answer) byName.set(ANSWER_OFFER.name, ANSWER_OFFER);
  return { answer, list: [...byName.values()], names: [...byName.keys()], byName };
}

/** The name under which a call already made is shown to the model again; also for a tool that is offered no more. */
export function nameOfCall(call: ToolCall, offers: Offers): string {
  const wanted = offeredName(call.tool, call.command);
  if (offers.byName.has(wanted)) return wanted;
  const offer = offers.list.find(
    (candidate) => candidate.tool === call.tool && candidate.command.join('\n') === call.command.join('\n'),
  );
  return offer?.name ?? (wanted.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'unknown');
}

/**
 * Makes the call that a model wrote. Its name must be one that is offered, to the letter (rule R9: no case folding,
 * no look-alikes, no guess); else the call carries the fault and the valid names (rows A2.5, A3.8). `form` is how the
 * arguments were written, see `parseArguments`.
 */
export function makeToolCall(id: string, printed: PrintedCall, form: 'json' | 'text', offers: Offers): ToolCall {
  const offer = offers.byName.get(printed.tool);
  if (offer === undefined) {
    const input = 'text' in printed.input ? printed.input.text.slice(0, 4000) : printed.input.value;
    const tool = printed.tool.slice(0, 200);
    return { id, tool, command: [], input, fault: { code: 'unknown-tool', message: unknownTool(tool, offers.names) } };
  }
  const parsed =
    'text' in printed.input
      ? parseArguments(printed.input.text, offer.input, form)
      : checkArguments(printed.input.value, offer.input);
  const call: ToolCall = { id, tool: offer.tool, command: offer.command, input: parsed.input };
  if (!parsed.ok) return { ...call, fault: parsed.fault };
  return parsed.repaired || printed.repaired ? { ...call, repaired: true } : call;
}

function unknownTool(name: string, names: readonly string[]): string {
  if (names.length === 0) return `There is no tool "${name}". No tools are available; answer without one.`;
  return `There is no tool "${name}". The tools are: ${names.join(', ')}.`;
}

function hashedName(plain: string, tool: string, command: readonly string[]): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([tool, command]))
    .digest('hex')
    .slice(0, 8);
  return `${plain.slice(0, 55)}_${hash}`;
}
