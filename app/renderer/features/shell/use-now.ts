import { useEffect, useState } from 'react';

/** The present time, anew every `everyMs`; only where something on screen counts. Zero holds it still. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (everyMs <= 0) return;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
