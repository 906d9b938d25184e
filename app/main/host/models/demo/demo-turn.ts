import type { Json } from '#contract/ids';
import type { Message, ModelRequest } from '#contract/model';

/** One call that the demo model made since the person last wrote, and what came back. */
export interface DemoCall {
  tool: string;
  input: { [field: string]: Json };
  text: string;
  error: boolean;
}

/** What a skill sees: the person's words, what was done about them so far, and what there is to do it with. */
export interface DemoTurn {
  prompt: string;
  calls: DemoCall[];
  tools: ReadonlySet<string>;
  /** Paths of the granted folders, `/folders/NAME`. */
  folders: string[];
}

/** A call that is to be made. */
export interface DemoRequest {
  tool: string;
  input: { [field: string]: Json };
}

/** The next thing to do: a call, with a few words beside it and more calls in the same reply, or the answer. */
export type DemoStep = ({ say: string; more?: DemoRequest[] } & DemoRequest) | { answer: string };

/** A kind of request the demo model understands: undefined where it is none of its. */
export type DemoSkill = (turn: DemoTurn) => DemoStep | undefined;

function inputOf(value: Json): { [field: string]: Json } {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
}

/** Reads the turn from a request: everything after the person's last message is this turn's. */
export function demoTurn(request: ModelRequest): DemoTurn {
  const isPerson = (message: Message): boolean => message.role === 'user' && !message.text.startsWith('Observation: ');
  const from = request.messages.findLastIndex(isPerson);
  const first = request.messages[from];
  const calls: DemoCall[] = [];
  const results = new Map<string, Extract<Message, { role: 'tool' }>>();
  const turn = request.messages.slice(from + 1);
  for (const message of turn) if (message.role === 'tool') results.set(message.callId, message);
  for (const message of turn) {
    if (message.role !== 'assistant') continue;
    for (const call of message.reply.toolCalls) {
      const result = results.get(call.id);
      calls.push({
        tool: call.tool,
        input: inputOf(call.input),
        text: result?.text ?? '',
        error: result?.error ?? true,
      });
    }
  }
  const folders = [...request.instructions.matchAll(/^- (\/folders\/.+?) \(/gm)].flatMap((match) => match[1] ?? []);
  return {
    prompt: first?.role === 'user' ? first.text : '',
    calls,
    tools: new Set(request.tools.map((tool) => tool.name)),
    folders,
  };
}

/** The last call of that tool in this turn. */
export function lastCall(turn: DemoTurn, tool: string): DemoCall | undefined {
  return turn.calls.findLast((call) => call.tool === tool);
}
