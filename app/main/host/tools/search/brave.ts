import { htmlText } from '../connectors/html-text.ts';
import { nodeAt, stringOf } from '../connectors/json-tree.ts';
import { plainCode, readJsonItems, textAt } from './json-items.ts';
import type { SearchProvider } from './search-provider.ts';

const HOST = 'api.search.brave.com';

/** The Brave Search API, with a subscription token (row A7.8). */
export const brave: SearchProvider = {
  id: 'brave',
  name: 'Brave Search',
  host: () => HOST,
  method: 'GET',
  needsKey: true,
  most: 20,
  mediaType: 'application/json',
  request(query, { count, language }, key) {
    const parameters = new URLSearchParams({ q: query, count: String(count), text_decorations: 'false' });
    if (language !== undefined) parameters.set('search_lang', language);
    return {
      url: `https://${HOST}/res/v1/web/search?${parameters}`,
      headers: { accept: 'application/json', 'x-subscription-token': key },
    };
  },
  read: (reply) =>
    readJsonItems(reply, {
      fault: (root) => {
        if (stringOf(nodeAt(root, 'type')) !== 'ErrorResponse') return undefined;
        return `it says ${plainCode(nodeAt(root, 'error', 'code'))}`;
      },
      list: (root) => nodeAt(root, 'web', 'results'),
      // Where nothing was found there is no `web`.
      emptyWithout: (root) => stringOf(nodeAt(root, 'type')) === 'search',
      // Found words may be marked up, and entities are escaped.
      item: (node) => ({
        title: htmlText(textAt(node, 'title')),
        url: textAt(node, 'url'),
        snippet: htmlText(textAt(node, 'description')),
      }),
    }),
};
