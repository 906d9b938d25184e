import { implement, ORPCError, type Router, withEventMeta } from '@orpc/server';
import { type ErrorCode, WarrantError } from '#contract/errors';
import type { Signal } from '#contract/event';
import type { Json } from '#contract/ids';
import { methods } from '#contract/methods';
import type { HostParts } from './host-parts.ts';
import { checkSetting, globalMiddleware, setGlobalMiddleware } from './middleware-setting.ts';
import { OFFER_ALWAYS } from './policy/policy-settings.ts';
import type { Redactor } from './redact/redactor.ts';
import { subscribeStream } from './subscribe-stream.ts';

/** Who is on the other end; the transports say so. */
export interface CallContext {
  client: 'window' | 'browser' | 'cli' | 'http';
}

const STATUS: Record<ErrorCode, { code: string; status: number }> = {
  'bad-input': { code: 'BAD_REQUEST', status: 400 },
  'not-found': { code: 'NOT_FOUND', status: 404 },
  conflict: { code: 'CONFLICT', status: 409 },
  refused: { code: 'FORBIDDEN', status: 403 },
  'not-accepted': { code: 'FORBIDDEN', status: 403 },
  unavailable: { code: 'NOT_IMPLEMENTED', status: 501 },
  corrupt: { code: 'INTERNAL_SERVER_ERROR', status: 500 },
  disk: { code: 'INTERNAL_SERVER_ERROR', status: 500 },
  locked: { code: 'CONFLICT', status: 409 },
  'newer-data': { code: 'CONFLICT', status: 409 },
  internal: { code: 'INTERNAL_SERVER_ERROR', status: 500 },
};

/** A host's error as it goes over the wire: its own code and details ride in `data`, its message stays. */
function toWire(error: unknown): unknown {
  if (!(error instanceof WarrantError)) return error;
  const { code, status } = STATUS[error.code];
  return new ORPCError(code, { status, message: error.message, data: { code: error.code, details: error.details } });
}

/** An error without secrets: its words may quote what it is about, on its way to a page, a terminal or a file. */
function withoutSecrets(error: unknown, redactor: Redactor): unknown {
  for (let each = error, depth = 0; each instanceof Error && depth < 8; each = each.cause, depth++) {
    each.message = redactor.text(each.message);
    if (each.stack !== undefined) each.stack = redactor.text(each.stack);
    if (each instanceof WarrantError) each.details.splice(0, each.details.length, ...redactor.value(each.details));
  }
  return error;
}

/** How the log names who answered over this connection. */
function by(context: CallContext): string {
  return context.client === 'http' ? 'you, over HTTP' : 'you';
}

const OK = { ok: true as const };

/** An agent’s file is kept as the person wrote it, so a secret that stands in it is not taken out: it is refused. */
function refuseSecrets(file: Json, redactor: Redactor): void {
  const [name] = redactor.namesIn(JSON.stringify(file));
  if (name === undefined) return;
  throw new WarrantError(
    'refused',
    `The agent’s file holds the value of the secret ${name}. Take it out, and bind the secret by its name.`,
  );
}

function isSignal(item: object): item is Signal {
  return !('event' in item);
}

