import type { LucideIcon } from 'lucide-react';
import { X } from 'lucide-react';
import { Toast as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { t } from '../strings/translate.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';

export interface ToastMessage {
  id: number;
  icon: LucideIcon;
  tone?: 'ink' | 'seal' | 'void';
  title: string;
  detail?: string;
  action?: { label: string; onPress: () => void };
}

const glyphs = { ink: 'text-ink-2', seal: 'text-seal-ink', void: 'text-void-ink' } as const;

/** Where nothing is worked on: what asks, what is typed and what was found stay free. */
const places = {
  side: 'start-2 bottom-[calc(var(--status-height)+3.25rem)] w-[calc(max(var(--side-width),14.5rem)-1rem)]',
  top: 'inset-x-0 top-1 mx-auto w-80 max-w-[calc(100vw-2rem)]',
} as const;

/** What has happened and can be undone: at most four, 8 s each, longer under the pointer or focus. */
export function ToastStack({
  toasts,
  onGone,
  place = 'top',
}: {
  toasts: readonly ToastMessage[];
  /** Over the list at the side, or, where that is folded away, in the middle of the top bar. */
  place?: keyof typeof places;
  onGone: (id: number) => void;
}): ReactNode {
  return (
    <Primitive.Provider duration={8000} swipeDirection={place === 'side' ? 'left' : 'up'}>
      {toasts.slice(-4).map((toast) => (
        <Primitive.Root
          key={toast.id}
          onOpenChange={(open) => open || onGone(toast.id)}
          data-part="toast"
          className="menu-edge fade-in flex [-webkit-app-region:no-drag] items-start gap-2 rounded-3 bg-raised px-3 py-2.5"
        >
          <Icon of={toast.icon} className={classNames('mt-0.5', glyphs[toast.tone ?? 'ink'])} />
          <div className="min-w-0 flex-1">
            <Primitive.Title className="font-medium">{toast.title}</Primitive.Title>
            {toast.detail && (
              <Primitive.Description className="text-small text-ink-2 [overflow-wrap:anywhere]">
                {toast.detail}
              </Primitive.Description>
            )}
            {toast.action && (
              <Primitive.Action altText={toast.action.label} asChild>
                <Button size="s" className="mt-1.5" onClick={toast.action.onPress}>
                  {toast.action.label}
                </Button>
              </Primitive.Action>
            )}
          </div>
          <Primitive.Close asChild>
            <IconButton icon={X} label={t('action.close')} size="s" tooltip={false} />
          </Primitive.Close>
        </Primitive.Root>
      ))}
      <Primitive.Viewport
        label={t('toast.region', { keys: '{hotkey}' })}
        className={classNames('fixed z-50 grid gap-2 outline-none', places[place])}
      />
    </Primitive.Provider>
  );
}
