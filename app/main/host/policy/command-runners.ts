import { foldName } from '#contract/path-rules';

/**
 * Programs that run other programs, as their arguments say. A grant for the beginning of such a line would be one for
 * everything, so it never covers one (asks B40). The lists can't know every program; what is not in them is covered by
 * a prefix because a person said so.
 */

/** They run the words that follow them. */
const WRAPPERS: ReadonlySet<string> = new Set(
  `env sudo doas su runuser xargs parallel timeout nice ionice nohup setsid stdbuf unbuffer time command exec builtin
  watch entr script flock chroot unshare nsenter setpriv chrt taskset numactl prlimit strace ltrace gdb lldb valgrind
  perf ssh mosh rsh systemd-run start-stop-daemon daemonize busybox toybox coproc run-parts proot fakeroot dbus-launch
  xvfb-run firejail bwrap screen tmux npx pnpx bunx uvx pipx`.split(/\s+/u),
);

/** They take words to run from what they read or find. */
const TAKE_MORE: ReadonlySet<string> = new Set(['xargs', 'parallel', 'find', 'fd', 'fdfind', 'entr']);

/** An argument of theirs may be a line. */
const READ_LINES: ReadonlySet<string> = new Set(
  'eval trap alias ssh su runuser env watch script parallel screen tmux flock busybox entr'.split(' '),
);

const SHELLS: ReadonlySet<string> = new Set('sh bash dash ash zsh ksh mksh fish csh tcsh rbash'.split(' '));

/** They read a program of another kind, or files that are one. */
const OTHERS: ReadonlySet<string> = new Set(
  `source . awk gawk mawk nawk sed gsed vi vim nvim view ex ed emacs nano less more most man make gmake ninja just rake
  task expect batch at crontab pwsh powershell cmd osascript wsl open xdg-open start rundll32 wmic`.split(/\s+/u),
);

/** They run a script: a beginning that names it is one program, what follows are its own arguments. */
const INTERPRETERS: ReadonlySet<string> = new Set(
  'python python2 python3 pypy pypy3 node nodejs ruby perl php lua luajit julia Rscript java jshell groovy scala tsx ts-node guile racket sbcl tclsh'.split(
    ' ',
  ),
);

/** Each does what its second word says; those listed run what the third says, or anything. */
const SUBCOMMANDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    npm: 'exec x run run-script rum urn explore init create start-script config set',
    pnpm: 'exec dlx run create config env',
    yarn: 'exec dlx run create config node',
    bun: 'x run create exec repl',
    deno: 'run eval repl task serve x',
    uv: 'run tool',
    poetry: 'run shell',
    pdm: 'run',
    hatch: 'run shell',
    cargo: 'run rustc install',
    go: 'run generate tool',
    dotnet: 'run exec tool',
    docker: 'run exec compose container buildx',
    podman: 'run exec compose container',
    kubectl: 'run exec debug plugin',
    gh: 'alias extension api codespace',
    git: 'bisect submodule filter-branch difftool mergetool config send-email instaweb archive daemon svn p4 help',
    hg: 'bisect config debugshell',
    nix: 'run shell develop eval',
    conda: 'run',
    mamba: 'run',
    vagrant: 'ssh',
    terraform: 'console',
  }).map(([name, words]) => [name, new Set(words.split(' '))]),
);

