import { setImmediate } from 'node:timers/promises';
import { WarrantError } from '#contract/errors';
import type { Entry } from '#contract/event';
import type { RunId } from '#contract/ids';
import type { FactCheck, FactComparison, FactDetail, FactRow } from '#contract/views';
import type { Network } from '../net/network.ts';
import type { IndexedFact } from '../store/fact-index.ts';
import type { Store } from '../store/store.ts';
import { checkOf, checkPayload, type PayloadState } from './check-payload.ts';
import { compareFact } from './compare-fact.ts';
import { factsToCsv } from './facts-to-csv.ts';
import { PayloadPlaces } from './payload-places.ts';

/** So much of a value is shown. */
const LONGEST_VALUE = 2000;

/** Looking at facts: which there are, whether their bytes still are what they were, and what their sources say now. */
export interface Facts {
  /** Newest run first. Throws `not-found` for a run that is not there. */
  list(question: { run?: RunId | undefined; query?: string | undefined; limit: number }): {
    rows: FactRow[];
    total: number;
  };
  /** The runs that have facts, newest first. */
  runs(): { run: RunId; title: string; facts: number }[];
  /** Throws `not-found`. */
  show(run: RunId, id: string): FactDetail;
  /** Hashes the payloads of one fact, of a run, or of all again. Throws `not-found`. */
  verify(question: { run?: RunId | undefined; id?: string | undefined }): Promise<FactCheck[]>;
  /** Throws `not-found`; what the source or the guard says is a value. */
  compare(run: RunId, id: string, signal: AbortSignal | undefined): Promise<FactComparison>;
  /** All facts of a run, or those named. Throws `not-found`. */
  csv(run: RunId, ids?: readonly string[]): string;
}

export interface FactsParts {
  store: Store;
  network: Network;
  now(): number;
  /** The entries of a run; of a broken log those before the break. */
  entries(run: RunId): Entry[];
}

const shown = (value: string): string => [...value.slice(0, 2 * LONGEST_VALUE)].slice(0, LONGEST_VALUE).join('');

/** The form in which texts are compared: case and Unicode forms do not count. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

function holds({ claim, payloadHash, sources, id }: FactRow['fact'], needle: string): boolean {
  const texts = [id, claim, payloadHash, ...sources.flatMap(({ organization, url }) => [organization, url])];
  return texts.some((text) => folded(text).includes(needle));
}

/** Binds looking at facts to the parts it needs. */
export function createFacts({ store, network, now, entries }: FactsParts): Facts {
  const ofRun = (run: RunId): IndexedFact[] => {
    if (store.log.head(`run:${run}`) === undefined)
      throw new WarrantError('not-found', `There is no run ${run}. \`warrant runs\` lists those there are.`);
    return store.facts.ofRun(run);
  };
  const one = (run: RunId, id: string): IndexedFact => {
    const found = ofRun(run).find(({ fact }) => fact.id === id);
    if (found) return found;
    throw new WarrantError('not-found', `Run ${run} has no fact ${id}. \`warrant fact list --run ${run}\` lists them.`);
  };
  const runsWithFacts = (): RunId[] => {
    const all = store.facts.ofAll();
    const listed = store.runs.list().flatMap(({ id }) => (all.has(id) ? [id] : []));
    const known = new Set(listed);
    // A run that the list does not have yet is the newest.
    return [...[...all.keys()].filter((id) => !known.has(id)), ...listed];
  };
  const rowOf = (run: RunId, { fact, seq }: IndexedFact): FactRow => {
    const summary = store.runs.get(run);
    return { run, runTitle: summary?.title ?? run, agent: summary?.agent ?? '', fact, seq };
  };
  const rowsOf = (run: RunId): FactRow[] => {
    const summary = store.runs.get(run);
    const about = { run, runTitle: summary?.title ?? run, agent: summary?.agent ?? '' };
    return store.facts.ofRun(run).map(({ fact, seq }) => ({ ...about, fact, seq }));
  };
  return {
    list({ run, query, limit }) {
      if (run !== undefined) ofRun(run);
      const needle = folded(query?.trim() ?? '');
      const rows = (run === undefined ? runsWithFacts() : [run])
        .flatMap(rowsOf)
        .filter(({ fact }) => needle === '' || holds(fact, needle));
      return { rows: rows.slice(0, limit), total: rows.length };
    },
    runs: () =>
      runsWithFacts().map((run) => ({
        run,
        title: store.runs.get(run)?.title ?? run,
        facts: store.facts.ofAll().get(run)?.size ?? 0,
      })),
    show(run, id) {
      const found = one(run, id);
      const payload = checkPayload(store.blobs, found.fact.payloadHash);
      const place = payload.bytes && new PayloadPlaces(payload.bytes).find(found.fact.at);
      return {
        row: rowOf(run, found),
        check: checkOf(run, found, payload),
        ...(place && {
          place: { from: place.from, to: place.to },
          // Bytes that were changed are not what the source said.
          ...(payload.state === 'same' && { value: shown(place.value) }),
        }),
        usedIn: entries(run).flatMap(({ seq, event }) =>
          event.type === 'answer-marked'
            ? event.marks.filter((mark) => mark.fact === id).map(({ text }) => ({ seq, text }))
            : [],
        ),
      };
    },
    async verify({ run, id }) {
      if (id !== undefined && run === undefined)
        throw new WarrantError('bad-input', `Say the run of fact ${id}: ids are unique in their run only.`);
      const runs = run === undefined ? runsWithFacts() : [run];
      const seen = new Map<string, Omit<PayloadState, 'bytes'>>();
      const checks: FactCheck[] = [];
      for (const each of runs) {
        const facts = id === undefined ? (run === undefined ? store.facts.ofRun(each) : ofRun(each)) : [one(each, id)];
        for (const found of facts) {
          const { payloadHash } = found.fact;
          let state = seen.get(payloadHash);
          if (!state) {
            // Others are served between two payloads.
            await setImmediate();
            const { bytes: _bytes, ...fresh } = checkPayload(store.blobs, payloadHash);
            state = fresh;
            seen.set(payloadHash, state);
          }
          checks.push(checkOf(each, found, { ...state, bytes: undefined }));
        }
      }
      return checks;
    },
    compare(run, id, signal) {
      const { fact } = one(run, id);
      const { state, bytes } = checkPayload(store.blobs, fact.payloadHash);
      return compareFact(
        fact,
        state === 'same' ? bytes : undefined,
        { network, now },
        signal ?? new AbortController().signal,
      );
    },
    csv(run, ids) {
      const wanted = ids && new Set(ids);
      return factsToCsv(ofRun(run).flatMap(({ fact }) => (!wanted || wanted.has(fact.id) ? [fact] : [])));
    },
  };
}
