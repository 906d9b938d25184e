import { checkScreens } from './check-screens.ts';
import { expect, test } from './launch.ts';

// The same page as in a browser, which is checked in full: here each theme and each size once.
for (const [theme, size] of [
  ['Light', [1280, 800]],
  ['Dark', [900, 600]],
] as const) {
  test(`no screen breaks a rule of accessibility, ${theme.toLowerCase()}, ${size.join(' by ')}`, async ({
    app,
    host,
  }) => {
    expect(await checkScreens(app, host, theme, size)).toEqual({});
  });
}
