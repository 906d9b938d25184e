import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Select } from './select.tsx';

afterEach(cleanup);

it('takes the keyboard from the page behind an open list, and names an option by its caption too', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollIntoView = () => undefined;
  const root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
  const options = [{ value: 'a', label: 'One', note: 'today' }];
  render(<Select label="Run" value="a" options={options} onChange={() => undefined} />, { container: root });
  expect(root.hasAttribute('inert')).toBe(false);
  fireEvent.keyDown(screen.getByRole('combobox', { name: 'Run' }), { key: 'Enter' });
  const option = await screen.findByRole('option', { name: /One.*today/ });
  expect(root.hasAttribute('inert')).toBe(true);
  fireEvent.keyDown(option, { key: 'Escape' });
  expect(root.hasAttribute('inert')).toBe(false);
  vi.unstubAllGlobals();
});
