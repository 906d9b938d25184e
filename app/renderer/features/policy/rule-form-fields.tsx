import type { ReactNode } from 'react';
import type { FileVerb, Tool } from '#contract/tool';
import { Checkbox } from '../../components/checkbox.tsx';
import { Field } from '../../components/field.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { Segmented } from '../../components/segmented.tsx';
import { Select } from '../../components/select.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { t } from '../../strings/translate.ts';
import { useSecrets } from '../secrets/use-secrets.ts';
import { argumentsOf, endOf, lineField, meansAnyMethod, type RuleForm } from './rule-form.ts';
import { useFolders } from './use-folders.ts';

type Parts = {
  form: RuleForm;
  tools: readonly Tool[];
  set: (part: Partial<RuleForm>) => void;
  /** What the host says against the rule; it stands at the field where the rule is written out. */
  fault: string | undefined;
};

const kinds = ['file', 'tool', 'argument', 'line', 'net', 'secret', 'config'] as const;
const words = ['allow', 'ask', 'deny'] as const;
const lengths = ['always', 'hour', 'day', 'month'] as const;
const acts: readonly (readonly [readonly FileVerb[], 'newRule.read' | 'newRule.write' | 'newRule.delete'])[] = [
  [['read', 'list'], 'newRule.read'],
  [['write'], 'newRule.write'],
  [['delete'], 'newRule.delete'],
];

function FileFields({ form, set, fault, agents }: Parts & { agents: readonly string[] }): ReactNode {
  const folders = useFolders(form.agent === 'every' ? agents : [form.agent]);
  return (
    <>
      <Field label={t('newRule.folder')}>
        {(ids) => (
          <Select
            ids={ids}
            value={form.folder}
            placeholder={t('newRule.chooseFolder')}
            options={[
              ...folders.map(({ id, name, path }) => ({ value: id, label: name, note: path })),
              { value: 'agent', label: t('newRule.ownDisk') },
              { value: '*', label: t('newRule.everyPlace') },
            ]}
            onChange={(folder) => set({ folder })}
          />
        )}
      </Field>
      <Field label={t('newRule.path')} help={t('newRule.pathHelp')} error={fault}>
        {(ids) => (
          <TextInput
            {...ids}
            bytes
            value={form.path}
            placeholder={t('newRule.pathExample')}
            onChange={(event) => set({ path: event.target.value })}
          />
        )}
      </Field>
      <fieldset className="grid gap-1">
        <legend className="text-small font-medium text-ink-2">{t('newRule.acts')}</legend>
        <div className="flex flex-wrap gap-x-4">
          {acts.map(([verbs, name]) => (
            <Checkbox
              key={name}
              checked={verbs.every((verb) => form.verbs.includes(verb))}
              onChange={(on) =>
                set({ verbs: [...form.verbs.filter((verb) => !verbs.includes(verb)), ...(on ? verbs : [])] })
              }
            >
              {t(name)}
            </Checkbox>
          ))}
        </div>
        {form.verbs.length === 0 && <p className="text-small text-ink-3">{t('newRule.noActs')}</p>}
      </fieldset>
    </>
  );
}

function ToolField({ form, tools, set, fault }: Parts): ReactNode {
  return (
    <Field label={t('newRule.tool')} error={fault}>
      {(ids) => (
        <Select
          ids={ids}
          value={form.tool}
          placeholder={t('newRule.chooseTool')}
          options={tools.map(({ name }) => ({ value: name, label: name }))}
          onChange={(tool) => set({ tool, argument: undefined })}
          className="font-mono text-bytes"
        />
      )}
    </Field>
  );
}

function HostFields({ form, set, fault }: Parts): ReactNode {
  return (
    <>
      <Field label={t('newRule.host')} help={t('newRule.hostHelp')} error={fault}>
        {(ids) => (
          <TextInput
            {...ids}
            bytes
            value={form.host}
            placeholder={t('newRule.hostExample')}
            onChange={(event) => set({ host: event.target.value })}
          />
        )}
      </Field>
      <div>
        <Segmented
          label={t('newRule.methods')}
          value={meansAnyMethod(form) ? 'any' : 'get'}
          segments={[
            { value: 'get', label: t('newRule.getOnly') },
            { value: 'any', label: t('newRule.anyMethod') },
          ]}
          onChange={(method) => set({ anyMethod: method === 'any' })}
        />
      </div>
    </>
  );
}

function takesLine(tool: Tool): boolean {
  return lineField(tool) !== undefined;
}

function LineFields(parts: Parts): ReactNode {
  const { form, tools, set, fault } = parts;
  return (
    <>
      <ToolField {...parts} tools={tools.filter(takesLine)} fault={undefined} />
      <Field label={t('newRule.line')} help={t('newRule.lineHelp')} error={fault}>
        {(ids) => (
          <TextInput
            {...ids}
            bytes
            value={form.line}
            placeholder={t('newRule.lineExample')}
            onChange={(event) => set({ line: event.target.value })}
          />
        )}
      </Field>
      <Checkbox checked={form.more} onChange={(more) => set({ more })}>
        {t('newRule.more')}
      </Checkbox>
    </>
  );
}

