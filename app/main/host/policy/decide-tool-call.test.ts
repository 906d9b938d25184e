import { describe, expect, it } from 'vitest';
import {
  change,
  decisionOf,
  deletion,
  grantOf,
  type PolicyCase,
  policyInput,
  toolOf,
  verdictOf,
  verdictWords,
} from '../testing/policy-fixture.ts';
import { decideToolCall } from './decide-tool-call.ts';
import { GrantSet } from './grant-set.ts';

// "What runs, what asks" (interfaces) as tables: the first step that matches decides. Rows A16.*, A2.5, rules P11, R7.

const write = (path: string): PolicyCase => ({ tool: 'write_file', input: { path, content: 'x' } });
const ask = (tool: string, mode: 'always' | 'effects' | 'never') => [{ tool, ask: mode }];

describe('step 1: what is not granted is denied', () => {
  it.each([
    ['a tool that is not bound (A16.1)', { ...write('a'), bindings: [] }, 'unknown default:not-bound'],
    ['a tool that is nowhere', { tool: 'nope' }, 'unknown default:not-bound'],
    [
      'a bound tool that no grant names (A16.7)',
      { ...write('a'), revoked: ['accepted-agent-1-1-tool-write_file'] },
      'deny default:not-permitted',
    ],
    ['a path outside every folder', write('/etc/passwd'), 'deny default:outside'],
    ['a path that climbs out of its folder', write('/folders/work/../../x'), 'deny default:outside'],
    ['a folder nobody granted', write('/folders/other/x'), 'deny default:outside'],
    ['a list of places, for reading', { tool: 'read_file', input: { path: '/folders' } }, 'deny default:outside'],
    ['a write where only reading was granted (P11)', write('/folders/docs/x'), 'deny default:read-only'],
    [
      'a delete where only reading was granted (P11)',
      { tool: 'delete_file', input: { path: '/folders/docs/x' } },
      'deny default:read-only',
    ],
    [
      'a move out of a folder for reading (P11)',
      { tool: 'move_file', input: { from: '/folders/docs/x', to: 'y' } },
      'deny default:read-only',
    ],
    [
      'a read whose grant was taken away (A16.12)',
      { tool: 'read_file', input: { path: 'x' }, revoked: ['accepted-agent-1-1-read-folder-work'] },
      'deny default:read-only',
    ],
  ] as [string, PolicyCase, string][])('%s', (_name, given, words) => {
    expect(verdictWords(given)).toBe(words);
  });

  it('a folder outside the binding, which only narrows (A16.2)', () => {
    const bindings = [{ tool: 'read_file', folders: [{ folder: 'folder-docs', verbs: ['read' as const] }] }];
    expect(verdictWords({ tool: 'read_file', input: { path: 'a' }, bindings })).toBe('deny default:narrowed');
    expect(verdictWords({ tool: 'read_file', input: { path: '/folders/docs/a' }, bindings })).toBe(
      'allow default:reads',
    );
  });

  it('what a binding names and no grant does (A16.2)', () => {
    const bindings = [{ tool: 'write_file', folders: [{ folder: 'folder-docs', verbs: ['write' as const] }] }];
    expect(verdictWords({ ...write('/folders/docs/x'), bindings })).toBe('deny default:read-only');
  });

  it('what one rule denies and another allows (O17, A16.9)', () => {
    const permission = { kind: 'file' as const, folder: 'folder-work', path: 'private/**', verbs: ['write' as const] };
    const more = [grantOf('no-private', { type: 'deny', permission }), grantOf('yes', { permission })];
    expect(verdictWords({ ...write('private/a'), more })).toBe('deny no-private');
    expect(verdictWords({ ...write('open/a'), more })).toBe('ask default:effects');
  });

  it('every spelling of a denied path (P10)', () => {
    const permission = { kind: 'file' as const, folder: 'folder-work', path: 'private/**', verbs: ['write' as const] };
    const more = [grantOf('no-private', { type: 'deny', permission })];
    for (const path of ['PRIVATE/a', 'p\u200brivate/a', '\uff50rivate/a'])
      expect(verdictOf({ ...write(path), more }).type, path).toBe('deny');
    const allow = [grantOf('yes', { permission })];
    expect(verdictWords({ ...write('private/a'), more: allow })).toBe('allow yes');
    expect(verdictWords({ ...write('PRIVATE/a'), more: allow })).toBe('ask default:effects');
  });

  it('a tool that a rule denies, whatever allows it', () => {
    const permission = { kind: 'tool' as const, tool: 'calculator', command: '**' };
    const more = [grantOf('a', { permission }), grantOf('z', { type: 'deny', permission })];
    expect(verdictWords({ tool: 'calculator', input: {}, more })).toBe('deny z');
  });

  it('nothing by a grant that has ended, is for another agent, or is of another kind (A16.8)', () => {
    const permission = { kind: 'file' as const, folder: 'folder-docs', path: '**', verbs: ['write' as const] };
    const more = [
      grantOf('over', { permission, expiresAt: -1 }),
      grantOf('used', { permission, uses: 0 }),
      grantOf('other', { permission, agent: 'agent-2' }),
      grantOf('list', { permission: { ...permission, verbs: ['list'] } }),
      grantOf('tool', { permission: { kind: 'tool', tool: 'write_file', command: '**' } }),
    ];
    expect(verdictWords({ ...write('/folders/docs/x'), more })).toBe('deny default:read-only');
  });
});

