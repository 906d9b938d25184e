import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ElectronApplication, Page } from '@playwright/test';
import { expect, test } from './launch.ts';

// The walls of the window, asked of a real Electron (E1–E9, E16). What an attacker's script would do is done inside a
// timer: the debugger's own stack is not under the page's policy.

interface Seen {
  opened: string[];
  asked: string[];
}

/** Puts recorders where the shell would ask a person or start a browser; `answer` is the button pressed. */
async function record(electron: ElectronApplication, answer: 0 | 1): Promise<() => Promise<Seen>> {
  await electron.evaluate(({ dialog, shell }, response) => {
    const seen: Seen = { opened: [], asked: [] };
    Object.assign(globalThis, { seen });
    Object.assign(dialog, {
      showMessageBox: async (...values: unknown[]) => {
        seen.asked.push((values.at(-1) as { detail: string }).detail);
        return { response };
      },
    });
    Object.assign(shell, { openExternal: async (url: string) => void seen.opened.push(url) });
  }, answer);
  return () => electron.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
}

function electronOf(app: { electron: ElectronApplication | undefined }): ElectronApplication {
  if (!app.electron) throw new Error('this face has no Electron');
  return app.electron;
}

/** Asked of main and of the page itself, until so: Playwright waits for a navigation that was refused. */
async function isAlive({ electron, page }: { electron: ElectronApplication | undefined; page: Page }): Promise<void> {
  await expect
    .poll(() => electron?.evaluate(({ webContents }) => webContents.getAllWebContents().map((each) => each.getURL())))
    .toEqual([expect.stringMatching(/^app:\/\/warrant\/(#|$)/)]);
  await expect.poll(() => page.evaluate(() => document.title).catch(() => '')).toMatch(/Warrant/);
}

test('E1: every page there is runs isolated, sandboxed and without Node', async ({ app }) => {
  const all = await electronOf(app).evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => {
      const found = (
        contents as unknown as { getLastWebPreferences(): Record<string, unknown> }
      ).getLastWebPreferences();
      const names = ['contextIsolation', 'sandbox', 'webSecurity', 'nodeIntegration', 'nodeIntegrationInWorker'];
      const more = ['nodeIntegrationInSubFrames', 'webviewTag', 'experimentalFeatures', 'allowRunningInsecureContent'];
      const rest = ['navigateOnDragDrop', 'enableBlinkFeatures'];
      return Object.fromEntries([...names, ...more, ...rest].map((name) => [name, found[name] || false]));
    }),
  );
  expect(all).toEqual([
    {
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      experimentalFeatures: false,
      allowRunningInsecureContent: false,
      navigateOnDragDrop: false,
      enableBlinkFeatures: false,
    },
  ]);
});

test('E2: the page cannot make code from text', async ({ app }) => {
  const outcomes = await app.page.evaluate(async () => {
    const attempt = (act: () => unknown): Promise<string> =>
      new Promise((resolve) => {
        setTimeout(() => {
          try {
            resolve(String(act()));
          } catch (error) {
            resolve((error as Error).name);
          }
        });
      });
    return [
      await attempt(() => Reflect.apply(Reflect.get(window, 'eval'), undefined, ['"ran"'])),
      await attempt(() => Reflect.construct(Function, ['return "ran"'])()),
      await attempt(() => new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))),
      await attempt(() => {
        const script = document.createElement('script');
        script.textContent = 'document.documentElement.dataset.attack = "ran"';
        document.head.append(script);
        const button = document.createElement('button');
        button.setAttribute('onclick', 'document.documentElement.dataset.attack = "ran"');
        document.body.append(button);
        button.click();
        button.remove();
        return document.documentElement.dataset.attack ?? 'nothing';
      }),
    ];
  });
  expect(outcomes).toEqual(['EvalError', 'EvalError', 'CompileError', 'nothing']);
});

test('E2, E10: no request leaves the page, by whatever element or call', async ({ app }) => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await app.page.evaluate(async (base) => {
    const add = (tag: string, attributes: Record<string, string>): void => {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      document.body.append(element);
    };
    add('img', { src: `${base}/img` });
    add('img', { srcset: `${base}/srcset 1x` });
    add('iframe', { src: `${base}/iframe` });
    add('object', { data: `${base}/object` });
    add('embed', { src: `${base}/embed` });
    add('video', { src: `${base}/video`, poster: `${base}/poster` });
    add('audio', { src: `${base}/audio` });
    add('script', { src: `${base}/script` });
    add('link', { rel: 'stylesheet', href: `${base}/stylesheet` });
    add('link', { rel: 'prefetch', href: `${base}/prefetch` });
    add('link', { rel: 'preload', as: 'image', href: `${base}/preload` });
    add('link', { rel: 'icon', href: `${base}/icon` });
    add('div', { style: `background-image: url(${base}/background)` });
    add('style', {});
    const style = document.createElement('style');
    style.textContent = `@import url(${base}/import); @font-face { font-family: a; src: url(${base}/font) } body { font-family: a, sans-serif }`;
    document.head.append(style);
    const form = document.createElement('form');
    form.action = `${base}/form`;
    document.body.append(form);
    form.submit();
    await new Promise((resolve) => {
      setTimeout(async () => {
        navigator.sendBeacon(`${base}/beacon`);
        await fetch(`${base}/fetch`).catch(() => {});
        await fetch(`${base}/no-cors`, { mode: 'no-cors' }).catch(() => {});
        for (const make of [
          () => new WebSocket(`${base.replace('http', 'ws')}/socket`),
          () => new EventSource(`${base}/events`),
          () => new Worker(`${base}/worker`),
        ]) {
          try {
            make();
          } catch {
            // Refused at once: as good as later.
          }
        }
        setTimeout(resolve, 1_000);
      });
    });
  }, origin);
  server.close();
  server.closeAllConnections();
  expect(requests).toEqual([]);
});

