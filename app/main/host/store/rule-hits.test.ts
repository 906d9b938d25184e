import { describe, expect, it, onTestFinished } from 'vitest';
import type { Approval } from '#contract/approval';
import { CATALOG_STREAM, type RunEvent, runStream } from '#contract/event';
import type { Rule } from '#contract/permission';
import { openCacheConnection } from './database.ts';
import { hitsOfId, hitsOfRule, RuleHits } from './rule-hits.ts';
import { openLog, sampleRunEvents, temporaryFolder } from './testing.ts';

function open() {
  const { folder, remove } = temporaryFolder();
  const opened = openLog(folder);
  const cache = openCacheConnection(opened.database);
  onTestFinished(() => {
    cache.close();
    opened.close();
    remove();
  });
  const append = (run: string, events: RunEvent[]) =>
    opened.log.append([{ stream: runStream(run), expectedSeq: opened.log.head(runStream(run))?.seq ?? 0, events }]);
  return { log: opened.log, append, hits: () => new RuleHits(cache, opened.log) };
}

const always = (agent: string): Rule => ({ id: 'agent:t:ask-always', sentence: 't asks.', source: `Agent ${agent}` });

function denied(call: string, rule: Rule): RunEvent {
  return { type: 'tool-call-decided', callId: call, decision: { type: 'deny', rule, reason: 'no' } };
}

function asked(call: string, rule: Rule): RunEvent {
  const approval: Approval = {
    id: `approval-${call}`,
    call: { id: call, tool: 't', command: [], input: {} },
    purpose: 'execute',
    hash: 'a'.repeat(64),
    title: { text: 'Use', object: 't' },
    effects: [],
    rule,
    reason: '',
    agentWords: '',
    changes: [],
    labels: [],
    offers: [],
  };
  return { type: 'approval-requested', approval };
}

const plain = (hits: RuleHits) =>
  Object.fromEntries([...hits.get().keys()].map((id) => [id, hitsOfId(hits.get(), id)]));

describe('RuleHits', () => {
  it('counts the calls of all runs that a rule decided, and those that rest on a grant', async () => {
    const { append, hits } = open();
    await append('one', sampleRunEvents('one', 10));
    await append('two', [...sampleRunEvents('two', 6).slice(0, -1), asked('c', always('a')), denied('d', always('b'))]);
    const counted = hits();
    expect(plain(counted)).toEqual({ 'default-read': 3, 'agent-ledger-check:folder': 3, 'agent:t:ask-always': 2 });
    expect(hitsOfRule(counted.get(), always('b'))).toBe(1);
    expect(hitsOfRule(counted.get(), always('c'))).toBe(0);
  });

  it('goes on counting as entries come, a call that is asked about twice once', async () => {
    const { append, hits } = open();
    const counted = hits();
    await append('one', [...sampleRunEvents('one', 6).slice(0, -1), asked('c', always('a'))]);
    expect(hitsOfRule(counted.get(), always('a'))).toBe(1);
    await append('one', [asked('c', always('a')), asked('d', always('a'))]);
    expect(plain(counted)).toEqual(plain(hits()));
    expect(hitsOfRule(counted.get(), always('a'))).toBe(2);
  });

  it('forgets what a removed run counted', async () => {
    const { log, append, hits } = open();
    const counted = hits();
    await append('one', [...sampleRunEvents('one', 6).slice(0, -1), asked('c', always('a'))]);
    await append('two', [...sampleRunEvents('two', 6).slice(0, -1), asked('c', always('a'))]);
    expect(hitsOfRule(counted.get(), always('a'))).toBe(2);
    const head = log.head(runStream('one'));
    if (!head) throw new Error('the run has entries');
    await log.removeStream(runStream('one'), { type: 'run-removed', run: 'one', ...head });
    expect(log.streams()).toEqual([CATALOG_STREAM, runStream('two')]);
    expect(hitsOfRule(counted.get(), always('a'))).toBe(1);
  });
});
