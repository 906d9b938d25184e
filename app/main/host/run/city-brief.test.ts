import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { citySites } from '../testing/city-sites.ts';
import type { LocalSites } from '../testing/local-sites.ts';
import { LoopFixture } from '../testing/loop-fixture.ts';

// The sample as it is shipped, with the demo model and the real host, over sockets to Wikipedia and Wikidata on this
// machine (issue 4, "city-brief").

const SAMPLE = path.join(import.meta.dirname, '../../../../resources/samples/city-brief.agent.json');
const agent = JSON.parse(fs.readFileSync(SAMPLE, 'utf8'));

let sites: LocalSites;
let loop: LoopFixture;
beforeAll(async () => {
  sites = await citySites();
  loop = new LoopFixture({
    script: [],
    tools: agent.tools,
    agent: { ...agent, folders: [] },
    ports: { net: sites.internet.ports },
  });
  await loop.open();
});
afterAll(async () => {
  await loop.close();
  await sites.close();
});

describe('city-brief', () => {
  it('answers with figures that each rest on a fact or a call, and asks nothing', async () => {
    const run = await loop.start('brief me on Valparaíso');
    expect(await loop.status(run)).toBe('completed');
    expect(await loop.events(run, 'approval-requested')).toEqual([]);
    const [first] = await loop.events(run, 'model-called');
    expect(first?.reply.toolCalls.map(({ tool }) => tool)).toEqual(['web_search', 'http_fetch', 'http_fetch']);
    expect(sites.requests.map(({ host }) => host).sort()).toEqual([
      'en.wikipedia.org',
      'en.wikipedia.org',
      'query.wikidata.org',
    ]);
    const [marked] = await loop.events(run, 'answer-marked');
    const marks = marked?.marks ?? [];
    expect(marks.filter(({ kind }) => kind === 'unsourced')).toEqual([]);
    expect(marks.filter(({ item, kind }) => item !== 'name' && kind === 'fact').map(({ text }) => text)).toEqual([
      '296,655',
      '2017',
      '401.6 square kilometres',
      '41 metres',
      '-33.0458',
      '-71.6197',
      '18,729,160',
      '2018',
      '756,102 square kilometres',
    ]);
    expect(marks.filter(({ kind }) => kind === 'computed').map(({ text }) => text)).toEqual(['738.7', '1.6 %']);
    expect(marked?.badges).toEqual([]);
  });

  it('names the fact whose stored bytes were changed by one', async () => {
    const run = await loop.start('Give me a brief on Valparaíso, please.');
    const { rows } = await loop.client.fact.list({ run });
    const found = rows.find(({ fact }) => fact.claim === 'Valparaíso › population: 296655 (2017)');
    const hash = found?.fact.payloadHash ?? '';
    expect(rows.filter(({ fact }) => fact.payloadHash === hash).length).toBeGreaterThan(5);
    expect((await loop.client.fact.verify({ run })).every(({ state }) => state === 'same')).toBe(true);
    const file = path.join(loop.dataFolder, 'blobs', hash.slice(0, 2), hash);
    const bytes = fs.readFileSync(file);
    fs.chmodSync(file, 0o600);
    fs.writeFileSync(
      file,
      bytes.map((byte, at) => (at === 100 ? byte ^ 1 : byte)),
    );
    const changed = (await loop.client.fact.verify({ run })).filter(({ state }) => state === 'changed');
    expect(new Set(changed.map(({ payloadHash }) => payloadHash))).toEqual(new Set([hash]));
    // A bundle of it is sealed as the store is, and its check names the same payload.
    const { bundle } = loop.client;
    const { id } = await bundle.begin();
    for await (const { text } of await bundle.export({ run })) await bundle.add({ id, text });
    const report = await bundle.end({ id });
    expect(report.whole).toBe(false);
    expect(report.faults.map(({ kind, what }) => [kind, what])).toContainEqual(['payload', hash]);
  });
});

describe('city-brief without a network', () => {
  it('says so plainly, and gives no figure', async () => {
    const offline = new LoopFixture({
      script: [],
      tools: agent.tools,
      agent: { ...agent, folders: [] },
      ports: { net: { resolve: () => Promise.reject(Object.assign(new Error('offline'), { code: 'EAI_AGAIN' })) } },
    });
    await offline.open();
    const run = await offline.start('brief me on Valparaíso');
    const answer = await offline.output(run);
    expect(answer).toMatch(/^Wikipedia could not be reached/);
    expect(answer).not.toMatch(/\d/);
    await offline.close();
  });
});
