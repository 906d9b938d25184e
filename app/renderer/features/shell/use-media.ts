import { useSyncExternalStore } from 'react';

/** Whether a media query holds at present. Takes the query as CSS has it. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** The rail is a strip of icons. */
export const NARROW = '(max-width: 1120px)';
/** The sidebar is a strip of icons. */
export const COMPACT = '(max-width: 980px)';
/** Previews clamp and the grant's sentence moves beside the buttons. */
export const SHORT = '(max-height: 640px)';
