import { t } from '../../strings/translate.ts';

const prompts = new Map([
  ['ledger-check', 'sample.ledger-check'],
  ['folder-guide', 'sample.folder-guide'],
  ['desk-calculator', 'sample.desk-calculator'],
] as const);

/** What a sample is asked when it is run from its card; undefined for an agent without a request of its own. */
export function samplePrompt(agent: string): string | undefined {
  const key = [...prompts].find(([name]) => name === agent)?.[1];
  return key && t(key);
}
