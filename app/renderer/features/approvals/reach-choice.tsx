import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Menu } from '../../components/menu.tsx';
import { t } from '../../strings/translate.ts';
import type { ApprovalDraft, Way } from './approval-draft.ts';
import { wayLabel } from './way-label.ts';

/** One scoped grant that fits the call, and a menu of the others. Choosing gives nothing yet: it shows the sentence. */
export function ReachChoice({
  ways,
  draft,
  now,
  onChoose,
}: {
  ways: readonly Way[];
  draft: ApprovalDraft;
  now: number;
  onChoose: (way: Way | undefined) => void;
}): ReactNode {
  // The folder for this run is what most tasks need; a narrower or longer reach is in the menu.
  const first = ways.find((way) => way.id === 'folder') ?? ways.find((way) => !way.narrowed);
  if (!first) return null;
  const item = (way: Way, index: number) => ({
    id: way.id,
    label: wayLabel(way, draft, now),
    keys: String(index + 2),
    onSelect: () => onChoose(way),
  });
  return (
    <span className="inline-flex">
      <Button className={ways.length > 1 ? 'rounded-e-none' : ''} onClick={() => onChoose(first)}>
        {wayLabel(first, draft, now)}…
      </Button>
      {ways.length > 1 && (
        <Menu
          align="start"
          trigger={
            <IconButton
              icon={ChevronDown}
              label={t('approval.moreWays')}
              look="plain"
              tooltip={false}
              className="-ms-px w-7! rounded-s-none"
            />
          }
          groups={[
            [{ id: 'once', label: t('reach.once'), keys: '1', onSelect: () => onChoose(undefined) }, ...ways.map(item)],
          ]}
        />
      )}
    </span>
  );
}
