import { useEffect, useState } from 'react';
import { client, failureWords } from './client.ts';

/** A kept payload as text: on its way, here (whole, or its first part), or not to be had, and why. */
export type BlobText =
  | { type: 'loading' }
  | { type: 'text'; text: string; bytes: number; whole: boolean }
  | { type: 'fault'; message: string };

const WINDOW_BYTES = 1_048_576;

/** Reads the payload of a hash, up to 1 MiB. Without a hash: empty text, for a file that was not there. */
export function useBlob(hash: string | undefined): BlobText {
  const [blob, setBlob] = useState<BlobText>(
    hash === undefined ? { type: 'text', text: '', bytes: 0, whole: true } : { type: 'loading' },
  );
  useEffect(() => {
    if (hash === undefined) {
      setBlob({ type: 'text', text: '', bytes: 0, whole: true });
      return;
    }
    let current = true;
    setBlob({ type: 'loading' });
    client.blob.read({ hash, length: WINDOW_BYTES }).then(
      ({ text, bytes }) => current && setBlob({ type: 'text', text, bytes, whole: bytes <= WINDOW_BYTES }),
      (error: unknown) => current && setBlob({ type: 'fault', message: failureWords(error) }),
    );
    return () => {
      current = false;
    };
  }, [hash]);
  return blob;
}
