import fs from 'node:fs';
import path from 'node:path';
import type { Agent } from '#contract/agent';
import { AgentName } from '#contract/agent-file';
import { WarrantError } from '#contract/errors';
import { makePrivateFolder, syncFolder } from '../store/private-folder.ts';
import { asStorageError } from '../store/storage-error.ts';
import { writePrivateFile } from '../store/write-private-file.ts';
import { agentToFile, formatAgentFile } from './agent-to-file.ts';
import { readJsonText } from './read-json-text.ts';

/** Larger files are no agent files; reading stops there. */
const LARGEST_FILE = 4 << 20;

/** How a saved agent's file compares with the agent: the catalog's word counts, the file only shows it. */
type AgentFileState =
  | { state: 'same' }
  /** Not there: writing it again loses nothing. */
  | { state: 'missing'; message: string }
  /** Edited by another program: what it says is a request until a person saves it (interfaces, "What runs, what asks"). */
  | { state: 'changed'; message: string }
  /** No JSON, too large, or not readable. */
  | { state: 'corrupt'; message: string };

/**
 * The files of saved agents, `<dataFolder>/agents/NAME.agent.json`, readable by this user alone. The event `agent-saved`
 * is the truth; write the file before it is appended, so that a crash between leaves a file that only requests.
 */
export interface AgentStore {
  readonly folder: string;
  /** The file of an agent of this name. Throws `bad-input` for a text that is no name. */
  pathOf(name: string): string;
  /** Writes an agent's file, whole or not at all, and returns its path. Throws `disk`. */
  write(agent: Agent): string;
  /** Removes the file of that name, if there is one. Throws `disk`. */
  remove(name: string): void;
  /** The file's text, or undefined when there is none. Throws `corrupt` or `disk` where it can't be read. */
  read(name: string): string | undefined;
  /** Compares an agent with its file. Changes nothing, throws nothing that a file's state can say. */
  check(agent: Agent): AgentFileState;
}

/**
 * Opens the store of agent files, making its folder.
 * @param dataFolder the data folder, absolute
 * @throws WarrantError `disk` or `refused` where the folder can't be made or other users can reach it
 */
export function openAgentStore(dataFolder: string): AgentStore {
  const folder = path.join(dataFolder, 'agents');
  makePrivateFolder(folder);

  const pathOf = (name: string): string => {
    if (!AgentName.safeParse(name).success)
      throw new WarrantError(
        'bad-input',
        `${JSON.stringify(name)} is no name of an agent. Names are lower-case words joined by "-".`,
      );
    return path.join(folder, `${name}.agent.json`);
  };

  const read = (name: string): string | undefined => {
    const file = pathOf(name);
    try {
      const stat = fs.lstatSync(file, { throwIfNoEntry: false });
      if (!stat) return undefined;
      if (!stat.isFile() || stat.size > LARGEST_FILE)
        throw new WarrantError(
          'corrupt',
          `${file} is no agent file: ${stat.isFile() ? 'it is too large' : 'it is not a plain file'}. Save the agent again to replace it.`,
        );
      return fs.readFileSync(file, 'utf8');
    } catch (cause) {
      throw asStorageError(cause, `read the agent file ${file}`);
    }
  };

  return {
    folder,
    pathOf,
    read,
    write: (agent) => {
      const file = pathOf(agent.name);
      try {
        writePrivateFile(file, formatAgentFile(agentToFile(agent)));
      } catch (cause) {
        throw asStorageError(cause, `write the agent file ${file}`);
      }
      return file;
    },
    remove: (name) => {
      const file = pathOf(name);
      try {
        fs.rmSync(file, { force: true });
        syncFolder(folder);
      } catch (cause) {
        throw asStorageError(cause, `remove the agent file ${file}`);
      }
    },
    check: (agent) => {
      let text: string | undefined;
      try {
        text = read(agent.name);
      } catch (error) {
        if (error instanceof WarrantError) return { state: 'corrupt', message: error.message };
        throw error;
      }
      return compare(agent, text);
    },
  };
}

function compare(agent: Agent, text: string | undefined): AgentFileState {
  const name = `${agent.name}.agent.json`;
  if (text === undefined) return { state: 'missing', message: `${name} is gone; save the agent again to write it.` };
  if (text === formatAgentFile(agentToFile(agent))) return { state: 'same' };
  const json = readJsonText(text);
  if (!json.ok) {
    const { line, column } = json.place;
    return {
      state: 'corrupt',
      message: `${name} was changed outside Warrant and is damaged: line ${line}, column ${column}: ${json.message}. Save the agent again to replace it.`,
    };
  }
  return { state: 'changed', message: `${name} was changed outside Warrant; save it again to accept.` };
}
