import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PolicyRow, WhatIf } from '#contract/views';
import { ToastStack } from '../../components/toast.tsx';
import { TooltipProvider } from '../../components/tooltip.tsx';
import { useOverview } from '../../stores/overview-store.ts';
import { useToasts } from '../../stores/toast-store.ts';
import { sampleChanged, sampleDefault, sampleGrant, sampleRow, sampleWhatIf } from '../../testing/sample-rules.ts';
import { PolicyPage } from './policy-page.tsx';
import { setEdit } from './policy-store.ts';
import { emptyForm } from './rule-form.ts';

configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const host = vi.hoisted(() => ({
  list: vi.fn(),
  whatIf: vi.fn(),
  preview: vi.fn(),
  add: vi.fn(),
  revoke: vi.fn(),
  restore: vi.fn(),
  explain: vi.fn(),
  setting: vi.fn(),
}));

vi.mock('../../client/client.ts', () => ({
  client: {
    policy: { list: host.list, whatIf: host.whatIf },
    grant: { preview: host.preview, add: host.add, revoke: host.revoke, restore: host.restore },
    explain: { call: host.explain },
    setting: { list: async () => ({ 'approvals.always': true }), set: host.setting },
    tool: {
      list: async () => [
        {
          name: 'write_file',
          version: '1',
          description: '',
          runtime: { type: 'host' },
          commands: [
            {
              path: [],
              description: '',
              input: { required: ['path', 'content'], properties: { path: {}, content: {} } },
              output: {},
              effect: { change: 'write', where: 'local', repeat: 'safe' },
              files: [{ field: 'path', verbs: ['write'] }],
              runsCode: false,
              outside: false,
            },
          ],
        },
      ],
    },
    agent: {
      show: async () => ({
        agent: {
          folders: [{ id: 'folder-1', name: 'ledger', path: '/ledger' }],
          bindings: [{ tool: 'write_file' }],
        },
      }),
    },
  },
  failureWords: (error: unknown) => (error instanceof Error ? error.message : 'lost'),
}));

const writes = sampleRow(
  sampleGrant({
    id: 'accepted-agent-1-2-write-folder-1',
    standing: false,
    sentence: 'sample may write files in ledger.',
    source: 'Agent sample, accepted by you',
  }),
  { decision: 'ask', hits: 16 },
);
const mine = sampleRow(sampleGrant({ type: 'deny', sentence: 'sample may not write `ledger/old`.' }), { hits: 2 });
const effects = sampleDefault('effects', 'Every other write or effect asks.', { hits: 9 });
const rows: PolicyRow[] = [writes, effects, mine];
const allowed = sampleGrant({ id: 'grant-9' });

async function* found(...parts: WhatIf[]) {
  yield* parts;
}

/** A look that stays on its way until it is stopped. */
async function* unending(part: WhatIf, signal: AbortSignal) {
  yield part;
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
}

async function show(rule?: string) {
  location.hash = '#/policy/sample';
  render(
    <TooltipProvider>
      <PolicyPage agent="sample" rule={rule} />
      <ToastStack toasts={[]} onGone={() => undefined} />
    </TooltipProvider>,
  );
  await screen.findByRole('grid', { name: 'Rules' });
}

const row = (name: RegExp) => screen.getByRole('row', { name });
const pane = () => within(screen.getByRole('complementary', { name: 'What if, on history' }));
const lastToast = () => useToasts.getState().toasts.at(-1);

async function allowWrites(): Promise<void> {
  fireEvent.click(row(/may write files/));
  fireEvent.click(pane().getByRole('radio', { name: 'Allow' }));
  await screen.findByText('If this rule had been in force');
}

beforeEach(() => {
  vi.clearAllMocks();
  host.list.mockImplementation(async () => [...rows]);
  host.preview.mockResolvedValue(allowed);
  host.add.mockResolvedValue(allowed);
  host.revoke.mockResolvedValue({ sentence: mine.sentence });
  host.restore.mockResolvedValue(mine.grant);
  host.whatIf.mockImplementation(async () => found(sampleWhatIf({ unchanged: 1 })));
  setEdit(undefined, undefined);
  useToasts.setState({ toasts: [] });
  useOverview.setState({ agents: [], runs: [], inbox: [], fault: undefined });
});
afterEach(cleanup);

