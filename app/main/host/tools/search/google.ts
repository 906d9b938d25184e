import { oneLine } from '../connectors/html-text.ts';
import { nodeAt, stringOf } from '../connectors/json-tree.ts';
import { plainCode, readJsonItems, textAt } from './json-items.ts';
import type { SearchProvider } from './search-provider.ts';

const HOST = 'customsearch.googleapis.com';

/** Google's Custom Search JSON API, with a key and the id of a search engine (row A7.9). */
export const google: SearchProvider = {
  id: 'google',
  name: 'Google',
  host: () => HOST,
  method: 'GET',
  needsKey: true,
  needsEngine: true,
  most: 10,
  mediaType: 'application/json',
  request(query, { count, language, engine = '' }, key) {
    const parameters = new URLSearchParams({ key, cx: engine, q: query, num: String(count) });
    if (language !== undefined) parameters.set('hl', language);
    return { url: `https://${HOST}/customsearch/v1?${parameters}`, headers: {} };
  },
  read: (reply) =>
    readJsonItems(reply, {
      fault: (root) => {
        const error = nodeAt(root, 'error');
        return error && `it says ${plainCode(nodeAt(error, 'status') ?? nodeAt(error, 'code'))}`;
      },
      list: (root) => nodeAt(root, 'items'),
      // Where nothing was found there are no `items`.
      emptyWithout: (root) => stringOf(nodeAt(root, 'kind')) === 'customsearch#search',
      // `title` and `snippet` are plain text; the HTML stands in other keys.
      item: (node) => ({
        title: oneLine(textAt(node, 'title')),
        url: textAt(node, 'link'),
        snippet: oneLine(textAt(node, 'snippet')),
      }),
    }),
};