test('E3: neither files nor unknown names can be loaded', async ({ app }) => {
  const outcomes = await app.page.evaluate(async () => {
    const load = (src: string): Promise<string> =>
      new Promise((resolve) => {
        const image = new Image();
        image.onload = () => resolve('loaded');
        image.onerror = () => resolve('refused');
        image.src = src;
      });
    return Promise.all(
      ['file:///etc/passwd', 'file:///usr/share/pixmaps/debian-logo.png', 'app://warrant/..%2fpackage.json'].map(load),
    );
  });
  expect(outcomes).toEqual(['refused', 'refused', 'refused']);
});

test('E4, E6: the page has four functions; a frame in it has none, and no Node is to be found', async ({ app }) => {
  const found = await app.page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.srcdoc = '<p>frame</p>';
    document.body.append(frame);
    const names = ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron'];
    return {
      bridge: Object.keys(Reflect.get(window, 'warrant')).sort(),
      frame: typeof Reflect.get(frame.contentWindow ?? {}, 'warrant'),
      globals: names.filter((name) => name in window),
    };
  });
  expect(found).toEqual({
    bridge: ['connect', 'pathOf', 'pickFolder', 'tellWaiting'],
    frame: 'undefined',
    globals: [],
  });
});

test('E7: neither script, link, form nor redirect leads the window away', async ({ app }) => {
  const { page } = app;
  const seen = await record(electronOf(app), 1);
  for (const address of ['https://example.com/', 'file:///etc/passwd', 'data:text/html,x', 'about:blank']) {
    await page.evaluate((url) => {
      setTimeout(() => location.assign(url));
    }, address);
    await page.waitForTimeout(150);
    await isAlive(app);
  }
  expect(await page.evaluate(() => window.open('https://example.com/opened'))).toBeNull();
  await page.evaluate(() => {
    const link = document.createElement('a');
    Object.assign(link, { href: 'https://example.com/blank', target: '_blank', id: 'attack', textContent: 'attack' });
    link.style.cssText = 'position: fixed; top: 0; left: 0; z-index: 99999; background: white; padding: 8px';
    document.body.append(link);
  });
  await page.mouse.click(10, 10);
  await page.mouse.click(10, 10, { button: 'middle' });
  await expect
    .poll(async () => (await seen()).asked)
    .toEqual(['https://example.com/opened', 'https://example.com/blank', 'https://example.com/blank']);
  expect((await seen()).opened).toEqual([]);
  expect(electronOf(app).windows()).toHaveLength(1);
  await isAlive(app);
});

test('E7: the page can be loaded again', async ({ app }) => {
  await app.page.reload();
  await isAlive(app);
});

test('E8: only what a person saw and agreed to is opened, and only a web address', async ({ app }) => {
  const seen = await record(electronOf(app), 0);
  await app.page.evaluate(() => {
    for (const url of ['file:///etc/passwd', 'smb://a/b', 'vscode://a', 'javascript:alert(1)', 'https://a@b.example/'])
      window.open(url);
    window.open('https://example.com/agreed?to=this');
  });
  await expect.poll(seen).toEqual({
    asked: ['https://example.com/agreed?to=this'],
    opened: ['https://example.com/agreed?to=this'],
  });
});

test('E9: the page is granted nothing but copying', async ({ app }) => {
  const outcomes = await app.page.evaluate(async () => {
    const attempt = (act: () => Promise<unknown>): Promise<unknown> => act().then(String, (error: Error) => error.name);
    return {
      camera: await attempt(() => navigator.mediaDevices.getUserMedia({ video: true, audio: true })),
      screen: await attempt(() => navigator.mediaDevices.getDisplayMedia()),
      notification: await Notification.requestPermission(),
      read: await attempt(() => navigator.clipboard.readText()),
      place: await new Promise((resolve) => {
        navigator.geolocation.getCurrentPosition(
          () => resolve('given'),
          (error) => resolve(error.code),
        );
      }),
    };
  });
  expect(outcomes).toEqual({
    camera: expect.stringMatching(/NotAllowedError|NotFoundError/),
    screen: expect.stringMatching(/Not(Allowed|Supported)Error|InvalidStateError/),
    notification: 'denied',
    read: 'NotAllowedError',
    place: 1,
  });
});

test('E16: a page that crashed comes back, and the host never noticed', async ({ app, host }) => {
  const electron = electronOf(app);
  await electron.evaluate(({ webContents }) => webContents.getAllWebContents()[0]?.forcefullyCrashRenderer());
  await expect
    .poll(() =>
      electron.evaluate(({ webContents }) => {
        const contents = webContents.getAllWebContents()[0];
        return contents && !contents.isCrashed() && contents.getTitle();
      }),
    )
    .toMatch(/Warrant/);
  expect((await host.warrant(['runs', '--output', 'json'])).code).toBe(0);
});
