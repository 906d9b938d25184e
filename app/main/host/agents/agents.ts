import fs from 'node:fs';
import path from 'node:path';
import type { Agent } from '#contract/agent';
import { AgentFile } from '#contract/agent-file';
import { WarrantError } from '#contract/errors';
import type { AgentId, Json } from '#contract/ids';
import { formatModelRef, type Price } from '#contract/model';
import { agentNamed } from '#contract/projections/catalog';
import type { Tool } from '#contract/tool';
import type { AgentSummary, Problem, Sheet } from '#contract/views';
import type { GrantSet } from '../policy/grant-set.ts';
import type { Journal } from '../store/journal.ts';
import { agentSheet } from './agent-sheet.ts';
import type { AgentStore } from './agent-store.ts';
import { agentSummary } from './agent-summary.ts';
import { agentToFile, formatAgentFile } from './agent-to-file.ts';
import { acceptanceEvents, isAccepted } from './grants-of-agent.ts';
import { type CheckAgentFolder, makeAgent } from './make-agent.ts';
import { checkAgentFile, parseAgentFile } from './parse-agent-file.ts';
import { rulesOnceAccepted } from './reach-verdicts.ts';

export interface AgentsParts {
  journal: Journal;
  store: AgentStore;
  tools(): Tool[];
  checkFolder: CheckAgentFolder;
  /** Why a model can't be used, or undefined. */
  modelFault(agent: Agent): string | undefined;
  /** What its model costs, where that is known. */
  priceOf(agent: Agent): Price | undefined;
  /** The rules in force for an agent by its id. */
  rulesOf(agent: AgentId): GrantSet;
  /** The sentences of the person's rules that hold over what an agent asks for. */
  narrowedBy(agent: Agent): string[];
  newId(): string;
  home: string;
}

/** The setting that lists the agents which came with the app. */
export const SAMPLES_SETTING = 'samples.agents';

const said = (problems: readonly Problem[]): string[] =>
  problems.map(({ path: place, message }) => (place === '' ? message : `${place}: ${message}`));

/** Saved agents: read from the catalog, written with their file, removed. */
export class Agents {
  readonly #parts: AgentsParts;
  constructor(parts: AgentsParts) {
    this.#parts = parts;
  }

