import { Check, CircleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../components/icon.tsx';
import { Note } from '../../components/note.tsx';
import { Ring } from '../../components/ring.tsx';
import { t } from '../../strings/translate.ts';
import type { ProbeState } from './use-probe.ts';

const protocols = { native: 'model.probeNative', react: 'model.probeReact', none: 'model.probeNone' } as const;

/** What a probe found, in lines: what works, and what will fail. Never a score. */
export function ProbeLines({ state }: { state: ProbeState | undefined }): ReactNode {
  if (!state) return null;
  if (state.type === 'probing') {
    return (
      <p role="status" className="flex items-center gap-2 text-small text-ink-2">
        <Ring /> {t('model.probing')}
      </p>
    );
  }
  if (state.type === 'failed') {
    return (
      <Note icon={CircleAlert} tone="void" role="alert">
        {t('model.probeFailed')}. {state.fault}
      </Note>
    );
  }
  const { protocol, lines } = state.probe;
  return (
    <div role="status">
      <ul className="grid gap-1 text-small">
        <li className="font-medium">{t(protocols[protocol])}</li>
        {lines.map((line) => (
          <li key={line.text} className={`flex gap-2 ${line.ok ? 'text-ink-2' : 'text-void-ink'}`}>
            <Icon of={line.ok ? Check : X} size="s" className="mt-px" />
            <span className="sr-only">{t(line.ok ? 'model.ok' : 'model.fails')}: </span>
            <span className="min-w-0">{line.text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
