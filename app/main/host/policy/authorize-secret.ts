import type { Binding, Grant, Rule } from '#contract/permission';
import type { GrantSet } from './grant-set.ts';
import { findGrant } from './match-permission.ts';
import { RULES, ruleOfGrant } from './rules.ts';

/** May it be used? `grants` are those it rests on. */
export type NamedAuthority = { type: 'allow'; grants: Grant[] } | { type: 'deny'; rule: Rule; reason: string };

/**
 * May a bound tool use a secret: `header`, sent by the host to the secret's origin; `reveal`, its value shown to the
 * tool? The binding must list it for that use, a grant must name it for that use, and no deny may (row A16.2). Whoever
 * sees a value may use it, so one that denies `header` denies `reveal` too: what may be revealed is among what may be
 * used (A16.3).
 * @param name the secret's name, compared exactly
 */
export function authorizeSecret(
  name: string,
  use: 'header' | 'reveal',
  binding: Binding,
  grants: GrantSet,
): NamedAuthority {
  const covering = grants.forSecret(name, use);
  const deny = findGrant(covering, (g) => g.type === 'deny');
  if (deny) return { type: 'deny', rule: ruleOfGrant(deny), reason: deny.sentence };
  const as = use === 'header' ? 'header' : 'value';
  if (!binding.secrets.some((each) => each.secret === name && each.as === as))
    return {
      type: 'deny',
      rule: RULES.otherSecret,
      reason: `${name} is not a secret that ${binding.tool} may ${use === 'header' ? 'send' : 'see'}`,
    };
  const allow = findGrant(covering, (g) => g.type === 'allow');
  if (allow) return { type: 'allow', grants: [allow] };
  const what = `${use === 'header' ? 'use' : 'see the value of'} ${name}`;
  return { type: 'deny', rule: RULES.noSecret, reason: `no grant lets the agent ${what}` };
}

/** May a bound tool read a setting? The binding must list it, a grant must name it, and no deny may (row A16.2). */
export function authorizeConfig(key: string, binding: Binding, grants: GrantSet): NamedAuthority {
  const covering = grants.forConfig(key);
  const deny = findGrant(covering, (g) => g.type === 'deny');
  if (deny) return { type: 'deny', rule: ruleOfGrant(deny), reason: deny.sentence };
  if (!binding.config.includes(key))
    return { type: 'deny', rule: RULES.otherConfig, reason: `${key} is not a setting that ${binding.tool} may read` };
  const allow = findGrant(covering, (g) => g.type === 'allow');
  if (allow) return { type: 'allow', grants: [allow] };
  return { type: 'deny', rule: RULES.noConfig, reason: `no grant lets the agent read the setting ${key}` };
}