it('opens the what-if at once when a decision is changed: the change marked, figures, a warning, then the calls', async () => {
  const calls = [sampleChanged('no', { answer: 'deny' }), ...['a', 'b', 'c', 'd'].map((id) => sampleChanged(id))];
  host.whatIf.mockImplementation(async () =>
    found(
      sampleWhatIf({ nowAllowed: 3 }, [], false),
      sampleWhatIf({ nowAllowed: 5, deniedWouldRun: 1, unchanged: 2035 }, calls),
    ),
  );
  await show();
  await allowWrites();
  expect((await screen.findByText('without asking')).closest('ins')).toBeTruthy();
  expect(await screen.findByText('5 no longer ask, 1 you had denied, 2,035 unchanged')).toBeTruthy();
  expect(screen.getByText('1 call you denied would now run. Look at it before you apply.')).toBeTruthy();
  const table = within(screen.getByRole('table', { name: 'Changed calls' }));
  expect(table.getAllByRole('row')).toHaveLength(5);
  expect(table.getAllByRole('row')[1]?.textContent).toContain('You denied');
  fireEvent.click(screen.getByRole('button', { name: 'Show 1 more' }));
  expect(table.getAllByRole('row')).toHaveLength(6);
  expect(screen.getByText('for sample, 1 change not applied')).toBeTruthy();
  expect(host.whatIf.mock.calls[0]?.[0]).toMatchObject({ agent: 'sample', add: [{ type: 'allow' }], revoke: [] });
});

it('says how far a look is, stops it, and looks again', async () => {
  host.whatIf.mockImplementation(async (_: unknown, { signal }: { signal: AbortSignal }) =>
    unending(sampleWhatIf({ nowAllowed: 3 }, [], false), signal),
  );
  await show();
  await allowWrites();
  expect(await screen.findByText('Looking: 20 of 40 runs')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('Stopped after 20 of 40 runs. The figures cover those.')).toBeTruthy();
  expect(host.whatIf.mock.calls[0]?.[1]?.signal.aborted).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Look again' }));
  await waitFor(() => expect(host.whatIf).toHaveBeenCalledTimes(2));
});

it('applies a change as a new rule and takes away the one that would win over it; the toast undoes both', async () => {
  await show();
  fireEvent.click(row(/may not write/));
  fireEvent.click(pane().getByRole('radio', { name: 'Allow' }));
  await screen.findByText('If this rule had been in force');
  fireEvent.click(screen.getByRole('button', { name: 'Apply rule' }));
  await waitFor(() => expect(lastToast()?.title).toBe('The rule is in force'));
  expect(host.add.mock.calls).toEqual([[{ agent: 'sample', type: 'allow', permission: mine.grant?.permission }]]);
  expect(host.revoke.mock.calls).toEqual([[{ id: 'grant-1' }]]);
  expect(screen.getByText('for sample')).toBeTruthy();
  lastToast()?.action?.onPress();
  await waitFor(() => expect(lastToast()?.title).toBe('The rule is gone again'));
  expect(host.restore.mock.calls).toEqual([[{ id: 'grant-1' }]]);
  expect(host.revoke.mock.calls.at(-1)).toEqual([{ id: 'grant-9' }]);
});

it('changes the decision again while the what-if is open, and takes the change back with the one it has', async () => {
  await show();
  await allowWrites();
  expect(document.activeElement).toBe(await pane().findByRole('radio', { name: 'Allow' }));
  fireEvent.click(pane().getByRole('radio', { name: 'Deny' }));
  await waitFor(() => expect(host.whatIf.mock.calls.at(-1)?.[0]).toMatchObject({ add: [{ type: 'deny' }] }));
  fireEvent.click(pane().getByRole('radio', { name: 'Ask' }));
  await waitFor(() => expect(screen.queryByText('If this rule had been in force')).toBeNull());
  expect(pane().getByRole('radio', { name: 'Ask' }).getAttribute('aria-checked')).toBe('true');
});

