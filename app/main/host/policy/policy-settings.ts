import type { Json } from '#contract/ids';
import { GLOBAL_MIDDLEWARE } from '#contract/middleware';

/** Whether a card may offer a grant that outlasts its run (asks B4). True where it is not set. */
export const OFFER_ALWAYS = 'approvals.always';
/** After how many hours a question that nobody answered is closed. Never where it is not set. */
export const EXPIRE_HOURS = 'approvals.expireHours';

/** What a person has set of how calls are decided. */
export interface PolicySettings {
  /** The chain of every agent, as it is kept. */
  middleware: Json | undefined;
  offersAlways: boolean;
  expireMs: number | undefined;
}

const HOUR_MS = 3_600_000;

/** Reads the settings. What can't be read counts as the stricter: nothing beyond the run is offered, nothing expires. */
export function policySettings(settings: ReadonlyMap<string, Json>): PolicySettings {
  const hours = settings.get(EXPIRE_HOURS);
  return {
    middleware: settings.get(GLOBAL_MIDDLEWARE),
    offersAlways: (settings.get(OFFER_ALWAYS) ?? true) === true,
    expireMs: typeof hours === 'number' && hours > 0 ? Math.ceil(hours * HOUR_MS) : undefined,
  };
}
