import { expect, test } from 'vitest';
import { isExecutableByOthers, isSensitivePath, matchesName } from '#contract/path-rules';

test.each([
  ['Secret', 'secret'],
  ['SECRET', 'secret'],
  ['straße', 'STRASSE'],
  ['strasse', 'Straße'],
  ['STRAẞE', 'strasse'],
  ['\u212aey', 'key'],
  ['key', '\u212aEY'],
  ['caf\u00e9', 'cafe\u0301'],
  ['cafe\u0301', 'CAF\u00c9'],
  ['\u212bngstrom', '\u00e5ngstrom'],
  ['ﬁle', 'FILE'],
  ['secre\u017f', 'secres'],
  ['ｓecret', 'secret'],
  ['se\u200dcret', 'secret'],
])('a deny rule for %j matches %j', (rule, name) => {
  expect(matchesName(rule, name)).toBe(true);
  expect(matchesName(name, rule)).toBe(true);
});

test.each(['.ENV', '.Env.Local', 'SERVER.\u212aEY', 'a/.SSH/config', '.\u017f\u017fh/id', '.e\u200bnv', '．env'])(
  'the secrets rule matches the spelling %j',
  (path) => {
    expect(isSensitivePath(path.split('/'))).toBe(true);
  },
);

test.each(['.GIT/Hooks/pre-commit', '.g\u200cit/config', '.VSCODE/tasks.json', 'X.DESKTOP', '.Ba\u017fhrc'])(
  'the rule for files that others run matches the spelling %j',
  (path) => {
    expect(isExecutableByOthers(path.split('/'))).toBe(true);
  },
);
