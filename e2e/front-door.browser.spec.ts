import { expect, test } from './launch.ts';

// Browser mode's own walls, asked of a real browser (M6).

test('the token leaves the address at once, and a reload needs no other link', async ({ app }) => {
  const { page } = app;
  await expect(page).toHaveTitle(/Warrant/);
  await expect.poll(() => page.url()).not.toContain('token');
  await page.reload();
  await expect(page).toHaveTitle(/Warrant/);
  await expect(page.getByText('warrant serve')).toHaveCount(0);
});

test('a link that was used shows what to do instead of the app', async ({ app, host }) => {
  const link = await host.pageLink();
  const context = app.page.context();
  const first = await context.newPage();
  await first.goto(link);
  await expect.poll(() => first.url()).not.toContain('token');
  const second = await context.newPage();
  await second.goto(link);
  await expect(second.getByText(/npm start|warrant serve/).first()).toBeVisible();
});

test('a page of another site cannot reach the host, not even with the right port', async ({ app }) => {
  const { origin } = new URL(app.page.url());
  const stranger = await app.page.context().newPage();
  await stranger.goto('data:text/html,<title>elsewhere</title>');
  const outcomes = await stranger.evaluate(async (base) => {
    const fetched = await fetch(`${base}/api/host`).then(
      (response) => response.status,
      (error: Error) => error.name,
    );
    const opened = await new Promise((resolve) => {
      const socket = new WebSocket(`${base.replace('http', 'ws')}/rpc`, ['warrant']);
      socket.onopen = () => resolve('open');
      socket.onerror = () => resolve('refused');
    });
    return { fetched, opened };
  }, origin);
  expect(outcomes).toEqual({ fetched: 'TypeError', opened: 'refused' });
});

test('the page can neither make code from text nor send anything elsewhere', async ({ app }) => {
  const outcomes = await app.page.evaluate(
    () =>
      new Promise((resolve) => {
        setTimeout(async () => {
          const made = (() => {
            try {
              return Reflect.construct(Function, ['return "ran"'])();
            } catch (error) {
              return (error as Error).name;
            }
          })();
          const sent = await fetch('https://example.com/').then(
            () => 'sent',
            (error: Error) => error.name,
          );
          const shown = await new Promise((done) => {
            const image = new Image();
            image.onload = () => done('shown');
            image.onerror = () => done('refused');
            image.src = 'https://example.com/x.png';
          });
          resolve({ made, sent, shown });
        });
      }),
  );
  expect(outcomes).toEqual({ made: 'EvalError', sent: 'TypeError', shown: 'refused' });
});