/** The method table as functions of the host's parts: one line each wherever one line is enough. */
export function createRouter(parts: HostParts): Router<typeof methods, CallContext> {
  const { runs, agents, models, journal, store, secrets, redactor } = parts;
  const os = implement(methods)
    .$context<CallContext>()
    .use(async ({ next }) => {
      try {
        return await next();
      } catch (error) {
        throw toWire(withoutSecrets(error, redactor));
      }
    });
  return os.router({
    host: {
      info: os.host.info.handler(() => parts.info()),
      doctor: os.host.doctor.handler(({ input }) => parts.doctor(input.selfTest)),
      subscribe: os.host.subscribe.handler(({ signal }) => parts.notices(signal)),
    },
    agent: {
      list: os.agent.list.handler(() => agents.list()),
      show: os.agent.show.handler(({ input }) => agents.show(input.name)),
      check: os.agent.check.handler(({ input }) => agents.check(input.file, input.base)),
      save: os.agent.save.handler(async ({ input }) => {
        refuseSecrets(input.file, redactor);
        const saved = await agents.save(input.file, input.base, input.replaces);
        parts.notify({ type: 'catalog-changed' });
        return saved;
      }),
      remove: os.agent.remove.handler(async ({ input }) => {
        await agents.remove(input.name);
        parts.notify({ type: 'catalog-changed' });
        return OK;
      }),
    },
    tool: {
      list: os.tool.list.handler(() => parts.tools.list()),
      invoke: os.tool.invoke.handler(({ input }) => parts.invoke(input)),
    },
    run: {
      start: os.run.start.handler(({ input }) => parts.start(input.agent, input.text, input.flags)),
      send: os.run.send.handler(async ({ input }) => {
        await runs.send(input.run, input.text);
        return OK;
      }),
      resume: os.run.resume.handler(async ({ input }) => {
        await runs.resume(input.run, input.more);
        return runs.summary(input.run);
      }),
      cancel: os.run.cancel.handler(async ({ input, context }) => {
        await runs.cancel(input.run, by(context));
        return OK;
      }),
      list: os.run.list.handler(({ input }) => runs.list(input?.query)),
      show: os.run.show.handler(({ input }) => ({
        summary: runs.summary(input.run),
        entries: runs.entries(input.run),
      })),
      rename: os.run.rename.handler(async ({ input }) => {
        await runs.rename(input.run, input.title);
        return OK;
      }),
      remove: os.run.remove.handler(async ({ input }) => {
        await runs.remove(input.run);
        parts.workspaces.release(input.run);
        parts.notify({ type: 'run-removed', run: input.run });
        return OK;
      }),
      export: os.run.export.handler(({ input }) => ({
        text: redactor.text(runs.exported(input.run, input.format)),
      })),
      settled: os.run.settled.handler(({ input }) => runs.settled(input.run)),
    },
    approval: {
      list: os.approval.list.handler(() => runs.inbox()),
      answered: os.approval.answered.handler(({ input }) => runs.answered(input.limit)),
      open: os.approval.open.handler(({ input }) => runs.openCard(input.id)),
      preview: os.approval.preview.handler(({ input, context }) => {
        const { id, editedInput } = redactor.value(input);
        return runs.preview(id, editedInput, by(context));
      }),
      answer: os.approval.answer.handler(async ({ input, context }) => {
        // What is approved is hashed as it will be kept.
        const answered = await runs.answer({ ...redactor.value(input), by: by(context) });
        if (answered.granted !== undefined) parts.rulesChanged();
        return answered;
      }),
    },
    grant: {
      preview: os.grant.preview.handler(({ input }) => parts.grants.preview(input)),
      add: os.grant.add.handler(async ({ input }) => {
        const grant = await parts.grants.add(input);
        parts.rulesChanged();
        return grant;
      }),
      revoke: os.grant.revoke.handler(async ({ input }) => {
        const { sentence } = await parts.grants.revoke(input.id, input.run);
        parts.rulesChanged();
        return { sentence };
      }),
      restore: os.grant.restore.handler(async ({ input }) => {
        const grant = await parts.grants.restore(input.id, input.run);
        parts.rulesChanged();
        return grant;
      }),
    },
    policy: {
      list: os.policy.list.handler(({ input }) => parts.listRules(input.agent)),
      whatIf: os.policy.whatIf.handler(({ input, signal }) => parts.whatIf(input, signal)),
      middleware: os.policy.middleware.handler(() => globalMiddleware(journal)),
      setMiddleware: os.policy.setMiddleware.handler(async ({ input }) => {
        await setGlobalMiddleware(journal, input.list);
        parts.rulesChanged();
        return OK;
      }),
    },
    secret: {
      list: os.secret.list.handler(() => secrets.list()),
      set: os.secret.set.handler(async ({ input }) => {
        const row = await secrets.set(input);
        parts.notify({ type: 'catalog-changed' });
        return row;
      }),
      remove: os.secret.remove.handler(async ({ input }) => {
        await secrets.remove(input.name);
        parts.notify({ type: 'catalog-changed' });
        return OK;
      }),
    },
    price: {
      list: os.price.list.handler(() => parts.prices.list()),
      set: os.price.set.handler(async ({ input }) => {
        const price = await parts.prices.set(input.model, input.input, input.output);
        parts.notify({ type: 'catalog-changed' });
        return price;
      }),
      unset: os.price.unset.handler(async ({ input }) => {
        await parts.prices.unset(input.model);
        parts.notify({ type: 'catalog-changed' });
        return OK;
      }),
    },
    question: {
      answer: os.question.answer.handler(({ input }) => runs.answerQuestion(input.id, input.text)),
    },
    folder: {
      check: os.folder.check.handler(({ input }) => parts.checkFolder(input.path, input.access)),
      browse: os.folder.browse.handler(({ input }) => parts.browseFolders(input.path)),
    },
    model: {
      list: os.model.list.handler(() => models.list()),
      probe: os.model.probe.handler(({ input }) => models.probe(input.ref)),
      providers: os.model.providers.handler(() => models.providers()),
      setKey: os.model.setKey.handler(async ({ input }) => {
        await models.setKey(input.provider, input.key, input.baseUrl);
        parts.notify({ type: 'catalog-changed' });
        return OK;
      }),
    },
    setting: {
      list: os.setting.list.handler(() => Object.fromEntries(journal.catalog.settings)),
      set: os.setting.set.handler(async ({ input }) => {
        checkSetting(input.key, input.value);
        await journal.updateCatalog(() => [{ type: 'setting-changed', key: input.key, value: input.value }]);
        parts.notify({ type: 'catalog-changed' });
        // Open cards offer what may be taken now.
        if (input.key === OFFER_ALWAYS) parts.notify({ type: 'inbox-changed', items: runs.inbox() });
        return OK;
      }),
    },
    explain: {
      call: os.explain.call.handler(({ input }) => parts.explainCall(input)),
      url: os.explain.url.handler(({ input }) => parts.explainUrl(input)),
      path: os.explain.path.handler(({ input }) => parts.explainPath(input)),
    },
    fact: {
      list: os.fact.list.handler(({ input }) => parts.facts.list(input)),
      runs: os.fact.runs.handler(() => parts.facts.runs()),
      show: os.fact.show.handler(({ input }) => redactor.value(parts.facts.show(input.run, input.id))),
      verify: os.fact.verify.handler(({ input }) => parts.facts.verify(input)),
      compare: os.fact.compare.handler(async ({ input, signal }) =>
        redactor.value(await parts.facts.compare(input.run, input.id, signal)),
      ),
      csv: os.fact.csv.handler(({ input }) => ({ text: redactor.text(parts.facts.csv(input.run, input.ids)) })),
    },
    memory: {
      list: os.memory.list.handler(({ input }) => parts.memories.list(input)),
      add: os.memory.add.handler(({ input }) => parts.memories.add(input.agent, input.text)),
      correct: os.memory.correct.handler(({ input }) => parts.memories.correct(input.agent, input.id, input.text)),
      remove: os.memory.remove.handler(async ({ input }) => {
        await parts.memories.remove(input.agent, input.id);
        return OK;
      }),
      restore: os.memory.restore.handler(({ input }) => parts.memories.restore(input.agent, input.id)),
    },
    bundle: {
      export: os.bundle.export.handler(({ input }) => parts.bundles.seal(input)),
      begin: os.bundle.begin.handler(() => parts.bundles.uploads.begin()),
      add: os.bundle.add.handler(({ input }) => {
        parts.bundles.uploads.add(input.id, input.text);
        return OK;
      }),
      end: os.bundle.end.handler(({ input }) => parts.bundles.uploads.end(input.id, input)),
    },
    blob: {
      read: os.blob.read.handler(({ input }) =>
        parts.readBlob(input.hash, input.offset, input.length, input.unchecked),
      ),
    },
    log: {
      subscribe: os.log.subscribe.handler(async function* ({ input, lastEventId, signal }) {
        const after = Math.max(input.afterSeq, Number(lastEventId ?? 0) || 0);
        for await (const item of subscribeStream(store.log, parts.signals, input.stream, after, signal))
          yield isSignal(item) ? item : withEventMeta(item, { id: String(item.seq) });
      }),
      verify: os.log.verify.handler(({ input }) => parts.verify(input.run)),
    },
  });
}
