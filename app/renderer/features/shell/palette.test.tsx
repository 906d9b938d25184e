import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setView } from '../../stores/view-store.ts';
import { Palette } from './palette.tsx';

const list = vi.hoisted(() => vi.fn());
vi.mock('../../client/client.ts', () => ({ client: { fact: { list } }, failureWords: () => 'lost' }));

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollIntoView = () => undefined;
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  setView({ overlay: undefined });
  location.hash = '';
});

it('lists the facts that have the words, and opens the one that is chosen', async () => {
  const fact = { id: 'F3', claim: 'Area 401.6 km²', payloadHash: 'a'.repeat(64), at: { pointer: '' }, sources: [] };
  list.mockResolvedValue({ rows: [{ run: 'run-1', runTitle: 'City', agent: 'a', fact, seq: 3 }], total: 1 });
  setView({ overlay: 'palette' });
  render(<Palette />);
  const field = await screen.findByRole('combobox');
  fireEvent.change(field, { target: { value: 'A' } });
  fireEvent.change(field, { target: { value: 'area' } });
  await screen.findByText('F3, City');
  expect(list.mock.calls).toEqual([[{ query: 'area', limit: 8 }]]);
  fireEvent.click(screen.getByText(/Area 401/));
  await waitFor(() => expect(location.hash).toBe('#/facts/run-1/F3'));
});
