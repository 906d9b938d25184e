import type { GrantDraft } from '#contract/methods';
import type { Permission } from '#contract/permission';
import type { FileVerb, Tool } from '#contract/tool';
import type { Word } from './rule-words.ts';

/** The form of a new rule, as it is filled in. `until` follows from `lasts` when that is chosen. */
export interface RuleForm {
  agent: string;
  type: Word;
  kind: 'file' | 'tool' | 'net' | 'line';
  folder: string | undefined;
  path: string;
  verbs: readonly FileVerb[];
  tool: string | undefined;
  host: string;
  anyMethod: boolean;
  line: string;
  more: boolean;
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
    anyMethod: false,
    line: '',
    more: true,
    lasts: 'always',
    until: undefined,
  };
}

/** The field of a tool that takes a command line, if one does. */
export function lineField(tool: Tool | undefined): string | undefined {
  return tool?.commands.find((command) => command.line !== undefined)?.line;
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
      return { kind: 'net', ...readHost(form.host), methods: form.anyMethod ? ['*'] : ['GET'] };
    case 'line': {
      const words = form.line.split(/\s+/).filter(Boolean);
      const field = lineField(tools.find((tool) => tool.name === form.tool));
      if (words.length === 0 || form.tool === undefined || field === undefined) return undefined;
      return { kind: 'tool', tool: form.tool, command: '**', line: { field, words, more: form.more } };
    }
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