  /** The agent saved under a name. Throws `not-found`. */
  named(name: string): Agent {
    const agent = agentNamed(this.#parts.journal.catalog, name);
    if (agent) return agent;
    const names = [...this.#parts.journal.catalog.agents.values()].map((each) => each.name).sort();
    throw new WarrantError(
      'not-found',
      `There is no agent ${name}. ${names.length > 0 ? `There are: ${names.join(', ')}.` : 'Save one first.'}`,
    );
  }

  list(): AgentSummary[] {
    const samples = this.#parts.journal.catalog.settings.get(SAMPLES_SETTING);
    const isSample = (name: string): boolean => Array.isArray(samples) && samples.includes(name);
    return [...this.#parts.journal.catalog.agents.values()]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((agent) => {
        const fault = this.#faultOf(agent);
        return {
          id: agent.id,
          name: agent.name,
          description: agent.description,
          model: formatModelRef(agent.model),
          revision: agent.revision,
          accepted: agent.accepted,
          sample: isSample(agent.name),
          summary: agentSummary(agent, this.#parts.tools(), this.#rulesOf(agent)),
          ...(fault === undefined ? {} : { fault }),
        };
      });
  }

  #faultOf(agent: Agent): string | undefined {
    const file = this.#parts.store.check(agent);
    if (file.state === 'changed' || file.state === 'corrupt') return file.message;
    const gone = agent.folders.find((folder) => !fs.existsSync(folder.path));
    if (gone) return `The folder ${gone.path} is not there any more.`;
    return this.#parts.modelFault(agent);
  }

  show(name: string): { agent: Agent; file: AgentFile; text: string; path: string; sheet: Sheet } {
    const agent = this.named(name);
    const file = agentToFile(agent);
    const sheet = this.#sheetOf(agent);
    return { agent, file, text: formatAgentFile(file), path: this.#parts.store.pathOf(name), sheet };
  }

  /** Every fault of a file (its text, or its content), the text as it would be written, its sheet. Changes nothing. */
  async check(
    value: Json | string,
    base: string | undefined,
  ): Promise<{ problems: Problem[]; text: string; sheet?: Sheet; narrowed?: string[] }> {
    const from = base ?? this.#parts.home;
    const tools = this.#parts.tools();
    const parsed = typeof value === 'string' ? parseAgentFile(value, tools, from) : checkAgentFile(value, tools, from);
    if (!parsed.ok) {
      const readable = AgentFile.safeParse(value);
      return { problems: parsed.problems, text: readable.success ? formatAgentFile(readable.data) : '' };
    }
    const text = formatAgentFile(parsed.file);
    const made = await this.#make(parsed.file, base, 'draft', 1, false);
    if (!made.ok)
      return { problems: made.problems, text, ...(await this.#sheetWithout(parsed.file, base, made.problems)) };
    const id = agentNamed(this.#parts.journal.catalog, made.agent.name)?.id ?? made.agent.id;
    const draft = { ...made.agent, id };
    return { problems: [], text, sheet: this.#sheetOf(draft), narrowed: this.#parts.narrowedBy(draft) };
  }

  /** The sheet of what would remain without the folders that can't be granted, so that it goes on following the form. */
  async #sheetWithout(file: AgentFile, base: string | undefined, problems: Problem[]): Promise<{ sheet?: Sheet }> {
    const faulty = new Set(
      problems.flatMap(({ path: place }) => /^\/folders\/(\d+)\//.exec(place)?.[1] ?? []).map(Number),
    );
    const gone = new Set(file.folders.flatMap((folder, n) => (faulty.has(n) ? [folder.name] : [])));
    const rest: AgentFile = {
      ...file,
      folders: file.folders.filter((_, n) => !faulty.has(n)),
      tools: file.tools.map((use) =>
        use.folders ? { ...use, folders: use.folders.filter((name) => !gone.has(name)) } : use,
      ),
    };
    const made = await this.#make(rest, base, 'draft', 1, false);
    if (!made.ok) return {};
    const id = agentNamed(this.#parts.journal.catalog, made.agent.name)?.id ?? made.agent.id;
    return { sheet: this.#sheetOf({ ...made.agent, id }) };
  }

  #sheetOf(agent: Agent): Sheet {
    const priced = this.#parts.priceOf(agent) !== undefined;
    return agentSheet(agent, this.#parts.tools(), priced, this.#rulesOf(agent));
  }

  /** The rules of an agent: of one that is not accepted yet, those it would have, with the person's own. */
  #rulesOf(agent: Agent): GrantSet {
    const rules = this.#parts.rulesOf(agent.id);
    if (agent.accepted) return rules;
    return rulesOnceAccepted(
      agent,
      [...rules].filter((grant) => !isAccepted(grant, agent)),
    );
  }

  #make(file: AgentFile, base: string | undefined, id: string, revision: number, accepted: boolean) {
    const { checkFolder, home } = this.#parts;
    return makeAgent(file, { id, revision, accepted, base: base ?? home, checkFolder });
  }

  /**
   * An agent from a file that is not saved; `accepted` says whether a person takes what it requests as theirs. Throws
   * `bad-input` with every problem.
   */
  async fromFile(value: Json | string, base: string, id: string, accepted: boolean): Promise<Agent> {
    const tools = this.#parts.tools();
    const parsed = typeof value === 'string' ? parseAgentFile(value, tools, base) : checkAgentFile(value, tools, base);
    const made = parsed.ok ? await this.#make(parsed.file, base, id, 1, accepted) : parsed;
    if (made.ok) return made.agent;
    const [first = ''] = said(made.problems);
    const more = made.problems.length > 1 ? ` (and ${made.problems.length - 1} more)` : '';
    throw new WarrantError('bad-input', `The agent file can’t be used: ${first}${more}`, said(made.problems));
  }

  /**
   * Saves a file as the next revision of its agent, accepted by the person who saves. `replaces`: the name it had. Throws
   * `bad-input` with every problem, `conflict` where another agent has the name.
   */
  async save(
    value: Json | string,
    base: string | undefined,
    replaces: string | undefined,
  ): Promise<{ agent: Agent; path: string; narrowed: string[] }> {
    const { journal, store, newId } = this.#parts;
    const draft = await this.fromFile(value, base ?? this.#parts.home, 'draft', true);
    const old = agentNamed(journal.catalog, replaces ?? draft.name);
    const other = agentNamed(journal.catalog, draft.name);
    if (other && other.id !== old?.id)
      throw new WarrantError('conflict', `There is an agent ${draft.name} already. Choose another name.`);
    const agent: Agent = {
      ...draft,
      id: old?.id ?? `${draft.name}-${newId().slice(0, 8)}`,
      revision: (old?.revision ?? 0) + 1,
    };
    const file = store.write(agent);
    await journal.updateCatalog((catalog) => [
      { type: 'agent-saved', agent },
      ...agent.folders.map(({ id, path: folder, identity, trust }) => ({
        type: 'folder-granted' as const,
        folder: id,
        path: folder,
        identity,
        trust,
      })),
      ...acceptanceEvents(agent, catalog.grants.values()),
    ]);
    if (old && old.name !== agent.name) store.remove(old.name);
    return { agent, path: file, narrowed: this.#parts.narrowedBy(agent) };
  }

  async remove(name: string): Promise<void> {
    const agent = this.named(name);
    await this.#parts.journal.updateCatalog(() => [{ type: 'agent-removed', id: agent.id }]);
    this.#parts.store.remove(name);
  }

  /**
   * Puts the sample agents in place, once: their folders are copied to `samplesFolder`, outside the data folder, since
   * nothing in that may be granted (rule P18). Gives why a sample could not be put in place: there may be no folder that
   * can be granted there.
   */
  async installSamples(from: string, samplesFolder: string): Promise<string[]> {
    if (this.#parts.journal.catalog.settings.has(SAMPLES_SETTING) || !fs.existsSync(from)) return [];
    fs.mkdirSync(samplesFolder, { recursive: true, mode: 0o700 });
    fs.cpSync(from, samplesFolder, { recursive: true, filter: (file) => !path.basename(file).startsWith('.git') });
    const names: string[] = [];
    const faults: string[] = [];
    for (const file of fs.readdirSync(samplesFolder).sort()) {
      if (!file.endsWith('.agent.json')) continue;
      const text = fs.readFileSync(path.join(samplesFolder, file), 'utf8');
      try {
        const { agent } = await this.save(text, samplesFolder, undefined);
        names.push(agent.name);
      } catch (fault) {
        if (!(fault instanceof WarrantError) || fault.code !== 'bad-input') throw fault;
        faults.push(`The sample ${file} was not installed. ${fault.message}`);
      }
    }
    await this.#parts.journal.updateCatalog(() => [{ type: 'setting-changed', key: SAMPLES_SETTING, value: names }]);
    return faults;
  }
}
