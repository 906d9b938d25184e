import { useEffect } from 'react';
import { create } from 'zustand';
import type { FoundModel } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';
import { t } from '../../strings/translate.ts';

interface Models {
  /** Undefined until the first look has ended. Looking never blocks: the page stands meanwhile. */
  models: readonly FoundModel[] | undefined;
  looking: boolean;
  fault: string | undefined;
}

/** The models that were found, for every screen that shows them. */
const useStore = create<Models>(() => ({ models: undefined, looking: false, fault: undefined }));

/** Looks for models at the usual places. Two calls at once are one look. */
export async function lookForModels(): Promise<void> {
  if (useStore.getState().looking) return;
  useStore.setState({ looking: true });
  try {
    useStore.setState({ models: await client.model.list(), looking: false, fault: undefined });
  } catch (error) {
    useStore.setState({ looking: false, fault: failureWords(error) });
  }
}

/** The models as they are known now; the first screen that asks starts the look. */
export function useModels(): Models {
  useEffect(() => {
    void lookForModels();
  }, []);
  return useStore();
}

/** A model's name as a person reads it: the demo model by what it is. */
export function modelName(model: FoundModel): string {
  return model.rules && model.ref.startsWith('demo') ? t('model.demo') : model.name;
}
