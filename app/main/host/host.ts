import fs from 'node:fs';
import path from 'node:path';
import { runStream } from '#contract/event';
import { agentNamed } from '#contract/projections/catalog';
import type { RunState } from '#contract/projections/run-state';
import type { HostNotice } from '#contract/views';
import { openAgentStore } from './agents/agent-store.ts';
import { Agents } from './agents/agents.ts';
import { createBundles } from './bundle/bundles.ts';
import { createFacts } from './facts/facts.ts';
import { createFolders } from './folders/folders.ts';
import { Grants } from './grants/grants.ts';
import { narrowedBy } from './grants/narrowed-by.ts';
import { createRules } from './grants/rules.ts';
import { createRouter } from './handlers.ts';
import type { HostParts } from './host-parts.ts';
import { createInspection } from './inspection.ts';
import { MemoryMeaning } from './memory/meaning.ts';
import { Memories } from './memory/memories.ts';
import { ModelService } from './models/model-service.ts';
import { PriceBook } from './models/prices/price-book.ts';
import { createNetwork } from './net/safe-fetch.ts';
import { mayFollowTo } from './policy/authorize.ts';
import { judgeToolCall, pathsToObserve } from './policy/decide-tool-call.ts';
import { grantsInForce } from './policy/grant-set.ts';
import type { Ports } from './ports.ts';
import { Listeners } from './program-log/listeners.ts';
import { logEntries } from './program-log/log-entries.ts';
import { asError, openProgramLog } from './program-log/open-program-log.ts';
import { Redactor } from './redact/redactor.ts';
import { decisionInput } from './run/decision-input.ts';
import { OpenWorkspaces } from './run/open-workspace.ts';
import { RunDriver } from './run/run-driver.ts';
import type { RunParts } from './run/run-parts.ts';
import { Runs } from './run/runs.ts';
import { createStarts } from './run/starts.ts';
import { openSandbox } from './sandbox/open-sandbox.ts';
import { learnValues } from './secrets/learn-values.ts';
import { Secrets } from './secrets/secrets.ts';
import { Journal } from './store/journal.ts';
import { SecretVault } from './store/secret-vault.ts';
import { openStore } from './store/store.ts';
import { Signals } from './subscribe-stream.ts';
import { Subscription } from './subscriptions.ts';
import { BUILTIN_TOOLS } from './tools/builtin-tools.ts';
import { createToolRegistry } from './tools/tool-registry.ts';
import { observePaths } from './workspace/observe-paths.ts';

/** A host: its methods, served by any transport, and how to end it. */
export interface Host {
  router: ReturnType<typeof createRouter>;
  /** A text without secrets: for what the program says outside its methods. */
  redact(text: string): string;
  close(): Promise<void>;
}

const CLEAN_END = 'ended-well';

/** Was the last host of this folder ended, or did it stop? The mark is taken away while one runs. */
function takeEndMark(dataFolder: string): 'quit' | 'crash' {
  const mark = path.join(dataFolder, CLEAN_END);
  const clean = fs.existsSync(mark);
  fs.rmSync(mark, { force: true });
  return clean ? 'quit' : 'crash';
}

/**
 * Opens the one host of a data folder: store, vault, agents, tools, models, loop, in that order. Throws `WarrantError`
 * (`locked`, `newer-data`, `disk`, `corrupt`, `refused`) with nothing left open.
 */
export async function createHost(ports: Ports): Promise<Host> {
  const redactor = new Redactor();
  const store = openStore(ports.dataFolder, ports.now, redactor);
  try {
    return await composeHost(ports, store, redactor);
  } catch (fault) {
    store.close();
    throw fault;
  }
}

