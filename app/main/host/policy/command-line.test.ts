import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowsLine, holdsCommand, readCommandLine } from './command-line.ts';

// A rule for a command covers that command and nothing beside it; one that denies finds it wherever it stands (asks B40).

/** One simple command: the words that a rule may name. */
const SIMPLE: [line: string, words: string[]][] = [
  ['git status', ['git', 'status']],
  ['  git   status  ', ['git', 'status']],
  [`git 'status'`, ['git', 'status']],
  [`"git" st'at'us`, ['git', 'status']],
  [`echo 'a b' "c d"`, ['echo', 'a b', 'c d']],
  [`echo 'a; rm -rf x'`, ['echo', 'a; rm -rf x']],
  [`echo '$HOME' '*' '~'`, ['echo', '$HOME', '*', '~']],
  ['npm run build', ['npm', 'run', 'build']],
  ['git log --oneline -n 5', ['git', 'log', '--oneline', '-n', '5']],
  ['git show HEAD~1', ['git', 'show', 'HEAD~1']],
  ['cat ä.txt', ['cat', 'ä.txt']],
  ['make a=b', ['make', 'a=b']],
  [`grep '' x`, ['grep', '', 'x']],
  ['/usr/bin/git status', ['/usr/bin/git', 'status']],
  ['echo a#b %1 ^x @y', ['echo', 'a#b', '%1', '^x', '@y']],
];

/** Anything else: no rule that allows a command covers it. */
const NOT_SIMPLE = [
  'git status && rm x',
  'git status || rm x',
  'git status; rm x',
  'git status;',
  'git status | sh',
  'git status |& sh',
  'git status & rm x',
  'git status &',
  'git status\nrm x',
  'git status\n',
  'git status\r\nrm x',
  'git status \\\n--x',
  'git status \\',
  'git status $(rm x)',
  'git status `rm x`',
  'git status "$(rm x)"',
  'git status "`rm x`"',
  'git status <(rm x)',
  'git status >(rm x)',
  'git status $X',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own
  'git status ${X}',
  'git status "$X"',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own
  'git status ${X:-$(rm x)}',
  'git status $((1 + $(rm x)))',
  'git status > .bashrc',
  'git status >> .bashrc',
  'git status 2>&1',
  'git status < x',
  'git status <<< x',
  'git status <<EOF\n$(rm x)\nEOF',
  'git status *.txt',
  'git status a?b',
  'git status [ab]',
  'git status @(a|b)',
  'git status {a,b}',
  'git status {1..3}',
  'git status ~',
  'git status ~/x',
  'git status --x=~/x',
  'git status ~root',
  'PATH=/tmp git status',
  'X=1',
  'git status # rm',
  '# git status',
  '! git status',
  'time git status',
  'coproc git status',
  '(git status)',
  '{ git status; }',
  'if true; then git status; fi',
  'for x in a; do git status; done',
  'while true; do git status; done',
  'case a in a) git status;; esac',
  'git() { rm x; }',
  'function git { rm x; }',
  '[[ a == b ]]',
  '((1))',
  `git $'status'`,
  `git $'\\x73tatus'`,
  'git $"status"',
  'git\\ status',
  '\\git status',
  'git st\\atus',
  'g\u200bit status',
  'git status\u200b',
  'git\u00a0status',
  'git status \u202emoc.x',
  'git status \u3000 x',
  'git\tstatus',
  'git status\u0000',
  'git status \u001b[2K',
  "git status 'unclosed",
  'git status "unclosed',
  'git status $(',
  'git status &&',
  'git status )',
  'export A=1',
  'alias git=rm',
  '',
  '   ',
];

describe('a line that is one simple command', () => {
  it.each(SIMPLE)('%j is read into its words', (line, words) => {
    expect(readCommandLine(line).words).toEqual(words);
    expect(allowsLine(readCommandLine(line), words, false)).toBe(true);
  });

  it.each(NOT_SIMPLE)('%j is none', (line) => {
    expect(readCommandLine(line).words).toBeUndefined();
    for (const more of [true, false]) expect(allowsLine(readCommandLine(line), ['git', 'status'], more)).toBe(false);
  });

  it('is compared as it is: no other case, no other letter, no other order', () => {
    for (const line of [
      'Git status',
      'git STATUS',
      'gіt status',
      'git stаtus',
      'ｇit status',
      'status git',
      '/bin/git status',
    ])
      expect(allowsLine(readCommandLine(line), ['git', 'status'], true), line).toBe(false);
  });
});

