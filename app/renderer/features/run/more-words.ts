import { DEFAULT_LIMITS } from '#contract/agent';
import { extensionOf } from '#contract/projections/limit-extension';
import type { Limit } from '#contract/run';
import { formatMoney, formatNumber } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';

/** How far a run goes on past a limit, in the limit's own unit: `10`, `200,000 tokens`, `10 minutes`, `1.00 USD`. */
export function moreWords(limit: Limit, by: number): string {
  switch (extensionOf(limit, DEFAULT_LIMITS).unit) {
    case 'usd':
      return formatMoney(by);
    case 'tokens':
      return t('more.tokens', { count: by });
    case 'seconds':
      return by >= 60 && by % 60 === 0 ? t('more.minutes', { count: by / 60 }) : t('more.seconds', { count: by });
    case 'calls':
    case 'steps':
      return formatNumber(by);
  }
}
