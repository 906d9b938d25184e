import { checkScreens } from './check-screens.ts';
import { expect, test } from './launch.ts';

// The same page in both faces: each checks both themes and both sizes, and together they check every pair.
for (const [theme, size] of [
  ['Dark', [1280, 800]],
  ['Light', [900, 600]],
] as const) {
  test(`no screen breaks a rule of accessibility, ${theme.toLowerCase()}, ${size.join(' by ')}`, async ({
    app,
    host,
  }) => {
    expect(await checkScreens(app, host, theme, size)).toEqual({});
  });
}