it('goes to the row of a rule that was applied, chosen and focused', async () => {
  await show();
  await allowWrites();
  host.list.mockImplementation(async () => [...rows, sampleRow(allowed, { hits: 0 })]);
  await screen.findByText('without asking');
  fireEvent.click(screen.getByRole('button', { name: 'Apply rule' }));
  const added = await screen.findByRole('row', { name: /without asking/ });
  await waitFor(() => expect(document.activeElement).toBe(added));
  expect(added.getAttribute('aria-selected')).toBe('true');
});

it('keeps the change and says why where the host refuses it', async () => {
  host.add.mockRejectedValue(new Error('sample may only read ledger.'));
  await show();
  await allowWrites();
  await screen.findByText('without asking');
  fireEvent.click(screen.getByRole('button', { name: 'Apply rule' }));
  expect((await screen.findByRole('alert')).textContent).toContain('sample may only read ledger.');
  expect(screen.getByText('for sample, 1 change not applied')).toBeTruthy();
});

it('revokes at once, and puts it back from the toast', async () => {
  await show();
  fireEvent.click(row(/may not write/));
  fireEvent.click(pane().getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(lastToast()?.title).toBe('Revoked'));
  expect(lastToast()?.detail).toBe('sample may not write ledger/old. Gone at the next decision.');
  lastToast()?.action?.onPress();
  await waitFor(() => expect(host.restore).toHaveBeenCalledWith({ id: 'grant-1' }));
});

it('says why a default can’t be changed, and offers nothing for it', async () => {
  await show();
  expect(within(row(/Every other write/)).queryByRole('button')).toBeNull();
  fireEvent.click(row(/Every other write/));
  expect(pane().getByText(/can’t be changed or revoked/)).toBeTruthy();
  expect(pane().queryByRole('button', { name: 'Revoke' })).toBeNull();
});

it('goes through the rules with J, K and the arrows, to the test box with T and to the rule with Enter or W', async () => {
  await show();
  const first = row(/may write files/);
  first.focus();
  fireEvent.keyDown(first, { key: 'j' });
  expect(document.activeElement).toBe(row(/Every other write/));
  fireEvent.keyDown(row(/Every other write/), { key: 'ArrowDown' });
  fireEvent.keyDown(row(/may not write/), { key: 'ArrowDown' });
  expect(document.activeElement).toBe(row(/may not write/));
  fireEvent.keyDown(row(/may not write/), { key: 'Enter' });
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('What if, on history'));
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 't' });
  const field = screen.getByRole('textbox', { name: 'Arguments, or a whole call as JSON' });
  expect(document.activeElement).toBe(field);
  fireEvent.keyDown(field, { key: 'w' });
  expect(document.activeElement).toBe(field);
  first.focus();
  fireEvent.keyDown(first, { key: 'w' });
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('What if, on history'));
});

it('answers a test in the words of explain, and anew when the rules are others', async () => {
  host.explain.mockResolvedValue({
    decision: 'deny',
    reason: '/folders/ledger/old: sample may not write `ledger/old`.',
    rule: { id: 'grant-1', sentence: 'sample may not write `ledger/old`.', source: 'You' },
    steps: [
      { text: 'write_file is bound to sample', source: 'Agent' },
      { text: 'denied by your rule', source: 'You' },
    ],
  });
  await show();
  await screen.findByRole('combobox', { name: 'Tool of the call' });
  const field = screen.getByRole('textbox', { name: 'Arguments, or a whole call as JSON' });
  fireEvent.change(field, { target: { value: 'old' } });
  fireEvent.click(screen.getByRole('button', { name: 'Test' }));
  expect((await screen.findByText('Denied.')).parentElement?.textContent).toBe(
    'Denied. It is about /folders/ledger/old. Rule: “sample may not write ledger/old.”',
  );
  const steps = within(screen.getByRole('list', { name: 'How it was decided' })).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent)).toEqual([
    '1write_file is bound to sampleAgent',
    '2denied by your ruleYou',
  ]);
  expect(host.explain.mock.calls).toEqual([
    [{ agent: 'sample', tool: 'write_file', command: [], input: { path: 'old', content: '' } }],
  ]);
  useOverview.setState({ agents: [] });
  await waitFor(() => expect(host.explain).toHaveBeenCalledTimes(2));
});

