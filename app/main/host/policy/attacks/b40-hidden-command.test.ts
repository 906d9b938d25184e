import { describe, expect, it } from 'vitest';
import { holdsCommand, readCommandLine } from '../command-line.ts';

// A rule that denies a command, or asks about it, finds it wherever a line hides it (asks B40).

describe('a rule that denies or asks', () => {
  const holds = (command: string, line: string): boolean =>
    holdsCommand(readCommandLine(line), command.split(' '), true);

  it.each([
    'git push',
    'git push origin',
    'GIT push',
    'g\u200bit push',
    'ｇit push',
    '/usr/bin/git push',
    'git.exe push',
    `'git' "push"`,
    'g""it pu\\sh',
    `git $'push'`,
    `$'\\x67it' push`,
    'git \\\npush',
    'git -C x push',
    'git --no-pager -c a=b push',
    'ls; git push',
    'ls && git push',
    'ls || git push',
    'ls | git push',
    'ls & git push',
    'ls\ngit push',
    '(git push)',
    '{ git push; }',
    '! git push',
    'time git push',
    'coproc git push',
    'A=1 git push',
    'git push > x',
    'if git push; then ls; fi',
    'if ls; then git push; fi',
    'for x in a; do git push; done',
    'case a in a) git push;; esac',
    'f() { git push; }',
    'echo $(git push)',
    'echo `git push`',
    'echo "$(git push)"',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own
    'echo ${A:-$(git push)}',
    'echo $((1 + $(git push)))',
    'cat <(git push)',
    'cat <<EOF\n$(git push)\nEOF',
    'cat <<< $(git push)',
    'A=$(git push)',
    '[[ $(git push) == a ]]',
    'env git push',
    'env -i A=1 git push',
    'sudo -u root git push',
    'timeout 5 nice git push',
    'nohup git push',
    'xargs git push',
    'xargs git',
    'ls | xargs -n 1 git push',
    'find . -exec git push +',
    'find . -exec git {} +',
    'ls | xargs -I % git %',
    'ls | xargs -I% %',
    'fd . -x git {/}',
    'command git push',
    'exec git push',
    'eval git push',
    `eval 'git push'`,
    `sh -c 'git push'`,
    `bash -lc "git push"`,
    `env sh -c 'git push'`,
    `bash -c "sh -c 'git push'"`,
    `ssh host 'git push'`,
    `su -c 'git push' me`,
    `trap 'git push' EXIT`,
    `alias x='git push'`,
    `git -c alias.x='!git push' x`,
    'npm exec git push',
    'docker run image git push',
    // What can't be known before it runs may be it.
    'git $X',
    'git "$X"',
    '$X push',
    '$(echo git) push',
    'g?t push',
    '~/bin/git push',
    'git {push,}',
    'sh -c "$X"',
    'eval $X',
    'echo git push | sh',
    'sh < x',
    'bash <<EOF\ngit push\nEOF',
    // What can't be read may hold it.
    `echo 'unclosed`,
    'echo $(',
    'if true; then',
    'git push &&',
    'echo \u0000',
    'echo a\r\n',
    `echo ${'a'.repeat(40_000)}`,
    `${'env '.repeat(300)}ls`,
  ])('finds `git push` in %j', (line) => {
    expect(holds('git push', line)).toBe(true);
  });

  it.each([
    '',
    'git',
    'git status',
    'git pull',
    'git pushy',
    'legit push',
    'echo git push',
    `echo 'git push'`,
    'git commit -m push',
    `git commit -m 'git push'`,
    'ls; git status',
    'env git status',
    'sh push.sh',
    `sh -c 'git status'`,
    'cat <<EOF\ngit push\nEOF',
    'echo $X',
    'ls *.txt',
    '# git push',
    'git status # git push',
  ])('does not find it in %j', (line) => {
    expect(holds('git push', line)).toBe(false);
  });

  it('that names a whole command finds that one alone', () => {
    const whole = (line: string): boolean => holdsCommand(readCommandLine(line), ['npm', 'publish'], false);
    expect(['npm publish', 'ls && npm publish', 'npm publish $X', 'xargs npm publish'].map(whole)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['npm publish --dry-run', 'npm run publish'].map(whole)).toEqual([false, false]);
  });
});
