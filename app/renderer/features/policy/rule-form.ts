import type { JsonSchema } from '#contract/ids';
import type { Permission } from '#contract/permission';
import type { FileVerb, Tool } from '#contract/tool';
import type { GrantDraft } from '#contract/views';
import type { Word } from './rule-words.ts';

/** The form of a new rule, as it is filled in. `until` follows from `lasts` when that is chosen. */
export interface RuleForm {
  agent: string;
  type: Word;
  kind: 'file' | 'tool' | 'argument' | 'line' | 'net' | 'secret' | 'config';
  folder: string | undefined;
  path: string;
  verbs: readonly FileVerb[];
  tool: string | undefined;
  host: string;
  /** Undefined: what the decision suggests. A denial of GET alone would let every other request through. */
  anyMethod: boolean | undefined;
  line: string;
  more: boolean;
  /** The argument of the tool, and what it has to be. */
  argument: string | undefined;
  value: string;
  secret: string | undefined;
  use: 'header' | 'reveal';
  key: string;
  lasts: 'always' | 'hour' | 'day' | 'month';
  until: number | undefined;
}

/** A form with nothing in it but whom it is about. */
export function emptyForm(agent: string): RuleForm {
  return {
    agent,
    type: 'deny',
    kind: 'file',
    folder: undefined,
    path: '',
    verbs: ['write'],
    tool: undefined,
    host: '',
    anyMethod: undefined,
    line: '',
    more: true,
    argument: undefined,
    value: '',
    secret: undefined,
    use: 'header',
    key: '',
    lasts: 'always',
    until: undefined,
  };
}

/** The field of a tool that takes a command line, if one does. */
export function lineField(tool: Tool | undefined): string | undefined {
  return tool?.commands.find((command) => command.line !== undefined)?.line;
}

/** The arguments that a tool takes, by name. */
export function argumentsOf(tool: Tool | undefined): string[] {
  const names = (schema: JsonSchema): string[] =>
    typeof schema === 'object' && typeof schema.properties === 'object' && schema.properties !== null
      ? Object.keys(schema.properties)
      : [];
  return [...new Set(tool?.commands.flatMap((command) => names(command.input)))];
}

/** Whether every request is meant, or GET alone: as chosen, else by the decision. */
export function meansAnyMethod({ anyMethod, type }: RuleForm): boolean {
  return anyMethod ?? type !== 'allow';
}

/** A host as typed, with the port after its last colon, if one is there. Without a port the host's own reading counts. */
function readHost(text: string): Pick<Extract<Permission, { kind: 'net' }>, 'host' | 'ports'> {
  const [, host, digits] = /^(.+?)(?::(\d{1,5}))?$/.exec(text.trim()) ?? [];
  const port = Number(digits);
  return { host: host ?? '', ports: digits === undefined ? [] : [{ from: port, to: port }] };
}

function readPermission(form: RuleForm, tools: readonly Tool[]): Permission | undefined {
  switch (form.kind) {
    case 'file':
      if (form.folder === undefined || form.verbs.length === 0) return undefined;
      return { kind: 'file', folder: form.folder, path: form.path.trim() || '**', verbs: [...form.verbs] };
    case 'tool':
      return form.tool === undefined ? undefined : { kind: 'tool', tool: form.tool, command: '**' };
    case 'net':
      if (form.host.trim() === '') return undefined;
      return { kind: 'net', ...readHost(form.host), methods: meansAnyMethod(form) ? ['*'] : ['GET'] };
    case 'line': {
      const words = form.line.split(/\s+/).filter(Boolean);
      const field = lineField(tools.find((tool) => tool.name === form.tool));
      if (words.length === 0 || form.tool === undefined || field === undefined) return undefined;
      return { kind: 'tool', tool: form.tool, command: '**', line: { field, words, more: form.more } };
    }
    case 'argument':
      if (form.tool === undefined || form.argument === undefined || form.value === '') return undefined;
      return { kind: 'tool', tool: form.tool, command: '**', input: { [form.argument]: form.value } };
    case 'secret':
      return form.secret === undefined ? undefined : { kind: 'secret', name: form.secret, use: form.use };
    case 'config':
      return form.key.trim() === '' ? undefined : { kind: 'config', key: form.key.trim() };
  }
}

/** What a form still lacks; undefined where it says a whole rule. */
export type Missing = 'folder' | 'acts' | 'tool' | 'argument' | 'value' | 'host' | 'line' | 'secret' | 'key';

/** What has to be filled in first. Takes the tools that are here, as `readForm` does. */
export function missingIn(form: RuleForm, tools: readonly Tool[]): Missing | undefined {
  if (readPermission(form, tools)) return undefined;
  switch (form.kind) {
    case 'file':
      return form.folder === undefined ? 'folder' : 'acts';
    case 'tool':
      return 'tool';
    case 'argument':
      return form.tool === undefined ? 'tool' : form.argument === undefined ? 'argument' : 'value';
    case 'line':
      return form.tool === undefined ? 'tool' : 'line';
    case 'net':
      return 'host';
    case 'secret':
      return 'secret';
    case 'config':
      return 'key';
  }
}

/**
 * The rule that a form says, undefined while something is missing. Whether it can be one is for the host to say.
 * Takes the tools that are here, for the field of a command line.
 */
export function readForm(form: RuleForm, tools: readonly Tool[]): GrantDraft | undefined {
  const permission = readPermission(form, tools);
  if (!permission) return undefined;
  const { agent, type, until } = form;
  return { agent, type, permission, ...(until === undefined ? {} : { expiresAt: until }) };
}

const LENGTHS = { hour: 3_600_000, day: 86_400_000, month: 30 * 86_400_000 } as const;

/** The moment a rule ends that is given now, for so long. */
export function endOf(lasts: RuleForm['lasts'], now: number): number | undefined {
  return lasts === 'always' ? undefined : now + LENGTHS[lasts];
}
