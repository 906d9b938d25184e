import type { RequireApproval } from '#contract/middleware';
import { GrantSet } from '../grant-set.ts';
import type { AskedCall, BeforeVerdict } from './ask-middleware.ts';
import type { Link } from './chain.ts';

/** `require-approval`: what `when` covers asks, as a rule that asks would; every call where it is absent. */
export function requireApproval({ when }: RequireApproval, link: Link, { call, uses }: AskedCall): BeforeVerdict {
  const { sentence, source } = link.rule;
  if (!when) return { type: 'ask', reason: sentence };
  const set = new GrantSet([
    {
      id: link.rule.id,
      agent: 'every',
      type: 'ask',
      standing: false,
      permission: when,
      layer: 'default',
      source,
      sentence,
      labels: 'any',
    },
  ]);
  const file = uses.some((use) => use.place && set.forFile(use.place, use.verb).length > 0);
  return file || set.forCall(call).length > 0 ? { type: 'ask', reason: sentence } : { type: 'skip' };
}
