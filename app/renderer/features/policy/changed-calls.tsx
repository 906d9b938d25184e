import { type ReactNode, useState } from 'react';
import type { ChangedCall } from '#contract/views';
import { classNames } from '../../components/class-names.ts';
import { Icon } from '../../components/icon.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { formatEntry, formatMoment } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { hrefOf } from '../shell/place.ts';
import { useNow } from '../shell/use-now.ts';

const FIRST_SHOWN = 4;
const MORE_EACH_TIME = 40;

const tones = { allow: '', ask: 'text-seal-ink', deny: 'text-void-ink' } as const;

/** The name of a file at the end of its path; anything else as it is. */
function lastName(object: string): string {
  return /^[^\s?]+$/.test(object) && !object.includes('://')
    ? (object.split('/').findLast((part) => part !== '') ?? object)
    : object;
}

function Then({ call }: { call: ChangedCall }): ReactNode {
  const denied = call.before === 'deny' || call.answer === 'deny';
  const icon = denied
    ? meaning.deny
    : call.before === 'allow'
      ? meaning.allow
      : call.answer
        ? meaning.answered
        : meaning.ask;
  const words = call.before === 'ask' && call.answer === 'deny' ? 'youDenied' : call.before;
  return (
    <span className={classNames('inline-flex items-center gap-1', denied ? tones.deny : tones[call.before])}>
      <Icon of={icon} size="xs" />
      {t(`whatIf.then.${words}`)}
    </span>
  );
}

/** Past calls that would be decided otherwise, those a person had denied first. `all`: how many there are, listed or not. */
export function ChangedCalls({ calls, all }: { calls: readonly ChangedCall[]; all: number }): ReactNode {
  const [shown, setShown] = useState(FIRST_SHOWN);
  const now = useNow(60_000);
  const more = Math.min(MORE_EACH_TIME, calls.length - shown);
  const head =
    'sticky top-0 z-1 h-7 border-line-2 border-b bg-paper px-2 text-start text-cap font-medium text-ink-3 first:ps-4 last:pe-4';
  const cell = 'border-line border-b px-2 py-2 text-small first:ps-4 last:pe-4';
  return (
    <>
      <table aria-label={t('whatIf.calls')} className="w-full border-collapse">
        <thead>
          <tr>
            <th scope="col" className={head}>
              {t('whatIf.pastCall')}
            </th>
            <th scope="col" className={`${head} w-24`}>
              {t('whatIf.then')}
            </th>
            <th scope="col" className={`${head} w-22`}>
              {t('whatIf.now')}
            </th>
          </tr>
        </thead>
        <tbody>
          {calls.slice(0, shown).map((call) => (
            <tr key={`${call.run} ${call.callId}`}>
              <td className={cell}>
                <a
                  href={hrefOf({ screen: 'run', run: call.run })}
                  title={call.object}
                  className="text-ink decoration-line-2"
                >
                  <code className="text-bytes [overflow-wrap:anywhere]">{lastName(call.object) || call.tool}</code>
                </a>
                <p className="text-ink-3 [overflow-wrap:anywhere]">
                  {t('whatIf.caption', {
                    tool: call.tool,
                    when: formatMoment(call.at, now),
                    seq: formatEntry(call.seq),
                    run: call.runTitle,
                  })}
                </p>
              </td>
              <td className={`${cell} whitespace-nowrap`}>
                <Then call={call} />
              </td>
              <td className={`${cell} whitespace-nowrap`}>
                <span className={classNames('inline-flex items-center gap-1', tones[call.now])}>
                  <Icon of={meaning[call.now]} size="xs" />
                  {t(`whatIf.now.${call.now}`)}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="px-4 py-2 text-small text-ink-3">
        {more > 0 && (
          <button
            type="button"
            className="text-link underline underline-offset-3"
            onClick={() => setShown(shown + more)}
          >
            {t('whatIf.showMore', { count: more })}
          </button>
        )}{' '}
        {all > calls.length && t('whatIf.onlyFirst', { shown: calls.length, all })}
      </p>
    </>
  );
}
