import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AgentFile } from '#contract/agent-file';
import type { Json } from '#contract/ids';
import type { Tool } from '#contract/tool';
import type { Problem, Sheet } from '#contract/views';
import { TooltipProvider } from '../../components/tooltip.tsx';
import { useOverview } from '../../stores/overview-store.ts';
import { Builder } from './builder.tsx';
import { useBuilderPlace } from './builder-store.ts';
import { nameProblem, type SavedAgent } from './use-builder.ts';

// Generous, so that a busy machine says nothing about the page.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const host = vi.hoisted(() => ({
  check: vi.fn(),
  save: vi.fn(),
  show: vi.fn(),
  folderCheck: vi.fn(),
  tools: vi.fn(),
  start: vi.fn(),
}));

vi.mock('../../client/client.ts', () => ({
  client: {
    agent: { check: host.check, save: host.save, show: host.show },
    folder: { check: host.folderCheck, browse: vi.fn() },
    tool: { list: host.tools },
    model: { list: async () => [], probe: vi.fn() },
    run: { start: host.start },
  },
  failureWords: (error: unknown) => (error instanceof Error ? error.message : 'lost'),
}));

const tool = (name: string, change: 'read' | 'write'): Tool => ({
  name,
  version: '1',
  description: name,
  runtime: { type: 'host' },
  commands: [
    {
      path: [],
      description: '',
      input: {},
      output: {},
      effect: { change, where: 'local', repeat: 'safe' },
      files: [{ field: 'path', verbs: [change] }],
      runsCode: false,
      outside: false,
    },
  ],
});

const sheetOf = (file: AgentFile): Sheet => ({
  without: file.folders.map(({ path }) => ({ text: 'read files in', code: path })),
  asking: file.folders
    .filter(({ access }) => access === 'write')
    .map(({ path }) => ({ text: 'write files in', code: path })),
  never: [{ text: 'reach the network' }],
  most: [{ text: `${file.limits.steps} steps` }],
});

const textOf = (file: AgentFile): string => `${JSON.stringify(file, null, 2)}\n`;

/** A host that checks like the contract: its faults by pointer, its sheet from the file. */
function checkLikeHost({ file }: { file: Json }): { problems: Problem[]; text: string; sheet?: Sheet } {
  const parsed = AgentFile.safeParse(file);
  if (parsed.success) return { problems: [], text: textOf(parsed.data), sheet: sheetOf(parsed.data) };
  const problems = parsed.error.issues.map((issue) => ({ path: `/${issue.path.join('/')}`, message: issue.message }));
  return { problems, text: '' };
}

function savedAgent(part: object, revision: number): SavedAgent {
  const file = AgentFile.parse({ name: 'papers', tools: [{ tool: 'read_file' }], ...part });
  return {
    file,
    text: textOf(file),
    path: '/data/agents/papers.agent.json',
    sheet: sheetOf(file),
    agent: {
      id: 'a1',
      revision,
      name: file.name,
      description: '',
      instructions: '',
      model: { provider: 'demo', model: 'demo' },
      protocol: 'auto',
      bindings: [],
      folders: [],
      guardrails: [],
      memory: false,
      unattended: 'park',
      limits: file.limits,
      accepted: true,
    },
  };
}

function show(loaded: SavedAgent | undefined): void {
  useBuilderPlace.setState({ agent: loaded?.agent.name ?? 'new', step: 'purpose', proposed: [], browse: false });
  render(
    <TooltipProvider>
      <Builder loaded={loaded} />
    </TooltipProvider>,
  );
}

const step = (name: string) => within(screen.getByRole('navigation', { name: 'Steps' })).getByRole('button', { name });

