import { agents } from './en/agents.ts';
import { approvals } from './en/approvals.ts';
import { builder } from './en/builder.ts';
import { bundle } from './en/bundle.ts';
import { cost } from './en/cost.ts';
import { facts } from './en/facts.ts';
import { home } from './en/home.ts';
import { inbox } from './en/inbox.ts';
import { memory } from './en/memory.ts';
import { parts } from './en/parts.ts';
import { policy } from './en/policy.ts';
import { run } from './en/run.ts';
import { secrets } from './en/secrets.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';

/** The one catalogue of the page's words, a section for each screen. Plural forms go by `{count}`. */
export const en = {
  ...parts,
  ...shell,
  ...home,
  ...run,
  ...approvals,
  ...inbox,
  ...agents,
  ...builder,
  ...bundle,
  ...cost,
  ...facts,
  ...memory,
  ...secrets,
  ...policy,
  ...settings,
} as const;