function ArgumentFields(parts: Parts): ReactNode {
  const { form, tools, set, fault } = parts;
  const names = argumentsOf(tools.find((tool) => tool.name === form.tool));
  return (
    <>
      <ToolField {...parts} fault={undefined} />
      <Field label={t('newRule.argument')}>
        {(ids) => (
          <Select
            ids={ids}
            value={form.argument}
            placeholder={t('newRule.chooseArgument')}
            disabled={names.length === 0}
            options={names.map((name) => ({ value: name, label: name }))}
            onChange={(argument) => set({ argument })}
            className="font-mono text-bytes"
          />
        )}
      </Field>
      <Field label={t('newRule.value')} help={t('newRule.valueHelp')} error={fault}>
        {(ids) => (
          <TextInput {...ids} bytes value={form.value} onChange={(event) => set({ value: event.target.value })} />
        )}
      </Field>
    </>
  );
}

function SecretFields({ form, set, fault }: Parts): ReactNode {
  const { rows = [], fault: unread } = useSecrets();
  return (
    <>
      <Field label={t('newRule.secret')} error={unread ?? fault}>
        {(ids) => (
          <Select
            ids={ids}
            value={form.secret}
            placeholder={t('newRule.chooseSecret')}
            options={[
              ...rows.map(({ name }) => ({ value: name, label: name })),
              ...(form.type === 'allow' ? [] : [{ value: '*', label: t('newRule.everySecret') }]),
            ]}
            onChange={(secret) => set({ secret })}
          />
        )}
      </Field>
      <div className="grid justify-items-start gap-1">
        <Segmented
          label={t('newRule.use')}
          value={form.use}
          segments={[
            { value: 'header', label: t('newRule.useHeader') },
            { value: 'reveal', label: t('newRule.useReveal') },
          ]}
          onChange={(use) => set({ use })}
        />
        {form.use === 'header' && form.type !== 'allow' && (
          <p className="text-small text-ink-3">{t('newRule.useBoth')}</p>
        )}
      </div>
    </>
  );
}

function ConfigField({ form, set, fault }: Parts): ReactNode {
  return (
    <Field
      label={t('newRule.key')}
      help={t(form.type === 'allow' ? 'newRule.keyHelp' : 'newRule.keyHelpEvery')}
      error={fault}
    >
      {(ids) => <TextInput {...ids} bytes value={form.key} onChange={(event) => set({ key: event.target.value })} />}
    </Field>
  );
}

/** What a new rule says, field by field: whom it is about, its decision, what it covers, how long it lasts. */
export function RuleFormFields({
  form,
  agents,
  tools,
  fault,
  onForm,
}: {
  form: RuleForm;
  agents: readonly string[];
  tools: readonly Tool[];
  fault: string | undefined;
  onForm: (form: RuleForm) => void;
}): ReactNode {
  const set = (part: Partial<RuleForm>) => onForm({ ...form, ...part });
  const parts = { form, tools, set, fault };
  const offered = kinds.filter((kind) => kind !== 'line' || kind === form.kind || tools.some(takesLine));
  return (
    <>
      <div className="grid grid-cols-2 gap-2.5">
        <Field label={t('newRule.about')}>
          {(ids) => (
            <Select
              ids={ids}
              value={form.agent}
              options={[
                ...agents.map((name) => ({ value: name, label: name })),
                { value: 'every', label: t('policy.everyAgent') },
              ]}
              onChange={(agent) => set({ agent, folder: undefined })}
            />
          )}
        </Field>
        <Field label={t('newRule.kind')}>
          {(ids) => (
            <Select
              ids={ids}
              value={form.kind}
              options={offered.map((kind) => ({ value: kind, label: t(`newRule.kind.${kind}`) }))}
              onChange={(kind) => set({ kind, tool: undefined, argument: undefined })}
            />
          )}
        </Field>
      </div>
      <div>
        <Segmented
          label={t('newRule.decision')}
          value={form.type}
          segments={words.map((word) => ({ value: word, label: t(`decision.${word}`), icon: meaning[word] }))}
          onChange={(type) => set({ type, ...(form.secret === '*' && type === 'allow' ? { secret: undefined } : {}) })}
        />
      </div>
      {form.kind === 'file' && <FileFields {...parts} agents={agents} />}
      {form.kind === 'tool' && <ToolField {...parts} />}
      {form.kind === 'net' && <HostFields {...parts} />}
      {form.kind === 'line' && <LineFields {...parts} />}
      {form.kind === 'argument' && <ArgumentFields {...parts} />}
      {form.kind === 'secret' && <SecretFields {...parts} />}
      {form.kind === 'config' && <ConfigField {...parts} />}
      <Field label={t('newRule.lasts')}>
        {(ids) => (
          <Select
            ids={ids}
            value={form.lasts}
            options={lengths.map((lasts) => ({ value: lasts, label: t(`newRule.lasts.${lasts}`) }))}
            onChange={(lasts) => set({ lasts, until: endOf(lasts, Date.now()) })}
          />
        )}
      </Field>
    </>
  );
}
