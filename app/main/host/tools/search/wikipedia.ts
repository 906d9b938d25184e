import { htmlText } from '../connectors/html-text.ts';
import { nodeAt } from '../connectors/json-tree.ts';
import { plainCode, readJsonItems, textAt } from './json-items.ts';
import type { SearchProvider } from './search-provider.ts';

const hostOf = (language = 'en'): string => `${language}.wikipedia.org`;

/** The address of an article: spaces as `_`, and what the site itself leaves bare left bare. */
function articleUrl(host: string, title: string): string {
  const name = encodeURIComponent(title.replaceAll(' ', '_')).replaceAll('%3A', ':').replaceAll('%2F', '/');
  return `https://${host}/wiki/${name.replaceAll('%2C', ',')}`;
}

/** The language of a reply can't be seen in it, so each wiki has its own reader. */
function reader(language: string | undefined): SearchProvider['read'] {
  const host = hostOf(language);
  return (reply) =>
    readJsonItems(reply, {
      // The service answers 200 with an `error` where it could not search.
      fault: (root) => {
        const error = nodeAt(root, 'error');
        return error && `it says ${plainCode(nodeAt(error, 'code'))}`;
      },
      list: (root) => nodeAt(root, 'query', 'search'),
      emptyWithout: () => false,
      item: (node) => {
        const title = htmlText(textAt(node, 'title'));
        // A snippet is HTML: found words stand in `span`, and all else is escaped.
        const snippet = htmlText(textAt(node, 'snippet'));
        return { title, url: title === '' ? '' : articleUrl(host, title), snippet, organization: 'wikipedia.org' };
      },
    });
}

/** The MediaWiki action API of a Wikipedia (`action=query&list=search`); needs no key (row A7.7). */
export function wikipedia(language?: string): SearchProvider {
  return {
    id: 'wikipedia',
    name: 'Wikipedia',
    host: hostOf,
    method: 'GET',
    needsKey: false,
    most: 20,
    mediaType: 'application/json',
    request(query, settings) {
      const parameters = new URLSearchParams({
        action: 'query',
        list: 'search',
        srsearch: query,
        srlimit: String(settings.count),
        srprop: 'snippet',
        format: 'json',
        formatversion: '2',
        utf8: '1',
      });
      return { url: `https://${hostOf(settings.language)}/w/api.php?${parameters}`, headers: {} };
    },
    read: reader(language),
  };
}
