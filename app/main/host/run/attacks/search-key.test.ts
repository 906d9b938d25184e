import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LocalSites, localSites, type SiteAnswer } from '../../testing/local-sites.ts';
import { calls, LoopFixture } from '../../testing/loop-fixture.ts';
import { KEY, PROVIDER_REPLIES } from '../../tools/search/testing/provider-replies.ts';

// The key of a search provider is nowhere but in its vault and in the request: in no error, log, export or file (rows A7.8
// to A7.11, rule K2), whatever the provider sends back.

const WITH_KEY = PROVIDER_REPLIES.filter(({ needsKey }) => needsKey);

let sites: LocalSites;
let loop: LoopFixture;
let answer: SiteAnswer = {};
beforeAll(async () => {
  sites = await localSites(
    WITH_KEY.map(({ host }) => host),
    () => answer,
    { 'example.org': ['93.184.215.15'] },
  );
  loop = new LoopFixture({
    script: [calls(['web_search', { query: 'harbour' }]), 'done'],
    ports: { net: sites.internet.ports, passphrase: 'a passphrase of this test' },
  });
  await loop.open();
  await loop.client.secret.set({ name: 'search-key', value: KEY });
});
afterAll(async () => {
  await loop.close();
  await sites.close();
});

const forms = [
  KEY,
  encodeURIComponent(KEY),
  JSON.stringify(KEY).slice(1, -1),
  Buffer.from(KEY).toString('base64').slice(0, 20),
];

it.each(WITH_KEY.map((each) => [each.id, each] as const))('the key of %s', async (_id, provider) => {
  loop.options.tools = [
    {
      tool: 'web_search',
      options: { provider: provider.id, ...provider.options },
      secrets: [{ secret: 'search-key', as: 'value' }],
    },
  ];
  const echoed = { title: 'A page', url: 'https://example.org/a', snippet: `the key is ${KEY}` };
  const moved = { status: 302, headers: { location: `https://example.org/?key=${encodeURIComponent(KEY)}` } };
  for (const reply of [provider.found([echoed]), provider.badKey, provider.quota, moved]) {
    sites.requests.length = 0;
    answer = reply;
    const run = await loop.start('Search for the harbour.');
    const [request] = sites.requests;
    expect(request && provider.fault(request, 'harbour', 5)).toBeUndefined();
    const said = [
      JSON.stringify(await loop.entries(run)),
      (await loop.client.run.export({ run, format: 'jsonl' })).text,
      JSON.stringify(loop.requests),
    ].join('\n');
    for (const form of forms) expect(said).not.toContain(form);
  }
  for (const name of fs.readdirSync(loop.dataFolder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(loop.dataFolder, name);
    if (!fs.statSync(file).isFile()) continue;
    const bytes = fs.readFileSync(file);
    for (const form of forms) expect(bytes.includes(form), name).toBe(false);
  }
});
