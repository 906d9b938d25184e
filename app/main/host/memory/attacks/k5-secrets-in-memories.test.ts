import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { calls, openLoop } from '../../testing/loop-fixture.ts';

// The value of a secret is in no memory, whoever would have it remembered (rules K2, K5).

const VALUE = 'Canary/of+the=memories';
const TOKEN = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;

it('neither an agent nor a person can have a secret remembered, and a key that is pasted is taken out', async () => {
  const loop = await openLoop({
    tools: [{ tool: 'remember' }, { tool: 'recall_memory' }],
    script: [
      calls(['remember', { content: `The key is ${VALUE}.` }]),
      calls(['remember', { content: `The token is ${TOKEN}.` }]),
      calls(['recall_memory', {}]),
      'Done.',
    ],
    ports: { passphrase: 'four words of passphrase' },
  });
  await loop.client.secret.set({ name: 'tracker', value: VALUE });
  const run = await loop.start();
  const texts = (await loop.outcomes(run)).map(({ text }) => text);
  expect(texts[0]).toContain('secret');
  const agent = (await loop.state(run)).run.agent.id;
  await expect(loop.client.memory.add({ agent, text: `Mine is ${VALUE}` })).rejects.toThrow(/holds the secret tracker/);
  await loop.host?.close();
  const files = fs.readdirSync(loop.dataFolder, { recursive: true, withFileTypes: true });
  for (const entry of files.filter((each) => each.isFile())) {
    const bytes = fs.readFileSync(path.join(entry.parentPath, entry.name));
    expect([entry.name, bytes.includes(VALUE), bytes.includes(TOKEN)]).toEqual([entry.name, false, false]);
  }
  await loop.open();
});