async function composeHost(ports: Ports, store: ReturnType<typeof openStore>, redactor: Redactor): Promise<Host> {
  const cause = takeEndMark(ports.dataFolder);
  const { dataFolder, passphrase, cipher, now } = ports;
  const vault = await SecretVault.open({ dataFolder, cipher, passphrase, now });
  await learnValues(redactor, vault, ports);
  const log = openProgramLog(ports, redactor);
  const onListenerFault = (fault: unknown): void => log.error('listener-failed', { error: asError(fault) });
  store.log.containFaults(onListenerFault);
  const journal = new Journal(store.log, onListenerFault);
  const secrets = await Secrets.open(vault, journal);
  const tools = createToolRegistry([...BUILTIN_TOOLS, ...(ports.moreTools ?? [])]);
  const folders = createFolders({ dataFolder, appFolder: ports.appFolder, home: ports.home });
  const signals = new Signals(onListenerFault);
  const notices = new Listeners<[notice: HostNotice]>(onListenerFault);
  const notify = (notice: HostNotice): void => {
    notices.tell(notice);
  };
  const models = new ModelService({
    vault,
    environment: ports.environment,
    setting: (key) => journal.catalog.settings.get(key),
    setSetting: (key, value) => journal.updateCatalog(() => [{ type: 'setting-changed', key, value }]),
    modelFor: ports.modelFor,
  });
  await models.load();
  const prices = new PriceBook({
    setting: (key) => journal.catalog.settings.get(key),
    setSetting: (key, value) => journal.updateCatalog(() => [{ type: 'setting-changed', key, value }]),
    settings: () => models.settings(),
    now,
  });
  const sandbox = ports.sandbox && openSandbox(ports.sandbox, dataFolder, ports.warms ?? ports.advances);
  const grantsFor = (state: RunState) =>
    grantsInForce(journal.catalog.grants, state.grants, state.run.agent.id, now(), state.used);
  const workspaces = new OpenWorkspaces(dataFolder, (run, target) => {
    const state = journal.run(run);
    return mayFollowTo(target, state, grantsFor(state));
  });
  const network = createNetwork({ ...ports.net, now });
  journal.onRun((state, entries) => logEntries(log, state, entries));
  const { checkAgentFolder: checkFolder } = folders;
  const memories = new Memories({
    log: store.log,
    blobs: store.blobs,
    index: store.memories,
    uses: store.memoryUses,
    meaning: new MemoryMeaning(store.memoryVectors, () => models.embedder()),
    redactor,
    now,
    agentNamed: (name) => agentNamed(journal.catalog, name),
    titleOf: (run) => store.runs.get(run)?.title,
  });
  await memories.start();
  const parts: RunParts = {
    journal,
    blobs: store.blobs,
    tools,
    sandbox,
    secrets,
    network,
    redactor,
    memories,
    memoriesOf: (run, calls) => memories.removalsOf(run, calls),
    now,
    newId: ports.newId,
    loadText: (hash) => store.blobs.getText(hash),
    grantsFor,
    workspaceFor: (state) => workspaces.of(state),
    modelFor: (state) => models.open(state.run.agent.model),
    priceFor: (state) => prices.of(state.run.agent.model),
    signal: (signal) => signals.send(runStream(signal.run), signal),
  };
  const driver = new RunDriver(parts, onListenerFault);
  const runs = new Runs({
    journal,
    driver,
    store,
    blobs: store.blobs,
    loadText: parts.loadText,
    deciding: parts,
    now,
    advances: ports.advances,
    onFault: (run, fault) => {
      // Where a command follows the run, it says so itself.
      if (ports.advances) log.error('run-stuck', { run, error: asError(fault) });
    },
    onListenerFault,
  });
  const inForce = (agent: string) => grantsInForce(journal.catalog.grants, [], agent, now(), new Map());
  const agents = new Agents({
    journal,
    store: openAgentStore(dataFolder),
    tools: () => tools.list(),
    checkFolder,
    modelFault: (agent) => {
      const model = models.open(agent.model);
      return 'missing' in model ? model.missing : undefined;
    },
    priceOf: (agent) => prices.of(agent.model),
    rulesOf: inForce,
    narrowedBy: (agent) => narrowedBy(agent, inForce(agent.id)),
    newId: ports.newId,
    home: ports.home,
  });
  const asking = new Set(runs.list().flatMap(({ id, waiting }) => (waiting > 0 ? [id] : [])));
  runs.onChange((run) => {
    notify({ type: 'run-changed', run });
    const changed = asking.delete(run.id) || run.waiting > 0;
    if (run.waiting > 0) asking.add(run.id);
    if (changed && notices.size > 0) notify({ type: 'inbox-changed', items: runs.inbox() });
  });
  const starts = createStarts(
    {
      journal,
      agents,
      blobs: store.blobs,
      memories,
      tools: () => tools.list(),
      checkFolder,
      newId: ports.newId,
      protocolFor: (ref, wanted) => models.protocolFor(ref, wanted),
      contextTokens: (ref) => models.contextTokens(ref),
    },
    runs,
  );
  const grants = new Grants({ journal, log: store.log, tools: () => tools.list(), newId: ports.newId, now });
  const rules = createRules({
    journal,
    store,
    agents,
    grants,
    now,
    judge: (call, run, set, at) => {
      const asOf = { journal, now: () => at, grantsFor: () => set, loadText: parts.loadText };
      return judgeToolCall(call, decisionInput(asOf, run, new Map()));
    },
  });
  const bundles = createBundles({
    log: store.log,
    blobs: store.blobs,
    redactor,
    vault,
    version: ports.version,
    now,
    newId: ports.newId,
  });
  const inspection = createInspection({
    ports,
    openScratch: (changed) => createHost({ ...ports, ...changed }),
    store,
    journal,
    agents,
    tools,
    vault,
    models,
    prices,
    observe: (run, call) => {
      try {
        return observePaths(workspaces.of(run), pathsToObserve(call, run));
      } finally {
        workspaces.release(run.run.id);
      }
    },
    grantsOf: inForce,
  });
  for (const fault of await agents.installSamples(path.join(ports.resources, 'samples'), `${dataFolder}-samples`))
    log.warn('sample-not-installed', { reason: fault });
  await runs.takeUp(cause);
  const host: HostParts = {
    ...folders,
    ...inspection,
    ...rules,
    ...starts,
    store,
    journal,
    runs,
    bundles,
    agents,
    grants,
    facts: createFacts({ store, network, now, entries: (run) => runs.entries(run) }),
    models,
    memories,
    secrets,
    redactor,
    prices,
    tools,
    workspaces,
    signals,
    rulesChanged() {
      notify({ type: 'catalog-changed' });
      if (ports.advances) for (const { id, status } of runs.list()) if (status === 'waiting') runs.advance(id);
    },
    notify,
    async *notices(signal) {
      const queue = new Subscription<HostNotice>();
      const listener = (notice: HostNotice): void => queue.push(notice);
      const off = notices.add(listener);
      queue.push({ type: 'inbox-changed', items: runs.inbox() });
      try {
        yield* queue.drain(signal);
      } finally {
        off();
      }
    },
  };
  return {
    router: createRouter(host),
    redact: (text) => redactor.text(text),
    async close() {
      runs.close();
      await driver.close();
      await memories.close();
      await sandbox?.close();
      await network.close();
      workspaces.close();
      store.close();
      log.close();
      try {
        fs.writeFileSync(path.join(dataFolder, CLEAN_END), '', { mode: 0o600 });
      } catch {
        // A full disk: the next start takes this end for a crash, which asks for nothing more.
      }
    },
  };
}
