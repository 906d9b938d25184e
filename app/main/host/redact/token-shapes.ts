/**
 * How tokens that nobody stored look (asks B41, rule K6). `anchor`: the literal beginnings by which one is found;
 * `rest`: what must follow there, tried once for each place. Every run in it is bounded, so the time is linear (rule K7).
 */
export interface TokenShape {
  kind: string;
  anchor: readonly string[];
  rest: string;
  /** A letter before it makes it a part of another word. */
  apart: boolean;
  /** What belongs to it before the anchor: at most `LEAD` characters. */
  lead?: RegExp;
  /** Where it fails, it fails up to the end of the run of these characters: what it wants is not in the run. */
  run?: RegExp;
}

/** How far back of an anchor a token may begin. */
export const LEAD = 32;

const shape = (kind: string, anchor: string | string[], rest: string): TokenShape => ({
  kind,
  anchor: typeof anchor === 'string' ? [anchor] : anchor,
  rest,
  apart: true,
});

/** Names of settings, in the ways they are written, with what stands between a name and its value. */
const ASSIGNED = String.raw`(?:\\?["'])?\s{0,3}(?::|=>|=)\s{0,3}(?:\\?["'])?`;
const BASE64_40 = '[A-Za-z0-9/+=]{40}(?![A-Za-z0-9/+=])';
const NAME_BEFORE = /["']?[A-Za-z_]*$/;

/** A digit, letters and a digit again near the start, as no word with a number behind it has them. */
const MIXED = '(?=[A-Za-z]{0,40}[0-9]{1,40}[A-Za-z]{1,40}[0-9])';
/** A small letter, a capital and a digit, near the start. */
const ALL_KINDS = '(?=[a-z0-9_-]{0,40}[A-Z])(?=[A-Z0-9_-]{0,40}[a-z])(?=[A-Za-z_-]{0,40}[0-9])';

/** Not a key that ends in `test`, as those in examples do and hardly a real one ever will. Stands after a whole run. */
const NO_EXAMPLE = '(?<!test)';

export const TOKEN_SHAPES: readonly TokenShape[] = [
  shape(
    'AWS access key',
    ['AKIA', 'ASIA', 'AGPA', 'AIDA', 'AROA', 'AIPA', 'ANPA', 'ANVA', 'A3T'],
    '[A-Z0-9]{16,17}(?![A-Za-z0-9])',
  ),
  {
    kind: 'AWS secret key',
    anchor: ['ECRET_ACCESS_KEY', 'ecret_access_key', 'ecretAccessKey', 'ECRET_KEY', 'ecret_key'],
    rest: ASSIGNED + BASE64_40,
    apart: false,
    lead: NAME_BEFORE,
  },
  {
    kind: 'AWS account',
    anchor: ['ACCOUNT_ID', 'account_id', 'ccountId'],
    rest: String.raw`${ASSIGNED}\d{4}-?\d{4}-?\d{4}(?!\d)`,
    apart: false,
    lead: NAME_BEFORE,
  },
  shape('Anthropic key', ['sk-ant-api03-', 'sk-ant-api04-', 'sk-ant-admin01-'], '[A-Za-z0-9_-]{90,128}AA'),
  {
    ...shape('OpenAI key', 'sk-', '[A-Za-z0-9_-]{20,160}T3BlbkFJ[A-Za-z0-9_-]{20,160}'),
    run: /[A-Za-z0-9_-]*/y,
  },
  // Keys of many model providers: a name or none, then letters and digits mixed as no word has them.
  shape('API key', 'sk-', `(?:[a-z]{2,12}[0-9]{0,2}-){0,2}${MIXED}[A-Za-z0-9]{20,200}(?![A-Za-z0-9])${NO_EXAMPLE}`),
  shape(
    'API key',
    ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-live-', 'sk-test-'],
    `${ALL_KINDS}[A-Za-z0-9_-]{20,200}(?![A-Za-z0-9_-])${NO_EXAMPLE}`,
  ),
  shape('OpenRouter key', 'sk-or-v1-', '[0-9a-f]{64}'),
  shape('Groq key', 'gsk_', '[A-Za-z0-9]{52}(?![A-Za-z0-9])'),
  shape('xAI key', 'xai-', '[A-Za-z0-9]{70,90}(?![A-Za-z0-9])'),
  shape('Hugging Face token', 'hf_', '[A-Za-z]{34}(?![A-Za-z0-9])'),
  shape('Google key', 'AIza', '[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])'),
  shape('Google token', 'ya29.', '[A-Za-z0-9_-]{30,400}'),
  shape('Google client secret', 'GOCSPX-', '[A-Za-z0-9_-]{28}'),
  shape('GitHub token', ['ghp_', 'gho_', 'ghu_', 'ghr_'], '[A-Za-z0-9]{36,251}'),
  shape('GitHub token', 'ghs_', '(?:[A-Za-z0-9]{36,251}|[0-9]{1,12}_eyJ[A-Za-z0-9_.-]{20,2000})'),
  shape('GitHub token', 'github_pat_', '[A-Za-z0-9_]{40,255}'),
  shape('GitLab token', ['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glcbt-', 'glsoat-', 'glft-'], '[A-Za-z0-9_.-]{20,300}'),
  shape('npm token', 'npm_', '[A-Za-z0-9]{36}(?![A-Za-z0-9])'),
  shape('npm token', '_authToken', String.raw`=\s{0,2}(?:\\?["'])?[A-Za-z0-9_+/=-]{20,512}`),
  shape('PyPI token', 'pypi-AgE', '[A-Za-z0-9_-]{50,512}'),
  shape('Slack token', ['xoxa-', 'xoxb-', 'xoxe-', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-'], '[A-Za-z0-9-]{20,255}'),
  shape('Slack token', 'xapp-', '[0-9]-[A-Za-z0-9]{6,20}-[0-9]{8,20}(?:-[A-Za-z0-9]{1,128})?'),
  shape('Slack webhook', 'https://hooks.slack.com/', '(?:services|workflows|triggers)/[A-Za-z0-9/_-]{16,128}'),
  shape('Stripe key', ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'], '[A-Za-z0-9]{24,255}'),
  shape('SendGrid key', 'SG.', '[A-Za-z0-9_-]{22}[.][A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])'),
  shape('Shopify token', ['shpss_', 'shpat_', 'shpca_', 'shppa_'], '[A-Za-z0-9]{32,64}'),
  shape('Linear key', 'lin_api_', '[A-Za-z0-9]{40,64}'),
  shape('Notion token', 'ntn_', '[0-9]{11}[A-Za-z0-9]{35}(?![A-Za-z0-9])'),
  shape('Figma token', ['figd_', 'figo_', 'figp_'], '[A-Za-z0-9_-]{38,80}'),
  shape('Docker token', 'dckr_', '(?:pat|oat)_[A-Za-z0-9_-]{24,64}'),
  shape('Databricks token', 'dapi', '[0-9A-Fa-f]{32}(?:-[0-9]{1,3})?(?![A-Za-z0-9])'),
  shape('DigitalOcean token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], '[0-9a-f]{64}'),
  shape('Cloudflare token', ['cfat_', 'cfut_', 'cfk_'], '[A-Za-z0-9]{48}(?![A-Za-z0-9])'),
  shape('Vercel token', ['vcp_', 'vci_', 'vcr_', 'vck_', 'vca_'], '[A-Za-z0-9]{40,80}(?![A-Za-z0-9])'),
  shape('Vault token', ['hvs.', 'hvb.', 'hvr.'], '[A-Za-z0-9_-]{24,300}'),
  shape('Grafana token', 'glc_', 'eyJ[A-Za-z0-9+/=]{20,400}'),
  shape('Grafana token', 'glsa_', '[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}'),
  shape('Tailscale key', 'tskey-', '[a-z]{2,16}-[A-Za-z0-9]{8,24}-[A-Za-z0-9]{16,64}'),
  shape('1Password token', 'ops_', 'eyJ[A-Za-z0-9_+/=-]{200,2000}'),
  shape('Telegram token', ':AA', '[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])'),
  shape('age key', 'AGE-SECRET-KEY-1', '[0-9A-Z]{58}'),
  {
    ...shape('signed token', 'eyJ', '[A-Za-z0-9_-]{10,4000}[.]eyJ[A-Za-z0-9_-]{10,8000}[.][A-Za-z0-9_-]{10,2000}'),
    run: /[A-Za-z0-9_-]*/y,
  },
  shape(
    'authorization',
    ['Bearer ', 'bearer ', 'Authorization: Basic ', 'authorization: Basic ', 'Authorization: token '],
    '[A-Za-z0-9._~+/-]{20,4000}={0,2}',
  ),
  shape('Azure key', 'AccountKey=', '[A-Za-z0-9+/]{80,100}={0,2}'),
  {
    kind: 'key in an address',
    anchor: ['key=', 'token=', 'secret=', 'signature=', 'sig='],
    rest: '[A-Za-z0-9._~%+/-]{20,512}',
    apart: false,
    lead: /[?&][A-Za-z_-]{0,20}$/,
  },
];
