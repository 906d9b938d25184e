import type { Agent } from '#contract/agent';
import type { Tool } from '#contract/tool';
import type { GrantSet } from '../policy/grant-set.ts';
import { readHostPattern } from '../policy/host-pattern.ts';
import { type FolderReach, reachOfAgent } from './agent-reach.ts';

/**
 * One line on what an agent may do, for the list of agents: `reads samples/ledger, runs Python; asks to write`.
 * Pure; says the same as the sheet, shorter.
 */
export function agentSummary(agent: Agent, tools: readonly Tool[], rules?: GrantSet): string {
  const reach = reachOfAgent(agent, tools, rules);
  const may: string[] = [];
  const asks: string[] = [];
  const readable = reach.folders.filter(({ reads, lists }) => reads.without.length + lists.without.length > 0);
  if (readable.length > 0) may.push(`reads ${labels(readable)}`);
  const unasked = reach.folders.filter(({ writes }) => writes.without.length > 0);
  if (unasked.length > 0) may.push(`writes in ${labels(unasked)}`);
  if (reach.code.some((code) => !code.asks)) may.push(`runs ${languages(reach.code.filter((code) => !code.asks))}`);
  const hosts = new Set([...reach.searches, ...reach.hostReads, ...reach.hostWrites].map(({ host }) => host));
  if ([...hosts].some((host) => readHostPattern(host)?.host === '**')) may.push('any host');
  else if (hosts.size > 0) may.push(hosts.size === 1 ? 'one host' : `${hosts.size} hosts`);
  if (
    reach.folders.some(
      ({ reads, lists }) => reads.without.length + lists.without.length === 0 && reads.asking.length > 0,
    )
  )
    asks.push('read');
  if (reach.folders.some(({ writes }) => writes.asking.length > 0)) asks.push('write');
  if (reach.folders.some(({ deletes }) => deletes.length > 0)) asks.push('delete');
  if (reach.code.some((code) => code.asks)) asks.push('run code');
  if (reach.folders.length === 0) may.push('no files');
  const first = may.join(', ');
  if (asks.length === 0) return first;
  return `${first === '' ? '' : `${first}; `}asks to ${listed(asks)}`;
}

function labels(folders: readonly FolderReach[]): string {
  return folders.length > 2 ? `${folders.length} folders` : folders.map(({ label }) => label).join(' and ');
}

function languages(code: readonly { language: 'python' | 'javascript' }[]): string {
  return code.map(({ language }) => (language === 'python' ? 'Python' : 'JavaScript')).join(' and ');
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