beforeEach(() => {
  vi.clearAllMocks();
  host.check.mockImplementation(async (input: { file: Json }) => checkLikeHost(input));
  host.tools.mockResolvedValue([tool('read_file', 'read'), tool('write_file', 'write')]);
  host.folderCheck.mockImplementation(async ({ path }: { path: string }) => ({
    path,
    ok: path !== '/gone',
    message: path === '/gone' ? 'The folder /gone does not exist.' : '',
    files: 2,
    bytes: 11,
    counted: true,
  }));
  location.hash = '#/agents/new';
  useOverview.setState({ agents: [], runs: [], inbox: [], fault: undefined });
});
afterEach(cleanup);

it('does not save an agent without a name, and says so at the field and the step', async () => {
  show(undefined);
  fireEvent.change(screen.getByRole('textbox', { name: 'Description' }), { target: { value: 'Lists papers' } });
  fireEvent.click(screen.getByRole('button', { name: /Save agent/ }));
  expect(await screen.findByText('Give it a name before saving.')).toBeTruthy();
  expect(host.save).not.toHaveBeenCalled();
});

it('names a bad name at once, at its field and at its step', async () => {
  show(undefined);
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Paper List' } });
  expect((await screen.findByRole('alert')).textContent).toContain('lower-case words');
  expect(step('1 Purpose 1 error')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true');
});

it('shows the sheet of the draft from the host’s check, 150 ms after it last changed', async () => {
  show(undefined);
  const name = screen.getByRole('textbox', { name: 'Name' });
  for (const value of ['p', 'pa', 'papers']) fireEvent.change(name, { target: { value } });
  expect(await screen.findByText('reach the network')).toBeTruthy();
  expect(host.check.mock.calls.map(([input]) => input.file.name)).toEqual(['papers']);
});

it('marks changed lines of the sheet and says that the draft is wider', async () => {
  show(savedAgent({ folders: [{ path: '/papers' }] }, 4));
  fireEvent.click(step('4 Folders 1'));
  fireEvent.click(await within(screen.getByLabelText('Write')).findByText('Ask'));
  const marked = await waitFor(() => {
    const found = document.querySelector('mark');
    if (!found) throw new Error('nothing is marked yet');
    return found;
  });
  expect(marked.textContent).toBe('write files in /papers');
  expect(screen.getAllByText('Write: deny is now ask. Wider than revision 4.').length).toBeGreaterThan(0);
  expect(host.folderCheck).toHaveBeenCalledWith({ path: '/papers', access: 'write' });
});

it('shows a folder that can’t be used in its card and turns the step wrong', async () => {
  show(savedAgent({ folders: [{ path: '/gone' }] }, 1));
  fireEvent.click(step('4 Folders 1'));
  expect(await screen.findByText('The folder /gone does not exist.')).toBeTruthy();
  expect(step('4 Folders 1 error')).toBeTruthy();
});

it('takes a dropped folder read only', async () => {
  show(savedAgent({}, 1));
  useBuilderPlace.setState({ proposed: ['/dropped'] });
  await waitFor(() => expect(host.folderCheck).toHaveBeenCalledWith({ path: '/dropped', access: 'read' }));
  expect(useBuilderPlace.getState().proposed).toEqual([]);
});

it('asks the system for a folder where there is a window, and takes it read only', async () => {
  const pickFolder = vi.fn(async () => '/picked');
  window.warrant = { connect: vi.fn(), pickFolder, tellWaiting: vi.fn(), pathOf: () => undefined };
  try {
    show(savedAgent({}, 1));
    fireEvent.click(step('4 Folders None'));
    fireEvent.click(await screen.findByRole('button', { name: /Add a folder/ }));
    await waitFor(() => expect(host.folderCheck).toHaveBeenCalledWith({ path: '/picked', access: 'read' }));
    expect(pickFolder).toHaveBeenCalledTimes(1);
  } finally {
    delete window.warrant;
  }
});

it('says what is wrong with a name before the host is asked', () => {
  expect(nameProblem('papers', undefined, ['other'])).toBeUndefined();
  expect(nameProblem('papers', 'papers', ['papers'])).toBeUndefined();
  expect(nameProblem('papers', undefined, ['papers'])).toContain('already');
  expect(nameProblem('new', undefined, [])).toContain('taken by this page');
  expect(nameProblem('Papers', undefined, [])).toContain('lower-case');
  expect(nameProblem('', undefined, [])).toBeUndefined();
});

it('saves the file with Ctrl S as the next revision of the agent it was', async () => {
  show(savedAgent({}, 1));
  fireEvent.change(screen.getByRole('textbox', { name: 'Description' }), { target: { value: 'Lists papers' } });
  const next = savedAgent({ description: 'Lists papers' }, 2);
  host.save.mockResolvedValue({ agent: next.agent, path: next.path });
  host.show.mockResolvedValue(next);
  fireEvent.keyDown(window, { key: 's', ctrlKey: true });
  await waitFor(() => expect(host.save).toHaveBeenCalledTimes(1));
  expect(host.save.mock.calls[0]?.[0]).toMatchObject({
    file: { name: 'papers', description: 'Lists papers', tools: [{ tool: 'read_file' }] },
    base: '/data/agents',
    replaces: 'papers',
  });
  expect(await screen.findByText('Revision 2')).toBeTruthy();
});

it('shows at the field what the host finds wrong when saving, and saves nothing', async () => {
  show(savedAgent({}, 1));
  fireEvent.click(step('7 Limits done'));
  fireEvent.change(screen.getByRole('textbox', { name: 'Steps' }), { target: { value: '0' } });
  fireEvent.keyDown(window, { key: 's', ctrlKey: true });
  expect(await screen.findByText('Nothing was saved. Mend what is marked first.')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Steps' }).getAttribute('aria-invalid')).toBe('true');
  expect(host.save).not.toHaveBeenCalled();
});

it('leads from a save that failed to the field that is wrong, and says that the page is of an earlier draft', async () => {
  show(savedAgent({}, 1));
  await screen.findByText('15 steps');
  fireEvent.click(step('7 Limits done'));
  fireEvent.change(screen.getByRole('textbox', { name: 'Steps' }), { target: { value: '-3' } });
  expect(await screen.findByText(/^Not of this draft/)).toBeTruthy();
  expect(screen.getAllByText(/^Steps: no number yet/)).not.toEqual([]);
  fireEvent.click(step('1 Purpose done'));
  fireEvent.keyDown(window, { key: 's', ctrlKey: true });
  const field = await screen.findByRole('textbox', { name: 'Steps' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(screen.getByText('Nothing was saved. Mend what is marked first.')).toBeTruthy();
});

it('saves first when a draft is run, then starts the run', async () => {
  show(undefined);
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'papers' } });
  fireEvent.click(step('9 Test run Due'));
  fireEvent.change(screen.getByRole('textbox', { name: 'What should it do?' }), { target: { value: 'List them' } });
  const saved = savedAgent({}, 1);
  host.save.mockResolvedValue({ agent: saved.agent, path: saved.path });
  host.show.mockResolvedValue(saved);
  host.start.mockResolvedValue({ run: 'r1' });
  fireEvent.click(screen.getByRole('button', { name: 'Save and run' }));
  await waitFor(() => expect(location.hash).toBe('#/runs/r1'));
  expect(host.save).toHaveBeenCalledTimes(1);
  expect(host.start.mock.calls[0]?.[0]).toMatchObject({ agent: { name: 'papers' }, text: 'List them' });
});

it('asks before changes are lost, and leaves when they are discarded', async () => {
  location.hash = '#/agents/papers';
  show(savedAgent({}, 3));
  fireEvent.change(screen.getByRole('textbox', { name: 'Description' }), { target: { value: 'Other' } });
  location.hash = '#/';
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  expect(location.hash).toBe('#/agents/papers');
  expect(within(dialog).getByText('Revision 3 of papers stays as it is.')).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(location.hash).toBe('#/'));
});
