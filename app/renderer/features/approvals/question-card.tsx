import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { Question } from '#contract/approval';
import { client, failureWords } from '../../client/client.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Kbd } from '../../components/kbd.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { Note } from '../../components/note.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { t } from '../../strings/translate.ts';
import { isTyping } from '../shell/use-shortcuts.ts';

/** A question of the agent's own (`ask_person`): its words, answers to choose from, and a field for any other. */
export function QuestionCard({
  question,
  extra,
  large = false,
  onAnswered,
}: {
  question: Question;
  extra?: ReactNode;
  large?: boolean;
  onAnswered?: () => void;
}): ReactNode {
  const id = useId();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const sent = useRef(false);
  const send = (answer: string) => {
    if (sent.current || answer.trim() === '') return;
    sent.current = true;
    setBusy(true);
    client.question
      .answer({ id: question.id, text: answer })
      .then(() => onAnswered?.())
      .catch((error: unknown) => {
        sent.current = false;
        setBusy(false);
        setFault(`${t('question.failed')}: ${failureWords(error)}`);
      });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
    const choice = question.choices[Number(event.key) - 1];
    if (choice === undefined) return;
    event.preventDefault();
    send(choice);
  };
  return (
    <section
      aria-labelledby={`${id}-title`}
      data-region
      data-part="card"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="dock-in focus-seal relative grid gap-2 overflow-hidden rounded-3 bg-raised px-4 py-3 shadow-[0_0_0_1px_var(--seal-line),var(--depth-1)] before:absolute before:inset-x-0 before:top-0 before:h-0.5 before:bg-seal"
    >
      <div className="flex items-center gap-2 text-small text-ink-3">
        <Icon of={meaning.question} size="l" className="text-seal-ink" />
        {t('question.asks')}
        <span className="flex-1" />
        {extra}
      </div>
      <h2
        id={`${id}-title`}
        dir="auto"
        className={`max-h-[30vh] overflow-auto whitespace-pre-wrap ${large ? 'text-request' : 'text-read'} [overflow-wrap:anywhere]`}
      >
        {question.text}
      </h2>
      {question.choices.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: each choice answers at once, there is no form
        <div role="group" aria-label={t('question.choices')} className="flex flex-wrap gap-2">
          {question.choices.map((choice, index) => (
            <Button
              key={choice}
              disabled={busy}
              onClick={() => send(choice)}
              className="h-auto! min-h-7 max-w-full whitespace-normal!"
            >
              <bdi className="[overflow-wrap:anywhere]">{choice}</bdi>
              {index < 9 && <Kbd keys={String(index + 1)} className="-me-1" />}
            </Button>
          ))}
        </div>
      )}
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          send(text);
        }}
      >
        <TextInput
          size="l"
          className="flex-1"
          aria-label={t('question.answerLabel')}
          placeholder={t('question.place')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button look="ink" size="l" type="submit" busy={busy} disabled={busy || text.trim() === ''}>
          {t('question.answer')}
        </Button>
      </form>
      {fault && (
        <Note icon={meaning.final} tone="void" role="alert">
          {fault}
        </Note>
      )}
    </section>
  );
}
