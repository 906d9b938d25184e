import { UserRoundX } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { client, failureWords } from '../../client/client.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { t } from '../../strings/translate.ts';
import { Page } from '../shell/page.tsx';
import { goTo } from '../shell/place.ts';
import { AgentList } from './agent-list.tsx';
import { Builder } from './builder.tsx';
import { openAt } from './builder-store.ts';
import type { SavedAgent } from './use-builder.ts';

function SavedBuilder({ name }: { name: string }): ReactNode {
  const [loaded, setLoaded] = useState<SavedAgent>();
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    openAt(name);
    let gone = false;
    client.agent.show({ name }).then(
      (found) => gone || setLoaded(found),
      (error: unknown) => gone || setFault(failureWords(error)),
    );
    return () => {
      gone = true;
    };
  }, [name]);
  if (loaded) return <Builder loaded={loaded} />;
  return (
    <Page label={name} title={name}>
      {fault === undefined ? (
        <div className="p-6">
          <Skeleton lines={[30, 60, 100, 100, 80]} />
        </div>
      ) : (
        <EmptyState
          icon={UserRoundX}
          title={t('builder.gone', { name })}
          action={
            <Button size="s" onClick={() => goTo({ screen: 'agents', agent: undefined })}>
              {t('builder.allAgents')}
            </Button>
          }
        >
          {fault}
        </EmptyState>
      )}
    </Page>
  );
}

function NewBuilder(): ReactNode {
  useEffect(() => openAt('new'), []);
  return <Builder loaded={undefined} />;
}

/** The screen Agents: the list, or the builder of one, or of a new one (`#/agents/new`). */
export function AgentsPage({ selected }: { selected: string | undefined }): ReactNode {
  if (selected === undefined) return <AgentList />;
  if (selected === 'new') return <NewBuilder />;
  return <SavedBuilder key={selected} name={selected} />;
}
