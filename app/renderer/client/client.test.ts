import { expect, it } from 'vitest';
import { withoutCommands } from './client.ts';

it.each([
  ['There is no run abc. `warrant runs` lists those there are.', 'There is no run abc.'],
  ['Run a is done. `warrant send a TEXT` opens it again.', 'Run a is done.'],
  ['`warrant approvals` lists what does.', '`warrant approvals` lists what does.'],
  ['The file `a.json` is no agent. See there.', 'The file `a.json` is no agent. See there.'],
])('leaves out what only the command line is told: %s', (message, shown) => {
  expect(withoutCommands(message)).toBe(shown);
});
