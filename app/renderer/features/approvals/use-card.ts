import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Approval } from '#contract/approval';
import type { JsonSchema } from '#contract/ids';
import { mixedScriptWords } from '../../components/spell-out.ts';
import { t } from '../../strings/translate.ts';
import { isTyping } from '../shell/use-shortcuts.ts';
import {
  type ApprovalDraft,
  type CardAnswer,
  type ChosenWay,
  chosenWay,
  isEdited,
  proposedText,
  type Way,
  waysOf,
} from './approval-draft.ts';
import { type CheckedInput, checkInput } from './check-input.ts';
import { type EditVerdict, editVerdict, withEdit } from './edit-verdict.ts';
import { exactText, type MarkedText, markedArguments } from './exact-fields.ts';
import { type Shown, shownAtFirst } from './exact-view.tsx';
import { useArming } from './use-arming.ts';
import { useEditPreview } from './use-edit-preview.ts';

export interface CardInput {
  approval: Approval;
  /** Whether the host handed out the card and its nonce; before that nothing can be answered, after `gone` nothing more. */
  opened: 'opening' | 'open' | 'gone';
  armsAt: number;
  now: number;
  busy: boolean;
  schema: JsonSchema | undefined;
  draft: ApprovalDraft;
  onDraft: (draft: ApprovalDraft) => void;
  onAnswer: (answer: CardAnswer) => void;
  /** Previous and next request of the same run. */
  onStep?: ((step: 1 | -1) => void) | undefined;
}

