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

/** What has happened and can be undone: at most four, 8 s each, longer under the pointer or focus. */
export function ToastStack({
  toasts,
  onGone,
}: {
  toasts: readonly ToastMessage[];
  onGone: (id: number) => void;
}): ReactNode {
  return (
    <Primitive.Provider duration={8000} swipeDirection="right">
      {toasts.slice(-4).map((toast) => (
        <Primitive.Root
          key={toast.id}
          onOpenChange={(open) => open || onGone(toast.id)}
          data-part="toast"
          className="menu-edge fade-in flex items-start gap-2 rounded-3 bg-raised px-3 py-2.5"
        >
          <Icon of={toast.icon} className={classNames('mt-0.5', glyphs[toast.tone ?? 'ink'])} />
          <div className="min-w-0 flex-1">
            <Primitive.Title className="font-medium">{toast.title}</Primitive.Title>
            {toast.detail && (
              <Primitive.Description className="text-small text-ink-2">{toast.detail}</Primitive.Description>
            )}
          </div>
          {toast.action && (
            <Primitive.Action altText={toast.action.label} asChild>
              <Button size="s" onClick={toast.action.onPress}>
                {toast.action.label}
              </Button>
            </Primitive.Action>
          )}
          <Primitive.Close asChild>
            <IconButton icon={X} label={t('action.close')} size="s" tooltip={false} />
          </Primitive.Close>
        </Primitive.Root>
      ))}
      {/* Above what asks and above the composer: nothing may come under the pointer there. */}
      <Primitive.Viewport className="fixed end-4 bottom-[max(var(--dock-room,0px),5.75rem)] z-50 grid w-88 max-w-[calc(100vw-2rem)] gap-2 outline-none" />
    </Primitive.Provider>
  );
}
