import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Approval } from '#contract/approval';
import { TooltipProvider } from '../../components/tooltip.tsx';
import { useConnection } from '../../stores/connection-store.ts';
import { useToasts } from '../../stores/toast-store.ts';
import { sampleApproval, sampleOffer } from '../../testing/sample-approval.ts';
import { alikeTo } from './alike.ts';
import { AlikeCard } from './alike-card.tsx';
import { ARMING_MS } from './use-arming.ts';

const host = vi.hoisted(() => ({
  records: new Map<string, unknown>(),
  refuse: new Set<string>(),
  answers: [] as { id: string; nonce: string; hash: string; answer: { type: string } }[],
}));
vi.mock('../../client/client.ts', () => ({
  failureWords: (error: unknown) => (error instanceof Error ? error.message : String(error)),
  client: {
    approval: {
      open: async ({ id }: { id: string }) => ({
        item: { type: 'approval', approval: host.records.get(id) },
        nonce: `nonce of ${id}`,
        armsAt: 0,
      }),
      answer: async (given: { id: string; nonce: string; hash: string; answer: { type: string } }) => {
        if (host.refuse.has(given.id)) throw new Error('It changed meanwhile.');
        host.answers.push(given);
        return { run: 'run-1' };
      },
    },
  },
}));

function request(name: string, part: Partial<Approval> = {}): Approval {
  const input = { path: `/folders/ledger/${name}`, content: name };
  const approval = sampleApproval(input, {
    id: name,
    call: { id: name, tool: 'write_file', command: [], input },
    hash: `hash of ${name}`,
    title: { text: 'Write a new file,', object: name },
    effects: [
      { kind: 'place', text: `/folders/ledger/${name}` },
      { kind: 'change', text: `New file, ${name.length} letters` },
      { kind: 'stays', text: 'Stays on this computer' },
    ],
    ...part,
  });
  host.records.set(name, approval);
  return approval;
}

beforeEach(() => {
  vi.useFakeTimers();
  useConnection.getState().set('connected');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  host.records.clear();
  host.refuse.clear();
  host.answers.length = 0;
  useToasts.setState({ toasts: [] });
});

describe('alikeTo', () => {
  const first = request('a.md');
  const elsewhere = sampleOffer('folder', 'May write elsewhere.');
  const others: readonly (readonly [string, Approval])[] = [
    ['another tool', request('1', { call: { ...first.call, id: '1', tool: 'edit_file' } })],
    ['another rule', request('2', { rule: { ...first.rule, id: 'rule-2' } })],
    [
      'another folder',
      request('3', {
        offers: [
          {
            ...elsewhere,
            grant: {
              ...elsewhere.grant,
              permission: { kind: 'file', folder: 'folder-2', path: '**', verbs: ['write'] },
            },
          },
        ],
      }),
    ],
    ['one that no grant may cover', request('4', { offers: [] })],
    ['one with text from outside', request('5', { labels: [{ origin: 'outside', callId: 'x' }] })],
    ['staged files', request('6', { purpose: 'apply-changes' })],
    ['an unknown outcome', request('7', { purpose: 'reconcile' })],
    [
      'one longer than a screen',
      request('8', { call: { ...first.call, id: '8', input: { content: 'x\n'.repeat(50) } } }),
    ],
    ['one that mixes alphabets', request('9', { call: { ...first.call, id: '9', input: { content: 'p\u0430ypal' } } })],
  ];

  it.each(others)('leaves out %s', (_, other) => {
    const second = request('b.md');
    expect(alikeTo(first, [first, other, second])).toEqual({ together: [first, second], alone: [other] });
    expect(alikeTo(first, [first, other])).toBeUndefined();
  });
});

describe('AlikeCard', () => {
  const draw = async (approvals: readonly Approval[], alone: readonly Approval[] = []) => {
    const onClose = vi.fn();
    const view = render(
      <TooltipProvider>
        <AlikeCard approvals={approvals} alone={alone} folder="ledger" onClose={onClose} />
      </TooltipProvider>,
    );
    await act(async () => {});
    return { ...view, onClose, allow: () => view.getByRole('button', { name: /^Allow 3 writes/ }) };
  };
  const three = () => ['a.md', 'b.md', 'c.md'].map((name) => request(name));

  it('answers each with its own nonce and hash, once, however often it is pressed (B7, H1, H4)', async () => {
    const { allow, onClose } = await draw(three());
    fireEvent.click(allow());
    expect(host.answers).toEqual([]);
    act(() => vi.advanceTimersByTime(ARMING_MS));
    fireEvent.click(allow());
    fireEvent.click(allow());
    await act(async () => {});
    expect(host.answers).toEqual(
      ['a.md', 'b.md', 'c.md'].map((id) => ({
        id,
        nonce: `nonce of ${id}`,
        hash: `hash of ${id}`,
        answer: { type: 'allow' },
      })),
    );
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('shows every request with its bytes, what all do alike, and names what is left out (H8)', async () => {
    const { container, getByRole } = await draw(three(), [
      request('old.md', { title: { text: 'Delete', object: 'old.md' } }),
    ]);
    for (const words of ['3 calls of write_file, in ledger', 'Stays on this computer', 'Answered alone: Delete old.md'])
      expect(container.textContent).toContain(words);
    fireEvent.click(getByRole('button', { name: /b\.md/ }));
    expect(container.querySelector('pre')?.textContent).toContain('path: /folders/ledger/b.md');
  });

  it('says how many were not taken and goes on with the rest', async () => {
    host.refuse.add('b.md');
    const { allow } = await draw(three());
    act(() => vi.advanceTimersByTime(ARMING_MS));
    fireEvent.click(allow());
    await act(async () => {});
    expect(host.answers.map(({ id }) => id)).toEqual(['a.md', 'c.md']);
    expect(useToasts.getState().toasts.map(({ title, detail }) => [title, detail])).toEqual([
      ['Allowed 2 writes', undefined],
      ['1 answer was not taken', 'It changed meanwhile.'],
    ]);
  });

  it('Enter alone allows nothing, Ctrl Enter does once it is armed', async () => {
    const { getByRole, allow } = await draw(three());
    act(() => vi.advanceTimersByTime(ARMING_MS));
    expect(fireEvent.keyDown(allow(), { key: 'Enter' })).toBe(false);
    await act(async () => {});
    expect(host.answers).toEqual([]);
    fireEvent.keyDown(getByRole('region'), { key: 'Enter', ctrlKey: true });
    await act(async () => {});
    expect(host.answers).toHaveLength(3);
  });

  it('closes where fewer than two still wait', async () => {
    const { onClose } = await draw([request('a.md')]);
    expect(onClose).toHaveBeenCalled();
  });
});