/** Arguments by which a program runs another one, or deletes and writes what it finds. */
const ARGUMENTS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    find: '-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls',
    fd: '-x -X --exec --exec-batch',
    fdfind: '-x -X --exec --exec-batch',
    git: '--upload-pack --receive-pack --exec --exec-path --config --config-env --ext-diff --textconv --open-files-in-pager --output --template -x -O',
    'git clone': '-c -u',
    'git rebase': '-i --interactive',
    hg: '--config --ssh --remotecmd',
    svn: '--config-option --diff-cmd --editor-cmd',
    tar: '-I -F --use-compress-program --to-command --checkpoint-action --rsh-command --info-script --new-volume-script --rmt-command',
    bsdtar: '--use-compress-program',
    cpio: '--rsh-command -F -O',
    rsync: '-e --rsh --rsync-path --daemon',
    scp: '-S -o -F',
    sftp: '-S -o -F -b',
    zip: '-T -TT --test --unzip-command',
    sort: '-o -T --compress-program --output --files0-from',
    split: '--filter',
    rg: '--pre --hostname-bin',
    ag: '--pager',
    ack: '--pager',
    tcpdump: '-z -w',
    wget: '--use-askpass --post-file --body-file -e --execute -O --output-document',
    curl: '-K --config -o -O --output --remote-name -T --upload-file -F --form',
    diff: '--paginate',
    nmap: '--script -iL',
    gcc: '-wrapper -fplugin',
    mysql: '-e --execute --pager',
    psql: '-c --command -f --file',
    sqlite3: '-cmd -init',
    pytest: '-c -p --rootdir --confcutdir -o --override-ini',
    ansible: '-m -a',
    openssl: '-engine -provider',
  }).map(([name, words]) => [name, words.split(' ')]),
);

/** The name by which a program is known, whatever its folder, case and ending. */
export function programName(word: string): string {
  const name = foldName(word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1));
  return name.replace(/\.(?:exe|com|cmd|bat)$/u, '');
}

/** Does this command run the words that follow its name? */
export function runsItsWords([name, ...rest]: readonly (string | undefined)[]): boolean {
  if (name === undefined) return false;
  const program = programName(name);
  if (WRAPPERS.has(program) || TAKE_MORE.has(program)) return true;
  const subcommands = SUBCOMMANDS.get(program);
  const [second] = rest;
  return subcommands !== undefined && second !== undefined && (subcommands.has(second) || rest.includes('-c'));
}

/** May an argument of it be a line of its own? */
export function readsLines(name: string): boolean {
  return READ_LINES.has(programName(name));
}

/** Is it a shell? */
export function isShell(name: string): boolean {
  return SHELLS.has(programName(name));
}

/** Does it add words that it reads to what it runs? */
export function takesMoreWords(name: string): boolean {
  return TAKE_MORE.has(programName(name));
}

/**
 * May what follows the first `fixed` words make this simple command run another program? Then no grant for its
 * beginning covers it.
 */
export function mayRunOthers(words: readonly string[], fixed: number): boolean {
  const [name = '', second = ''] = words;
  const program = programName(name);
  if ([WRAPPERS, SHELLS, READ_LINES, OTHERS].some((names) => names.has(program))) return true;
  if (INTERPRETERS.has(program)) return !namesScript(words.slice(1, fixed));
  const subcommands = SUBCOMMANDS.get(program);
  if (subcommands) {
    if (fixed < 2 || second.startsWith('-')) return true;
    if (subcommands.has(second) && (program === 'git' || fixed < 3 || words[2]?.startsWith('-') === true)) return true;
  }
  const refused = [...(ARGUMENTS.get(program) ?? []), ...(ARGUMENTS.get(`${program} ${second}`) ?? [])];
  return words
    .slice(fixed)
    .some((word) => isTransport(program, word) || refused.some((each) => isArgument(word, each)));
}

/** A script, or a module of Python's, stands among the fixed words. */
function namesScript([first, second]: readonly string[]): boolean {
  if (first === undefined) return false;
  return first === '-m' ? second !== undefined && !second.startsWith('-') : !first.startsWith('-');
}

/** An address by which git runs a program. */
function isTransport(program: string, word: string): boolean {
  return program === 'git' && /^[\w+-]+::/u.test(word);
}

/** Is this the argument, also shortened, with a value, or among other letters (`-xvIgzip`)? */
function isArgument(word: string, argument: string): boolean {
  if (argument.startsWith('--')) {
    const [given = ''] = word.split('=', 1);
    return given.length > 2 && given.startsWith('--') && argument.startsWith(given);
  }
  if (/^-[A-Za-z]$/u.test(argument)) return /^-[^-]/u.test(word) && word.includes(argument.slice(1));
  return word === argument || word.startsWith(`${argument}=`);
}
