import { type ReactNode, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Kbd } from '../../components/kbd.tsx';
import { setView, useView } from '../../stores/view-store.ts';
import { type PlainKey, t } from '../../strings/translate.ts';

const groups: readonly (readonly [PlainKey, readonly (readonly [PlainKey, readonly string[]])[]])[] = [
  [
    'keys.anywhere',
    [
      ['keys.newRun', ['Mod+N']],
      ['keys.palette', ['Mod+K']],
      ['keys.settings', ['Mod+,']],
      ['keys.screens', ['Mod+1', 'Mod+2', 'Mod+3', 'Mod+5', 'Mod+6']],
      ['keys.waiting', ['Mod+J']],
      ['keys.regions', ['F6', 'Shift+F6']],
      ['keys.side', ['Mod+B']],
      ['keys.rail', ['Mod+Alt+B']],
      ['keys.escape', ['Esc']],
      ['keys.sheet', ['?']],
    ],
  ],
  [
    'keys.inApproval',
    [
      ['keys.reach', ['1', '9']],
      ['keys.allow', ['Mod+Enter']],
      ['keys.deny', ['D']],
      ['keys.edit', ['E']],
      ['keys.showAll', ['A']],
      ['keys.note', ['N']],
      ['keys.requests', ['Alt+ArrowLeft', 'Alt+ArrowRight']],
    ],
  ],
  [
    'keys.inRun',
    [
      ['keys.send', ['Enter']],
      ['keys.newLine', ['Shift+Enter']],
      ['keys.find', ['Mod+F']],
      ['keys.findNext', ['F3', 'Shift+F3']],
      ['keys.entries', ['ArrowUp', 'ArrowDown']],
      ['keys.expand', ['Enter']],
      ['keys.factsOf', ['F']],
      ['keys.ends', ['Home', 'End']],
    ],
  ],
  [
    'keys.inList',
    [
      ['keys.move', ['J', 'K']],
      ['keys.open', ['Enter']],
    ],
  ],
  [
    'nav.facts',
    [
      ['keys.hashAgain', ['V']],
      ['keys.openAddress', ['O']],
      ['keys.graph', ['G']],
    ],
  ],
  [
    'nav.policy',
    [
      ['keys.testCall', ['T']],
      ['keys.whatIf', ['W']],
    ],
  ],
];

/** All shortcuts on one sheet. */
export function ShortcutSheet(): ReactNode {
  const open = useView((state) => state.overlay === 'keys');
  const close = useRef<HTMLButtonElement>(null);
  const onClose = () => setView({ overlay: undefined });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('keys.title')}
      width="l"
      focusRef={close}
      actions={
        <Button ref={close} onClick={onClose}>
          {t('action.close')}
        </Button>
      }
    >
      <div className="columns-2 gap-8 compact:columns-1">
        {groups.map(([title, rows]) => (
          <section key={title} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 text-small font-semibold text-ink">{t(title)}</h3>
            <dl>
              {rows.map(([name, keys]) => (
                <div key={name} className="flex min-h-7 items-center gap-2 border-line border-b text-note">
                  <dt className="min-w-0 flex-1">{t(name)}</dt>
                  <dd className="flex gap-1">
                    {keys.map((one) => (
                      <Kbd key={one} keys={one} />
                    ))}
                    <span className="sr-only">{keys.join(', ').replaceAll('+', ' ').replaceAll('Mod', 'Control')}</span>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
