import { useEffect, useState } from 'react';

/** How long a card must have stood still before its answers give authority (rule H4: clicks meant for something else). */
export const ARMING_MS = 600;

/**
 * Whether the answers that give authority may be pressed. They arm 600 ms after `signature` last changed (a new card,
 * another reach, an edit: anything under the pointer), never before `armsAt`, anew when the window gets the focus back,
 * and not at all while `ready` is false.
 */
export function useArming(signature: string, ready: boolean, armsAt: number): boolean {
  const [armedFor, setArmedFor] = useState<string>();
  useEffect(() => {
    if (!ready) return;
    let timer: ReturnType<typeof setTimeout>;
    const start = () => {
      clearTimeout(timer);
      setArmedFor(undefined);
      timer = setTimeout(() => setArmedFor(signature), Math.max(ARMING_MS, armsAt - Date.now()));
    };
    start();
    addEventListener('focus', start);
    return () => {
      clearTimeout(timer);
      removeEventListener('focus', start);
    };
  }, [signature, ready, armsAt]);
  return ready && armedFor === signature;
}
