import { useEffect, useRef, useState } from 'react';

/**
 * Holds the page while something is not saved: going elsewhere is stopped and asked about. `isHere` says which
 * addresses are still this page. Gives where the person wanted to go, and the two answers.
 */
export function useLeaveGuard(
  dirty: boolean,
  isHere: (hash: string) => boolean,
): { wanted: string | undefined; stay: () => void; leave: () => void } {
  const [wanted, setWanted] = useState<string>();
  const state = useRef({ dirty, isHere, passing: false, hash: location.hash });
  state.current.dirty = dirty;
  state.current.isHere = isHere;
  useEffect(() => {
    const stop = (event: HashChangeEvent) => {
      const { dirty: unsaved, isHere: here, passing, hash } = state.current;
      if (passing || !unsaved || here(location.hash)) {
        state.current.hash = location.hash;
        return;
      }
      // The shell listens too; it must not see the address that is being asked about.
      event.stopImmediatePropagation();
      setWanted(location.hash);
      history.pushState(null, '', hash);
    };
    const close = (event: BeforeUnloadEvent) => {
      // In the window a refused close would look like a hang; the browser asks the person.
      if (state.current.dirty && !window.warrant) event.preventDefault();
    };
    addEventListener('hashchange', stop, { capture: true });
    addEventListener('beforeunload', close);
    return () => {
      removeEventListener('hashchange', stop, { capture: true });
      removeEventListener('beforeunload', close);
    };
  }, []);
  return {
    wanted,
    stay: () => setWanted(undefined),
    leave: () => {
      state.current.passing = true;
      if (wanted !== undefined) location.hash = wanted;
      setWanted(undefined);
    },
  };
}
