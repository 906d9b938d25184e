import * as z from 'zod';
import type { JsonSchema } from '#contract/ids';
import { Citation } from '#contract/mark';
import type { ModelReply, Protocol } from '#contract/model';
import type { ToolCall } from '#contract/tool';

const NAME = 'answer';

const Answer = z.object({
  text: z.string().trim().min(1).describe('the whole answer, as the person will read it'),
  citations: z
    .array(Citation)
    .default([])
    .describe(
      'for each figure, date, name or quotation: the words as they stand in text, and the id of the fact or result',
    ),
});

const { $schema: _dialect, ...input } = z.toJSONSchema(Answer, { io: 'input' }) as JsonSchema;

/** The call by which a model gives its answer together with what it rests on. It is no tool: nothing runs. */
export const ANSWER_OFFER = {
  name: NAME,
  description: 'Gives your last answer. Call it alone, once all results are there.',
  input: input as JsonSchema,
  tool: NAME,
  command: [],
};

/** What a model is told about ids, by each way in which it can cite. */
export function citationWords(protocol: Protocol): string {
  const ids = 'Results carry ids: [result C3; facts F1 …]. Take figures, dates, names and quotations from them alone.';
  const token = 'put the id directly after each, such as 401.6 km² [F2]';
  return protocol === 'native'
    ? `${ids} Give your last answer with the call ${NAME} and cite the id of each; or, in plain text, ${token}.`
    : `${ids} In your final answer ${token}.`;
}

/**
 * Makes an answer of the call `answer` (issue: answers that show their ground). Alone, it is the reply's text with its
 * citations; beside other calls it is left out, so that they run first, and the model is told; so it is of arguments that
 * are not valid.
 */
export function takeAnswer(reply: ModelReply): ModelReply {
  const answers = reply.toolCalls.filter(isAnswer);
  const [call] = answers;
  if (!call) return reply;
  const others = reply.toolCalls.filter((other) => !isAnswer(other));
  if (others.length > 0 || answers.length > 1) {
    const problem =
      others.length > 0
        ? `The call ${NAME} stood beside other calls, so it was not taken. Read their results, then call ${NAME} alone.`
        : `The call ${NAME} was made more than once. Call it once, with the whole answer.`;
    return { ...reply, toolCalls: others, problem };
  }
  const answer = Answer.safeParse(call.input);
  if (call.fault || !answer.success) {
    const why = call.fault?.message ?? faultsOf(answer.error);
    return { ...reply, toolCalls: [], problem: `The arguments of ${NAME} are not valid. ${why} Call it again.` };
  }
  const { text, citations } = answer.data;
  return { ...reply, text, toolCalls: [], stopReason: 'end', citations };
}

function isAnswer(call: ToolCall): boolean {
  return call.tool === NAME && call.command.length === 0;
}

function faultsOf(error: z.ZodError | undefined): string {
  return (error?.issues ?? []).map(({ path, message }) => `/${path.join('/')}: ${message}.`).join(' ');
}
