import type { Json } from '#contract/ids';
import { type LocalSites, localSites, type SiteAnswer } from './local-sites.ts';

const json = (value: Json, type = 'application/json; charset=utf-8'): SiteAnswer => ({
  type,
  body: JSON.stringify(value),
});

const PLACES = ['Valparaíso', 'Chile'] as const;

/** A row as Wikidata's query service gives it: each cell with its type, `+` left out of amounts, unit 1 for counts. */
function row(place: (typeof PLACES)[number], property: string, value: string, unit: string, at?: string): Json {
  const label = (text: string): Json => ({ type: 'literal', value: text, 'xml:lang': 'en' });
  return {
    placeLabel: label(place),
    propertyLabel: label(property),
    value: { datatype: 'http://www.w3.org/2001/XMLSchema#decimal', type: 'literal', value },
    unitLabel: label(unit),
    ...(at !== undefined && {
      pointInTime: { datatype: 'http://www.w3.org/2001/XMLSchema#dateTime', type: 'literal', value: at },
    }),
  };
}

/** What the two services say of Valparaíso, in their documented shapes. */
export const CITY = {
  search: {
    batchcomplete: true,
    query: {
      searchinfo: { totalhits: 4512 },
      search: [
        {
          ns: 0,
          title: 'Valparaíso',
          pageid: 39421,
          snippet: '<span class="searchmatch">Valparaíso</span> is a port in Chile',
        },
        { ns: 0, title: 'Valparaíso Region', pageid: 238, snippet: 'One of 16 regions of Chile' },
      ],
    },
  } as Json,
  article: {
    batchcomplete: true,
    query: {
      pages: [
        {
          pageid: 39421,
          ns: 0,
          title: 'Valparaíso',
          coordinates: [{ lat: -33.0458, lon: -71.6197, primary: true, globe: 'earth' }],
          description: 'Port city in Chile',
          descriptionsource: 'local',
        },
      ],
    },
  } as Json,
  measures: {
    head: { vars: ['placeLabel', 'propertyLabel', 'value', 'unitLabel', 'pointInTime'] },
    results: {
      bindings: [
        row('Valparaíso', 'population', '296655', '1', '2017-01-01T00:00:00Z'),
        row('Valparaíso', 'area', '401.6', 'square kilometre'),
        row('Valparaíso', 'elevation above sea level', '41', 'metre'),
        row('Chile', 'population', '18729160', '1', '2018-01-01T00:00:00Z'),
        row('Chile', 'area', '756102', 'square kilometre'),
      ],
    },
  } as Json,
};

/** Wikipedia and Wikidata on this machine, over TLS, for one city. `answer` comes first where it gives anything. */
export function citySites(
  answer: (path: string, host: string) => SiteAnswer | undefined = () => undefined,
): Promise<LocalSites> {
  return localSites(['en.wikipedia.org', 'query.wikidata.org', 'www.wikidata.org'], ({ path, host }) => {
    const own = answer(path, host);
    if (own) return own;
    if (host === 'query.wikidata.org') return json(CITY.measures, 'application/sparql-results+json;charset=utf-8');
    return json(path.includes('list=search') ? CITY.search : CITY.article);
  });
}
