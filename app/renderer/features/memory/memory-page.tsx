import { Brain, CircleAlert, Lock, Plus, Search, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { MemoryOrigin } from '#contract/memory';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterChip } from '../../components/filter-chip.tsx';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Note } from '../../components/note.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { useLayout } from '../../stores/layout-store.ts';
import { useOverview } from '../../stores/overview-store.ts';
import { t } from '../../strings/translate.ts';
import { useLeaveGuard } from '../agents/use-leave-guard.ts';
import { Page } from '../shell/page.tsx';
import { goTo, hrefOf, parsePlace, replacePlace } from '../shell/place.ts';
import { StatusItem } from '../shell/status-bar.tsx';
import { useNow } from '../shell/use-now.ts';
import { AddMemory } from './add-memory.tsx';
import { LeaveCorrections } from './leave-corrections.tsx';
import { removeMemory } from './memory-acts.ts';
import { MemoryDetail } from './memory-detail.tsx';
import { MemoryTable } from './memory-list.tsx';
import { countWords, ORIGINS } from './memory-words.ts';
import { useMemories } from './use-memories.ts';

/** Puts the focus into the list, or where there is none on the field that searches. */
function focusList(): void {
  const main = document.querySelector('main') ?? document.body;
  (main.querySelector<HTMLElement>('[role=listbox]') ?? main.querySelector<HTMLElement>('input[type=search]'))?.focus();
}

function Crumbs({ agent }: { agent: string }): ReactNode {
  const link = 'text-ink-3 underline underline-offset-3';
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <a className={`${link} text-base font-normal`} href={hrefOf({ screen: 'agents', agent: undefined })}>
        {t('nav.agents')}
      </a>
      <span aria-hidden className="font-normal text-ink-3">
        /
      </span>
      <a className={`${link} cut text-base font-normal`} href={hrefOf({ screen: 'agents', agent })}>
        {agent}
      </a>
      <span aria-hidden className="font-normal text-ink-3">
        /
      </span>
      {t('memory.title')}
    </span>
  );
}

