import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useConnection } from '../../stores/connection-store.ts';
import { useOverview } from '../../stores/overview-store.ts';
import { useToasts } from '../../stores/toast-store.ts';
import { sampleApproval, sampleOffer } from '../../testing/sample-approval.ts';
import { useApproval } from './use-approval.ts';

const host = vi.hoisted(() => ({ opens: 0, answers: [] as { nonce: string }[], revoked: [] as unknown[] }));
vi.mock('../../client/client.ts', () => ({
  failureWords: String,
  client: {
    approval: {
      open: async () => {
        host.opens += 1;
        return { item: { type: 'approval', approval: sampleApproval({}) }, nonce: `nonce-${host.opens}`, armsAt: 0 };
      },
      answer: async (given: { nonce: string }) => {
        host.answers.push(given);
        return { run: 'run-1', granted: 'ledger-check may write in `ledger`.', alsoAnswered: 3 };
      },
    },
    grant: {
      revoke: async (given: unknown) => {
        host.revoked.push(given);
        return { sentence: 'ledger-check may write in ledger.' };
      },
    },
  },
}));

const setStatus = (status: 'connected' | 'reconnecting') => act(async () => useConnection.getState().set(status));

afterEach(() => {
  cleanup();
  host.opens = 0;
  host.answers.length = 0;
  host.revoked.length = 0;
  useOverview.setState({ inbox: [] });
  useToasts.setState({ toasts: [] });
});

it('opens the request anew when the connection comes back, and answers with the new host’s nonce (E16, H5)', async () => {
  await setStatus('connected');
  const { result } = renderHook(() => useApproval('approval-1'));
  await act(async () => {});
  expect(result.current.opened).toMatchObject({ state: 'open', nonce: 'nonce-1' });
  await setStatus('reconnecting');
  expect(result.current.opened.state).toBe('opening');
  await setStatus('connected');
  expect(result.current.opened).toMatchObject({ state: 'open', nonce: 'nonce-2' });
  await act(async () => result.current.answer({ answer: { type: 'allow' } }));
  expect(host.answers.map(({ nonce }) => nonce)).toEqual(['nonce-2']);
});

it('tells how many other questions a grant answered too, and takes the grant back by Undo', async () => {
  await setStatus('connected');
  const { result } = renderHook(() => useApproval('approval-1'));
  await act(async () => {});
  await act(async () => result.current.answer({ answer: { type: 'allow', reach: 'folder', times: 3 } }));
  const [toast] = useToasts.getState().toasts;
  expect(toast?.detail).toBe('ledger-check may write in ledger. It answered 3 other questions too.');
  await act(async () => toast?.action?.onPress());
  expect(host.revoked).toEqual([{ id: 'grant-folder', run: 'run-1' }]);
});

it('opens the request anew when the Inbox offers otherwise, once, and not when other things there change', async () => {
  await setStatus('connected');
  const list = (...reaches: ('folder' | 'always')[]) =>
    act(async () =>
      useOverview.setState({
        inbox: [
          {
            type: 'approval',
            run: 'run-1',
            runTitle: 'Ledger',
            agent: 'ledger-check',
            at: 0,
            approval: sampleApproval({}, { offers: reaches.map((reach) => sampleOffer(reach, `May by ${reach}.`)) }),
          },
        ],
      }),
    );
  await list('folder', 'always');
  const { result } = renderHook(() => useApproval('approval-1'));
  await act(async () => {});
  await list('folder', 'always');
  expect(host.opens).toBe(1);
  await list('folder');
  expect(result.current.opened).toMatchObject({ state: 'open', nonce: 'nonce-2' });
});
