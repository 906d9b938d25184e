import { useEffect } from 'react';
import { create } from 'zustand';
import type { SecretRow } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';

interface Secrets {
  /** Names, origins and who uses them. Undefined until the list has come. */
  rows: readonly SecretRow[] | undefined;
  fault: string | undefined;
}

const useStore = create<Secrets>(() => ({ rows: undefined, fault: undefined }));

/** Reads the list of named secrets again, for every page that shows it. */
export async function readSecrets(): Promise<void> {
  try {
    useStore.setState({ rows: await client.secret.list(), fault: undefined });
  } catch (error) {
    useStore.setState({ fault: failureWords(error) });
  }
}

/** The named secrets, without their values. */
export function useSecrets(): Secrets {
  useEffect(() => void readSecrets(), []);
  return useStore();
}
