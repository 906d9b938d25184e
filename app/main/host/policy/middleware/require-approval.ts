import type { RequireApproval } from '#contract/middleware';
import type { Grant } from '#contract/permission';
import { askRuleFor } from '../authorize.ts';
import { GrantSet } from '../grant-set.ts';
import type { AskedCall, BeforeVerdict } from './ask-middleware.ts';
import type { Link } from './chain.ts';

/** `require-approval`: what `when` covers asks, read as a rule that asks would be; every call where it is absent. */
export function requireApproval({ when }: RequireApproval, link: Link, { call, uses, nets }: AskedCall): BeforeVerdict {
  const { id, sentence, source } = link.rule;
  const ask: BeforeVerdict = { type: 'ask', reason: sentence };
  if (!when) return ask;
  const rule: Grant = {
    id,
    agent: 'every',
    type: 'ask',
    standing: false,
    permission: when,
    layer: 'default',
    source,
    sentence,
    labels: 'any',
  };
  return askRuleFor(call, uses, nets, new GrantSet([rule])) ? ask : { type: 'skip' };
}
