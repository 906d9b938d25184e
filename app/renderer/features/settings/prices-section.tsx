import { CircleAlert, Plus, Search } from 'lucide-react';
import { Fragment, type ReactNode, useCallback, useEffect, useState } from 'react';
import type { Price } from '#contract/model';
import { client, failureWords } from '../../client/client.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { Note } from '../../components/note.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { showToast } from '../../stores/toast-store.ts';
import { formatDate, formatPrice } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { SourceName } from '../models/source-name.tsx';
import { PriceForm } from './price-form.tsx';
import { Section } from './section.tsx';

const cell = 'h-8 border-line border-b px-2 align-middle first:ps-3.5 last:pe-3.5';
const head =
  'sticky top-0 z-10 h-7 bg-raised px-2 text-start text-cap font-medium text-ink-3 shadow-[inset_0_-1px_0_var(--line-2)] first:ps-3.5 last:pe-3.5';

function amount(usd: number, free: boolean): string {
  return free ? t('prices.nothing') : formatPrice(usd);
}

/** A family of models that cost nothing (`ollama/*`) is no single model whose price could be set. */
function isFamily({ model }: Price): boolean {
  return model.endsWith('*');
}

function PriceRow({
  price,
  open,
  onOpen,
  onDone,
  onRemove,
}: {
  price: Price;
  open: boolean;
  onOpen: (open: boolean) => void;
  onDone: () => void;
  onRemove: () => void;
}): ReactNode {
  const { model, long } = price;
  const free = price.input + price.output === 0;
  return (
    <Fragment>
      <tr className={open ? 'select-edge' : ''}>
        <th scope="row" className={`${cell} py-1 text-start font-medium`}>
          <code className="[overflow-wrap:anywhere]">{model}</code>
          {long && (
            <span className="block text-small font-normal text-ink-3">
              {t('prices.long', {
                above: long.above,
                input: formatPrice(long.input),
                output: formatPrice(long.output),
              })}
            </span>
          )}
        </th>
        <td className={`${cell} figures text-end`}>{amount(price.input, free)}</td>
        <td className={`${cell} figures text-end`}>{amount(price.output, free)}</td>
        <td className={`${cell} text-ink-2 compact:hidden`}>
          {price.own ? (
            <Badge icon={meaning.answered} tone="plain">
              {t('prices.own')}
            </Badge>
          ) : (
            <SourceName source={price.source} />
          )}
        </td>
        <td className={`${cell} whitespace-nowrap text-ink-2`}>
          {formatDate(price.date)}
          <span className="hidden text-small compact:block">
            {price.own ? t('prices.own') : <SourceName source={price.source} />}
          </span>
        </td>
        <td className={`${cell} text-end whitespace-nowrap`}>
          {price.own && (
            <Button size="s" look="quiet" aria-label={t('prices.remove', { model })} onClick={onRemove}>
              {t('prices.removeShort')}
            </Button>
          )}
          {!isFamily(price) && (
            <Button
              size="s"
              look="quiet"
              aria-expanded={open}
              aria-label={t('prices.change', { model })}
              onClick={() => onOpen(!open)}
            >
              {t('prices.changeShort')}
            </Button>
          )}
        </td>
      </tr>
      {open && (
        <tr>
          <td colSpan={6} className="p-0">
            <PriceForm price={price} onClose={() => onOpen(false)} onDone={onDone} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

function PriceTable({
  rows,
  onChanged,
  onRemove,
}: {
  rows: readonly Price[];
  onChanged: () => void;
  onRemove: (model: string) => void;
}): ReactNode {
  const [open, setOpen] = useState<string>();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={t('settings.prices')} tabIndex={0} className="max-h-96 overflow-auto -outline-offset-2">
      <table aria-label={t('settings.prices')} className="w-full border-collapse [&_tr:last-child>*]:border-0">
        <thead>
          <tr>
            <th scope="col" className={head}>
              {t('prices.model')}
            </th>
            <th scope="col" className={`${head} text-end!`}>
              {t('prices.input')}
            </th>
            <th scope="col" className={`${head} text-end!`}>
              {t('prices.output')}
            </th>
            <th scope="col" className={`${head} compact:hidden`}>
              {t('prices.source')}
            </th>
            <th scope="col" className={head}>
              {t('prices.date')}
            </th>
            <th scope="col" className={head}>
              <span className="sr-only">{t('settings.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((price) => (
            <PriceRow
              key={price.model}
              price={price}
              open={open === price.model}
              onOpen={(next) => setOpen(next ? price.model : undefined)}
              onDone={() => {
                setOpen(undefined);
                onChanged();
              }}
              onRemove={() => onRemove(price.model)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What models cost, from where and of which day; a person's own prices stand in place of the vendors'. */
export function PricesSection(): ReactNode {
  const [rows, setRows] = useState<readonly Price[]>();
  const [fault, setFault] = useState<string>();
  const [wanted, setWanted] = useState('');
  const [adding, setAdding] = useState(false);
  const read = useCallback(() => {
    client.price.list().then(
      (found) => {
        setRows(found);
        setFault(undefined);
      },
      (error: unknown) => setFault(failureWords(error)),
    );
  }, []);
  useEffect(read, [read]);
  const remove = async (model: string): Promise<void> => {
    try {
      await client.price.unset({ model });
      showToast({ icon: meaning.answered, title: t('prices.removed', { model }) });
      read();
    } catch (error) {
      setFault(failureWords(error));
    }
  };
  const shown = rows?.filter(({ model }) => model.toLowerCase().includes(wanted.trim().toLowerCase()));
  return (
    <Section
      id="prices"
      title={t('settings.prices')}
      lead={t('prices.lead')}
      actions={
        <Button size="s" icon={Plus} aria-expanded={adding} onClick={() => setAdding(!adding)}>
          {t('prices.set')}
        </Button>
      }
    >
      {fault !== undefined && (
        <Note icon={CircleAlert} tone="void" role="alert">
          {fault}
        </Note>
      )}
      {adding && (
        <PriceForm
          onClose={() => setAdding(false)}
          onDone={() => {
            setAdding(false);
            read();
          }}
        />
      )}
      <div className="flex items-center gap-3 border-line border-b px-3.5 py-2">
        <TextInput
          icon={Search}
          type="search"
          aria-label={t('prices.find')}
          placeholder={t('prices.find')}
          className="w-64"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
        {shown && (
          <span role="status" className="ms-auto text-small text-ink-3">
            {t('prices.count', { count: shown.length })}
          </span>
        )}
      </div>
      {!rows && fault === undefined && (
        <div className="p-3.5">
          <Skeleton lines={[70, 80, 60]} />
        </div>
      )}
      {shown?.length === 0 && <p className="px-3.5 py-3 text-small text-ink-3">{t('prices.noMatch')}</p>}
      {shown && shown.length > 0 && (
        <PriceTable rows={shown} onChanged={read} onRemove={(model) => void remove(model)} />
      )}
    </Section>
  );
}
