import { Check } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { Question } from '#contract/approval';
import { client, failureWords } from '../../client/client.ts';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { Icon } from '../../components/icon.tsx';
import { Kbd } from '../../components/kbd.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { Note } from '../../components/note.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { t } from '../../strings/translate.ts';
import { isTyping } from '../shell/use-shortcuts.ts';

/**
 * A question of the agent's own (`ask_person`): its words, answers to choose from, and a field for any other. A digit or
 * a press chooses; Enter or the button answers, so that no key meant for something else does.
 */
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
  const [chosen, setChosen] = useState<string>();
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
  // A choice and words of one's own are one answer: what was given last.
  const choose = (choice: string) => {
    setChosen(choice);
    setText('');
  };
  const answer = text.trim() === '' ? (chosen ?? '') : text;
  const onKeyDown = (event: KeyboardEvent) => {
    const onButton = event.target instanceof HTMLElement && event.target.closest('button[data-choice], a');
    if (event.key === 'Enter' && chosen !== undefined && !event.repeat && !isTyping(event.target)) {
      // Enter on another choice or on a link does what Enter does there.
      if (onButton && onButton.getAttribute('data-choice') !== chosen) return;
      event.preventDefault();
      send(answer);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
    const choice = question.choices[Number(event.key) - 1];
    if (choice === undefined) return;
    event.preventDefault();
    choose(choice);
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
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form, these stand beside one
        <div role="group" aria-label={t('question.choices')} className="flex flex-wrap gap-2">
          {question.choices.map((choice, index) => (
            <Button
              key={choice}
              disabled={busy}
              aria-pressed={choice === chosen}
              data-choice={choice}
              onClick={() => choose(choice)}
              className={classNames(
                'h-auto! min-h-7 max-w-full whitespace-normal!',
                choice === chosen && 'bg-select! shadow-[inset_0_0_0_2px_var(--ink)]!',
              )}
            >
              {choice === chosen && <Icon of={Check} size="s" />}
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
          send(answer);
        }}
      >
        <TextInput
          size="l"
          className="flex-1"
          aria-label={t('question.answerLabel')}
          placeholder={t('question.place')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setChosen(undefined);
          }}
        />
        <Button look="ink" size="l" type="submit" busy={busy} disabled={busy || answer === ''}>
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
