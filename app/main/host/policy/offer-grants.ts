import { createHash } from 'node:crypto';
import type { GrantOffer } from '#contract/approval';
import type { Timestamp } from '#contract/ids';
import type { Grant, Permission } from '#contract/permission';
import type { RunState, ToolCallState } from '#contract/projections/run-state';
import type { FileUseOfCall } from './authorize.ts';
import { matchesFile } from './match-permission.ts';

const THIRTY_DAYS = 30 * 24 * 60 * 60 * 1000;

/**
 * The scoped grants a card offers for a call that writes files in one granted folder: this file in this run, this
 * folder in this run, this folder for 30 days (rule H7). Empty for calls that no grant may cover. Ids follow from run,
 * call and reach, so the same question offers the same grants.
 */
export function offerGrants(
  run: RunState,
  state: ToolCallState,
  uses: readonly FileUseOfCall[],
  now: Timestamp,
): GrantOffer[] {
  const writes = uses.filter((use) => use.verb === 'write' && use.place && use.place.folder !== 'agent');
  const [first] = writes;
  if (!first?.place || writes.some((use) => use.place?.folder !== first.place?.folder)) return [];
  const folder = run.run.agent.folders.find((f) => f.id === first.place?.folder);
  if (!folder) return [];
  const agent = run.run.agent.name;
  const file: Permission = { kind: 'file', folder: folder.id, path: first.place.segments.join('/'), verbs: ['write'] };
  const whole: Permission = { kind: 'file', folder: folder.id, path: '**', verbs: ['write'] };
  const name = first.shown;
  const offers: GrantOffer[] = [];
  const offer = (reach: GrantOffer['reach'], permission: Permission, sentence: string, rest: Partial<Grant>): void => {
    const id = createHash('sha256').update(`${run.run.id} ${state.call.id} ${reach}`).digest('hex').slice(0, 16);
    const grant: Grant = {
      id: `grant-${id}`,
      agent: run.run.agent.id,
      type: 'allow',
      standing: true,
      permission,
      layer: 'run',
      source: `You, in run ${run.run.id}`,
      sentence,
      labels: 'none',
      ...rest,
    };
    offers.push({ reach, grant, sentence, covered: coveredCalls(run, permission) });
  };
  // A file whose name is a pattern can't be named by one.
  const plain = !first.place.segments.some((segment) => segment === '*' || segment === '**');
  if (writes.length === 1 && plain) offer('file', file, `${agent} may write ${name} without asking, in this run.`, {});
  offer('folder', whole, `${agent} may write files in ${folder.name} without asking, in this run.`, {});
  offer('always', whole, `${agent} may write files in ${folder.name} without asking, for 30 days.`, {
    layer: 'agent',
    expiresAt: now + THIRTY_DAYS,
  });
  return offers;
}

/** Past calls of this run whose file changes the permission would have covered. */
function coveredCalls(run: RunState, permission: Permission): number {
  let covered = 0;
  const names = new Map(run.run.agent.folders.map((f) => [f.name, f.id]));
  for (const state of run.calls.values()) {
    if (state.status !== 'ended' || state.changes.length === 0) continue;
    const all = state.changes.every((change) => {
      const [, place, name, ...segments] = change.path.split('/');
      const id = place === 'folders' && name !== undefined ? names.get(name) : undefined;
      return id !== undefined && matchesFile(permission, { folder: id, segments }, 'write');
    });
    if (all) covered++;
  }
  return covered;
}
