import { cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useFocusNet } from './use-focus-net.ts';

function Window({ children }: { children: ReactNode }): ReactNode {
  useFocusNet();
  return (
    <>
      <main tabIndex={-1}>page</main>
      {children}
    </>
  );
}

afterEach(cleanup);

it('gives the focus to what the removed element stood in, and to the page where that went too', async () => {
  const rail = (
    <aside tabIndex={-1}>
      <button type="button">Revoke</button>
    </aside>
  );
  const { rerender } = render(<Window>{rail}</Window>);
  screen.getByRole('button').focus();
  rerender(
    <Window>
      <aside tabIndex={-1} />
    </Window>,
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('complementary')));
  rerender(<Window>{null}</Window>);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});
