import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ProviderRow } from '#contract/views';
import { isAddress, KeyForm } from './key-form.tsx';

// Generous, so that a busy machine says nothing about the page.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const host = vi.hoisted(() => ({ setKey: vi.fn() }));
vi.mock('../../client/client.ts', () => ({
  client: { model: { setKey: host.setKey, list: async () => [] } },
  failureWords: (error: unknown) => (error instanceof Error ? error.message : 'lost'),
}));

const row: ProviderRow = { provider: 'openai', name: 'OpenAI', key: 'vault', baseUrl: 'https://api.openai.com/v1' };
const done = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  host.setKey.mockResolvedValue({ ok: true });
  render(<KeyForm row={row} onClose={() => undefined} onDone={done} />);
});
afterEach(cleanup);

const key = () => screen.getByLabelText<HTMLInputElement>('Key for OpenAI');
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

it('starts without the key that is set, and forgets the one that was typed', async () => {
  expect(key().value).toBe('');
  expect(key().type).toBe('password');
  fireEvent.change(key(), { target: { value: 'sk-canary' } });
  fireEvent.click(save());
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(host.setKey).toHaveBeenCalledWith({ provider: 'openai', key: 'sk-canary' });
  expect(key().value).toBe('');
  expect(document.body.innerHTML).not.toContain('sk-canary');
});

it('saves nothing that is no address', () => {
  fireEvent.change(screen.getByLabelText('Base URL'), { target: { value: 'javascript:alert(1)' } });
  expect(save().disabled).toBe(true);
  expect(screen.getByRole('alert').textContent).toContain('no address');
});

it('asks before a key is removed', async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Remove key' }));
  expect(host.setKey).not.toHaveBeenCalled();
  const [, confirm] = await screen.findAllByRole('button', { name: 'Remove key', hidden: true });
  if (confirm) fireEvent.click(confirm);
  await waitFor(() => expect(host.setKey).toHaveBeenCalledWith({ provider: 'openai', key: '' }));
});

it('shows why a key was not taken and keeps what was typed', async () => {
  host.setKey.mockRejectedValue(new Error('The vault can’t be read.'));
  fireEvent.change(key(), { target: { value: 'sk-1' } });
  fireEvent.click(save());
  expect((await screen.findByRole('alert')).textContent).toBe('The vault can’t be read.');
  expect(key().value).toBe('sk-1');
});

it('takes http and https addresses alone', () => {
  expect(['https://a.example/v1', 'http://127.0.0.1:11434/v1'].every(isAddress)).toBe(true);
  expect(['', 'a.example', 'file:///etc/passwd', 'javascript:alert(1)'].some(isAddress)).toBe(false);
});
