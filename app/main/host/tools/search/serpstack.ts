import { oneLine } from '../connectors/html-text.ts';
import { nodeAt } from '../connectors/json-tree.ts';
import { plainCode, readJsonItems, textAt } from './json-items.ts';
import type { SearchProvider } from './search-provider.ts';

const HOST = 'api.serpstack.com';

/** Serpstack, with an access key in the query (row A7.11). */
export const serpstack: SearchProvider = {
  id: 'serpstack',
  name: 'Serpstack',
  host: () => HOST,
  method: 'GET',
  needsKey: true,
  most: 20,
  mediaType: 'application/json',
  request(query, { count, language }, key) {
    const parameters = new URLSearchParams({ access_key: key, query, num: String(count), output: 'json' });
    if (language !== undefined) parameters.set('hl', language);
    return { url: `https://${HOST}/search?${parameters}`, headers: {} };
  },
  read: (reply) =>
    readJsonItems(reply, {
      // A failure comes with a status of 200, `success: false` and an error whose `type` is a word.
      fault: (root) => {
        const failed = nodeAt(root, 'success')?.value === false || nodeAt(root, 'request', 'success')?.value === false;
        const error = nodeAt(root, 'error');
        return failed || error ? `it says ${plainCode(nodeAt(error, 'type') ?? nodeAt(error, 'code'))}` : undefined;
      },
      list: (root) => nodeAt(root, 'organic_results'),
      emptyWithout: (root) => nodeAt(root, 'request', 'success')?.value === true,
      item: (node) => ({
        title: oneLine(textAt(node, 'title')),
        url: textAt(node, 'url'),
        snippet: oneLine(textAt(node, 'snippet')),
      }),
    }),
};