describe('step 2: what asks whatever else is said', () => {
  const permission = {
    kind: 'file' as const,
    folder: 'folder-work',
    path: '**',
    verbs: ['write' as const, 'delete' as const],
  };
  const all = [
    grantOf('files', { permission }),
    grantOf('tools', { permission: { kind: 'tool', tool: '*', command: '**' } }),
  ];
  const pay = toolOf('pay', { change: 'irreversible', where: 'remote', repeat: 'no' });
  const send = toolOf('send', { change: 'write', where: 'remote', repeat: 'no' });
  const labels = [{ origin: 'outside' as const, callId: 'call-0' }];

  it.each([
    ['a delete in a folder', { tool: 'delete_file', input: { path: 'a' } }, 'removes'],
    ['a move from a folder', { tool: 'move_file', input: { from: 'a', to: 'b' } }, 'removes'],
    ['what can’t be undone', { tool: 'pay', tools: [pay] }, 'no-undo'],
    [
      'what carries text from outside away',
      { tool: 'send', input: { to: 'a' }, tools: [send], labels },
      'outside-text',
    ],
    ['what text from outside may have brought about', { ...write('a'), labels }, 'outside-wish'],
    ['a file that other programs run (P16)', write('.git/hooks/pre-commit'), 'runs-elsewhere'],
    ['a folder in which such files lie (P16)', { tool: 'make_folder', input: { path: '.vscode' } }, 'runs-elsewhere'],
    [
      'a folder moved to where such files lie (P16)',
      { tool: 'move_file', input: { from: '/agent/d', to: '.git' }, observed: { '/agent/d': 'folder' as const } },
      'runs-elsewhere',
    ],
    [
      'the same where nobody knows what is moved (P16)',
      { tool: 'move_file', input: { from: '/agent/d', to: '.git' } },
      'runs-elsewhere',
    ],
    ['a change whose arguments were mended (R7)', { ...write('a'), call: { repaired: true } }, 'mended'],
  ] as [string, PolicyCase, string][])('%s', (_name, given, rule) => {
    for (const mode of ['effects', 'never', 'always'] as const) {
      const bindings = [{ tool: given.tool, ask: mode }];
      const verdict = verdictOf({ ...given, bindings, more: all });
      expect(verdict, mode).toMatchObject({ type: 'ask', always: true, rule: { id: `default:${rule}` } });
      const events = decisionOf({ ...given, bindings, more: all, run: { approve: 'all' } });
      expect(events.map(({ type }) => type)).toEqual(['approval-requested']);
      const [asked] = events;
      if (asked?.type === 'approval-requested') expect(asked.approval.offers).toEqual([]);
    }
  });

  it('not a file of another name in a moved file’s place', () => {
    const moved = {
      tool: 'move_file',
      input: { from: '/agent/a', to: 'git' },
      observed: { '/agent/a': 'file' as const },
    };
    expect(verdictWords({ ...moved, more: all })).toBe('allow tools');
  });

  it('not a read or a sum whose arguments were mended (R7)', () => {
    const call = { repaired: true };
    expect(verdictWords({ tool: 'read_file', input: { path: 'a' }, call })).toBe('allow default:reads');
    expect(verdictWords({ tool: 'calculator', input: {}, call })).toBe('allow default:harmless');
  });
});

