import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { useOverview } from '../../stores/overview-store.ts';
import { t } from '../../strings/translate.ts';

/** The first of `my-agent`, `my-agent-2`, … that no agent has. */
export function freeName(taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? 'my-agent' : `my-agent-${number}`;
    if (!taken.includes(name)) return name;
  }
}

/** A name for who does not want to think of one, so that an agent can be made with the pointer alone. */
export function NameSuggestion({ onTake }: { onTake: (name: string) => void }): ReactNode {
  const agents = useOverview((state) => state.agents);
  const name = freeName(agents?.map((agent) => agent.name) ?? []);
  return (
    <Button size="s" className="justify-self-start" onClick={() => onTake(name)}>
      {t('purpose.callIt', { name })}
    </Button>
  );
}
