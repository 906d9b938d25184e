/**
 * Two classes of files that the default policy treats apart, as data and pure matchers: files that hold secrets (P19)
 * and files that other programs run or obey (P16). A rule is a list of names that must follow one another anywhere in
 * a path; `*` stands for any part of one name. A name below a matched folder belongs to it.
 */

/** Secrets: denied for reading, searching, the sandbox and showing content, until a person lifts it (P19). */
const SENSITIVE_PATHS: readonly string[] = [
  '.env',
  '.env.*',
  '*.key',
  '*.pem',
  '*.p12',
  '*.pfx',
  '*.kdbx',
  'id_rsa',
  'id_dsa',
  'id_ecdsa',
  'id_ed25519',
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.docker/config.json',
  '.config/gcloud',
  '.git-credentials',
  '.netrc',
  '.npmrc',
  '.pypirc',
  '.local/share/keyrings',
  'Library/Keychains',
  // profiles of browsers and mail programs, and the files in them that hold passwords and sessions
  '.mozilla',
  '.thunderbird',
  'Firefox/Profiles',
  'Mozilla/Firefox',
  'google-chrome',
  'Google/Chrome',
  'chromium/Default',
  'Chromium/User Data',
  'BraveSoftware',
  'microsoft-edge',
  'Microsoft/Edge',
  'Opera Software',
  'Library/Safari',
  'Library/Cookies',
  'key4.db',
  'logins.json',
  'cookies.sqlite',
  'Login Data',
];

/** Names that a pattern above covers but that hold no secret. */
const NOT_SENSITIVE: readonly string[] = ['.env.example'];

/** Files that another program runs or takes orders from: a write needs an approval of its own (P16). */
const EXECUTABLE_BY_OTHERS: readonly string[] = [
  // All of it: hooks, settings, and as a file the place where git looks for them.
  '.git',
  '.ssh/*',
  'authorized_keys',
  'crontab',
  'cron.d/*',
  '.pre-commit-config.yaml',
  '.gitmodules',
  '.gitattributes',
  '.gitconfig',
  '.husky/*',
  '.github/workflows/*',
  '.gitlab-ci.yml',
  '.vscode/tasks.json',
  '.vscode/settings.json',
  '.vscode/launch.json',
  '.vscode/mcp.json',
  '*.code-workspace',
  '.idea/*',
  '.devcontainer/*',
  '.devcontainer.json',
  '.mcp.json',
  'mcp.json',
  '.cursor/*',
  '.claude/*',
  '.envrc',
  '.direnv/*',
  '*.desktop',
  '*.lnk',
  '*.url',
  '*.scr',
  '*.bat',
  '*.cmd',
  '*.com',
  '*.exe',
  '*.msi',
  '*.ps1',
  '*.vbs',
  '*.app',
  '*.command',
  // Python reads these by itself.
  'sitecustomize.py',
  'usercustomize.py',
  'conftest.py',
  '*.pth',
  // Other agents take orders from these.
  'AGENTS.md',
  'CLAUDE.md',
  '.cursorrules',
  '.windsurfrules',
  '.goosehints',
  'desktop.ini',
  'autorun.inf',
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.bash_aliases',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.zlogout',
  '.cshrc',
  '.tcshrc',
  '.kshrc',
  '.login',
  '.inputrc',
  '.xinitrc',
  '.xprofile',
  '.xsession',
  '.vimrc',
  '.exrc',
  '.config/fish/*',
  '.config/autostart/*',
  '.config/systemd/*',
  'Library/LaunchAgents/*',
  'Start Menu/Programs/Startup/*',
  'Microsoft.PowerShell_profile.ps1',
];

/**
 * One form for all spellings of a name that some file system takes for the same name (P10): case, ß and ss, K and the
 * Kelvin sign, composed and decomposed accents, full-width letters, characters that leave no mark.
 * @param name one segment
 * @returns the folded name; folding it again changes nothing
 */
export function foldName(name: string): string {
  let folded = name;
  for (;;) {
    const next = folded
      .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
      .normalize('NFKD')
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKC');
    if (next === folded) return folded;
    folded = next;
  }
}

/**
 * Whether a name fits a pattern, both folded (P10). Folding lets a rule match more: use it for rules that deny or ask,
 * never for one that allows.
 * @param pattern a name in which `*` stands for any characters, none included
 * @param name one segment
 * @returns true when it fits; the time taken grows with the product of the lengths at most
 */
export function matchesName(pattern: string, name: string): boolean {
  return matchesFolded(foldName(pattern), foldName(name));
}

/**
 * Whether a path holds secrets or lies in a folder that does (P19).
 * @param segments the names below a place
 * @returns true when the default rule denies its content
 */
export function isSensitivePath(segments: readonly string[]): boolean {
  return firstSensitivePattern(segments) !== undefined;
}

/**
 * The rule that makes a path sensitive, to be named in the reason.
 * @param segments the names below a place
 * @returns the pattern of `SENSITIVE_PATHS`, or nothing
 */
export function firstSensitivePattern(segments: readonly string[]): string | undefined {
  const folded = segments.map(foldName);
  const open = folded.map((name) => (FOLDED_NOT_SENSITIVE.includes(name) ? '' : name));
  return FOLDED_SENSITIVE.find((rule) => occursIn(rule.names, open))?.pattern;
}

/**
 * Whether other programs run, or take orders from, the file at a path (P16).
 * @param segments the names below a place
 * @param kind `folder` for a whole folder that is moved or made: then the folder that would hold such files counts too
 * @returns true when a write there needs an approval of its own
 */
export function isExecutableByOthers(segments: readonly string[], kind: 'file' | 'folder' = 'file'): boolean {
  const folded = segments.map(foldName);
  return FOLDED_EXECUTABLE.some(
    (rule) => occursIn(rule.names, folded) || (kind === 'folder' && endsWithStartOf(rule.names, folded)),
  );
}

interface FoldedRule {
  pattern: string;
  names: string[];
}

const fold = (pattern: string): FoldedRule => ({ pattern, names: pattern.split('/').map(foldName) });
const FOLDED_SENSITIVE = SENSITIVE_PATHS.map(fold);
const FOLDED_EXECUTABLE = EXECUTABLE_BY_OTHERS.map(fold);
const FOLDED_NOT_SENSITIVE = NOT_SENSITIVE.map(foldName);

/** The rule's names follow one another somewhere in the path. */
function occursIn(names: readonly string[], segments: readonly string[]): boolean {
  for (let start = 0; start + names.length <= segments.length; start += 1) {
    if (names.every((name, index) => matchesFolded(name, segments[start + index] ?? ''))) return true;
  }
  return false;
}

/** The path ends in the first names of the rule, so that the rest of the rule may lie below it. */
function endsWithStartOf(names: readonly string[], segments: readonly string[]): boolean {
  for (let count = 1; count < names.length; count += 1) {
    const end = segments.slice(-count);
    if (end.length === count && end.every((segment, index) => matchesFolded(names[index] ?? '', segment))) return true;
  }
  return false;
}

/** Wildcards without a regular expression, so that no pattern can make it slow: on a mismatch, the last `*` takes one more. */
function matchesFolded(pattern: string, name: string): boolean {
  let at = 0;
  let position = 0;
  let star = -1;
  let retry = 0;
  while (position < name.length) {
    if (pattern[at] === '*') {
      star = at;
      at += 1;
      retry = position;
    } else if (at < pattern.length && pattern[at] === name[position]) {
      at += 1;
      position += 1;
    } else if (star >= 0) {
      at = star + 1;
      retry += 1;
      position = retry;
    } else {
      return false;
    }
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}
