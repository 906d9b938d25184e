import { WarrantError } from '#contract/errors';
import type { Json } from '#contract/ids';
import { formatModelRef, type ModelRef, type Protocol, parseModelRef } from '#contract/model';
import type { FoundModel, ModelProbe, ProviderRow } from '#contract/views';
import type { SecretVault } from '../store/secret-vault.ts';
import { demoProvider } from './demo/demo-provider.ts';
import { findModels } from './find-models.ts';
import type { ModelProvider } from './model-provider.ts';
import { baseUrlOf, type ModelSettings, PROVIDERS, settingsFromEnvironment } from './model-settings.ts';
import { EMBEDDINGS_SETTING, type Embedder, openEmbedder } from './open-embedder.ts';
import { probeModel } from './probe-model.ts';
import { resolveModel } from './registry.ts';

export interface ModelServiceParts {
  vault: SecretVault;
  environment: ReadonlyMap<string, string>;
  setting(key: string): Json | undefined;
  setSetting(key: string, value: Json): Promise<void>;
  modelFor: ((provider: string) => ModelProvider | undefined) | undefined;
}

const secretName = (provider: string): string => `model-key:${provider}`;
const addressKey = (provider: string): string => `models.${provider}.baseUrl`;
const probeKey = (ref: ModelRef): string => `models.probe.${formatModelRef(ref)}`;

/** Models that need no probe: they follow the native form, or say nothing of tools. */
const RULES = new Set(['demo', 'obedient', 'scripted']);

/** Finds, probes and opens models. Keys come from the vault, in development from the environment; they never leave. */
export class ModelService {
  readonly #parts: ModelServiceParts;
  #keys: ReadonlyMap<string, string> = new Map();

  constructor(parts: ModelServiceParts) {
    this.#parts = parts;
  }

  /** Reads the keys of the vault; again after each change. An unreadable vault gives none, and `doctor` says so. */
  async load(): Promise<void> {
    const keys = new Map<string, string>();
    if (this.#parts.vault.state !== 'unreadable')
      for (const { provider } of PROVIDERS) {
        const key = await this.#parts.vault.reveal(secretName(provider));
        if (key !== undefined) keys.set(provider, key);
      }
    this.#keys = keys;
  }

  /** Keys and addresses as they are now. */
  settings(): ModelSettings {
    const environment = settingsFromEnvironment(this.#parts.environment);
    const baseUrls = new Map(environment.baseUrls);
    for (const { provider } of PROVIDERS) {
      const address = this.#parts.setting(addressKey(provider));
      if (typeof address === 'string' && address !== '') baseUrls.set(provider, address);
    }
    return { keys: new Map([...environment.keys, ...this.#keys]), baseUrls };
  }

  /** The provider of a model, or in words why there is none. */
  open(ref: ModelRef): ModelProvider | { missing: string } {
    const given = this.#parts.modelFor?.(ref.provider);
    if (given) return given;
    if (ref.provider === 'demo') return demoProvider();
    return resolveModel(ref, this.settings());
  }

  /**
   * The model that turns memories into vectors, where a person chose one (setting `memory.embeddings`), or in words why
   * it can't be had; undefined where nobody chose one.
   */
  embedder(): Embedder | { missing: string } | undefined {
    const chosen = this.#parts.setting(EMBEDDINGS_SETTING);
    if (typeof chosen !== 'string' || chosen === '') return undefined;
    const ref = parseModelRef(chosen);
    return ref ? openEmbedder(ref, this.settings()) : { missing: `"${chosen}" names no model` };
  }

  /** The protocol of a run: what the agent says, or for `auto` what a probe, made once, found to work (asks B34). */
  async protocolFor(ref: ModelRef, wanted: 'auto' | Protocol): Promise<Protocol> {
    if (wanted !== 'auto') return wanted;
    const opened = this.open(ref);
    if ('missing' in opened) return 'native';
    if (opened.auto !== 'probe') return opened.auto;
    const known = this.#parts.setting(probeKey(ref));
    if (known === 'native' || known === 'react') return known;
    const result = await probeModel(opened, ref, AbortSignal.timeout(60_000));
    if (result.certain) await this.#parts.setSetting(probeKey(ref), result.protocol);
    return result.protocol;
  }

  /** Tokens a model reads at most, as far as it is known; a careful guess for local ones. */
  contextTokens(ref: ModelRef): number {
    const set = this.#parts.setting(`models.context.${formatModelRef(ref)}`);
    if (typeof set === 'number' && set >= 1000) return set;
    if (RULES.has(ref.provider)) return 1_000_000;
    return PROVIDERS.find((kind) => kind.provider === ref.provider)?.local ? 16_000 : 128_000;
  }

  /** The demo model and everything found; never throws for a provider that does not answer. */
  async list(): Promise<FoundModel[]> {
    const demo: FoundModel = {
      ref: 'demo',
      provider: 'demo',
      name: 'Demo',
      where: 'in this app; follows rules and is no language model',
      local: true,
      rules: true,
    };
    const found = await findModels(this.settings());
    return [
      demo,
      ...found.flatMap((provider) =>
        provider.models.map((ref) => ({
          ref,
          provider: provider.provider,
          name: ref.slice(provider.provider.length + 1),
          where: `${provider.name}, ${provider.baseUrl}`,
          local: PROVIDERS.find((kind) => kind.provider === provider.provider)?.local ?? false,
          rules: false,
        })),
      ),
    ];
  }

  async probe(text: string): Promise<ModelProbe> {
    const ref = parseModelRef(text);
    if (!ref)
      throw new WarrantError('bad-input', `"${text}" names no model. Write PROVIDER/MODEL, such as ollama/qwen3:8b.`);
    const provider = this.open(ref);
    if ('missing' in provider) return { ref: text, protocol: 'none', lines: [{ ok: false, text: provider.missing }] };
    if (RULES.has(ref.provider))
      return { ref: text, protocol: 'native', lines: [{ ok: true, text: 'Answers by rules; tool calls work.' }] };
    const result = await probeModel(provider, ref, AbortSignal.timeout(60_000));
    if (result.certain) await this.#parts.setSetting(probeKey(ref), result.protocol);
    return {
      ref: text,
      protocol: result.certain ? result.protocol : 'none',
      lines: [{ ok: result.certain && result.protocol === 'native', text: result.reason }],
    };
  }

  providers(): ProviderRow[] {
    const environment = settingsFromEnvironment(this.#parts.environment);
    const settings = this.settings();
    return PROVIDERS.map((kind) => {
      const key = this.#keys.has(kind.provider)
        ? 'vault'
        : environment.keys.has(kind.provider)
          ? 'environment'
          : kind.needsKey
            ? 'none'
            : 'none-needed';
      return { provider: kind.provider, name: kind.name, key, baseUrl: baseUrlOf(kind, settings) ?? '' };
    });
  }

  async setKey(provider: string, key: string, baseUrl: string | undefined): Promise<void> {
    const kind = PROVIDERS.find((each) => each.provider === provider);
    if (!kind) throw new WarrantError('not-found', `There is no model provider "${provider}".`);
    if (baseUrl !== undefined && baseUrl !== '' && !/^https?:\/\//.test(baseUrl))
      throw new WarrantError('bad-input', `"${baseUrl}" is no base URL. It starts with http:// or https://.`);
    if (key === '') await this.#parts.vault.remove(secretName(provider));
    else await this.#parts.vault.set({ name: secretName(provider) }, key);
    if (baseUrl !== undefined) await this.#parts.setSetting(addressKey(provider), baseUrl);
    await this.load();
  }
}
