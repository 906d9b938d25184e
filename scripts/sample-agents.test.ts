import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { AgentFile } from '#contract/agent-file';

const samples = path.join(import.meta.dirname, '../resources/samples');
const files = readdirSync(samples).filter((name) => name.endsWith('.agent.json'));

describe('the sample agents', () => {
  it('are four', () => {
    expect(files.sort()).toEqual([
      'city-brief.agent.json',
      'desk-calculator.agent.json',
      'folder-guide.agent.json',
      'ledger-check.agent.json',
    ]);
  });

  it.each(files)('%s is a valid agent file for the demo model, on folders that are there', (file) => {
    const agent = AgentFile.parse(JSON.parse(readFileSync(path.join(samples, file), 'utf8')));
    expect(`${agent.name}.agent.json`).toBe(file);
    expect(agent.model).toBe('demo/demo');
    for (const folder of agent.folders) expect(existsSync(path.join(samples, folder.path)), folder.path).toBe(true);
  });

  it('ask before they write: no tool is set to go unasked', () => {
    for (const file of files) {
      const agent = AgentFile.parse(JSON.parse(readFileSync(path.join(samples, file), 'utf8')));
      expect(agent.tools.filter(({ ask }) => ask === 'never')).toEqual([]);
    }
  });
});
