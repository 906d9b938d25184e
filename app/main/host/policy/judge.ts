import { isExecutableByOthers } from '#contract/path-rules';
import type { Binding, Grant, Rule } from '#contract/permission';
import type { RunState } from '#contract/projections/run-state';
import type { Command, ToolCall } from '#contract/tool';
import { askRuleFor, type FileUseOfCall } from './authorize.ts';
import type { GrantSet } from './grant-set.ts';
import { findGrant } from './match-permission.ts';
import type { NetUseOfCall } from './net-use.ts';
import { RULES, ruleOfAsk, ruleOfGrant } from './rules.ts';
import type { OutsideQuestion } from './taint.ts';

/**
 * Must a person agree first? `always`: no setting, grant or `--approve all` removes the question (step 2). `coverable`: a
 * standing grant would have made it needless.
 */
export type Judgement =
  | { type: 'allow'; rule: Rule; grants: Grant[] }
  | { type: 'ask'; rule: Rule; always: boolean; coverable: boolean; reason?: string };

/** What is judged: an authorized call, or the change set of a sandboxed one seen as writes and deletes. */
export interface Judged {
  call: ToolCall;
  change: Command['effect']['change'];
  where: Command['effect']['where'];
  runsCode: boolean;
  /** It changes nothing but what the agent remembers. */
  ownData: boolean;
  uses: FileUseOfCall[];
  nets: NetUseOfCall[];
  /** It runs a command line, which files and hosts do not tell. */
  line: boolean;
  /** The tool whose `ask` in the agent file decides, and its binding: `write_file`'s for a change set. */
  asked: { tool: string; ask: Binding['ask'] };
  mended: boolean;
  /** It carries text from outside, or may. */
  labelled: boolean;
  /** What text from outside makes a person be asked about it. */
  outside: OutsideQuestion | undefined;
}

const changes = (use: FileUseOfCall): boolean => use.verb === 'write' || use.verb === 'delete';
const ownDisk = (use: FileUseOfCall): boolean => use.place?.folder === 'agent' || use.place === undefined;

/** It touches files of the agent's own disk and nothing else: no person's file, and nothing that is not here. */
function staysOnOwnDisk({ uses, where }: Judged): boolean {
  return where === 'local' && uses.length > 0 && uses.every(ownDisk);
}

/** A change of what other programs run or obey, or of a folder in which that may lie (rule P16). */
function runsElsewhere(use: FileUseOfCall): boolean {
  if (!use.place || !changes(use) || ownDisk(use)) return false;
  return isExecutableByOthers(use.place.segments, use.folder === true ? 'folder' : 'file');
}

function mustAsk(judged: Judged): Rule | undefined {
  const { uses } = judged;
  if (judged.outside) return judged.outside.rule;
  // Mending may change what was meant, also where nothing else would be asked (R6, R7).
  const harmless = !judged.runsCode && (judged.change === 'none' || judged.change === 'read');
  if (judged.mended && !harmless) return RULES.mended;
  if (staysOnOwnDisk(judged)) return undefined;
  if (judged.change === 'irreversible') return RULES.noUndo;
  if (uses.some((use) => use.verb === 'delete' && !ownDisk(use))) return RULES.removes;
  if (uses.some(runsElsewhere)) return RULES.runsElsewhere;
  return undefined;
}

function standing(judged: Judged, grants: GrantSet, labelled: boolean): Grant[] | undefined {
  const usable = (g: Grant): boolean => g.type === 'allow' && g.standing && (g.labels === 'any' || !labelled);
  const whole = findGrant(grants.forCall(judged.call), usable);
  if (whole) return [whole];
  const needed = judged.uses.filter((use) => changes(use) && !ownDisk(use));
  // Reading asks nobody, so it needs no standing grant; the files that it then writes do.
  const nets = judged.change === 'read' ? [] : judged.nets;
  if (needed.length + nets.length === 0 || judged.line) return undefined;
  // Grants for files say nothing of what leaves the computer.
  if (judged.where === 'remote' && judged.change !== 'read' && nets.length === 0) return undefined;
  const found = new Set<Grant>();
  for (const use of nets) {
    const grant = findGrant(grants.forNet(use), usable);
    if (!grant) return undefined;
    found.add(grant);
  }
  for (const { place, verb } of needed) {
    const grant = place && findGrant(grants.forFile(place, verb), usable);
    if (!grant) return undefined;
    found.add(grant);
  }
  return [...found];
}

function byDefault(judged: Judged): Judgement {
  const allow = (rule: Rule): Judgement => ({ type: 'allow', rule, grants: [] });
  if (judged.runsCode) return allow(RULES.code);
  if (staysOnOwnDisk(judged))
    return allow(judged.uses.every((use) => use.place === undefined) ? RULES.places : RULES.ownDisk);
  if (judged.ownData) return allow(RULES.ownMemory);
  if (judged.where === 'local' && judged.change === 'none') return allow(RULES.harmless);
  if (judged.change === 'read' && !judged.uses.some((use) => changes(use) && !ownDisk(use)))
    return allow(judged.where === 'remote' ? RULES.readsHosts : RULES.reads);
  return { type: 'ask', rule: RULES.effects, always: false, coverable: true };
}

/**
 * Steps 2 to 5 of "What runs, what asks" (interfaces): the first that matches decides. Step 1, deny, is `authorize`. A
 * rule of a person's own that asks comes before what a tool or a grant says, and after what nothing removes.
 * Pure: reads only what it is given.
 */
export function judge(judged: Judged, run: RunState, grants: GrantSet): Judgement {
  const must = mustAsk(judged);
  const reason = judged.outside && { reason: judged.outside.reason };
  if (must) return { type: 'ask', rule: must, always: true, coverable: false, ...reason };
  const asking = askRuleFor(judged.call, judged.uses, judged.nets, grants);
  if (asking) return { type: 'ask', rule: ruleOfGrant(asking), always: false, coverable: false };
  const agent = run.run.agent.name;
  const { tool, ask } = judged.asked;
  if (ask === 'always') return { type: 'ask', rule: ruleOfAsk(tool, 'always', agent), always: false, coverable: false };
  if (ask === 'never') return { type: 'allow', rule: ruleOfAsk(tool, 'never', agent), grants: [] };
  const covering = standing(judged, grants, judged.labelled);
  const named = covering && findGrant(covering, () => true);
  if (covering && named) return { type: 'allow', rule: ruleOfGrant(named), grants: covering };
  return byDefault(judged);
}
