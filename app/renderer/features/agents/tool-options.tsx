import type { ReactNode } from 'react';
import type { Json } from '#contract/ids';
import { Field } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { t } from '../../strings/translate.ts';
import { useSecrets } from '../secrets/use-secrets.ts';
import { hrefOf } from '../shell/place.ts';
import { readNumber, type ToolUse } from './draft.ts';

const PROVIDERS = [
  { value: 'wikipedia', label: 'Wikipedia', key: false },
  { value: 'langsearch', label: 'LangSearch', key: true },
  { value: 'serpstack', label: 'Serpstack', key: true },
  { value: 'duckduckgo', label: 'DuckDuckGo', key: false },
  { value: 'google', label: 'Google', key: true },
  { value: 'brave', label: 'Brave', key: true },
] as const;

const NONE = '';

/** The use with one option set; an empty one is left out, and then the tool's own default holds. */
function withOption(use: ToolUse, name: string, value: Json | undefined): ToolUse {
  const { options = {}, ...rest } = use;
  const { [name]: _before, ...others } = options;
  const next = value === undefined ? others : { ...others, [name]: value };
  return Object.keys(next).length > 0 ? { ...rest, options: next } : rest;
}

/** The use with the one secret that it may see, or with none. */
function withKey(use: ToolUse, secret: string): ToolUse {
  const { secrets: _before, ...rest } = use;
  return secret === NONE ? rest : { ...rest, secrets: [{ secret, as: 'value' }] };
}

const shown = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

interface OptionsProps {
  use: ToolUse;
  onChange: (use: ToolUse) => void;
}

/** A field of one option. `number`: digits as a person groups them. */
function OptionField({
  use,
  name,
  label,
  help,
  number = false,
  placeholder,
  onChange,
}: OptionsProps & { name: string; label: string; help?: string; number?: boolean; placeholder?: string }): ReactNode {
  return (
    <Field label={label} {...(help !== undefined && { help })}>
      {(ids) => (
        <TextInput
          {...ids}
          bytes={!number}
          {...(number && { inputMode: 'numeric' as const })}
          value={shown(use.options?.[name])}
          placeholder={placeholder}
          onChange={({ target }) => {
            const text = target.value;
            const value = text.trim() === '' ? undefined : number ? readNumber(text) : text.trim();
            onChange(withOption(use, name, value));
          }}
          className="w-full"
        />
      )}
    </Field>
  );
}

function KeyField({ use, onChange }: OptionsProps): ReactNode {
  const { rows = [] } = useSecrets();
  const chosen = use.secrets?.find((each) => each.as === 'value')?.secret;
  const names = [...new Set([...rows.map(({ name }) => name), ...(chosen === undefined ? [] : [chosen])])];
  if (names.length === 0)
    return (
      <p className="self-end pb-1 text-small text-ink-2">
        {t('options.noSecret')}{' '}
        <a className="text-link underline underline-offset-3" href={hrefOf({ screen: 'settings', section: 'secrets' })}>
          {t('options.storeSecret')}
        </a>
      </p>
    );
  return (
    <Field label={t('options.key')} help={t('options.keyHelp')}>
      {(ids) => (
        <Select
          ids={ids}
          value={chosen}
          placeholder={t('options.chooseKey')}
          options={names.map((name) => ({ value: name, label: name }))}
          onChange={(name) => onChange(withKey(use, name))}
        />
      )}
    </Field>
  );
}

function SearchOptions({ use, onChange }: OptionsProps): ReactNode {
  const id = shown(use.options?.provider) || 'wikipedia';
  const provider = PROVIDERS.find(({ value }) => value === id);
  const choose = (next: (typeof PROVIDERS)[number]['value']): void => {
    // What belongs to the one that was chosen before is of no use to another.
    const bare = withOption(withOption(use, 'engine', undefined), 'language', undefined);
    const chosen = withOption(bare, 'provider', next === 'wikipedia' ? undefined : next);
    const { hosts: _hosts, ...rest } = chosen;
    const needsKey = PROVIDERS.find(({ value }) => value === next)?.key === true;
    onChange(needsKey ? rest : withKey(rest, NONE));
  };
  return (
    <>
      <Field label={t('options.provider')}>
        {(ids) => <Select ids={ids} value={provider?.value} options={PROVIDERS} onChange={choose} />}
      </Field>
      {provider?.key === true && <KeyField use={use} onChange={onChange} />}
      {id === 'wikipedia' && (
        <OptionField use={use} onChange={onChange} name="language" label={t('options.language')} placeholder="en" />
      )}
      {id === 'google' && <OptionField use={use} onChange={onChange} name="engine" label={t('options.engine')} />}
      <OptionField use={use} onChange={onChange} name="count" label={t('options.count')} number placeholder="5" />
      <OptionField use={use} onChange={onChange} name="timeout" label={t('options.timeout')} number placeholder="30" />
    </>
  );
}

function FetchOptions({ use, onChange }: OptionsProps): ReactNode {
  return (
    <>
      <OptionField use={use} onChange={onChange} name="timeout" label={t('options.timeout')} number placeholder="30" />
      <OptionField
        use={use}
        onChange={onChange}
        name="max_bytes"
        label={t('options.maxBytes')}
        number
        placeholder="1048576"
      />
    </>
  );
}

/** What can be set for a tool that is ticked: provider, key and bounds of a search, bounds of a request. */
export function ToolOptions({ use, onChange }: OptionsProps): ReactNode {
  const fields =
    use.tool === 'web_search' ? (
      <SearchOptions use={use} onChange={onChange} />
    ) : use.tool === 'http_fetch' ? (
      <FetchOptions use={use} onChange={onChange} />
    ) : undefined;
  if (!fields) return null;
  return (
    <fieldset
      aria-label={t('options.of', { tool: use.tool })}
      className="grid grid-cols-3 items-start gap-3 ps-6 pt-1.5 pb-1 compact:grid-cols-2"
    >
      {fields}
    </fieldset>
  );
}
