import { formatModelRef } from '../model.ts';
import { spellHidden } from '../spell-hidden.ts';
import { type LoadText, textOf } from '../text-ref.ts';
import { Footnotes } from './footnotes.ts';
import { outcomeText } from './prompt.ts';
import { code, fenced, quoted, words } from './quoted-markdown.ts';
import { effectiveCall, type RunState, type ToolCallState, type TranscriptItem } from './run-state.ts';
import { blockLines } from './stream-lines.ts';

const time = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');

function callText(call: ToolCallState, seq: number, load: LoadText): string {
  const { tool, input } = effectiveCall(call);
  const program = input !== null && typeof input === 'object' && !Array.isArray(input) ? input.code : undefined;
  const parts = [`### ${seq}. Call of ${code(tool)}`];
  for (const decision of call.decisions) {
    const word = { allow: 'Allowed', ask: 'Asked', deny: 'Denied' }[decision.decision];
    const by = decision.by === undefined ? '' : `, answered by ${words(decision.by)}`;
    parts.push(`${word} by the rule “${words(decision.rule.sentence)}” (${words(decision.rule.source)}${by}).`);
  }
  parts.push(typeof program === 'string' ? fenced(program) : fenced(JSON.stringify(input, null, 2), 'json'));
  for (const { secret } of call.revealed) parts.push(`Secret ${code(secret)} revealed to ${code(tool)}.`);
  if (call.status === 'ended') {
    const state = call.outcome.type === 'ok' ? 'Result' : 'Failed';
    parts.push(`${state}, ${Math.round(call.ms)} ms:`, fenced(outcomeText(call.outcome, load)));
  } else parts.push('Not ended.');
  for (const change of call.changes) {
    const kind = change.after === undefined ? 'deleted' : change.before === undefined ? 'new' : 'changed';
    parts.push(`- ${code(change.path)}: ${kind}, SHA-256 \`${change.after ?? change.before ?? ''}\``);
  }
  return parts.join('\n\n');
}

/** What stands for words that are not given out: an answer that was not let through, or what was said beside a call. */
const heldWords = (final: boolean): string => (final ? '(not published)' : '(words before a call, not looked at)');

function itemText(item: TranscriptItem, state: RunState, load: LoadText, footnotes: Footnotes): string {
  switch (item.type) {
    case 'user':
      return `### ${item.seq}. You\n\n${quoted(textOf(item.text, load))}`;
    case 'assistant':
      return `### ${item.seq}. ${words(state.run.agent.name)}\n\n${item.held ? heldWords(item.final) : footnotes.answer(item)}`;
    case 'tool-call': {
      const call = state.calls.get(item.callId);
      return call ? callText(call, item.seq, load) : '';
    }
    case 'model-failed':
      return `### ${item.seq}. The model failed\n\n${quoted(item.message)}`;
    case 'limit':
      return `### ${item.seq}. At a limit\n\n${quoted(item.detail)}`;
    case 'repair':
      return `### ${item.seq}. Asked again, as the answer did not fit (${item.attempt})`;
    case 'gathering-ended':
      return `*${item.seq}. ${words(item.detail)}.*`;
    case 'recalled':
      return `*${item.seq}. The agent was given what it remembers: ${words(item.ids.join(', '))}.*`;
    case 'guardrail': {
      const word = item.verdict === 'pass' ? 'Passed' : `Blocked: ${words(item.reason)}`;
      return `*${item.seq}. Guardrail ${words(item.guardrail)}. ${word}*`;
    }
    case 'compacted':
      return `*${item.seq}. Entries up to ${item.throughSeq} were shortened for the model.*`;
    case 'resumed':
      return `*${item.seq}. Continued ${time(item.at)}.*`;
    case 'ended': {
      const word = { completed: 'Done', failed: 'Failed', blocked: 'Blocked', cancelled: 'Stopped' }[item.end.type];
      return [`*${item.seq}. ${word}, ${time(item.at)}.*`, ...blockLines(item.end).map(words)].join('\n\n');
    }
  }
}

/**
 * A run as a readable Markdown document: the same transcript as on screen, with every decision and its rule (B36), and
 * what the figures of its answers rest on as footnotes. Whatever others wrote stands in it as a quotation or as code, so
 * that headings, footnotes and all else outside of those are the document's own.
 */
export function toMarkdown(state: RunState, load: LoadText): string {
  const { agent } = state.run;
  const footnotes = new Footnotes(state);
  const head = [
    `# ${words(state.title)}`,
    `Run \`${state.run.id}\` of the agent ${code(agent.name)}, revision ${agent.revision}, with ${code(formatModelRef(agent.model))}, started ${time(state.startedAt)}.`,
  ];
  const items = state.transcript.map((item) => itemText(item, state, load, footnotes));
  const notes = footnotes.definitions();
  return spellHidden(`${[...head, ...items, ...(notes === '' ? [] : [notes])].join('\n\n')}\n`);
}