describe('step 3: the tool’s own word', () => {
  it.each([
    ['always, on a read', { tool: 'read_file', input: { path: 'a' } }, 'always', 'ask agent:read_file:ask-always'],
    ['always, on the agent’s own disk', write('/agent/a'), 'always', 'ask agent:write_file:ask-always'],
    ['never, on a write', write('a'), 'never', 'allow agent:write_file:ask-never'],
    ['effects, on a write', write('a'), 'effects', 'ask default:effects'],
    ['effects, on a read', { tool: 'read_file', input: { path: 'a' } }, 'effects', 'allow default:reads'],
  ] as [string, PolicyCase, 'always' | 'effects' | 'never', string][])('ask %s', (_name, given, mode, words) => {
    expect(verdictWords({ ...given, bindings: ask(given.tool, mode) })).toBe(words);
  });

  it('always comes before standing grants, and offers none', () => {
    const more = [grantOf('g', { permission: { kind: 'file', folder: 'folder-work', path: '**', verbs: ['write'] } })];
    expect(verdictWords({ ...write('a'), bindings: ask('write_file', 'always'), more })).toBe(
      'ask agent:write_file:ask-always',
    );
    const [event] = decisionOf({ ...write('a'), bindings: ask('write_file', 'always') });
    expect(event?.type === 'approval-requested' && event.approval.offers).toEqual([]);
  });
});

describe('step 4: standing grants', () => {
  const folderGrant = grantOf('folder', {
    permission: { kind: 'file', folder: 'folder-work', path: '**', verbs: ['write'] },
  });

  it('cover the writes they name', () => {
    expect(verdictWords({ ...write('a/b'), more: [folderGrant] })).toBe('allow folder');
  });

  it('must cover every write of the call', () => {
    const file = grantOf('file', { permission: { kind: 'file', folder: 'folder-work', path: 'a', verbs: ['write'] } });
    const staged = [change('/folders/work/a'), change('/folders/work/b')];
    expect(verdictWords({ tool: 'run_python', input: {}, staged, more: [file] })).toBe('ask default:effects');
    expect(verdictWords({ tool: 'run_python', input: {}, staged: staged.slice(0, 1), more: [file] })).toBe(
      'allow file',
    );
  });

  it('do not cover a call with text from outside unless they say so (H7)', () => {
    const labels = [{ origin: 'outside' as const, callId: 'call-0' }];
    const goal = { type: 'prompt' as const, text: { text: 'Write what you find to a.' } };
    const given = { ...write('a'), labels, run: { goal } };
    expect(verdictWords({ ...given, more: [{ ...folderGrant, labels: 'none' }] })).toBe('ask default:effects');
    expect(verdictWords({ ...given, more: [folderGrant] })).toBe('allow folder');
  });

  it('say nothing where they only name what may be reached', () => {
    expect(verdictWords({ ...write('a'), more: [{ ...folderGrant, standing: false }] })).toBe('ask default:effects');
  });

  it('match arguments as a whole, never in part (A16.11)', () => {
    const tool = (value: string) =>
      grantOf('t', { permission: { kind: 'tool', tool: 'write_file', command: '**', input: { content: value } } });
    expect(verdictWords({ ...write('a'), more: [tool('x')] })).toBe('allow t');
    expect(verdictWords({ ...write('a'), more: [tool('*')] })).toBe('allow t');
    expect(verdictWords({ ...write('a'), more: [tool('x*')] })).toBe('ask default:effects');
    const absent = grantOf('t', {
      permission: { kind: 'tool', tool: 'write_file', command: '**', input: { none: '*' } },
    });
    expect(verdictWords({ ...write('a'), more: [absent] })).toBe('ask default:effects');
  });
});