describe('a rule that allows a beginning', () => {
  const allows = (begin: string, line: string): boolean => allowsLine(readCommandLine(line), begin.split(' '), true);

  it.each([
    ['git push', 'git push'],
    ['git push', 'git push origin main'],
    ['git push', 'git push -u origin main'],
    ['git status', 'git status --short'],
    ['npm run build', 'npm run build -- --watch'],
    ['python3 tools/check.py', 'python3 tools/check.py --all'],
    ['python3 -m pytest', 'python3 -m pytest tests'],
    ['find src', 'find src -name a.txt'],
    ['ls', 'ls -la src'],
    ['grep -r', 'grep -r word src'],
  ])('%j covers %j', (begin, line) => {
    expect(allows(begin, line)).toBe(true);
  });

  it.each([
    ['git push', 'git pushy'],
    ['git push', 'git'],
    ['git push', 'git -C x push'],
    ['git', 'git push'],
    ['git', 'git -c core.sshCommand=evil push'],
    ['git -c', 'git -c core.sshCommand=evil push'],
    ['git push', 'git push --receive-pack=evil'],
    ['git push', 'git push --rec=evil'],
    ['git push', 'git push --exec evil'],
    ['git fetch', 'git fetch ext::evil'],
    ['git clone', 'git clone -c core.sshCommand=evil x'],
    ['git clone', 'git clone -uevil x'],
    ['git rebase', 'git rebase --exec evil'],
    ['git rebase', 'git rebase -xevil'],
    ['git bisect', 'git bisect run evil'],
    ['git grep', 'git grep -Oevil x'],
    ['find', 'find . -exec evil +'],
    ['find src', 'find src -execdir evil +'],
    ['find src', 'find src -ok evil'],
    ['find src', 'find src -delete'],
    ['find src', 'find src -fprintf x y'],
    ['xargs', 'xargs evil'],
    ['xargs rm', 'xargs rm x'],
    ['env', 'env evil'],
    ['sudo apt', 'sudo apt install x'],
    ['timeout 5', 'timeout 5 evil'],
    ['nice', 'nice evil'],
    ['nohup', 'nohup evil'],
    ['sh', 'sh -c evil'],
    ['sh -c', 'sh -c evil'],
    ['/bin/bash', '/bin/bash -c evil'],
    ['eval', 'eval evil'],
    ['python3', 'python3 -c evil'],
    ['node', 'node -e evil'],
    ['node --test', 'node --test --import=evil'],
    ['npm', 'npm exec evil'],
    ['npm run', 'npm run evil'],
    ['npx', 'npx evil'],
    ['docker run', 'docker run evil'],
    ['tar', 'tar -xf a.tar --to-command=evil'],
    ['tar xf', 'tar xf a.tar --use-compress=evil'],
    ['tar', 'tar -xvIevil -f a.tar'],
    ['rsync', 'rsync -avze evil a b'],
    ['rg', 'rg --pre evil x'],
    ['awk', 'awk evil'],
    ['sed', 'sed evil'],
    ['make', 'make SHELL=evil'],
    ['ssh host', 'ssh host evil'],
  ])('%j does not cover %j', (begin, line) => {
    expect(allows(begin, line)).toBe(false);
  });
});

describe('readCommandLine', () => {
  const token = fc.constantFrom(
    ...[
      'git',
      'push',
      ' ',
      ' ',
      ' ',
      ';',
      '&&',
      '|',
      '$(',
      ')',
      '`',
      '"',
      "'",
      '\\',
      '\n',
      '<',
      '>',
      '{',
      '}',
      '#',
      '$X',
    ],
    ...[
      '~',
      '*',
      'sh -c ',
      'env ',
      'eval ',
      'xargs ',
      '(',
      '[[',
      ']]',
      '((',
      '))',
      '<<EOF\n',
      'EOF',
      '\u200b',
      'if ',
      '!',
    ],
  );
  const line = fc.array(token, { maxLength: 14 }).map((tokens) => tokens.join(''));

  it('finds in a simple line the words that it gives for it', () => {
    fc.assert(
      fc.property(line, (text) => {
        const read = readCommandLine(text);
        if (read.words) expect(holdsCommand(read, read.words, false)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('allows no line that it finds nothing in', () => {
    fc.assert(
      fc.property(line, (text) => {
        const read = readCommandLine(text);
        if (allowsLine(read, ['git', 'push'], true)) expect(holdsCommand(read, ['git', 'push'], true)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
