import type { Json } from '#contract/ids';
import { client } from '../../client/client.ts';
import { goTo } from '../shell/place.ts';

/** What a person chose for one run, beside what the agent says. */
export interface RunChoice {
  agent: string;
  text: string;
  folders?: readonly string[];
  model?: string | undefined;
  /** Takes what an agent file asks for as theirs; only after they saw it. */
  accept?: boolean;
}

/** Starts a run and opens it. Folders chosen for one run are read only. Throws what the host says if it does not start. */
export async function startRun({ agent, text, folders = [], model, accept = false }: RunChoice): Promise<void> {
  const { run } = await client.run.start({
    agent: { name: agent },
    text,
    flags: {
      folders: folders.map((path) => ({ path, access: 'read' })),
      accept,
      ...(model === undefined ? {} : { model }),
    },
  });
  goTo({ screen: 'run', run });
}

/** A saved agent's name from the answer of a save. */
export async function saveAgent(
  file: Json,
  base: string | undefined,
  replaces: string | undefined,
): Promise<{ name: string; revision: number }> {
  const { agent } = await client.agent.save({
    file,
    ...(base === undefined ? {} : { base }),
    ...(replaces === undefined ? {} : { replaces }),
  });
  return { name: agent.name, revision: agent.revision };
}