export interface Card {
  /** The ways to allow more than this call, in the order of their keys. */
  ways: Way[];
  chosen: ChosenWay | undefined;
  /** The exact arguments as text, with what of it came from outside. */
  exact: MarkedText;
  /** Words that mix two alphabets. */
  mixed: string[];
  onShown: (shown: Shown) => void;
  /** The editor was read to its end. */
  onEditorRead: () => void;
  /** How many of the staged files were opened so far. */
  onFilesSeen: (count: number) => void;
  /** What must be done before Allow can be pressed, in words. */
  why: string | undefined;
  checked: CheckedInput | undefined;
  /** The arguments differ from the proposed ones. */
  edited: boolean;
  /** What is said of the edit, under it. */
  verdict: EditVerdict;
  /** The request as it would run: with the edit, by the host's word, where there is one (F10). */
  about: Approval;
  /** The hash of what would run; undefined while the edit is not judged, or may not run. */
  hash: string | undefined;
  /** Changes with each wish to write in the editor; 0 where there was none. */
  editorWish: number;
  /** Whether an answer that gives authority may be pressed now. */
  armed: boolean;
  /** Whether it is arming, so that the fill is shown. */
  arming: boolean;
  /** Deny was pressed before the card was open: it is sent as soon as it is. */
  denying: boolean;
  allow: (way: ChosenWay | undefined) => void;
  deny: () => void;
  change: (part: Partial<ApprovalDraft>) => void;
  /** Opens the editor. */
  openEditor: () => void;
  /** The same, to write in it at once. */
  startEdit: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * The behaviour of one request, the same docked and in the Inbox. One answer is given at most, however often a button
 * is pressed (H4); Enter alone never allows; a value longer than a screen arms only after its end was shown, as it
 * stands or in the editor (H3).
 */
export function useCard(input: CardInput): Card {
  const { approval, opened, armsAt, now, busy, schema, draft, onDraft, onAnswer, onStep } = input;
  const exact = useMemo(() => markedArguments(approval.call, approval.origins), [approval]);
  const { text } = exact;
  const ways = useMemo(() => waysOf(approval), [approval]);
  const chosen = chosenWay(approval, draft, now);
  const [shownFor, setShownFor] = useState<{ id: string; shown: Shown }>();
  const isChangeSet = approval.changes.length > 0;
  const files = approval.changes.length;
  const first = isChangeSet ? { lines: 1, of: files, end: files <= 1 } : shownAtFirst(text);
  const shown = shownFor?.id === approval.id ? shownFor.shown : first;
  const onShown = useCallback(
    (next: Shown) => {
      setShownFor((old) => {
        const before = old?.id === approval.id ? old.shown : undefined;
        if (before && (before.end || (before.lines >= next.lines && !next.end))) return old;
        return { id: approval.id, shown: next };
      });
    },
    [approval.id],
  );
  const onFilesSeen = useCallback(
    (count: number) => onShown({ lines: count, of: files, end: count >= files }),
    [onShown, files],
  );
  const onEditorRead = useCallback(() => onShown({ ...shownAtFirst(text), end: true }), [onShown, text]);
  const checked = useMemo(
    () => (draft.edit === undefined ? undefined : checkInput(draft.edit, schema)),
    [draft.edit, schema],
  );
  const edited = useMemo(() => isEdited(approval, draft), [approval, draft]);
  const previewed = useEditPreview(approval.id, edited && checked?.ok ? checked.input : undefined);
  const verdict = editVerdict(edited, checked, previewed);
  const about = withEdit(approval, verdict, previewed);
  const why =
    verdict.state === 'bad'
      ? t(verdict.refused ? 'approval.editRefusedFirst' : 'approval.editFirst')
      : shown.end
        ? undefined
        : t(isChangeSet ? 'approval.openFiles' : 'approval.readToEnd', { value: shown.lines, count: shown.of });
  const readable = shown.end && verdict.state !== 'bad' && verdict.state !== 'asking';
  const [wish, setWish] = useState(false);
  const denying = wish && opened === 'opening';
  const ready = opened === 'open' && !busy && !wish && readable && chosen?.fault === undefined;
  const picked = [draft.way, chosen?.times, chosen?.until];
  const signature = [approval.id, approval.hash, ...picked, draft.edit, draft.showAll, draft.editing].join('|');
  const armed = useArming(signature, ready, armsAt);
  const answeredFor = useRef<string>(undefined);
  useEffect(() => {
    // Not taken: the request is opened again, for a new nonce, and may be answered anew.
    if (opened !== 'open') answeredFor.current = undefined;
  }, [opened]);
  const answer = (given: CardAnswer['answer']) => {
    if (busy || opened !== 'open' || answeredFor.current === approval.id) return;
    answeredFor.current = approval.id;
    const note = draft.note?.trim();
    onAnswer({
      answer: given,
      ...(note ? { note } : {}),
      ...(given.type === 'allow' && edited && checked?.ok ? { editedInput: checked.input } : {}),
    });
  };
  const allow = (way: ChosenWay | undefined) => {
    if (!armed) return;
    if (!way) answer({ type: 'allow' });
    else {
      const { times, until } = way;
      answer({
        type: 'allow',
        reach: way.offer.reach,
        ...(times === undefined ? {} : { times }),
        ...(until === undefined ? {} : { until }),
      });
    }
  };
  const deny = () => {
    if (opened === 'opening') setWish(true);
    else answer({ type: 'deny' });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wish is sent once, when the card opens
  useEffect(() => {
    if (!wish || opened === 'opening') return;
    setWish(false);
    answer({ type: 'deny' });
  }, [wish, opened]);
  const change = (part: Partial<ApprovalDraft>) => onDraft({ ...draft, ...part });
  const [editorWish, setEditorWish] = useState(0);
  const openEditor = () => change({ editing: true, edit: draft.edit ?? proposedText(approval) });
  const startEdit = () => {
    openEditor();
    setEditorWish((wish) => wish + 1);
  };
  const letters: ReadonlyMap<string, () => void> = new Map([
    ['a', () => change({ showAll: !draft.showAll })],
    ['d', deny],
    ['n', () => change({ note: draft.note ?? '' })],
    ...(isChangeSet || approval.purpose !== 'execute' ? [] : ([['e', startEdit]] as const)),
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      if ((event.ctrlKey || event.metaKey) && !event.repeat) {
        event.preventDefault();
        allow(chosen);
      } else if (event.target instanceof HTMLElement && event.target.closest('[data-gives-authority]')) {
        event.preventDefault();
      }
      return;
    }
    if (event.altKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight') && onStep) {
      event.preventDefault();
      onStep(event.key === 'ArrowRight' ? 1 : -1);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
    const act = letters.get(event.key.toLowerCase());
    const place = Number(event.key);
    if (act) {
      event.preventDefault();
      act();
      if (event.key.toLowerCase() === 'n') event.currentTarget.querySelector<HTMLElement>('[data-note]')?.focus();
    } else if (place >= 1 && place <= ways.length + 1 && !edited) {
      event.preventDefault();
      change({ way: ways[place - 2]?.id });
    }
  };
  return {
    ways,
    chosen,
    exact,
    mixed: useMemo(() => mixedScriptWords(exactText(about.call)), [about.call]),
    onShown,
    onEditorRead,
    onFilesSeen,
    why,
    checked,
    edited,
    verdict,
    about,
    hash: edited ? (previewed.state === 'known' ? previewed.preview.hash : undefined) : approval.hash,
    editorWish,
    armed,
    arming: ready && !armed,
    denying,
    allow,
    deny,
    change,
    openEditor,
    startEdit,
    onKeyDown,
  };
}
