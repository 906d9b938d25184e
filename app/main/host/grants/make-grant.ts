import { WarrantError } from '#contract/errors';
import type { GrantId, Timestamp } from '#contract/ids';
import { narrowedSentence } from '#contract/narrowed-sentence';
import type { Grant } from '#contract/permission';
import { agentNamed, type CatalogState } from '#contract/projections/catalog';
import type { Tool } from '#contract/tool';
import type { GrantDraft } from '#contract/views';
import { sentenceOf } from '../policy/grant-sentence.ts';
import { checkPermission } from './check-permission.ts';
import { isWithin } from './is-within.ts';

/** What a grant is made from besides the draft. */
export interface GrantParts {
  id: GrantId;
  now: Timestamp;
  catalog: CatalogState;
  tools: readonly Tool[];
}

/** The names of folders by id, as the agents that have them say; those of `first` before others. */
export function folderNames(catalog: CatalogState, first: string | undefined): Map<string, string> {
  const names = new Map<string, string>();
  for (const agent of [...catalog.agents.values()].sort((a, b) => Number(b.id === first) - Number(a.id === first)))
    for (const { id, name } of agent.folders) if (!names.has(id)) names.set(id, name);
  return names;
}

/** Why a grant can't be derived from another one (row A16.10); undefined if it can. */
export function faultOfDerived(grant: Grant, parent: Grant): string | undefined {
  if (parent.type !== 'allow' || grant.type !== 'allow') return 'only a rule that allows can be derived from one';
  if (parent.agent !== 'every' && parent.agent !== grant.agent) return 'it is for another agent';
  if (!isWithin(grant.permission, parent.permission)) return 'it gives more than that rule does';
  if (parent.expiresAt !== undefined && (grant.expiresAt === undefined || grant.expiresAt > parent.expiresAt))
    return 'it would last longer than that rule does';
  if (parent.uses !== undefined) return 'that rule holds for a number of calls';
  return undefined;
}

/**
 * The grant that a person's draft stands for, with its sentence. One that allows also means that nobody is asked, but
 * never where text from outside is carried, and, if it is derived, not where its parent would ask. Throws `bad-input` with
 * one line for a draft that can't hold, `not-found` for an agent that is not saved.
 */
export function makeGrant(draft: GrantDraft, { id, now, catalog, tools }: GrantParts): Grant {
  const every = draft.agent === 'every';
  const agent = every ? undefined : agentNamed(catalog, draft.agent);
  if (!every && !agent) {
    const names = [...catalog.agents.values()].map(({ name }) => name).sort();
    throw new WarrantError(
      'not-found',
      `There is no agent ${draft.agent}. There are: ${[...names, 'every'].join(', ')}.`,
    );
  }
  if (draft.expiresAt !== undefined && draft.expiresAt <= now)
    throw new WarrantError('bad-input', 'The rule would have ended already. Give a time that is still to come.');
  const parent = draft.parent === undefined ? undefined : catalog.grants.get(draft.parent);
  if (draft.parent !== undefined && !parent)
    throw new WarrantError('bad-input', `There is no rule ${draft.parent} to derive one from.`);
  const { type } = draft;
  const permission = checkPermission(draft.permission, { type, agent, catalog, tools });
  const standing = type === 'allow' && (parent?.standing ?? true);
  const names = { folders: folderNames(catalog, agent?.id), standing };
  const grant: Grant = {
    id,
    agent: agent?.id ?? 'every',
    type,
    standing,
    permission,
    layer: every ? 'default' : 'agent',
    source: every ? 'You, everywhere' : 'You',
    sentence: narrowedSentence(sentenceOf(agent?.name, type, permission, names), { until: draft.expiresAt }),
    labels: type === 'allow' ? 'none' : 'any',
    ...(draft.expiresAt === undefined ? {} : { expiresAt: draft.expiresAt }),
    ...(parent ? { parent: parent.id } : {}),
    createdAt: now,
  };
  const fault = parent && faultOfDerived(grant, parent);
  if (fault !== undefined)
    throw new WarrantError('bad-input', `The rule can’t be derived from ${draft.parent}: ${fault}.`);
  return grant;
}
