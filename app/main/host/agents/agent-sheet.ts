import type { Agent, Limits } from '#contract/agent';
import { formatModelRef } from '#contract/model';
import type { Grant } from '#contract/permission';
import type { Tool } from '#contract/tool';
import type { Sheet } from '#contract/views';
import { deedWords } from '../policy/grant-sentence.ts';
import type { GrantSet } from '../policy/grant-set.ts';
import { readHostPattern } from '../policy/host-pattern.ts';
import { type AgentReach, type Askers, type FolderReach, reachOfAgent } from './agent-reach.ts';
import { wordsOfHost } from './host-words.ts';

const LANGUAGES = { python: 'Python', javascript: 'JavaScript' } as const;

/**
 * The sheet "This agent may": what it does without asking, after a person agrees each time, never, and at most (visual
 * design, "Sheet"). `priced`: what its model costs is known, so that a limit in money can be held. `rules`: those in
 * force for it, the person's own among them. Pure; says what the policy decides of this agent's tools and folders.
 */
export function agentSheet(agent: Agent, tools: readonly Tool[], priced = true, rules?: GrantSet): Sheet {
  const reach = reachOfAgent(agent, tools, rules);
  return {
    without: [...linesFor(reach, 'without'), ...ownRuleLines(agent, reach, 'allow')],
    asking: [...linesFor(reach, 'asking'), ...ownRuleLines(agent, reach, 'ask')],
    never: [...neverByRuleLines(reach), ...ownRuleLines(agent, reach, 'deny'), ...neverLines(agent, reach)],
    most: mostLines(agent, priced),
  };
}

type Group = 'without' | 'asking';
type SheetLine = Sheet['without'][number];

/** What is done at a host, with the host as it is to be read. */
function hostLine(deed: string, host: string): SheetLine {
  const { text, ...code } = wordsOfHost(host);
  return { text: deed + text, ...code };
}

function linesFor(reach: AgentReach, group: Group): SheetLine[] {
  const asks = group === 'asking';
  const lines: (SheetLine | undefined)[] = [];
  for (const folder of reach.folders) {
    const canRead = folder.reads.without.length + folder.reads.asking.length > 0;
    lines.push(canRead ? fileLine('read', folder.reads, group, folder) : fileLine('list', folder.lists, group, folder));
  }
  for (const code of reach.code)
    if (code.asks === asks)
      lines.push({
        text: `run ${LANGUAGES[code.language]} in a sandbox with no network, up to ${counted(code.seconds, 'second')} a call`,
      });
  for (const { name, host } of reach.searches.filter((each) => each.asks === asks))
    lines.push({ text: `search ${name} at`, code: host });
  for (const { host } of reach.hostReads.filter((each) => each.asks === asks))
    lines.push(hostLine('get pages from', host));
  for (const folder of reach.folders) lines.push(fileLine('write', folder.writes, group, folder));
  if (asks) {
    for (const { deletes, label } of reach.folders)
      if (deletes.length > 0) lines.push({ text: 'delete or move files in', code: label });
    for (const { folder, label } of reach.folders)
      if (folder.trust === 'outside')
        lines.push({
          text: 'do what you did not ask for, once it has read files marked as from outside, in',
          code: label,
        });
    const read = webOf(reach);
    if (read !== undefined) lines.push({ text: `do what you did not ask for, once it has read ${read}` });
    if (reach.writesUnasked)
      lines.push({ text: 'write files that other programs run or obey, such as', code: '.git/hooks' });
  }
  for (const { host } of reach.hostWrites.filter((each) => each.asks === asks))
    lines.push(hostLine('change something at', host));
  if (!asks && reach.asksPerson) lines.push({ text: 'ask you a question' });
  const ownDisk = asks
    ? reach.ownDisk.without.length === 0 && reach.ownDisk.asking.length > 0
    : reach.ownDisk.without.length > 0;
  if (ownDisk) lines.push({ text: 'keep files of its own in', code: '/agent' });
  for (const secret of asks ? reach.askedSecrets : reach.secrets) lines.push({ text: 'use the secret', code: secret });
  if (reach.others[group].length > 0) lines.push({ text: 'use', code: reach.others[group].join(', ') });
  return lines.filter((line) => line !== undefined);
}

/** What comes from the web, which is all from outside; undefined where nothing does. */
function webOf({ hostReads, hostWrites, searches }: AgentReach): string | undefined {
  const pages = hostReads.length + hostWrites.length > 0 ? ['pages that it fetched'] : [];
  const read = [...pages, ...(searches.length > 0 ? ['search results'] : [])];
  return read.length === 0 ? undefined : read.join(' or ');
}

/** Tools are named only where some ask and some do not. */
function fileLine(
  verb: 'read' | 'list' | 'write',
  askers: Askers,
  group: Group,
  { label }: FolderReach,
): SheetLine | undefined {
  const tools = askers[group];
  if (tools.length === 0) return undefined;
  const all = askers[group === 'asking' ? 'without' : 'asking'].length === 0;
  const ruled = group === 'asking' ? askers.askingByRule : askers.withoutByRule;
  const words = [
    ...(all
      ? []
      : [`with ${tools.length > 1 ? `${tools.slice(0, -1).join(', ')} and ${tools.at(-1)}` : tools.join('')}`]),
    ...(ruled ? [BY_RULE] : []),
  ];
  return { text: [`${verb} files`, ...words, 'in'].join(words.length > 0 ? ', ' : ' '), code: label };
}

const BY_RULE = 'by your rule';

