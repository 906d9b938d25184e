import { checkScreens } from './check-screens.ts';
import { expect, test } from './launch.ts';

for (const theme of ['Light', 'Dark'] as const) {
  for (const size of [
    [1280, 800],
    [900, 600],
  ] as const) {
    test(`no screen breaks a rule of accessibility, ${theme.toLowerCase()}, ${size.join(' by ')}`, async ({
      app,
      host,
    }) => {
      expect(await checkScreens(app, host, theme, size)).toEqual({});
    });
  }
}
