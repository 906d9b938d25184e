import { CircleAlert, Plus, Scale, Search, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Grant } from '#contract/permission';
import type { PolicyRow } from '#contract/views';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Note } from '../../components/note.tsx';
import { Select } from '../../components/select.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { useLayout } from '../../stores/layout-store.ts';
import { useOverview } from '../../stores/overview-store.ts';
import { t } from '../../strings/translate.ts';
import { openAt } from '../agents/builder-store.ts';
import { useLeaveGuard } from '../agents/use-leave-guard.ts';
import { Page } from '../shell/page.tsx';
import { goTo, parsePlace } from '../shell/place.ts';
import { StatusItem } from '../shell/status-bar.tsx';
import { AlwaysOffer } from './always-offer.tsx';
import { ChangePane } from './change-pane.tsx';
import { LeavePolicy } from './leave-policy.tsx';
import { NewRulePane } from './new-rule-pane.tsx';
import { type RuleEdit, setEdit, usePolicyDraft } from './policy-store.ts';
import { revokeGrant } from './revoke-grant.ts';
import { RuleDetail } from './rule-detail.tsx';
import { changeOf } from './rule-edit.ts';
import { emptyForm } from './rule-form.ts';
import type { RuleActs } from './rule-menu.tsx';
import { RuleTable } from './rule-table.tsx';
import { filterRules, idleDefaults, keyOf, NO_FILTER, originOf } from './rule-words.ts';
import { TestBox } from './test-box.tsx';
import { usePolicyKeys } from './use-policy-keys.ts';
import { type Rules, useRules } from './use-rules.ts';

const EVERY = '*';

/** A past call is looked at without losing the change; anywhere else the change would be forgotten. */
function keepsChange(agent: string | undefined, hash: string): boolean {
  const place = parsePlace(hash);
  return place.screen === 'run' || (place.screen === 'policy' && place.agent === agent);
}

function Status({ agent, rules, edited }: { agent: string | undefined; rules: Rules; edited: boolean }): ReactNode {
  const quiet =
    agent === undefined
      ? t(edited ? 'policy.statusEveryDraft' : 'policy.statusEvery')
      : t(edited ? 'policy.statusForDraft' : 'policy.statusFor', { agent });
  return (
    <>
      <StatusItem icon={Scale} quiet={quiet}>
        {t('policy.status', { count: rules.rows?.length ?? 0 })}
      </StatusItem>
      <AlwaysOffer />
    </>
  );
}

