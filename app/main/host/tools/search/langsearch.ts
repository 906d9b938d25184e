import { oneLine } from '../connectors/html-text.ts';
import { nodeAt } from '../connectors/json-tree.ts';
import { plainCode, readJsonItems, textAt } from './json-items.ts';
import type { SearchProvider } from './search-provider.ts';

const HOST = 'api.langsearch.com';

/** LangSearch's Web Search API, with a bearer key (row A7.10). It is asked by POST, and for a summary of each page. */
export const langsearch: SearchProvider = {
  id: 'langsearch',
  name: 'LangSearch',
  host: () => HOST,
  method: 'POST',
  needsKey: true,
  most: 20,
  mediaType: 'application/json',
  request: (query, { count }, key) => ({
    url: `https://${HOST}/v1/web-search`,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query, count, summary: true, freshness: 'noLimit' }),
  }),
  read: (reply) =>
    readJsonItems(reply, {
      // A failure may come with a status of 200 and a `code` of its own.
      fault: (root) => {
        const code = nodeAt(root, 'code');
        return code === undefined || String(code.value) === '200' ? undefined : `it says ${plainCode(code)}`;
      },
      list: (root) => nodeAt(root, 'data', 'webPages', 'value'),
      emptyWithout: (root) => nodeAt(root, 'data') !== undefined,
      item: (node) => ({
        title: oneLine(textAt(node, 'name')),
        url: textAt(node, 'url'),
        snippet: oneLine(textAt(node, 'summary', 'text', 'snippet')),
      }),
    }),
};
