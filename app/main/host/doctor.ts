import { parseModelRef } from '#contract/model';
import type { DoctorRow } from '#contract/views';
import { checkCanary } from './canary-check.ts';
import type { InspectionParts } from './inspection.ts';
import { findWalls } from './sandbox/walls.ts';
import { MACHINE_STRATEGY } from './workspace/open-folder.ts';

function sandboxRows({ ports }: InspectionParts): DoctorRow[] {
  if (!ports.sandbox)
    return [
      {
        id: 'sandbox',
        name: 'Sandbox',
        state: 'fault',
        detail: 'There is no Node program to run it with, so code does not run.',
        advice: 'Install Warrant again; from a checkout run npm ci.',
      },
    ];
  const walls = findWalls(ports.sandbox.node);
  const linux = ports.platform === 'linux';
  return [
    {
      id: 'sandbox',
      name: 'Sandbox',
      state: walls.network ? 'ok' : 'warning',
      detail: walls.summary,
      advice: walls.network
        ? ''
        : linux
          ? 'Install bubblewrap (Debian: apt-get install bubblewrap).'
          : 'The outer wall is not available on this system.',
    },
  ];
}

async function modelRows({ models, prices }: InspectionParts): Promise<DoctorRow[]> {
  const found = (await models.list()).filter((model) => !model.rules);
  const names = found.slice(0, 3).map((model) => model.ref);
  if (found.length === 0)
    return [
      {
        id: 'models',
        name: 'Models',
        state: 'warning',
        detail: 'Only the demo model, which follows rules and is no language model.',
        advice: 'Start Ollama, LM Studio, llama.cpp or vLLM, or add a key in Settings.',
      },
    ];
  const unpriced = found.filter(({ ref }) => {
    const model = parseModelRef(ref);
    return model === undefined || prices.of(model) === undefined;
  });
  return [
    { id: 'models', name: 'Models', state: 'ok', detail: `${found.length} found: ${names.join(', ')}`, advice: '' },
    unpriced.length === 0
      ? { id: 'prices', name: 'Prices', state: 'ok', detail: 'The price of each of them is known.', advice: '' }
      : {
          id: 'prices',
          name: 'Prices',
          state: 'warning',
          detail: `${unpriced.length} of ${found.length} have no known price, such as ${unpriced[0]?.ref}. A limit in money does not hold with them; steps, tokens and time do.`,
          advice: 'Set what you pay for them in Settings, Prices.',
        },
  ];
}

function storageRows({ ports, store, vault }: InspectionParts): DoctorRow[] {
  const kept = { os: 'ok', passphrase: 'ok', session: 'warning', unreadable: 'fault' } as const;
  return [
    {
      id: 'store',
      name: 'Log',
      state: 'ok',
      detail: `SQLite ${store.sqlite} in ${ports.dataFolder}, each entry on disk before it counts.`,
      advice: '',
    },
    {
      id: 'keys',
      name: 'Key storage',
      state: kept[vault.state],
      detail:
        vault.detail === ''
          ? `Secrets are sealed (${vault.state === 'os' ? 'key store of the system' : 'passphrase'}).`
          : vault.detail,
      advice: '',
    },
    {
      id: 'folders',
      name: 'Folder jail',
      state: MACHINE_STRATEGY === 'descriptor' ? 'ok' : 'warning',
      detail:
        MACHINE_STRATEGY === 'descriptor'
          ? 'Every step of a path is opened without following links.'
          : 'Paths are checked after opening; a program that swaps folders at that moment could be missed.',
      advice: '',
    },
  ];
}

/**
 * What works here, with what to do about the rest. Never throws for a part that does not work. `selfTest`: also plants a
 * secret and looks for what was left of it (rule K2), which takes some seconds.
 */
export async function diagnose(parts: InspectionParts, selfTest: boolean): Promise<DoctorRow[]> {
  const electron: DoctorRow = {
    id: 'electron',
    name: 'Window',
    state: 'ok',
    detail: parts.ports.electron ? 'Runs in its own window.' : 'Runs without a window: browser mode and command line.',
    advice: '',
  };
  const canary = selfTest ? [await checkCanary(parts.ports, parts.openScratch)] : [];
  return [electron, ...sandboxRows(parts), ...storageRows(parts), ...canary, ...(await modelRows(parts))];
}