/** What the person's own rules take away from whole folders. */
function neverByRuleLines({ folders }: AgentReach): SheetLine[] {
  return folders.flatMap(({ label, reads, lists, writes, deletesDenied }) =>
    [
      reads.neverByRule ? 'read' : lists.neverByRule ? 'list' : '',
      writes.neverByRule ? 'write' : '',
      deletesDenied ? 'delete' : '',
    ]
      .filter((verb) => verb !== '')
      .map((verb) => ({ text: `${verb} files, ${BY_RULE}, in`, code: label })),
  );
}

/** What the person's own rules say of some files, commands or hosts: in their own words, as no other line is about it. */
function ownRuleLines(agent: Agent, { folders, own }: AgentReach, type: Grant['type']): SheetLine[] {
  const names = new Map(folders.map(({ folder, label }) => [folder.id, label]));
  const bound = new Set(agent.bindings.map(({ tool }) => tool));
  const isTold = ({ permission }: Grant): boolean => {
    switch (permission.kind) {
      case 'file':
        if (permission.folder !== '*' && !names.has(permission.folder)) return true;
        return permission.path === '**' && permission.only === undefined;
      case 'tool':
        if (permission.tool !== '*' && !bound.has(permission.tool)) return true;
        return permission.command === '**' && !permission.input && !permission.line;
      case 'net':
        return agent.bindings.every(({ hosts }) => hosts.length === 0);
      default:
        return true;
    }
  };
  return own
    .filter((grant) => grant.type === type && (type !== 'allow' || grant.standing) && !isTold(grant))
    .map(({ permission }) => ({ text: `${BY_RULE}: ${deedWords(type, permission, { folders: names })}` }))
    .sort((one, other) => (one.text < other.text ? -1 : 1));
}

function neverLines(agent: Agent, reach: AgentReach): SheetLine[] {
  return [{ text: neverInFiles(reach) }, { text: neverOutside(reach) }, ...neverAnswers(agent)];
}

const NEVER_ANSWERS: ReadonlyMap<string, string> = new Map([
  ['facts-provenanced', 'finish with a fact that names no source'],
  ['no-unsourced-figures', 'finish with a figure that has no source'],
  ['no-failed-evidence', 'finish with what rests on a failed call, or claim what no call has done'],
]);

/** What its guardrails keep it from answering, the form that an answer must have, and what that form rules out (A3.13). */
function neverAnswers({ guardrails, output, bindings }: Agent): SheetLine[] {
  const guarded = guardrails.map((name): SheetLine => {
    const known = NEVER_ANSWERS.get(name);
    if (known !== undefined) return { text: known };
    const [, least, most] = /^length:(?:(\d+)-)?(\d+)$/.exec(name) ?? [];
    if (most === undefined) return { text: 'finish at all, because of its guardrail', code: name };
    const more = `finish with more than ${counted(Number(most), 'character')}`;
    return { text: least === undefined ? more : `${more}, or fewer than ${grouped.format(Number(least))}` };
  });
  if (!output) return guarded;
  const form = { text: 'finish with anything but JSON of the form that it was given' };
  const unused = { text: 'use a tool: its tools are not used, as an answer of that form is asked for at once' };
  return [...guarded, form, ...(bindings.length > 0 && output.gather !== true ? [unused] : [])];
}

function neverInFiles({ folders }: AgentReach): string {
  const used = folders.filter(
    ({ reads, lists, writes, deletes }) =>
      [reads, lists, writes].some((askers) => askers.without.length + askers.asking.length > 0) || deletes.length > 0,
  );
  if (used.length === 0) return 'read, write or delete a file of yours';
  const writes = used.some((folder) => folder.writes.without.length + folder.writes.asking.length > 0);
  const deletes = used.some((folder) => folder.deletes.length > 0);
  if (writes && deletes) return 'touch any other folder';
  if (writes) return 'delete a file, or touch any other folder';
  return 'write or delete a file, or touch any other folder';
}

function neverOutside({ hostReads, hostWrites, searches, ...rest }: AgentReach): string {
  const secrets = [...rest.secrets, ...rest.askedSecrets];
  const hosts = hostReads.length + hostWrites.length + searches.length > 0;
  const any = [...hostReads, ...hostWrites].some(({ host }) => readHostPattern(host)?.host === '**');
  const reach = any ? 'reach a place that is not public' : hosts ? 'reach another host' : 'reach the network';
  return `${reach}, or use ${secrets.length > 0 ? 'another secret' : 'a secret'}`;
}

function mostLines({ limits, model }: Agent, priced: boolean): SheetLine[] {
  const calls = Object.entries(limits.calls ?? {}).map(
    ([tool, most]): SheetLine => ({ text: `${counted(most, 'call')} of`, code: tool }),
  );
  const unknown = {
    text: 'no amount of money that could be counted: no price is known of',
    code: formatModelRef(model),
  };
  const most = { text: `${limitsText(limits)}; then it stops and asks` };
  return [most, ...calls, ...(priced ? [] : [unknown])];
}

/** `15 steps, 10 minutes, 200,000 tokens, 1.00 USD`. */
export function limitsText({ steps, seconds, tokens, usd }: Limits): string {
  return [counted(steps, 'step'), duration(seconds), counted(tokens, 'token'), `${usd.toFixed(2)} USD`].join(', ');
}

const grouped = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 3 });

function counted(count: number, thing: string): string {
  return `${grouped.format(count)} ${count === 1 ? thing : `${thing}s`}`;
}

/** Whole hours or minutes where it comes to that, else seconds. */
function duration(seconds: number): string {
  if (seconds >= 3600 && seconds % 3600 === 0) return counted(seconds / 3600, 'hour');
  if (seconds >= 60 && seconds % 60 === 0) return counted(seconds / 60, 'minute');
  return counted(seconds, 'second');
}