describe('step 5: the default', () => {
  it.each([
    ['a read in a folder', { tool: 'read_file', input: { path: 'a' } }, 'allow default:reads'],
    ['a list of places', { tool: 'list_files', input: { path: '/' } }, 'allow default:places'],
    ['a search without a path', { tool: 'search_files', input: { pattern: 'a' } }, 'allow default:reads'],
    ['a sum', { tool: 'calculator', input: { expression: '1' } }, 'allow default:harmless'],
    ['code', { tool: 'run_python', input: { code: '' } }, 'allow default:code'],
    ['a write on the agent’s own disk', write('/agent/a'), 'allow default:own-disk'],
    [
      'a delete on the agent’s own disk',
      { tool: 'delete_file', input: { path: '/agent/a' } },
      'allow default:own-disk',
    ],
    ['a hook on the agent’s own disk, which nobody runs', write('/agent/.git/hooks/x'), 'allow default:own-disk'],
    ['a write in a folder', write('a'), 'ask default:effects'],
    ['a new folder', { tool: 'make_folder', input: { path: 'a' } }, 'ask default:effects'],
    [
      'an effect elsewhere',
      { tool: 'send', tools: [toolOf('send', { change: 'write', where: 'remote', repeat: 'no' })] },
      'ask default:effects',
    ],
  ] as [string, PolicyCase, string][])('%s', (_name, given, words) => {
    expect(verdictWords(given)).toBe(words);
  });
});

describe('the changes that code staged', () => {
  const code = (staged: PolicyCase['staged']): PolicyCase => ({ tool: 'run_python', input: {}, staged: staged ?? [] });

  it.each([
    ['a new file', code([change('/folders/work/a')]), 'ask default:effects'],
    ['a deleted file', code([deletion('/folders/work/a')]), 'ask default:removes'],
    ['a file in a folder for reading', code([change('/folders/docs/a')]), 'deny default:read-only'],
    [
      'one file of many where it may not be',
      code([change('/folders/work/a'), change('/folders/docs/a')]),
      'deny default:read-only',
    ],
    ['a hook (P16)', code([change('/folders/work/.git/hooks/x')]), 'ask default:runs-elsewhere'],
    [
      'a folder for hooks (P16)',
      code([change('/folders/work/.git/hooks', { kind: 'folder' })]),
      'ask default:runs-elsewhere',
    ],
    ['a path that is none', code([change('/etc/passwd')]), 'deny default:outside'],
  ] as [string, PolicyCase, string][])('%s is decided as write_file’s', (_name, given, words) => {
    expect(verdictWords(given)).toBe(words);
  });

  it.each([
    ['never', 'allow agent:write_file:ask-never'],
    ['always', 'ask agent:write_file:ask-always'],
    ['effects', 'ask default:effects'],
  ] as const)('follow the word of write_file: %s', (mode, words) => {
    const bindings = [
      { tool: 'run_python', ask: 'never' as const },
      { tool: 'write_file', ask: mode },
    ];
    expect(verdictWords({ ...code([change('/folders/work/a')]), bindings })).toBe(words);
  });

  it('ask where the agent has no write_file, whatever its code tool says', () => {
    const bindings = [{ tool: 'run_python', ask: 'never' as const }];
    expect(verdictWords({ ...code([change('/folders/work/a')]), bindings })).toBe('ask default:effects');
  });

  it('are approved as the bytes they are (H1)', () => {
    const hashes = ['a', 'b'].map((letter) => {
      const [event] = decisionOf(code([change('/folders/work/a', { after: letter.repeat(64) })]));
      return event?.type === 'approval-requested' ? event.approval.hash : '';
    });
    expect(new Set(hashes).size).toBe(2);
  });
});

