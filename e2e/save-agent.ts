import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type HostControl } from './launch.ts';

/** What a test's agent may do, and what its model says. */
export interface TestAgent {
  name: string;
  tools: readonly (string | { tool: string; ask: 'always' | 'effects' | 'never' })[];
  /** Folders it may write in, after asking. */
  folders?: readonly string[];
  /** Folders it may read, whose files are text from outside. */
  outside?: readonly string[];
  limits?: { steps: number };
  /** The replies of its model, one for each call of it. Without them it is the demo model. */
  replies?: readonly object[];
}

/** Saves an agent in the data folder of a test, as the person of that test would by `warrant agent save`. */
export async function saveAgent(host: HostControl, agent: TestAgent): Promise<void> {
  const script = path.join(path.dirname(host.home), `${agent.name}.jsonl`);
  const file = path.join(path.dirname(host.home), `${agent.name}.agent.json`);
  if (agent.replies) writeFileSync(script, agent.replies.map((reply) => `${JSON.stringify(reply)}\n`).join(''));
  writeFileSync(
    file,
    JSON.stringify({
      name: agent.name,
      description: 'Made by a test',
      instructions: 'Do what is asked.',
      model: agent.replies ? `scripted:${script}` : 'demo',
      tools: agent.tools.map((use) => (typeof use === 'string' ? { tool: use } : use)),
      folders: [
        ...(agent.folders ?? []).map((folder) => ({ path: folder, access: 'write' })),
        ...(agent.outside ?? []).map((folder) => ({ path: folder, access: 'read', trust: 'outside' })),
      ],
      ...(agent.limits && { limits: agent.limits }),
    }),
  );
  const saved = await host.warrant(['agent', 'save', file]);
  expect(saved.code, saved.stderr).toBe(0);
}
