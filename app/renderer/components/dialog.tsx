import { Dialog as Primitive } from 'radix-ui';
import { type ReactNode, type RefObject, useRef } from 'react';

/** What had the focus when a dialog opened; the button of the menu where that was an item of one, which is gone then. */
function openerOf(active: Element | null): Element | null {
  const trigger = active?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return trigger ? document.getElementById(trigger) : active;
}

/**
 * Only for what cannot be undone and for choosing. The title is a question; the body lists exactly what goes and what
 * stays; the focus starts on `focusRef` (Cancel), never on what destroys, and goes back to where it was.
 */
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
  focusRef,
  width = 'm',
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
  focusRef?: RefObject<HTMLElement | null>;
  width?: 'm' | 'l';
}): ReactNode {
  const content = useRef<HTMLDivElement>(null);
  const before = useRef<Element>(null);
  return (
    <Primitive.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fade-in fixed inset-0 z-40 bg-veil" />
        <Primitive.Content
          ref={content}
          aria-describedby={undefined}
          data-part="dialog"
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            before.current = openerOf(document.activeElement);
            (focusRef?.current ?? content.current)?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (document.activeElement !== document.body) return;
            const back = before.current?.isConnected ? before.current : document.querySelector('main');
            if (back instanceof HTMLElement) back.focus();
          }}
          className={`dialog-edge fade-in fixed inset-0 z-50 m-auto flex h-fit max-h-[calc(100vh-4rem)] flex-col rounded-4 bg-raised px-5 pt-5 pb-4 ${width === 'l' ? 'w-[min(44rem,calc(100vw-2rem))]' : 'w-[min(27rem,calc(100vw-2rem))]'}`}
        >
          <Primitive.Title className="mb-1.5 text-sentence/5 font-semibold">{title}</Primitive.Title>
          <div className="min-h-0 overflow-auto text-ink-2">{children}</div>
          {actions && <div className="mt-4 flex flex-wrap items-center justify-end gap-2">{actions}</div>}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
