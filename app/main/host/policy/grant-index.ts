import { foldName } from '#contract/path-rules';
import type { Grant, Permission } from '#contract/permission';
import type { ToolCall } from '#contract/tool';
import { readCommandLine } from './command-line.ts';
import { programName } from './command-runners.ts';
import { hostLabels, normalHost } from './host-pattern.ts';
import { type FilePlace, fieldsOf, looseValue, partsOf, valueText } from './match-permission.ts';
import { PatternTrie } from './pattern-trie.ts';

type Of<Kind extends Permission['kind']> = Extract<Permission, { kind: Kind }>;
type Lists = Map<string, Grant[]>;

function addTo<Key>(lists: Map<Key, Grant[]>, key: Key, grant: Grant): void {
  const list = lists.get(key);
  if (list) list.push(grant);
  else lists.set(key, [grant]);
}

function within<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

const all = (lists: Lists): Grant[] => [...lists.values()].flat();

/** The rules about one tool: by the program of a line, else by the first value they name, else all of them. */
class ToolRules {
  readonly #plain: Grant[] = [];
  readonly #byValue = new Map<string, Lists>();
  /** By field and program: those that allow, and those that deny or ask, which look into the whole line. */
  readonly #lines = new Map<string, { allow: Lists; other: Lists }>();

  add(grant: Grant, { input, line }: Of<'tool'>): void {
    if (line) {
      const lists = within(this.#lines, line.field, () => ({ allow: new Map(), other: new Map() }));
      addTo(grant.type === 'allow' ? lists.allow : lists.other, programName(line.words[0] ?? ''), grant);
      return;
    }
    const [field, value] = Object.entries(input ?? {}).find(([, each]) => each !== '*' && each !== '**') ?? [];
    if (field === undefined || value === undefined) this.#plain.push(grant);
    else
      addTo(
        within(this.#byValue, field, () => new Map()),
        looseValue(value),
        grant,
      );
  }

  find(fields: ReadonlyMap<string, unknown> | undefined): Grant[] {
    const found = [...this.#plain];
    for (const [field, lists] of this.#byValue) {
      const value = fields?.get(field);
      const text = valueText(value);
      if (text !== undefined) found.push(...(lists.get(looseValue(text)) ?? []));
      else if (!fields || value !== undefined) found.push(...all(lists));
    }
    for (const [field, { allow, other }] of this.#lines) {
      const value = fields?.get(field);
      const line = typeof value === 'string' ? readCommandLine(value) : undefined;
      const [first] = line?.words ?? [];
      if (first !== undefined) found.push(...(allow.get(programName(first)) ?? []));
      const names = line?.commands?.map(({ words, from }) => words[from]);
      if (!names || names.includes(undefined)) found.push(...all(other));
      else
        for (const name of new Set(names.map((each) => programName(each ?? ''))))
          found.push(...(other.get(name) ?? []));
    }
    return found;
  }
}

/** The rules about one agent, or about every one. */
class AgentRules {
  readonly #tools = new Map<string, ToolRules>();
  readonly #files = new Map<string, PatternTrie<Grant>>();
  readonly #hosts = new PatternTrie<Grant>();
  readonly #names: Lists = new Map();
  /** What can't be looked up: hosts that are none, kinds of rule that this version does not know. */
  readonly #unread: Grant[] = [];

  constructor(grants: readonly Grant[]) {
    for (const grant of grants) this.#add(grant);
  }

  #add(grant: Grant): void {
    const { permission } = grant;
    const host = permission.kind === 'net' ? normalHost(permission.host) : undefined;
    if (permission.kind === 'tool')
      within(this.#tools, foldName(permission.tool), () => new ToolRules()).add(grant, permission);
    else if (permission.kind === 'file')
      within(this.#files, permission.folder, () => new PatternTrie<Grant>()).add(
        partsOf(permission.path).map(foldPart),
        grant,
      );
    else if (host !== undefined) this.#hosts.add(hostLabels(host), grant);
    else if (permission.kind === 'secret') addTo(this.#names, `secret ${foldPart(permission.name)}`, grant);
    else if (permission.kind === 'config') addTo(this.#names, `config ${foldPart(permission.key)}`, grant);
    else this.#unread.push(grant);
  }

  forCall(call: ToolCall): Grant[] {
    const fields = fieldsOf(call);
    const named = [this.#tools.get(foldName(call.tool)), this.#tools.get('*')];
    return [...this.#unread, ...named.flatMap((rules) => rules?.find(fields) ?? [])];
  }

  forFile({ folder, segments }: FilePlace): Grant[] {
    const names = segments.map(foldName);
    const tries = folder === '*' ? ['*'] : [folder, '*'];
    return [...this.#unread, ...tries.flatMap((place) => this.#files.get(place)?.find(names) ?? [])];
  }

  forHost(host: string): Grant[] {
    const normal = normalHost(host);
    return [...this.#unread, ...this.#hosts.find(normal === undefined ? [] : hostLabels(normal))];
  }

  forName(kind: 'secret' | 'config', name: string): Grant[] {
    const lists = [`${kind} ${foldPart(name)}`, `${kind} *`].map((key) => this.#names.get(key) ?? []);
    return [...this.#unread, ...(name === '*' ? lists.slice(1) : lists).flat()];
  }
}

const foldPart = (part: string): string => (part === '*' || part === '**' ? part : foldName(part));

/**
 * Grants by what they are about, built once for a set of them: a look-up costs what may cover the case, not how many
 * there are. What it gives may cover the case; whether it does is for `match-permission.ts` to say.
 */
export class GrantIndex {
  readonly #byId: ReadonlyMap<string, Grant>;
  readonly #byAgent = new Map<string, Grant[]>();
  /** Made when first asked for: most decisions are about one agent. */
  readonly #rules = new Map<string, AgentRules>();

  constructor(grants: Iterable<Grant>) {
    const kept = [...grants];
    this.#byId = new Map(kept.map((grant) => [grant.id, grant]));
    for (const grant of kept) addTo(this.#byAgent, grant.agent, grant);
  }

  /** A grant by its id, where it is one of the agent's or of every agent's. */
  get(id: string, agent: string | undefined): Grant | undefined {
    const grant = this.#byId.get(id);
    return grant && (agent === undefined || grant.agent === 'every' || grant.agent === agent) ? grant : undefined;
  }

  /** The grants of an agent, and those of every agent. Without an agent, here and below: those of all. */
  of(agent: string | undefined): Grant[] {
    return [...this.#keys(agent)].flatMap((key) => this.#byAgent.get(key) ?? []);
  }

  forCall(agent: string | undefined, call: ToolCall): Grant[] {
    return this.#of(agent).flatMap((rules) => rules.forCall(call));
  }

  forFile(agent: string | undefined, place: FilePlace): Grant[] {
    return this.#of(agent).flatMap((rules) => rules.forFile(place));
  }

  forHost(agent: string | undefined, host: string): Grant[] {
    return this.#of(agent).flatMap((rules) => rules.forHost(host));
  }

  forName(agent: string | undefined, kind: 'secret' | 'config', name: string): Grant[] {
    return this.#of(agent).flatMap((rules) => rules.forName(kind, name));
  }

  #keys(agent: string | undefined): Iterable<string> {
    return agent === undefined ? this.#byAgent.keys() : ['every', agent];
  }

  #of(agent: string | undefined): AgentRules[] {
    return [...this.#keys(agent)].flatMap((key) => {
      const grants = this.#byAgent.get(key);
      return grants ? [within(this.#rules, key, () => new AgentRules(grants))] : [];
    });
  }
}
