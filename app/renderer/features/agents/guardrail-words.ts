import { t } from '../../strings/translate.ts';

/** The guardrails that are on or off, by the name the agent file uses, with their words. */
export const GUARDRAILS = [
  ['facts-provenanced', 'guardrails.facts', 'guardrails.factsNote'],
  ['no-unsourced-figures', 'guardrails.figures', 'guardrails.figuresNote'],
  ['no-failed-evidence', 'guardrails.evidence', 'guardrails.evidenceNote'],
] as const;

/** A guardrail by its words; one that the form does not know by its name. */
export function guardrailWords(name: string): string {
  const known = GUARDRAILS.find(([each]) => each === name);
  if (known) return t(known[1]);
  return name.startsWith('length:') ? t('guardrails.length') : name;
}