describe('what is written down', () => {
  it('a denial is a decision and an outcome, and nothing ran (A16.7)', () => {
    const events = decisionOf(write('/folders/docs/x'));
    expect(events).toMatchObject([
      { type: 'tool-call-decided', decision: { type: 'deny', rule: { id: 'default:read-only' } } },
      { type: 'tool-call-ended', outcome: { type: 'error', code: 'denied' } },
    ]);
  });

  it('an unknown tool names those there are, to the agent; the log says not bound (A2.5, A16.1)', () => {
    const events = decisionOf({ ...write('a'), bindings: [{ tool: 'calculator' }] });
    expect(events).toMatchObject([
      { decision: { type: 'deny', rule: { id: 'default:not-bound' }, reason: 'write_file is not bound to worker' } },
      { outcome: { code: 'unknown-tool', message: 'There is no tool named write_file. The tools are: calculator.' } },
    ]);
  });

  it.each(['invalid-input', 'incomplete', 'too-large'] as const)(
    'a call that can’t be run (%s) ends, undecided',
    (code) => {
      const fault = { code, message: 'why' };
      expect(decisionOf({ ...write('a'), call: { fault } })).toEqual([
        {
          type: 'tool-call-ended',
          callId: 'call-1',
          outcome: { type: 'error', code, message: 'why', truncated: false },
          labels: [],
          ms: 0,
        },
      ]);
    },
  );

  it('an allowed call has its warrant, with the grants it rests on', () => {
    const more = [
      grantOf('g', { permission: { kind: 'file', folder: 'folder-work', path: '**', verbs: ['write'] }, uses: 3 }),
    ];
    expect(decisionOf({ ...write('a'), more })).toMatchObject([
      {
        decision: {
          type: 'allow',
          rule: { id: 'g' },
          warrant: {
            call: { tool: 'write_file' },
            grants: ['accepted-agent-1-1-tool-write_file', 'accepted-agent-1-1-write-folder-work', 'g'],
          },
        },
      },
      { type: 'grant-used', grant: 'g', callId: 'call-1' },
    ]);
  });

  it('an answer to what has changed since closes the card as stale, and asks anew (A17.9)', () => {
    const { state, ...input } = policyInput(write('a'));
    const [asked] = decideToolCall(state, input);
    if (asked?.type !== 'approval-requested') throw new Error('a write asks');
    const response = {
      approvalId: asked.approval.id,
      answer: { type: 'allow' as const },
      by: 'you',
      hash: 'f'.repeat(64),
    };
    const answered = { ...state, status: 'answered' as const, approval: asked.approval, response };
    expect(decideToolCall(answered, input)).toEqual([
      {
        type: 'approval-closed',
        approvalId: asked.approval.id,
        reason: 'stale',
        detail: 'what would run is not what the card showed',
      },
    ]);
    const agreed = { ...answered, response: { ...response, hash: asked.approval.hash } };
    expect(decideToolCall(agreed, input)).toMatchObject([
      { type: 'tool-call-decided', decision: { type: 'allow', warrant: { approval: asked.approval.id } } },
    ]);
  });

  it('an allowed card does not help where a rule denies meanwhile', () => {
    const { state, ...input } = policyInput(write('a'));
    const [asked] = decideToolCall(state, input);
    if (asked?.type !== 'approval-requested') throw new Error('a write asks');
    const { approval } = asked;
    const response = { approvalId: approval.id, answer: { type: 'allow' as const }, by: 'you', hash: approval.hash };
    const permission = { kind: 'file' as const, folder: '*' as const, path: '**', verbs: ['write' as const] };
    const grants = new GrantSet([...input.grants, grantOf('no', { type: 'deny', permission })]);
    expect(decideToolCall({ ...state, status: 'answered', approval, response }, { ...input, grants })).toMatchObject([
      { decision: { type: 'deny', rule: { id: 'no' } } },
      { outcome: { code: 'denied' } },
    ]);
  });
});
