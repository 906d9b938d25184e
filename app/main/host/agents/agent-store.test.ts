import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Agent, DEFAULT_LIMITS } from '#contract/agent';
import { WarrantError } from '#contract/errors';
import { type AgentStore, openAgentStore } from './agent-store.ts';

const agent: Agent = {
  id: 'a1',
  revision: 1,
  name: 'tidy',
  description: 'Tidies',
  instructions: '',
  model: { provider: 'demo', model: 'demo' },
  protocol: 'auto',
  bindings: [],
  folders: [],
  guardrails: [],
  memory: false,
  unattended: 'park',
  limits: DEFAULT_LIMITS,
  accepted: true,
};

describe('openAgentStore', () => {
  let home: string;
  let store: AgentStore;
  beforeEach(() => {
    home = fs.mkdtempSync(path.join(os.tmpdir(), 'agents-'));
    store = openAgentStore(home);
  });
  afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

  it('writes a file that this user alone can read, and leaves nothing beside it', () => {
    const file = store.write(agent);
    expect(file).toBe(path.join(home, 'agents', 'tidy.agent.json'));
    expect(fs.readFileSync(file, 'utf8')).toBe('{\n  "name": "tidy",\n  "description": "Tidies",\n  "tools": []\n}\n');
    if (process.platform !== 'win32') {
      expect(fs.statSync(file).mode & 0o777).toBe(0o600);
      expect(fs.statSync(store.folder).mode & 0o777).toBe(0o700);
    }
    expect(fs.readdirSync(store.folder)).toEqual(['tidy.agent.json']);
    expect(store.check(agent)).toEqual({ state: 'same' });
  });

  it('replaces and removes', () => {
    store.write(agent);
    store.write({ ...agent, description: 'Sorts' });
    expect(store.read('tidy')).toContain('Sorts');
    store.remove('tidy');
    store.remove('tidy');
    expect(store.read('tidy')).toBeUndefined();
    expect(store.check(agent)).toMatchObject({ state: 'missing' });
  });

  it('takes a file that was edited by hand for a request only', () => {
    const file = store.write(agent);
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('"tools": []', '"tools": [], "memory": true'));
    expect(store.check(agent)).toEqual({
      state: 'changed',
      message: 'tidy.agent.json was changed outside Warrant; save it again to accept.',
    });
  });

  it('says where a damaged file is damaged', () => {
    fs.writeFileSync(store.write(agent), '{\n  "name": "tidy",');
    expect(store.check(agent)).toEqual({
      state: 'corrupt',
      message:
        'tidy.agent.json was changed outside Warrant and is damaged: line 2, column 18: a key in quotation marks belongs here, not the end of the file. Save the agent again to replace it.',
    });
  });

  it('does not follow a link put in a file’s place, and replaces it when the agent is saved', () => {
    const elsewhere = path.join(home, 'elsewhere');
    fs.writeFileSync(elsewhere, 'keep');
    fs.symlinkSync(elsewhere, store.pathOf('tidy'));
    expect(store.check(agent)).toMatchObject({ state: 'corrupt' });
    store.write(agent);
    expect(store.check(agent)).toEqual({ state: 'same' });
    expect(fs.readFileSync(elsewhere, 'utf8')).toBe('keep');
  });

  it('refuses names that would lead elsewhere', () => {
    for (const name of ['../x', 'a/b', 'Tidy', '', '.']) expect(() => store.pathOf(name), name).toThrow(WarrantError);
  });

  it('names the fault when the file can’t be written', () => {
    fs.rmSync(store.folder, { recursive: true });
    fs.writeFileSync(store.folder, '');
    expect(() => store.write(agent)).toThrow(/Could not write the agent file .*tidy\.agent\.json/);
  });
});
