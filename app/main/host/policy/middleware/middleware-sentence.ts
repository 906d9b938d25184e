import { MIDDLEWARE, type MiddlewareUse } from '#contract/middleware';
import { sentenceOf } from '../grant-sentence.ts';
import type { ChainOwner } from './chain.ts';

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

/** “of write_file”, where a middleware is about one tool; empty where it is about all. */
function ofTool(tool: string | undefined, owner: ChainOwner | undefined): string {
  const named = owner?.tool ?? tool;
  return named === undefined ? '' : ` of ${named}`;
}

/**
 * What a middleware does, as a sentence. A text that is to be masked never stands in it.
 * @param owner the agent and tool whose binding holds it; undefined for one of every agent
 */
export function sentenceOfUse({ name, config }: MiddlewareUse, owner: ChainOwner | undefined): string {
  const approval = name === 'require-approval' ? MIDDLEWARE[name].config.safeParse(config).data : undefined;
  if (approval?.when) return sentenceOf(owner?.agent, 'ask', approval.when, { folders: new Map() });
  if (approval) return owner ? `Every call of ${owner.tool} asks.` : 'Every call asks.';
  const rate = name === 'rate-limit' ? MIDDLEWARE[name].config.safeParse(config).data : undefined;
  if (rate) {
    const calls = `${count(rate.calls, 'call', 'calls')}${ofTool(rate.tool, owner)}`;
    return `At most ${calls} in each ${rate.seconds === 1 ? 'second' : `${rate.seconds} seconds`} of a run.`;
  }
  const redact = name === 'redact-output' ? MIDDLEWARE[name].config.safeParse(config).data : undefined;
  if (redact) {
    const texts = redact.texts.length === 0 ? [] : [count(redact.texts.length, 'text', 'texts')];
    const places = redact.pointers.length === 0 ? [] : [count(redact.pointers.length, 'place', 'places')];
    const what = [...texts, ...places].join(' and ') || 'nothing';
    return `In results${ofTool(redact.tool, owner)}, ${what} is masked before anyone sees it.`;
  }
  const rewrite = name === 'rewrite' ? MIDDLEWARE[name].config.safeParse(config).data : undefined;
  if (rewrite)
    return `In calls${ofTool(rewrite.tool, owner)}, “${rewrite.from}” in ${rewrite.field} becomes “${rewrite.to}”.`;
  return `What the middleware ${name} denies does not run.`;
}