it('asks before a change is lost, but lets a past call be looked at meanwhile', async () => {
  await show();
  await allowWrites();
  location.hash = '#/inbox';
  const dialog = await screen.findByRole('dialog', { name: 'Leave without applying?' });
  expect(location.hash).toBe('#/policy/sample');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  cleanup();
  await show();
  expect(await screen.findByText('If this rule had been in force')).toBeTruthy();
  location.hash = '#/inbox';
  fireEvent.click(await screen.findByRole('button', { name: 'Discard the change' }));
  await waitFor(() => expect(location.hash).toBe('#/inbox'));
});

it('makes a new rule from the form: nothing to apply until the host has put it in words', async () => {
  host.preview.mockImplementation(async (draft: { type: string }) => ({
    ...allowed,
    sentence: `sample may ${draft.type} it.`,
  }));
  await show();
  fireEvent.click(screen.getByRole('button', { name: 'New rule' }));
  expect(await screen.findByText('The sentence of the rule stands here once it says what it covers.')).toBeTruthy();
  const apply = () => screen.getByRole('button', { name: 'Apply rule' });
  expect(apply()).toHaveProperty('disabled', true);
  setEdit('sample', {
    type: 'new',
    form: { ...emptyForm('sample'), kind: 'net', host: 'a.example' },
  });
  expect(await screen.findByText('sample may deny it.')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Ask' }));
  expect(await screen.findByText('sample may ask it.')).toBeTruthy();
  fireEvent.click(apply());
  await waitFor(() => expect(host.add).toHaveBeenCalledTimes(1));
  expect(host.add.mock.calls[0]?.[0]).toMatchObject({ type: 'ask', permission: { kind: 'net', host: 'a.example' } });
});

it('says beside Apply what a new rule still lacks, and at the field what is wrong with it', async () => {
  host.preview.mockRejectedValue(new Error('a*.md is no pattern'));
  await show();
  fireEvent.click(screen.getByRole('button', { name: 'New rule' }));
  expect(await screen.findByText('Choose a folder first.')).toBeTruthy();
  setEdit('sample', { type: 'new', form: { ...emptyForm('sample'), folder: 'folder-1', path: 'a*.md' } });
  expect((await screen.findByRole('alert')).textContent).toBe('a*.md is no pattern');
  expect(screen.getByRole('textbox', { name: 'Path in it' }).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('This rule can’t be made')).toBeTruthy();
});

it('switches off that cards offer “always”', async () => {
  await show();
  fireEvent.click(await screen.findByRole('button', { name: '“Always” is offered switch off' }));
  expect(await screen.findByText('“Always” is not offered')).toBeTruthy();
  expect(host.setting.mock.calls).toEqual([[{ key: 'approvals.always', value: false }]]);
});

it('opens at a rule, and says so where that is not in force any more', async () => {
  await show('grant-1');
  expect(row(/may not write/).getAttribute('aria-selected')).toBe('true');
  cleanup();
  await show('grant-gone');
  expect(screen.getByText(/not in force any more/)).toBeTruthy();
});

it('says why the rules can’t be read, and reads them again', async () => {
  host.list.mockRejectedValueOnce(new Error('The log is broken at entry 4.'));
  location.hash = '#/policy/sample';
  render(
    <TooltipProvider>
      <PolicyPage agent="sample" rule={undefined} />
    </TooltipProvider>,
  );
  const note = await screen.findByRole('alert');
  expect(note.textContent).toContain('The log is broken at entry 4.');
  fireEvent.click(within(note).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('grid', { name: 'Rules' })).toBeTruthy();
});