/** The screen Policy: the rules as sentences, a test of one call, and beside them one rule or what a change would do. */
export function PolicyPage({ agent, rule }: { agent: string | undefined; rule: string | undefined }): ReactNode {
  const rules = useRules(agent);
  const agents = (useOverview((state) => state.agents) ?? []).map(({ name }) => name);
  const compact = useLayout((layout) => layout.compact);
  const kept = usePolicyDraft();
  const edit = kept.agent === agent ? kept.edit : undefined;
  const [filter, setFilter] = useState(NO_FILTER);
  const [chosen, setSelected] = useState<string>();
  const [unfolded, setUnfolded] = useState(false);
  const [paneOpen, setPaneOpen] = useState(rule !== undefined || edit !== undefined);
  const pane = useRef<HTMLElement>(null);
  const test = useRef<HTMLInputElement>(null);
  /** The rule that was just applied: it has the focus as soon as it is listed. */
  const coming = useRef<string>(undefined);
  const { rows } = rules;
  const shown = filterRules(rows ?? [], filter);
  const row = rows?.find((one) => (chosen === undefined ? one.id === rule : keyOf(one) === chosen));
  const selected = row && keyOf(row);
  const guard = useLeaveGuard(edit !== undefined, (hash) => keepsChange(agent, hash));

  const change = (next: RuleEdit | undefined) => {
    setEdit(agent, next);
    if (next) setPaneOpen(true);
  };
  const showPane = () => {
    setPaneOpen(true);
    // It may be drawn only now.
    requestAnimationFrame(() => pane.current?.focus());
  };
  const closePane = () => {
    setPaneOpen(false);
    document.querySelector<HTMLElement>('tr[data-region-focus]')?.focus();
  };
  const open = (key: string) => {
    setSelected(key);
    showPane();
  };
  const actsOf = (one: PolicyRow): RuleActs => ({
    open: () => open(keyOf(one)),
    change: (next) => {
      setSelected(keyOf(one));
      const made = changeOf(one, next);
      change(made && { type: 'change', change: made });
      // The choice is drawn anew in another pane.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          pane.current?.querySelector<HTMLElement>('[role=radio][aria-checked=true]')?.focus();
      });
    },
    revoke: () => void revokeGrant({ id: one.id, ...(one.run === undefined ? {} : { run: one.run }) }, rules.reload),
    edit: () => {
      if (one.agent === undefined) return;
      openAt(one.agent, 'tools');
      goTo({ screen: 'agents', agent: one.agent });
    },
  });
  const startNew = () => {
    change({ type: 'new', form: emptyForm(agent ?? 'every') });
  };
  const discard = () => {
    change(undefined);
    closePane();
  };
  useEffect(() => {
    const found = rows?.find((one) => keyOf(one) === coming.current);
    if (!found) return;
    const key = CSS.escape(keyOf(found));
    coming.current = undefined;
    document.querySelector<HTMLElement>(`tr[data-rule="${key}"]`)?.focus();
  }, [rows]);
  usePolicyKeys({ test: () => test.current?.focus(), whatIf: showPane });
  useEffect(() => {
    if (!compact || !paneOpen) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('[role=dialog], [role=menu]'))
        return;
      event.preventDefault();
      closePane();
    };
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  });

  const applied = (added: Grant) => {
    change(undefined);
    setPaneOpen(false);
    setFilter(NO_FILTER);
    const about = edit?.type === 'new' ? edit.form.agent : (edit?.change.draft.agent ?? 'every');
    const key = keyOf({ id: added.id, ...(about === 'every' ? {} : { agent: about }) });
    setSelected(key);
    coming.current = key;
  };
  const besides = { onChange: rules.reload, onApplied: applied, onDiscard: discard };
  return (
    <Page
      label={t('nav.policy')}
      title={t('nav.policy')}
      badge={
        <Select
          label={t('policy.agent')}
          value={agent ?? EVERY}
          options={[
            { value: EVERY, label: t('policy.everyAgent') },
            ...agents.map((name) => ({ value: name, label: name })),
          ]}
          onChange={(name) => goTo({ screen: 'policy', agent: name === EVERY ? undefined : name, rule: undefined })}
          className="h-6! max-w-48 text-small"
        />
      }
      actions={
        <>
          <TextInput
            icon={Search}
            type="search"
            value={filter.query}
            aria-label={t('policy.find')}
            placeholder={t('policy.findExample')}
            onChange={(event) => setFilter({ ...filter, query: event.target.value })}
            className="w-45 compact:w-40"
          />
          <Button icon={Plus} onClick={startNew}>
            {t('policy.new')}
          </Button>
        </>
      }
      status={<Status agent={agent} rules={rules} edited={edit !== undefined} />}
    >
      <div className="relative grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_23.4rem] narrow:grid-cols-[minmax(0,1fr)_20rem] compact:grid-cols-[minmax(0,1fr)]">
        <div className="flex min-h-0 flex-col">
          <div className="min-h-0 flex-1 overflow-auto">
            {rows === undefined && rules.fault === undefined && (
              <div className="p-4">
                <Skeleton lines={[70, 55, 80, 60, 75, 50, 65]} />
              </div>
            )}
            {rules.fault !== undefined && (
              <div className="p-4">
                <Note icon={CircleAlert} tone="void" role="alert">
                  {t('policy.failed')}. {rules.fault}{' '}
                  <Button size="s" className="align-middle" onClick={rules.reload}>
                    {t('action.tryAgain')}
                  </Button>
                </Note>
              </div>
            )}
            {rows !== undefined && (
              <>
                {rule !== undefined && !rows.some((one) => one.id === rule) && (
                  <div className="px-4 pt-3 pb-1">
                    <Note icon={CircleAlert} role="status">
                      {t('policy.notHere')}
                    </Note>
                  </div>
                )}
                <RuleTable
                  rows={shown}
                  folded={unfolded ? [] : idleDefaults(shown, filter, selected)}
                  onUnfold={() => setUnfolded(true)}
                  origins={[...new Set(rows.map(originOf))]}
                  filter={filter}
                  onFilter={(part) => setFilter({ ...filter, ...part })}
                  ofEvery={agent === undefined}
                  selected={selected}
                  changing={
                    edit?.type === 'change' ? { key: keyOf(edit.change.row), next: edit.change.next } : undefined
                  }
                  onSelect={setSelected}
                  onOpen={open}
                  actsOf={actsOf}
                />
                {shown.length === 0 && (
                  <p className="flex items-center gap-2 px-4 py-3 text-small text-ink-3">
                    {t('policy.noMatch')}
                    <Button size="s" onClick={() => setFilter(NO_FILTER)}>
                      {t('policy.showAll')}
                    </Button>
                  </p>
                )}
                <p className="max-w-[60ch] px-4 py-3 text-small text-ink-3">{t('policy.order')}</p>
              </>
            )}
          </div>
          <TestBox agent={agent} agents={agents} rows={rows} inputRef={test} />
        </div>
        {(!compact || paneOpen) && (
          <aside
            ref={pane}
            aria-label={t('policy.pane')}
            data-region
            tabIndex={-1}
            className={classNames(
              'flex min-h-0 flex-col border-line border-s bg-paper -outline-offset-2',
              compact && 'menu-edge fade-in absolute inset-y-0 end-0 z-30 w-[23.4rem]',
            )}
          >
            {compact && (
              <IconButton
                icon={X}
                label={t('policy.closePane')}
                keys="Esc"
                className="absolute end-2 top-2 z-2"
                onClick={closePane}
              />
            )}
            {edit?.type === 'change' ? (
              <ChangePane
                key={keyOf(edit.change.row)}
                change={edit.change}
                onNext={actsOf(edit.change.row).change}
                {...besides}
              />
            ) : edit?.type === 'new' ? (
              <NewRulePane
                form={edit.form}
                agents={agents}
                onForm={(form) => change({ type: 'new', form })}
                {...besides}
              />
            ) : row ? (
              <RuleDetail
                row={row}
                overruling={row.overruledBy === undefined ? undefined : rows?.find(({ id }) => id === row.overruledBy)}
                acts={actsOf(row)}
              />
            ) : (
              <div className="grid flex-1 content-center">
                <EmptyState icon={Scale} title={t('policy.idle')}>
                  {t('policy.idleWhy')}
                </EmptyState>
              </div>
            )}
          </aside>
        )}
      </div>
      <LeavePolicy
        open={guard.wanted !== undefined}
        sentence={edit?.type === 'change' ? edit.change.row.sentence : undefined}
        onStay={guard.stay}
        onDiscard={() => {
          setEdit(agent, undefined);
          guard.leave();
        }}
      />
    </Page>
  );
}
