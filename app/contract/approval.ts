import * as z from 'zod';
import { FileChange } from './file-change.ts';
import { ApprovalId, Hash, Json, Timestamp, ToolCallId } from './ids.ts';
import { Label } from './label.ts';
import { Grant, Rule, SeenFile } from './permission.ts';
import { ToolCall } from './tool.ts';

/** How far one answer reaches; `once` is this call alone, `month` 30 days, `always` until it is taken back. */
export const Reach = z.enum(['once', 'file', 'folder', 'host', 'prefix', 'run', 'month', 'always']);
export type Reach = z.infer<typeof Reach>;

/** A grant the card offers: exactly this one is added if it is chosen; `sentence` says it in words. */
export const GrantOffer = z.object({
  reach: Reach,
  grant: Grant,
  sentence: z.string(),
  /** Past calls that it would have covered: of this run; where the card was opened, of the agent's recent runs. */
  covered: z.int(),
  /** How many of them a person had denied; absent where only this run was looked at. */
  coveredDenied: z.int().optional(),
});
export type GrantOffer = z.infer<typeof GrantOffer>;

/** One effect in words, in the order: where it acts, what changes, stays or leaves, can or can't be undone. */
export const EffectLine = z.object({
  kind: z.enum(['place', 'change', 'stays', 'leaves', 'undo', 'no-undo', 'secret', 'money', 'again']),
  text: z.string(),
});
export type EffectLine = z.infer<typeof EffectLine>;

/**
 * Where the value of one argument came from. `field` is a JSON Pointer (RFC 6901) into the input. `person`: it stands in
 * what the person wrote; `own`: in a result that is not from outside; `agent`: the model wrote it before it had read
 * anything from outside; `outside`: it came, or may have come, from text from outside, by `label`. `span`: the part of the
 * value, in UTF-16 units, that stands there word for word.
 */
export const FieldOrigin = z.object({
  field: z.string(),
  from: z.enum(['person', 'own', 'agent', 'outside']),
  label: Label.optional(),
  span: z.object({ start: z.int(), end: z.int() }).optional(),
});
export type FieldOrigin = z.infer<typeof FieldOrigin>;

/**
 * A question to a person about one exact call. `hash` is the hash of what will run (rule H1); title and effects are made
 * by the host from the call, never from model text (H2). `changes`: files that a sandboxed call staged in a person's
 * folder, approved as the bytes they are.
 */
export const Approval = z.object({
  id: ApprovalId,
  call: ToolCall,
  purpose: z.enum(['execute', 'apply-changes', 'reconcile']),
  hash: Hash,
  title: z.object({ text: z.string(), object: z.string() }),
  effects: z.array(EffectLine),
  rule: Rule,
  /** Why it is asked, in words. */
  reason: z.string(),
  /** What the agent wrote beside the call, marked on screen as the agent's. */
  agentWords: z.string(),
  changes: z.array(FileChange),
  labels: z.array(Label),
  /** Where each argument came from. */
  origins: z.array(FieldOrigin).optional(),
  /** Top-level arguments that differ from the last question of this run about the same command. */
  since: z.object({ approval: ApprovalId, fields: z.array(z.string()) }).optional(),
  offers: z.array(GrantOffer),
  /** What stood at the paths it would change when the card was made; what stands there now must be the same (D18). */
  seen: z.array(SeenFile).optional(),
  expiresAt: Timestamp.optional(),
});
export type Approval = z.infer<typeof Approval>;

/**
 * What a call would be with a person's edit, made as its card is made; nothing is recorded. `decision`: what the rules say
 * of it; one that is denied has no effects, and can't be allowed by an answer. `problems`: where it does not hold against
 * the tool's schema, by JSON Pointer; then it is denied. `hash`: what would be approved, where it may be (rule H1).
 */
export const EditPreview = z.object({
  decision: z.enum(['allow', 'ask', 'deny']),
  reason: z.string(),
  rule: Rule,
  problems: z.array(z.object({ path: z.string(), message: z.string() })),
  title: z.object({ text: z.string(), object: z.string() }),
  effects: z.array(EffectLine),
  origins: z.array(FieldOrigin),
  hash: Hash.optional(),
});
export type EditPreview = z.infer<typeof EditPreview>;

/** `grant` is exactly the grant that the card showed. */
export const ApprovalAnswer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('allow'), grant: Grant.optional() }),
  z.object({ type: z.literal('deny') }),
]);
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>;

/** `hash` is the hash of the call that was answered: of the edited call where `editedInput` is given. */
export const ApprovalResponse = z.object({
  approvalId: ApprovalId,
  answer: ApprovalAnswer,
  by: z.string(),
  hash: Hash,
  note: z.string().optional(),
  editedInput: Json.optional(),
});
export type ApprovalResponse = z.infer<typeof ApprovalResponse>;

/** A question of the agent's own, by the tool `ask_person`. */
export const Question = z.object({
  id: z.string(),
  callId: ToolCallId,
  text: z.string(),
  choices: z.array(z.string()),
});
export type Question = z.infer<typeof Question>;
