import { CircleAlert, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { RunSummary } from '#contract/views';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Field } from '../../components/field.tsx';
import { Note } from '../../components/note.tsx';
import { TextArea } from '../../components/text-area.tsx';
import { formatMoment } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { statusLook } from '../run/run-status.ts';
import { hrefOf } from '../shell/place.ts';

const SHOWN = 5;
/** Requests that also the demo model understands. */
const SUGGESTIONS = ['test.tryList', 'test.tryWrite'] as const;

/** A prompt that starts a run with this agent; what is not saved is saved first, and that is said. */
export function StepTest({
  dirty,
  blocked,
  revision,
  runs,
  fault,
  busy,
  onRun,
}: {
  dirty: boolean;
  /** Something is wrong, so it can't be saved or run. */
  blocked: boolean;
  revision: number;
  runs: readonly RunSummary[];
  fault: string | undefined;
  busy: boolean;
  onRun: (text: string) => void;
}): ReactNode {
  const [text, setText] = useState('');
  const ready = text.trim() !== '' && !blocked && !busy;
  const run = () => ready && onRun(text.trim());
  return (
    <>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <Field label={t('test.prompt')}>
          {(ids) => (
            <TextArea
              {...ids}
              rows={3}
              value={text}
              placeholder={t('test.promptExample')}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
                event.preventDefault();
                run();
              }}
            />
          )}
        </Field>
        {text === '' && (
          <fieldset aria-label={t('test.suggestions')} className="flex flex-wrap gap-2">
            {SUGGESTIONS.map((key) => (
              <Button key={key} size="s" onClick={() => setText(t(key))}>
                {t(key)}
              </Button>
            ))}
          </fieldset>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" look="ink" icon={Play} disabled={!ready} busy={busy} keys="Enter">
            {t(dirty ? 'test.saveAndRun' : 'test.run')}
          </Button>
          {(blocked || dirty) && (
            <p className="min-w-0 flex-1 text-small text-ink-3">
              {blocked
                ? t('test.blocked')
                : revision === 0
                  ? t('test.savesFirstNew')
                  : t('test.savesFirst', { revision: revision + 1 })}
            </p>
          )}
        </div>
      </form>
      {fault !== undefined && (
        <Note icon={CircleAlert} tone="void" role="alert">
          {fault}
        </Note>
      )}
      <section aria-label={t('test.before')}>
        <h3 className="mb-1.5 text-small font-medium text-ink-2">{t('test.before')}</h3>
        {runs.length === 0 ? (
          <p className="text-small text-ink-3">{t('test.noRuns')}</p>
        ) : (
          <Card>
            {runs.slice(0, SHOWN).map((one) => {
              const look = statusLook(one.status);
              return (
                <a
                  key={one.id}
                  href={hrefOf({ screen: 'run', run: one.id })}
                  className="flex min-h-9 items-center gap-3 border-line border-b px-4 text-ink no-underline last:border-0 hover:bg-hover"
                >
                  <span className="cut flex-1" dir="auto">
                    {one.title || t('runs.untitled')}
                  </span>
                  <Badge icon={look.icon} tone={look.tone === 'ink' ? 'plain' : look.tone} running={!look.icon}>
                    {t(look.word)}
                  </Badge>
                  <bdi className="text-small text-ink-3">{formatMoment(one.at, Date.now())}</bdi>
                </a>
              );
            })}
          </Card>
        )}
      </section>
    </>
  );
}
