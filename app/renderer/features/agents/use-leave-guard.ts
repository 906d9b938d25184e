import { useEffect, useRef, useState } from 'react';
import { holdPlace } from '../shell/place.ts';

/**
 * Holds the page while something is not saved: going elsewhere is stopped and asked about. `isHere` says which
 * addresses are still this page. Gives where the person wanted to go, and the two answers.
 */
export function useLeaveGuard(
  dirty: boolean,
  isHere: (hash: string) => boolean,
): { wanted: string | undefined; stay: () => void; leave: () => void } {
  const [wanted, setWanted] = useState<string>();
  const state = useRef({ dirty, isHere, passing: false });
  state.current.dirty = dirty;
  state.current.isHere = isHere;
  useEffect(() => {
    const letGo = holdPlace((hash) => {
      const { dirty: unsaved, isHere: here, passing } = state.current;
      if (passing || !unsaved || here(hash)) return true;
      setWanted(hash);
      return false;
    });
    const close = (event: BeforeUnloadEvent) => {
      // In the window a refused close would look like a hang; the browser asks the person.
      if (state.current.dirty && !window.warrant) event.preventDefault();
    };
    addEventListener('beforeunload', close);
    return () => {
      letGo();
      removeEventListener('beforeunload', close);
    };
  }, []);
  return {
    wanted,
    stay: () => setWanted(undefined),
    leave: () => {
      state.current.passing = true;
      setWanted(undefined);
      if (wanted !== undefined) location.hash = wanted;
    },
  };
}
