import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useConnection } from '../../stores/connection-store.ts';
import { sampleApproval } from '../../testing/sample-approval.ts';
import { useApproval } from './use-approval.ts';

const host = vi.hoisted(() => ({ opens: 0, answers: [] as { nonce: string }[] }));
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
        return { run: 'run-1' };
      },
    },
  },
}));

const setStatus = (status: 'connected' | 'reconnecting') => act(async () => useConnection.getState().set(status));

afterEach(() => {
  cleanup();
  host.opens = 0;
  host.answers.length = 0;
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
