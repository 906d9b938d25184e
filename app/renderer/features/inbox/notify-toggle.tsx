import { Bell, BellOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../components/icon.tsx';
import { canNotify, setNotify, useNotify } from '../../stores/notify-store.ts';
import { t } from '../../strings/translate.ts';

/** Whether the person is told of what waits while Warrant is in the background; a press switches it. */
export function NotifyToggle(): ReactNode {
  const { on, blocked } = useNotify();
  if (!canNotify()) return null;
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={() => void setNotify(!on)}
      className="inline-flex h-6 shrink-0 items-center gap-1.5 rounded-1 px-1.5 text-small text-ink-2 hover:bg-hover"
    >
      <Icon of={on ? Bell : BellOff} size="s" />
      {t(blocked ? 'notice.blocked' : 'notice.toggle')}
      <span aria-hidden className="text-ink-3">
        {t(on ? 'notice.on' : 'notice.off')}
      </span>
    </button>
  );
}
