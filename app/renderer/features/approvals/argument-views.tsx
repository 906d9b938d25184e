import { Pencil } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Approval } from '#contract/approval';
import { Badge } from '../../components/badge.tsx';
import { DiffView } from '../../components/diff-view.tsx';
import { lineDiff } from '../../components/line-diff.ts';
import { Segmented } from '../../components/segmented.tsx';
import { t } from '../../strings/translate.ts';
import { type ApprovalDraft, proposedText } from './approval-draft.ts';
import { ChangeSet } from './change-set.tsx';
import { EditArguments } from './edit-arguments.tsx';
import { exactText, previewOf } from './exact-fields.ts';
import { ExactView } from './exact-view.tsx';
import type { Card } from './use-card.ts';

type View = 'edit' | 'proposed' | 'difference';

/**
 * The exact arguments of a request: as proposed, edited, or the difference between the two; the files of staged changes.
 * `roomy` shows all of it from the start and names the part, as in the Inbox.
 */
export function ArgumentViews({
  approval,
  card,
  draft,
  roomy = false,
}: {
  approval: Approval;
  card: Card;
  draft: ApprovalDraft;
  roomy?: boolean;
}): ReactNode {
  const [view, setView] = useState<View>(draft.edit === undefined ? 'proposed' : 'edit');
  const proposed = useMemo(() => proposedText(approval), [approval]);
  const preview = useMemo(() => previewOf(approval.call, approval.origins), [approval]);
  const { checked, exact } = card;
  const difference = useMemo(() => {
    if (draft.edit === undefined) return lineDiff(exact.text, exact.text);
    if (!checked?.ok) return lineDiff(proposed, draft.edit);
    return lineDiff(exact.text, exactText({ ...approval.call, input: checked.input }));
  }, [approval.call, exact, proposed, draft.edit, checked]);
  const wishesEdit = draft.editing;
  useEffect(() => {
    if (wishesEdit) setView('edit');
  }, [wishesEdit]);
  if (approval.changes.length > 0) return <ChangeSet changes={approval.changes} onSeen={card.onFilesSeen} />;
  const views = approval.purpose === 'execute' && (roomy || draft.edit !== undefined);
  return (
    <div>
      {(roomy || views) && (
        <div className="mb-1.5 flex flex-wrap items-center gap-2">
          <h3 className={roomy ? 'text-small font-semibold' : 'sr-only'}>{t('approval.arguments')}</h3>
          {card.edited && <Badge icon={Pencil}>{t('approval.edited')}</Badge>}
          <span className="flex-1" />
          {views && (
            <Segmented<View>
              label={t('inbox.view')}
              value={view}
              onChange={(next) => {
                setView(next);
                if (next === 'edit') card.openEditor();
                else card.change({ editing: false });
              }}
              segments={[
                { value: 'edit', label: t('approval.edit') },
                { value: 'proposed', label: t('inbox.proposed') },
                { value: 'difference', label: t('inbox.difference') },
              ]}
            />
          )}
        </div>
      )}
      {view === 'edit' && draft.edit !== undefined ? (
        <EditArguments
          rows={roomy ? 10 : 8}
          value={draft.edit}
          verdict={card.verdict}
          wish={card.editorWish}
          onChange={(edit) => card.change({ edit })}
          onRead={card.onEditorRead}
          onReset={() => {
            card.change({ edit: undefined, editing: false });
            setView('proposed');
          }}
        />
      ) : view === 'difference' ? (
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          data-part="well"
          className={`overflow-auto rounded-2 bg-sunk py-2 ring-line ${roomy ? 'max-h-[50vh]' : 'max-h-[38vh]'}`}
        >
          <DiffView lines={difference} label={t('inbox.difference')} />
        </div>
      ) : (
        <ExactView
          exact={card.exact}
          preview={roomy ? card.exact : preview}
          label={t('approval.arguments')}
          open={roomy || draft.showAll}
          roomy={roomy}
          onOpen={() => card.change({ showAll: true })}
          onShown={card.onShown}
        />
      )}
    </div>
  );
}
