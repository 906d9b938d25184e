import * as z from 'zod';
import { WarrantError } from '#contract/errors';
import type { Json, Timestamp } from '#contract/ids';
import { formatModelRef, type ModelRef, type Price, parseModelRef, type Usage } from '#contract/model';
import { baseUrlOf, type ModelSettings, PROVIDERS } from '../model-settings.ts';
import { KNOWN_PRICES, type KnownPrice } from './known-prices.ts';

/** The setting that holds the person's own prices: by model, what it costs and since when. */
const OWN_PRICES = 'prices';

const OwnPrices = z.record(z.string(), z.unknown());
const OwnPrice = z.object({ input: z.number().min(0), output: z.number().min(0), date: z.string() });
type OwnPrice = z.infer<typeof OwnPrice>;

/** What costs nothing by its nature: rules and scripts, which are no language models. */
const RULES = ['demo', 'scripted', 'obedient'];
const HERE = 'runs on this computer';
const OWN = 'your own price';

export interface PriceBookParts {
  setting(key: string): Json | undefined;
  setSetting(key: string, value: Json): Promise<void>;
  /** Where providers are reached now. */
  settings(): ModelSettings;
  now(): Timestamp;
}

const dayOf = (at: Timestamp): string => new Date(at).toISOString().slice(0, 10);

/** The same model, or one of its dated snapshots. */
function names(model: string, wanted: string): boolean {
  if (!wanted.startsWith(model)) return false;
  return /^(-\d{8}|-\d{4}-\d{2}-\d{2})?$/.test(wanted.slice(model.length));
}

function isLoopback(url: string | undefined): boolean {
  if (url === undefined || !URL.canParse(url)) return false;
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname);
}

/**
 * What a call with this use of tokens costs, in US dollars. Undefined where the provider did not say how many tokens it
 * counted: that is not the same as none.
 */
export function costOf(price: Price, usage: Usage): number | undefined {
  const free = price.input === 0 && price.output === 0;
  if (usage.inputTokens + usage.outputTokens === 0) return free ? 0 : undefined;
  const { input, output } = price.long && usage.inputTokens > price.long.above ? price.long : price;
  return (usage.inputTokens * input + usage.outputTokens * output) / 1_000_000;
}

/** Prices of models: the person's own first, then what runs here, then the vendors' lists. What none knows is unknown. */
export class PriceBook {
  readonly #parts: PriceBookParts;
  constructor(parts: PriceBookParts) {
    this.#parts = parts;
  }

  /** The price of a model today, or undefined: it is never guessed. */
  of(ref: ModelRef): Price | undefined {
    const model = formatModelRef(ref);
    const own = [...this.#own()].find(([name]) => names(name, model));
    if (own) return ownPrice(model, own[1]);
    if (this.#runsHere(ref)) return this.#free(model);
    const known = KNOWN_PRICES.filter((each) => each.provider === ref.provider && names(each.model, ref.model));
    const price = this.#atVendor(ref.provider) ? this.#current(known) : undefined;
    return price && listPrice(price, model);
  }

  /** Every price there is, the person's own in place of the vendor's. */
  list(): Price[] {
    const own = this.#own();
    const known = [...new Set(KNOWN_PRICES.map((each) => `${each.provider}/${each.model}`))].flatMap((model) => {
      const price = this.#current(KNOWN_PRICES.filter((each) => `${each.provider}/${each.model}` === model));
      return price && !own.has(model) ? [listPrice(price, model)] : [];
    });
    const here = [
      ...RULES.map((name) => (name === 'scripted' ? 'scripted:*' : name)),
      ...PROVIDERS.filter(({ local }) => local).map(({ provider }) => `${provider}/*`),
    ];
    return [...[...own].map(([model, price]) => ownPrice(model, price)), ...known, ...here.map((m) => this.#free(m))];
  }

  /** Sets the person's own price of a model. Throws `bad-input` for a text that names none. */
  async set(model: string, input: number, output: number): Promise<Price> {
    const ref = parseModelRef(model.trim());
    if (!ref)
      throw new WarrantError('bad-input', `"${model}" names no model. Write PROVIDER/MODEL, such as openai/gpt-5.5.`);
    const name = formatModelRef(ref);
    const price: OwnPrice = { input, output, date: dayOf(this.#parts.now()) };
    await this.#keep(new Map([...this.#own(), [name, price]]));
    return ownPrice(name, price);
  }

  /** Takes the person's own price of a model away. Throws `not-found` where there is none. */
  async unset(model: string): Promise<void> {
    const own = this.#own();
    if (!own.delete(model)) throw new WarrantError('not-found', `There is no price of your own for ${model}.`);
    await this.#keep(own);
  }

  #keep(own: ReadonlyMap<string, OwnPrice>): Promise<void> {
    return this.#parts.setSetting(OWN_PRICES, Object.fromEntries(own));
  }

  /** A row that is no price (a setting can be written by hand) counts as none. */
  #own(): Map<string, OwnPrice> {
    const rows = OwnPrices.safeParse(this.#parts.setting(OWN_PRICES));
    return new Map(
      Object.entries(rows.success ? rows.data : {}).flatMap(([model, value]): [string, OwnPrice][] => {
        const price = OwnPrice.safeParse(value);
        return price.success ? [[model, price.data]] : [];
      }),
    );
  }

  #current(prices: readonly KnownPrice[]): KnownPrice | undefined {
    const today = dayOf(this.#parts.now());
    return prices
      .filter(({ from }) => from === undefined || from <= today)
      .reduce<KnownPrice | undefined>(
        (best, each) => ((each.from ?? '') >= (best?.from ?? '') ? each : best),
        undefined,
      );
  }

  #free(model: string): Price {
    return { model, input: 0, output: 0, source: HERE, date: dayOf(this.#parts.now()), own: false };
  }

  /** On this computer: a local provider on its loopback address. A model that its server passes on to a cloud is not. */
  #runsHere(ref: ModelRef): boolean {
    if (RULES.includes(ref.provider)) return true;
    const kind = PROVIDERS.find(({ provider }) => provider === ref.provider);
    if (kind?.wire !== 'compatible' || kind.needsKey || /[:-]cloud$/.test(ref.model)) return false;
    return isLoopback(baseUrlOf(kind, this.#parts.settings()));
  }

  /** A vendor's list says nothing of another server that speaks like the vendor's. */
  #atVendor(provider: string): boolean {
    const kind = PROVIDERS.find((each) => each.provider === provider);
    return kind !== undefined && baseUrlOf(kind, this.#parts.settings()) === kind.baseUrl;
  }
}

function ownPrice(model: string, { input, output, date }: OwnPrice): Price {
  return { model, input, output, source: OWN, date, own: true };
}

function listPrice({ input, output, long, source, date }: KnownPrice, model: string): Price {
  return { model, input, output, ...(long && { long }), source, date, own: false };
}
