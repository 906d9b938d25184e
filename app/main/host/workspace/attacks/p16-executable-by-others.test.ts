import { expect, test } from 'vitest';
import { isExecutableByOthers } from '#contract/path-rules';

test.each([
  '.git/hooks/pre-commit',
  'project/.git/hooks/post-checkout',
  '.git/config',
  'deep/er/.git/config',
  '.gitattributes',
  '.gitmodules',
  '.husky/pre-push',
  '.vscode/tasks.json',
  '.vscode/settings.json',
  '.mcp.json',
  '.cursor/mcp.json',
  '.claude/settings.json',
  'Desktop/photo.desktop',
  '.config/autostart/x.desktop',
  '.bashrc',
  '.zshrc',
  '.profile',
  '.bash_profile',
  '.zshenv',
  '.config/fish/config.fish',
  '.github/workflows/ci.yml',
  '.envrc',
])('a write to %s needs an approval of its own', (path) => {
  expect(isExecutableByOthers(path.split('/'))).toBe(true);
});

test.each(['git/config', 'hooks/pre-commit', 'tasks.json', 'report.md', 'bashrc', '.github/README.md'])(
  'a write to %s is a write like others',
  (path) => {
    expect(isExecutableByOthers(path.split('/'))).toBe(false);
  },
);
