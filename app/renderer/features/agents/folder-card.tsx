import { CircleAlert, Folder, Shield, X } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import type { Tool } from '#contract/tool';
import type { FolderCheck } from '#contract/views';
import { Card } from '../../components/card.tsx';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Ring } from '../../components/ring.tsx';
import { formatBytes } from '../../strings/format.ts';
import { Text } from '../../strings/text.tsx';
import { t } from '../../strings/translate.ts';
import { DecisionRow, type Verdict } from './decision-row.tsx';
import type { FolderUse, ToolUse } from './draft.ts';
import { touchesFiles } from './tool-groups.ts';

function lastPart(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}

/** What the tools of a draft make of a folder's access, for one verb. Deleting asks whatever a tool says. */
export function verdictOf(
  access: FolderUse['access'],
  verb: 'write' | 'delete',
  uses: readonly ToolUse[],
  tools: readonly Tool[],
): Verdict {
  const asks = new Map(uses.map((use) => [use.tool, use.ask ?? 'effects']));
  const able = tools.filter((tool) => asks.has(tool.name) && touchesFiles(tool, verb));
  if (access === 'read') return 'deny';
  if (verb === 'delete') return able.length > 0 ? 'ask' : 'deny';
  return able.length > 0 && able.every((tool) => asks.get(tool.name) === 'never') ? 'allow' : 'ask';
}

function CheckLine({ check, access }: { check: FolderCheck | undefined; access: FolderUse['access'] }): ReactNode {
  if (!check) {
    return (
      <span role="status" className="flex items-center gap-1.5">
        <Ring className="size-3" /> {t('folders.checking')}
      </span>
    );
  }
  if (!check.ok) {
    return (
      <span role="alert" className="flex items-start gap-1.5 text-void-ink">
        <Icon of={CircleAlert} size="s" className="mt-px" />
        <span className="min-w-0">{check.message}</span>
      </span>
    );
  }
  const figures = { count: check.files, size: formatBytes(check.bytes) };
  return (
    <>
      {t(check.counted ? 'folders.counted' : 'folders.countedAtLeast', figures)}.{' '}
      {t(access === 'write' ? 'folders.checkedWrite' : 'folders.checkedRead')}
    </>
  );
}

function Trust({ folder, onChange }: { folder: FolderUse; onChange: (trust: FolderUse['trust']) => void }): ReactNode {
  const label = t('folders.trust', { path: folder.name ?? lastPart(folder.path) });
  return (
    <div className="grid gap-1 border-line border-t px-4 py-2.5">
      <span className="text-small font-medium text-ink-2">{label}</span>
      <RadioGroup.Root
        value={folder.trust}
        aria-label={label}
        onValueChange={(next) => onChange(next === 'outside' ? 'outside' : 'own')}
        className="flex flex-wrap gap-x-4"
      >
        {(['own', 'outside'] as const).map((trust) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the control is the radio item inside
          <label key={trust} className="flex min-h-6 items-center gap-2">
            <RadioGroup.Item
              value={trust}
              className="size-4 rounded-full bg-raised ring-edge data-[state=checked]:shadow-[inset_0_0_0_5px_var(--ink)]"
            />
            {t(trust === 'own' ? 'folders.trustOwn' : 'folders.trustOutside')}
          </label>
        ))}
      </RadioGroup.Root>
      <p className="text-small text-ink-3">{t('folders.trustHelp')}</p>
    </div>
  );
}

/** One folder: where it is, what was found there, and Read, Write and Delete as they will be decided. */
export function FolderCard({
  folder,
  check,
  uses,
  tools,
  error,
  onChange,
  onRemove,
  onOpenTools,
}: {
  folder: FolderUse;
  check: FolderCheck | undefined;
  uses: readonly ToolUse[];
  tools: readonly Tool[];
  error: string | undefined;
  onChange: (folder: FolderUse) => void;
  onRemove: () => void;
  onOpenTools: () => void;
}): ReactNode {
  const write = verdictOf(folder.access, 'write', uses, tools);
  const ticked = new Set(uses.map((use) => use.tool));
  const noWriter =
    folder.access === 'write' && !tools.some((tool) => ticked.has(tool.name) && touchesFiles(tool, 'write'));
  return (
    <Card>
      <div className="flex items-center gap-2 border-line border-b px-4 py-3">
        <Icon of={Folder} className="text-ink-2" />
        <div className="min-w-0 flex-1">
          <p className="cut font-mono text-base/5 font-medium" dir="ltr" title={folder.path}>
            {folder.path}
          </p>
          <p className="text-small text-ink-3">
            <CheckLine check={check} access={folder.access} />
          </p>
          {error !== undefined && check?.ok !== false && (
            <p role="alert" className="text-small text-void-ink">
              {error}
            </p>
          )}
        </div>
        <IconButton icon={X} size="s" label={t('folders.remove', { path: folder.path })} onClick={onRemove} />
      </div>
      <div className="py-1.25">
        <DecisionRow label={t('folders.read')} value="allow" open={[]} />
        <DecisionRow
          label={t('folders.write')}
          value={write}
          open={write === 'allow' ? ['deny'] : ['ask', 'deny']}
          onChange={(verdict) => onChange({ ...folder, access: verdict === 'ask' ? 'write' : 'read' })}
        />
        <DecisionRow label={t('folders.delete')} value={verdictOf(folder.access, 'delete', uses, tools)} open={[]} />
      </div>
      {noWriter && (
        <p className="border-line border-t px-4 py-2 text-small text-ink-2">
          {t('folders.noWriter')}{' '}
          <button type="button" className="text-link underline underline-offset-3" onClick={onOpenTools}>
            {t('folders.chooseTools')}
          </button>
        </p>
      )}
      <p className="flex items-start gap-2 border-line border-t px-4 py-2.5 text-small text-ink-2">
        <Icon of={Shield} size="s" className="mt-px" />
        <span>
          <Text of="folders.secrets" with={{ first: <code>.env</code>, second: <code>*.key</code> }} />{' '}
          {t('folders.lockedWhy')} {t('folders.deleting')}
        </span>
      </p>
      <Trust folder={folder} onChange={(trust) => onChange({ ...folder, trust })} />
    </Card>
  );
}
