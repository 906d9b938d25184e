/** What a model costs by its vendor's list, in US dollars for a million tokens. */
export interface KnownPrice {
  provider: string;
  /** Its name; the same name with a date behind it (`-20250929`, `-2026-04-01`) is the same model. */
  model: string;
  input: number;
  output: number;
  /** What the whole call costs where its prompt is longer than `above` tokens. */
  long?: { above: number; input: number; output: number };
  /** The first day of this price (ISO 8601), where the vendor has announced one. */
  from?: string;
  /** The vendor's page, and the day on which this figure stood there. */
  source: string;
  date: string;
}

type Row = [model: string, input: number, output: number, long?: [above: number, input: number, output: number]];

function listed(provider: string, source: string, date: string, rows: readonly Row[], from?: string): KnownPrice[] {
  return rows.map(([model, input, output, long]) => ({
    provider,
    model,
    input,
    output,
    ...(long && { long: { above: long[0], input: long[1], output: long[2] } }),
    ...(from !== undefined && { from }),
    source,
    date,
  }));
}

const OPENAI = 'https://developers.openai.com/api/docs/pricing';
const ANTHROPIC = 'https://platform.claude.com/docs/en/about-claude/pricing';
const GOOGLE = 'https://ai.google.dev/gemini-api/docs/pricing';

/**
 * List prices of the standard tier, without caching, batches or regions. Each stands with the day it was read; a price
 * that has changed since is set by the person in Settings. What is not here is not known, and is never guessed.
 */
export const KNOWN_PRICES: readonly KnownPrice[] = [
  ...listed('openai', OPENAI, '2026-09-30', [
    ['gpt-6.1-sol', 2, 10, [272_000, 4, 15]],
    ['gpt-6-sol', 2, 10, [272_000, 4, 15]],
    ['gpt-5.3-codex', 1.75, 14],
    ['gpt-5.2', 1.75, 14],
    ['gpt-5-nano', 0.05, 0.4],
  ]),
  ...listed('openai', OPENAI, '2026-09-13', [
    ['gpt-6-astra', 10, 50, [272_000, 20, 75]],
    ['gpt-5.6-sol', 4, 20, [272_000, 8, 30]],
    ['gpt-5.6-terra', 2, 12, [272_000, 4, 18]],
    ['gpt-5.6-luna', 0.2, 1.2, [272_000, 0.4, 1.8]],
    ['gpt-5.5', 5, 30, [272_000, 10, 45]],
  ]),
  ...listed('openai', OPENAI, '2026-05-22', [
    ['gpt-5.5-pro', 30, 180],
    ['gpt-5.4', 2.5, 15, [272_000, 5, 22.5]],
    ['gpt-5.4-mini', 0.75, 4.5],
    ['gpt-5.4-nano', 0.2, 1.25],
  ]),
  ...listed('openai', OPENAI, '2026-05-07', [
    ['gpt-4.1', 2, 8],
    ['gpt-4.1-mini', 0.4, 1.6],
    ['gpt-4.1-nano', 0.1, 0.4],
    ['gpt-4o-mini', 0.15, 0.6],
  ]),
  ...listed('openai', OPENAI, '2026-03-21', [
    ['gpt-5.1', 1.25, 10],
    ['gpt-5', 1.25, 10],
    ['gpt-5-mini', 0.25, 2],
    ['o3', 2, 8],
  ]),
  ...listed('anthropic', ANTHROPIC, '2026-10-10', [
    ['claude-fable-5-1', 10, 50],
    ['claude-fable-5', 10, 50],
    ['claude-opus-5-5', 4, 20],
    ['claude-opus-5', 5, 25],
    ['claude-opus-4-8', 5, 25],
    ['claude-opus-4-7', 5, 25],
    ['claude-opus-4-6', 5, 25],
    ['claude-opus-4-5', 5, 25],
    ['claude-opus-4-1', 15, 75],
    ['claude-opus-4', 15, 75],
    ['claude-sonnet-5-5', 2, 10],
    ['claude-sonnet-5', 2, 10],
    ['claude-sonnet-4-6', 3, 15],
    ['claude-sonnet-4-5', 3, 15],
    ['claude-sonnet-4', 3, 15],
    ['claude-haiku-5-5', 0.1, 0.5, [100_000, 0.5, 2.5]],
    ['claude-haiku-4-5', 1, 5],
    ['claude-3-5-haiku', 0.8, 4],
  ]),
  ...listed('google', GOOGLE, '2026-10-07', [
    ['gemini-3.8-flash', 0.75, 3.75],
    ['gemini-3.5-flash', 1.5, 9],
    ['gemini-3.5-flash-lite', 0.3, 2.5],
    ['gemini-3.1-pro-preview', 2, 12, [200_000, 4, 18]],
  ]),
  ...listed('google', GOOGLE, '2026-10-07', [['gemini-3.8-flash', 1.5, 7.5]], '2027-01-01'),
  ...listed('google', GOOGLE, '2026-09-30', [
    ['gemini-3.7-flash', 0.75, 3.75],
    ['gemini-3.6-flash', 0.75, 3.75],
  ]),
  ...listed(
    'google',
    GOOGLE,
    '2026-09-30',
    [
      ['gemini-3.7-flash', 1.5, 7.5],
      ['gemini-3.6-flash', 1.5, 7.5],
    ],
    '2027-01-01',
  ),
  ...listed('google', GOOGLE, '2026-05-15', [
    ['gemini-3.1-flash-lite', 0.25, 1.5],
    ['gemini-3-flash-preview', 0.5, 3],
    ['gemini-2.5-pro', 1.25, 10, [200_000, 2.5, 15]],
    ['gemini-2.5-flash', 0.3, 2.5],
    ['gemini-2.5-flash-lite', 0.1, 0.4],
  ]),
];
