import { CircleAlert } from 'lucide-react';
import { type FormEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import type { Explanation, PolicyRow } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';
import { Button } from '../../components/button.tsx';
import { Note } from '../../components/note.tsx';
import { Select } from '../../components/select.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { formatList } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { useTools } from '../agents/use-tools.ts';
import { ExplanationView } from './explanation-view.tsx';
import { mainField, needsText, type Target, type TypedCall, targetsOf, typedCall } from './test-call.ts';
import { useOwnTools } from './use-own-tools.ts';

type Question = Parameters<typeof client.explain.call>[0];

function faultWords({ fault, detail }: Extract<TypedCall, { type: 'fault' }>): string {
  switch (fault) {
    case 'json':
      return t('trial.notJson', { reason: detail });
    case 'shape':
      return t('trial.notObject');
    case 'no-tool':
      return t('trial.noTool');
    case 'unknown-tool':
      return t('trial.noSuchTool', { tool: detail });
  }
}

/** “Would this call run?”: a tool and its main argument, or a pasted call, answered as `explain call` does. Runs nothing. */
export function TestBox({
  agent,
  agents,
  rows,
  inputRef,
}: {
  /** The agent of the page; without one it is chosen here. */
  agent: string | undefined;
  agents: readonly string[];
  /** The rules as they are now: an answer on screen is asked for anew when they change. */
  rows: readonly PolicyRow[] | undefined;
  inputRef: Ref<HTMLInputElement>;
}): ReactNode {
  const { tools, fault: toolsFault } = useTools();
  const targets = targetsOf(tools ?? []);
  const [chosenAgent, setChosenAgent] = useState<string>();
  const [name, setName] = useState<string>();
  const [text, setText] = useState('');
  const [answer, setAnswer] = useState<Explanation>();
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const asAgent = agent ?? chosenAgent ?? agents[0];
  const own = useOwnTools(asAgent);
  const has = (target: Target): boolean => own?.has(target.tool.name) ?? true;
  const chosen =
    targets.find((target) => target.name === name) ??
    targets.find((target) => target.name === 'write_file' && has(target)) ??
    targets.find(has) ??
    targets[0];
  const call = typedCall(text, chosen, targets);
  const asked = useRef<Question>(undefined);
  const ask = async (question: Question) => {
    asked.current = question;
    setBusy(true);
    try {
      const answered = await client.explain.call(question);
      if (asked.current !== question) return;
      setAnswer(answered);
      setFault(undefined);
    } catch (error) {
      if (asked.current !== question) return;
      setAnswer(undefined);
      setFault(failureWords(error));
    } finally {
      setBusy(false);
    }
  };
  const forget = () => {
    asked.current = undefined;
    setAnswer(undefined);
    setFault(undefined);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew only when the rules are others
  useEffect(() => {
    if (asked.current) void ask(asked.current);
  }, [rows]);
  const test = (event: FormEvent) => {
    event.preventDefault();
    forget();
    if (call.type === 'fault') setFault(faultWords(call));
    else if (text.trim() === '' && chosen && needsText(chosen))
      setFault(t('trial.nothing', { field: mainField(chosen) ?? '' }));
    else if (asAgent === undefined) setFault(t('trial.noAgent'));
    else void ask({ agent: asAgent, tool: call.tool, command: call.command, input: call.input });
  };
  const filled = call.type === 'call' && text !== '' ? call.filled : [];
  return (
    <section
      aria-label={t('trial.title')}
      className="grid max-h-[55%] shrink-0 content-start gap-2 overflow-auto border-line border-t bg-paper p-4 short:gap-1.5 short:p-3"
    >
      <h2 className="font-semibold">{t('trial.title')}</h2>
      <form className="flex flex-wrap items-center gap-2" onSubmit={test}>
        {agent === undefined && agents.length > 0 && (
          <Select
            label={t('trial.agent')}
            value={asAgent}
            options={agents.map((one) => ({ value: one, label: one }))}
            onChange={(next) => {
              forget();
              setChosenAgent(next);
            }}
            className="max-w-40 text-small"
          />
        )}
        {targets.length > 0 && (
          <Select
            label={t('trial.tool')}
            value={chosen?.name}
            options={targets.map((target) => ({
              value: target.name,
              label: target.name,
              ...(has(target) ? {} : { note: t('trial.notOwn', { agent: asAgent ?? '' }) }),
            }))}
            onChange={(next) => {
              forget();
              setName(next);
            }}
            className="max-w-44 font-mono text-bytes"
          />
        )}
        <TextInput
          ref={inputRef}
          bytes
          value={text}
          aria-label={t('trial.arguments')}
          placeholder={t('trial.example')}
          onChange={(event) => {
            forget();
            setText(event.target.value);
          }}
          className="min-w-56 flex-1"
        />
        <Button type="submit" busy={busy}>
          {t('trial.run')}
        </Button>
      </form>
      {filled.length > 0 && (
        <p className="text-small text-ink-3">{t('trial.filled', { fields: formatList(filled) })}</p>
      )}
      {(fault ?? toolsFault) !== undefined && (
        <Note icon={CircleAlert} tone="void" role="alert">
          {fault ?? toolsFault}
        </Note>
      )}
      {answer && <ExplanationView of={answer} />}
    </section>
  );
}
