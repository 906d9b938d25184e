import type { ModelPart, ModelReply, ModelRequest } from '#contract/model';
import { abortedReply, type ModelProvider } from '../model-provider.ts';
import { city } from './city-skill.ts';
import { type DemoRequest, type DemoSkill, type DemoStep, demoTurn } from './demo-turn.ts';
import { list, read, search, write } from './file-skills.ts';
import { ledger } from './ledger-skill.ts';
import { sums, time, unknownRequest, words } from './simple-skills.ts';

/** In the order they are asked; the first that understands the request takes it. */
const SKILLS: readonly DemoSkill[] = [ledger, city, words, write, sums, time, read, list, search];

/** Roughly what a language model would have read and written, so that limits and figures mean something here too. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * `demo`: follows rules and is no language model. It works offline, really calls tools and makes its answer from their
 * results. What it does next depends on the conversation alone, so another process goes on where one stopped.
 */
export function demoProvider(): ModelProvider {
  return { id: 'demo', auto: 'native', stream: answer };
}

function nextStep(request: ModelRequest): DemoStep {
  const turn = demoTurn(request);
  for (const skill of SKILLS) {
    const step = skill(turn);
    if (step) return step;
  }
  return { answer: unknownRequest(turn) };
}

const callOf = ({ tool, input }: DemoRequest): ModelReply['toolCalls'][number] => ({
  id: '',
  tool,
  command: [],
  input,
});

async function* answer(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
  if (signal.aborted) return yield { type: 'reply', reply: abortedReply() };
  const step = nextStep(request);
  const text = 'answer' in step ? step.answer : step.say;
  for (const piece of text.match(/\S+\s*/g) ?? []) yield { type: 'text-delta', text: piece };
  const tokens = (length: number): number => Math.ceil(length / CHARACTERS_PER_TOKEN);
  const input = request.messages.reduce(
    (sum, each) => sum + (each.role === 'assistant' ? each.reply.text : each.text).length,
    0,
  );
  const reply: ModelReply = {
    text,
    toolCalls: 'answer' in step ? [] : [step, ...(step.more ?? [])].map(callOf),
    stopReason: 'answer' in step ? 'end' : 'tool-calls',
    usage: { inputTokens: tokens(request.instructions.length + input), outputTokens: tokens(text.length) },
  };
  yield { type: 'reply', reply };
}
