import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Price } from '#contract/model';
import { readAmount } from './price-form.tsx';
import { PricesSection } from './prices-section.tsx';

// Generous, so that a busy machine says nothing about the page.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const host = vi.hoisted(() => ({ list: vi.fn(), set: vi.fn(), unset: vi.fn() }));
vi.mock('../../client/client.ts', () => ({
  client: { price: host },
  failureWords: (error: unknown) => (error instanceof Error ? error.message : 'lost'),
}));

const listed: Price = {
  model: 'openai/gpt-5.5',
  input: 5,
  output: 30,
  long: { above: 272_000, input: 10, output: 45 },
  source: 'https://developers.openai.com/api/docs/pricing',
  date: '2026-09-13',
  own: false,
};
const own: Price = { ...listed, model: 'x/own', input: 0.125, output: 1, source: 'your own price', own: true };
const here: Price = { ...listed, model: 'ollama/*', input: 0, output: 0, source: 'runs on this computer' };

beforeEach(async () => {
  vi.clearAllMocks();
  host.list.mockResolvedValue([own, listed, here]);
  host.set.mockImplementation(async (price: Price) => ({ ...listed, ...price, own: true }));
  host.unset.mockResolvedValue({ ok: true });
  render(<PricesSection />);
  await screen.findByRole('table');
});
afterEach(cleanup);

const rowOf = (model: string) => screen.getByRole('row', { name: new RegExp(model.replace('*', '\\*')) });

it('shows each price with its source and day, and what costs nothing as nothing', () => {
  expect(rowOf('openai/gpt-5.5').textContent).toContain('Over 272,000 tokens: 10.00 and 45.00');
  expect(rowOf('openai/gpt-5.5').textContent).toMatch(/5\.0030\.00developers\.openai\.com.*2026/);
  expect(rowOf('x/own').textContent).toContain('0.1251.00yours');
  expect(rowOf('ollama/*').textContent).toContain('nothingnothingruns on this computer');
  expect(within(rowOf('ollama/*')).queryByRole('button', { name: /Set own/ })).toBeNull();
});

it('finds a model by a part of its name, and offers to set what is not there', () => {
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'GPT' } });
  expect(screen.getByRole('status').textContent).toBe('1 price');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nobody' } });
  expect(screen.getByText('No price of such a model. You can set one.')).toBeTruthy();
});

it('sets a price of a listed model, and one of a model that is named', async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Set own price of openai/gpt-5.5' }));
  fireEvent.change(screen.getByLabelText('USD for a million tokens read'), { target: { value: '4,5' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(host.set).toHaveBeenCalledWith({ model: 'openai/gpt-5.5', input: 4.5, output: 30 }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Set a price' }));
  fireEvent.change(screen.getByLabelText('Model'), { target: { value: ' a/b ' } });
  fireEvent.change(screen.getByLabelText('USD for a million tokens read'), { target: { value: '1' } });
  fireEvent.change(screen.getByLabelText('USD for a million tokens written'), { target: { value: 'dear' } });
  expect(screen.getByRole('alert').textContent).toContain('This is no amount');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
});

it('removes a price of the person’s own, and says why one was not set', async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Remove your price of x/own' }));
  await waitFor(() => expect(host.unset).toHaveBeenCalledWith({ model: 'x/own' }));
  host.set.mockRejectedValue(new Error('"x" names no model.'));
  fireEvent.click(screen.getByRole('button', { name: 'Set own price of x/own' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe('"x" names no model.');
});

it('reads an amount with a point or a comma, and nothing else', () => {
  expect(['2.50', '2,5', ' 3 ', '.5', '1e3', '-1', '', 'x'].map(readAmount)).toEqual([
    2.5,
    2.5,
    3,
    0.5,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it('names each button by the words that stand on it', async () => {
  await screen.findByRole('button', { name: 'Set own price of openai/gpt-5.5' });
  for (const button of screen.getAllByRole('button')) {
    const label = button.getAttribute('aria-label');
    if (label !== null && button.textContent !== '')
      expect(label.toLowerCase()).toContain((button.textContent ?? '').trim().toLowerCase());
  }
});