/** What one agent remembers: found by words, then by meaning; read, put right and taken away by the person. */
export function MemoryPage({ agent, memory }: { agent: string; memory: string | undefined }): ReactNode {
  const [query, setQuery] = useState('');
  const [origin, setOrigin] = useState<MemoryOrigin>();
  const [adding, setAdding] = useState(false);
  const { found, words, fault, reload } = useMemories(agent, query, origin);
  const compact = useLayout((layout) => layout.compact);
  const now = useNow(60_000);
  const editor = useRef<HTMLTextAreaElement>(null);
  const pane = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(memory !== undefined);
  const [drafts, setDrafts] = useState<ReadonlyMap<string, string>>(new Map());
  const agents = useOverview((state) => state.agents);
  const rows = found?.rows ?? [];
  const row = rows.find(({ id }) => id === memory) ?? (memory === undefined && !compact ? rows[0] : undefined);
  const all = found ? found.counts.you + found.counts.agent + found.counts.outside : 0;
  const inView = origin === undefined ? all : (found?.counts[origin] ?? 0);
  const count = found && countWords(rows.length, inView, words !== '');
  const guard = useLeaveGuard(drafts.size > 0, (hash) => {
    const place = parsePlace(hash);
    return place.screen === 'memory' && place.agent === agent;
  });
  const draft = (id: string, text: string | undefined) =>
    setDrafts((before) => {
      const next = new Map(before);
      if (text === undefined) next.delete(id);
      else next.set(id, text);
      return next;
    });
  const select = (id: string) => {
    setOpen(true);
    goTo({ screen: 'memory', agent, memory: id });
  };
  const edit = () => {
    setOpen(true);
    requestAnimationFrame(() => editor.current?.focus());
  };
  const remove = (id: string) => {
    const at = rows.findIndex((one) => one.id === id);
    const next = rows[at + 1] ?? rows[at - 1];
    draft(id, undefined);
    goTo({ screen: 'memory', agent, memory: next?.id });
    focusList();
    void removeMemory(agent, id, reload);
  };
  const closePane = () => {
    setOpen(false);
    focusList();
  };
  const listed = found !== undefined;
  useEffect(() => {
    const { activeElement } = document;
    if (listed && (activeElement === null || activeElement.matches('body, main'))) focusList();
  }, [listed]);
  const lookedFor = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the answer to another search chooses its best hit
  useEffect(() => {
    if (lookedFor.current === words) return;
    lookedFor.current = words;
    const [best] = rows;
    if (words !== '' && best) replacePlace({ screen: 'memory', agent, memory: best.id });
  }, [words]);
  useEffect(() => {
    if (!compact || !open) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('[role=dialog], [role=menu]'))
        return;
      event.preventDefault();
      closePane();
    };
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  });
  if (agents && !agents.some(({ name }) => name === agent) && !found && fault !== undefined)
    return (
      <Page label={t('memory.title')} title={<Crumbs agent={agent} />}>
        <EmptyState
          icon={Brain}
          title={t('memory.noAgent', { agent })}
          action={
            <Button size="s" onClick={() => goTo({ screen: 'agents', agent: undefined })}>
              {t('builder.allAgents')}
            </Button>
          }
        >
          {t('memory.noAgentWhy')}
        </EmptyState>
      </Page>
    );
  return (
    <Page
      label={t('memory.title')}
      title={<Crumbs agent={agent} />}
      sub={found && t('memory.kept', { count: all })}
      actions={
        <Button icon={Plus} onClick={() => setAdding(true)}>
          {t('memory.add')}
        </Button>
      }
      status={
        <StatusItem icon={Brain} quiet={found && t('memory.status', found.counts)}>
          {t('memory.count', { count: all })}
        </StatusItem>
      }
    >
      <div className="relative grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_24rem] narrow:grid-cols-[minmax(0,1fr)_20.6rem] compact:grid-cols-[minmax(0,1fr)]">
        <div className="flex min-h-0 flex-col">
          <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2">
            <TextInput
              icon={Search}
              type="search"
              value={query}
              aria-label={t('memory.find')}
              placeholder={t('memory.findExample')}
              onChange={(event) => setQuery(event.target.value)}
              className="w-48 max-w-full"
            />
            {count !== undefined && (
              <span role="status" className="text-small text-ink-3">
                {count}
              </span>
            )}
            <span className="flex-1" />
            <fieldset className="flex flex-wrap gap-1.5" aria-label={t('memory.origin')}>
              <FilterChip pressed={origin === undefined} onPress={() => setOrigin(undefined)}>
                {t('memory.all')}
              </FilterChip>
              {ORIGINS.map((one) => (
                <FilterChip
                  key={one}
                  pressed={origin === one}
                  count={found?.counts[one] ?? 0}
                  onPress={() => setOrigin(origin === one ? undefined : one)}
                >
                  {t(`memory.filter.${one}`)}
                </FilterChip>
              ))}
            </fieldset>
          </div>
          {fault !== undefined && (
            <div className="p-4">
              <Note icon={CircleAlert} tone="void" role="alert">
                {fault}{' '}
                <Button size="s" className="align-middle" onClick={reload}>
                  {t('action.tryAgain')}
                </Button>
              </Note>
            </div>
          )}
          {found === undefined && fault === undefined && (
            <div className="p-4">
              <Skeleton lines={[80, 40, 70, 35, 85, 45]} />
            </div>
          )}
          {found && rows.length > 0 && (
            <MemoryTable
              rows={rows}
              query={words}
              note={found.note ?? t('memory.nearNote')}
              now={now}
              selected={row?.id}
              onSelect={select}
              onEdit={edit}
              onRemove={() => row && remove(row.id)}
            />
          )}
          {found && rows.length === 0 && (
            <div className="grid flex-1 content-center">
              {all === 0 ? (
                <EmptyState
                  icon={Brain}
                  title={t('memory.empty')}
                  action={
                    <Button size="s" icon={Plus} onClick={() => setAdding(true)}>
                      {t('memory.add')}
                    </Button>
                  }
                >
                  {t('memory.emptyWhy')}
                </EmptyState>
              ) : (
                <EmptyState icon={Search} title={t('memory.noHits')}>
                  {t('memory.noHitsWhy', { count: all })}
                </EmptyState>
              )}
            </div>
          )}
          {found?.note !== undefined && !rows.some(({ match }) => match === 'meaning') && (
            <p className="px-4 py-2 text-small text-ink-3">{found.note}</p>
          )}
          <p className="flex items-start gap-2 border-line border-t px-4 py-2 text-small text-ink-2">
            <Icon of={Lock} size="s" className="mt-0.5" />
            {t('memory.foot', { agent })}
          </p>
        </div>
        {(!compact || (open && row)) && (
          <aside
            ref={pane}
            aria-label={row ? t('memory.one', { id: row.id }) : t('memory.title')}
            data-region
            tabIndex={-1}
            className={classNames(
              'flex min-h-0 flex-col border-line border-s bg-paper -outline-offset-2',
              compact && 'menu-edge fade-in absolute inset-y-0 end-0 z-30 w-96 max-w-full',
            )}
          >
            {compact && (
              <IconButton
                icon={X}
                label={t('memory.closePane')}
                keys="Esc"
                className="absolute end-2 top-2 z-2"
                onClick={closePane}
              />
            )}
            {row ? (
              <MemoryDetail
                key={row.id}
                row={row}
                now={now}
                editor={editor}
                text={drafts.get(row.id) ?? row.text}
                onText={(text) => draft(row.id, text === row.text ? undefined : text)}
                onSaved={() => {
                  draft(row.id, undefined);
                  reload();
                  focusList();
                }}
                onRemove={() => remove(row.id)}
              />
            ) : (
              <div className="grid flex-1 content-center">
                <EmptyState icon={Brain} title={t('memory.idle')}>
                  {t('memory.idleWhy')}
                </EmptyState>
              </div>
            )}
          </aside>
        )}
      </div>
      <LeaveCorrections
        ids={[...drafts.keys()]}
        open={guard.wanted !== undefined}
        onStay={guard.stay}
        onLeave={guard.leave}
      />
      <AddMemory
        agent={agent}
        open={adding}
        onClose={() => setAdding(false)}
        onAdded={(added) => {
          setQuery('');
          setOrigin(undefined);
          reload();
          select(added.id);
        }}
      />
    </Page>
  );
}
