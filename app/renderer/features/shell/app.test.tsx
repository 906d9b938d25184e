import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useConnection } from '../../stores/connection-store.ts';
import { App } from './app.tsx';
import { StatusBar } from './status-bar.tsx';

vi.mock('../../stores/overview-store.ts', async (original) => ({
  ...(await original<typeof import('../../stores/overview-store.ts')>()),
  followOverview: () => () => undefined,
}));

afterEach(cleanup);

it('a page that may not connect says why and what to do, in place of everything else', () => {
  useConnection.getState().set('refused');
  render(<App />);
  const page = screen.getByRole('main', { name: 'This page may not connect' });
  for (const words of ['opened before', 'warrant serve', 'npm start', 'Nothing is lost'])
    expect(page.textContent).toContain(words);
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(document.body.textContent).not.toContain('Nothing waits for you');
});

it('the end of the program that answered is told apart from one that does not answer', () => {
  useConnection.getState().set('ended');
  render(<StatusBar />);
  expect(screen.getByRole('status').textContent).toBe('What ran here has ended start Warrant again; nothing is lost');
  act(() => useConnection.getState().set('reconnecting'));
  expect(screen.getByRole('status').textContent).toContain('Reconnecting');
});
