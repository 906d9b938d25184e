import * as z from 'zod';
import type { NetReply } from '../../net/network.ts';
import { sha256 } from '../../workspace/jail-changes.ts';
import { mediaTypeOf, readDocument } from '../connectors/fetched-document.ts';
import { organizationOf } from '../connectors/organization-of.ts';
import { defineTool, type PlannedChange, type ToolContext, type ToolResult } from '../define-tool.ts';
import { fetchFailed, USER_AGENT } from '../fetch-failed.ts';
import { fetchOptions } from '../fetch-options.ts';
import { refusedByWorkspace, toolFailed } from './file-outcome.ts';
import { readPreviousVersion, shownPath } from './previous-version.ts';

const FILE_MODE = 0o600;

type Answer = Extract<NetReply, { type: 'ok' }>;

const grouped = (count: number): string => count.toLocaleString('en');

/** The first line of a result: status, final address, media type, size, hash, and the mark of a cut. */
function headOf(answer: Answer, mediaType: string): string {
  const parts = [
    `${answer.status} ${answer.url}`,
    mediaType === '' ? 'no media type' : mediaType,
    `${grouped(answer.bytes.length)} bytes`,
    `SHA-256 ${sha256(answer.bytes)}`,
    ...(answer.truncated ? [`cut: only the first ${grouped(answer.bytes.length)} bytes were read`] : []),
  ];
  return parts.join(' · ');
}

/** Headers of a `HEAD` that say something of the document. */
function shownHeaders(answer: Answer): string {
  const told = ['content-type', 'content-length', 'last-modified', 'etag', 'cache-control', 'content-language'];
  return told.flatMap((name) => (answer.headers.has(name) ? `${name}: ${answer.headers.get(name)}` : [])).join('\n');
}

/** Writes the bytes as they came into a file, both versions kept, as `write_file` does. */
async function save(path: string, answer: Answer, head: string, context: ToolContext): Promise<ToolResult> {
  const { workspace } = context;
  const missing = workspace.missingParents(path);
  if (!missing.ok) return refusedByWorkspace(missing.error);
  const [folder] = missing.value;
  if (folder !== undefined) return toolFailed(`The folder ${folder} does not exist, so nothing was saved.`);
  const previous = readPreviousVersion(workspace, path);
  if (!previous.ok) return previous.outcome;
  const { before } = previous;
  const shown = shownPath(workspace, path);
  const text = `${head}\nSaved ${grouped(answer.bytes.length)} bytes to ${shown} (${before ? `replaced ${grouped(before.length)} bytes` : 'new file'}), SHA-256 ${sha256(answer.bytes)}.`;
  const file: PlannedChange = { path: shown, kind: 'file', before, after: answer.bytes, mode: FILE_MODE };
  await context.willChange([file], text);
  const written = workspace.write(path, Buffer.from(answer.bytes), { expectedBefore: before ? sha256(before) : null });
  return written.ok ? { type: 'ok', text, truncated: answer.truncated } : refusedByWorkspace(written.error);
}

/** What an agent is shown of an answer, with the claims that stand in it. */
async function show(answer: Answer, mediaType: string, head: string): Promise<ToolResult> {
  const document = await readDocument(answer.bytes, answer.headers.get('content-type'), answer.url);
  const { truncated } = answer;
  if (document.type === 'unknown-charset')
    return toolFailed(
      `${answer.url} is written in ${document.charset}, which can’t be read. Give save_to to keep its bytes.`,
    );
  if (document.type === 'binary')
    return {
      type: 'ok',
      text: `${head}\nThis is not text, so it is not shown. Give save_to to keep its bytes.`,
      truncated,
    };
  const payload = {
    bytes: answer.bytes,
    mediaType,
    organization: organizationOf(answer.url),
    url: answer.url,
    collectedAt: answer.collectedAt,
    claims: document.claims,
  };
  const cut = truncated ? '\n[cut here]' : '';
  const payloads = document.claims.length > 0 ? [payload] : [];
  return { type: 'ok', text: `${head}\n\n${document.text}${cut}`, truncated, payloads };
}

/**
 * `http_fetch`: one request through the guard (rows A6.*). GET and HEAD without headers or a body only look; every other
 * form sends something, may change something there, and is asked about. The text is what a person would read; the bytes,
 * hashed as they came, are what its facts stand on (rows A9.*, rule S27).
 */
export const httpFetch = defineTool({
  name: 'http_fetch',
  description: [
    'Reads a web address that your agent may reach: text and JSON as they are, pages as Markdown.',
    'save_to keeps the raw bytes in a file instead. Other methods, headers and a body send something and are asked about.',
  ].join(' '),
  input: {
    url: z.string().describe('the whole address, beginning with https: or http:'),
    method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']).optional().describe('GET where it is left out'),
    headers: z.record(z.string(), z.string()).optional().describe('headers to send, by name'),
    body: z.string().optional().describe('the text to send'),
    save_to: z.string().optional().describe('a file for the raw bytes, such as "/folders/NAME/data.json"'),
  },
  effect: { change: 'write', where: 'remote', repeat: 'no' },
  forms: [
    {
      field: 'method',
      values: ['GET', 'HEAD'],
      orAbsent: true,
      without: ['headers', 'body'],
      effect: { change: 'read', where: 'remote', repeat: 'safe' },
      wish: ['fetch', 'get', 'download', 'load', 'save', 'store', 'keep'],
    },
    {
      field: 'method',
      values: ['DELETE'],
      orAbsent: false,
      without: [],
      effect: { change: 'irreversible', where: 'remote', repeat: 'no' },
      wish: ['delete', 'remove'],
    },
  ],
  hosts: [{ field: 'url', method: 'method' }],
  files: [{ field: 'save_to', verbs: ['write'] }],
  fields: [
    { field: 'url', role: 'target', outside: 'ask' },
    { field: 'method', role: 'content', outside: 'ask' },
    { field: 'headers', role: 'content', outside: 'ask' },
    { field: 'body', role: 'content', outside: 'ask' },
  ],
  wish: ['post', 'send', 'submit', 'upload', 'put', 'patch', 'update'],
  outside: true,
  factSource: { organization: 'the host of the address' },
  async run({ url, method = 'GET', headers = {}, body, save_to }, context) {
    const options = fetchOptions(context.options);
    if ('fault' in options) return toolFailed(options.fault, 'invalid-input');
    if (url.trim() === '') return toolFailed('There is no address to read. Give url.', 'invalid-input');
    if (body !== undefined && (method === 'GET' || method === 'HEAD'))
      return toolFailed(`A ${method} has no body. Leave body out, or use POST.`, 'invalid-input');
    const named = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
    const reply = await context.fetch({
      url,
      method,
      headers: { ...(named.has('user-agent') ? {} : { 'user-agent': USER_AGENT }), ...headers },
      ...(body !== undefined && { body: Buffer.from(body, 'utf8') }),
      maxBytes: options.maxBytes,
      timeoutMs: options.timeoutMs,
    });
    if (reply.type !== 'ok') return fetchFailed(`${URL.parse(url)?.host ?? 'The address'} was not read`, reply);
    const mediaType = mediaTypeOf(reply.headers.get('content-type'));
    const head = headOf(reply, mediaType);
    if (method === 'HEAD') return { type: 'ok', text: `${head}\n${shownHeaders(reply)}` };
    return save_to === undefined ? show(reply, mediaType, head) : save(save_to, reply, head, context);
  },
});
