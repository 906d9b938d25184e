import * as z from 'zod';
import { readStrictJson } from '../strict-json.ts';
import type { DemoCall, DemoRequest, DemoSkill, DemoTurn } from './demo-turn.ts';

const ASKS = /\bbrief(?:ing)?\b.*?\b(?:on|about|of|for)\s+(?:the\s+)?(?:city\s+of\s+)?(.+)$/isu;
const LONGEST_NAME = 80;

/** The city that a sentence asks about, as the person wrote it, with a capital first letter. */
function cityIn(prompt: string): string | undefined {
  const named = ASKS.exec(prompt)?.[1]
    ?.replace(/,?\s+please\b.*$/isu, '')
    .replace(/[\s.?!"'”’]+$/u, '');
  const name = named?.replace(/^["'“‘]/u, '').trim() ?? '';
  if (name === '' || name.length > LONGEST_NAME || name.includes('\n')) return undefined;
  return name[0]?.toUpperCase() + name.slice(1);
}

/** Where it lies and what it is: the article of that title, by the action API of Wikipedia. */
function articleUrl(city: string): string {
  const parameters = new URLSearchParams({
    action: 'query',
    format: 'json',
    formatversion: '2',
    redirects: 'true',
    prop: 'coordinates|description',
    titles: city,
  });
  return `https://en.wikipedia.org/w/api.php?${parameters}`;
}

/** People, area and height of the city that the article is about, and of its country, by Wikidata's query service. */
function measuresUrl(city: string): string {
  const title = JSON.stringify(city);
  const query = `SELECT ?placeLabel ?propertyLabel ?value ?unitLabel ?pointInTime WHERE {
  ?article schema:about ?city ; schema:isPartOf <https://en.wikipedia.org/> ; schema:name ${title}@en .
  ?city wdt:P17? ?place .
  VALUES (?property ?claim ?amount) { (wd:P1082 p:P1082 psv:P1082) (wd:P2046 p:P2046 psv:P2046) (wd:P2044 p:P2044 psv:P2044) }
  ?place ?claim ?statement .
  ?statement a wikibase:BestRank ; ?amount ?node .
  ?node wikibase:quantityAmount ?value ; wikibase:quantityUnit ?unit .
  OPTIONAL { ?statement pq:P585 ?pointInTime }
  SERVICE wikibase:label { bd:serviceParam wikibase:language "en" . }
}`;
  return `https://query.wikidata.org/sparql?${new URLSearchParams({ format: 'json', query })}`;
}

const Cell = z.object({ value: z.string() });
const Measures = z.object({
  results: z.object({
    bindings: z.array(
      z.object({
        placeLabel: Cell,
        propertyLabel: Cell,
        value: Cell,
        unitLabel: Cell.optional(),
        pointInTime: Cell.optional(),
      }),
    ),
  }),
});
const Article = z.object({
  query: z.object({
    pages: z.array(
      z.object({
        title: z.string(),
        description: z.string().optional(),
        coordinates: z.array(z.object({ lat: z.number(), lon: z.number() })).optional(),
      }),
    ),
  }),
});

/** The JSON that a fetch gave, below its first line. */
function jsonOf<Shape extends z.ZodType>(call: DemoCall | undefined, shape: Shape): z.infer<Shape> | undefined {
  const start = call && !call.error ? call.text.indexOf('\n\n') : -1;
  const read = call && start >= 0 ? readStrictJson(call.text, start + 2) : undefined;
  return read?.ok ? shape.safeParse(read.value).data : undefined;
}

/** The short id of the fact that claims a value under all of these words, as the results list them; empty where none is. */
function cite(turn: DemoTurn, value: string, ...words: string[]): string {
  for (const { text } of turn.calls) {
    const line = /\[result C\d+; facts (.*)\]\s*$/u.exec(text)?.[1] ?? '';
    for (const part of line.split('; ')) {
      const [, id, claim = ''] = /^(F\d+) (.*)$/u.exec(part) ?? [];
      const said = claim.split(': ').slice(1).join(': ').split(' ')[0];
      if (id !== undefined && said === value && words.every((word) => claim.includes(word))) return ` [${id}]`;
    }
  }
  return '';
}

interface Measure {
  place: string;
  property: string;
  value: string;
  unit: string;
  year: string | undefined;
}

function measuresOf(call: DemoCall | undefined): Measure[] {
  const rows = jsonOf(call, Measures)?.results.bindings ?? [];
  return rows.map(({ placeLabel, propertyLabel, value, unitLabel, pointInTime }) => ({
    place: placeLabel.value,
    property: propertyLabel.value,
    value: value.value.replace(/^\+/u, ''),
    unit: unitLabel === undefined || unitLabel.value === '1' ? '' : unitLabel.value,
    year: pointInTime?.value.slice(0, 4),
  }));
}

/** Digits in groups of three, all else as it is. */
function grouped(value: string): string {
  const [whole = '', ...rest] = value.split('.');
  return [whole.replace(/(?<=\d)(?=(?:\d{3})+$)/gu, ','), ...rest].join('.');
}

const WORDS: Readonly<Record<string, string>> = { population: 'Population', area: 'Area' };

function measureLine(turn: DemoTurn, measure: Measure): string {
  const { place, property, value, unit, year } = measure;
  const plural = unit === '' || value === '1' ? unit : `${unit}s`;
  const name = WORDS[property] ?? (property.startsWith('elevation') ? 'Elevation' : property);
  const at = year === undefined ? '' : ` (${year}${cite(turn, `${year}-01-01T00:00:00Z`, place, property)})`;
  const figure = [grouped(value), plural].filter((part) => part !== '').join(' ');
  return `- ${name}: ${figure}${cite(turn, value, place, property)}${at}`;
}

/** What is worked out from what was found: people for each square kilometre, and the city's share of its country. */
function sumsFor(measures: readonly Measure[], city: string): { name: string; unit: string; expression: string }[] {
  const one = (place: (name: string) => boolean, property: string): string | undefined =>
    measures.find((each) => place(each.place) && each.property === property && /^\d+(?:\.\d+)?$/u.test(each.value))
      ?.value;
  const people = one((place) => place === city, 'population');
  const area = one((place) => place === city, 'area');
  const all = one((place) => place !== city, 'population');
  return [
    ...(people && area
      ? [{ name: 'Density', unit: 'people per square kilometre', expression: `${people} / ${area}` }]
      : []),
    ...(people && all
      ? [{ name: 'Share of the country’s people', unit: '%', expression: `${people} / ${all} * 100` }]
      : []),
  ];
}

/** A result to one place after the point, as people read it; exact where it is short. */
function rounded(text: string): string {
  const value = Number(text);
  return Number.isFinite(value) ? grouped(value.toFixed(1).replace(/\.0$/u, '')) : text;
}

const resultId = (call: DemoCall): string => {
  const id = /\[result (C\d+)/u.exec(call.text)?.[1];
  return id === undefined ? '' : ` [${id}]`;
};

function answerOf(
  turn: DemoTurn,
  city: string,
  article: z.infer<typeof Article> | undefined,
  measures: Measure[],
): string {
  const page = article?.query.pages[0];
  const [place] = page?.coordinates ?? [];
  const own = measures.filter((each) => each.place === city);
  const others = [...new Set(measures.map((each) => each.place))].filter((name) => name !== city);
  const sums = sumsFor(measures, city).flatMap(({ name, unit, expression }) => {
    const call = turn.calls.find((each) => each.tool === 'calculator' && each.input.expression === expression);
    if (!call || call.error) return [];
    const value = call.text.split('\n', 1)[0]?.trim() ?? '';
    return [`- ${name}: ${rounded(value)} ${unit}${resultId(call)}`];
  });
  const where = place
    ? [
        `- Latitude: ${place.lat}${cite(turn, String(place.lat), 'lat')}`,
        `- Longitude: ${place.lon}${cite(turn, String(place.lon), 'lon')}`,
      ]
    : [];
  const lines = [...own.map((each) => measureLine(turn, each)), ...where, ...sums];
  const country = others.flatMap((name) => {
    const rows = measures.filter((each) => each.place === name && each.property in WORDS);
    return rows.length > 0 ? ['', `${name}, to compare:`, '', ...rows.map((each) => measureLine(turn, each))] : [];
  });
  const what = page?.description === undefined ? '' : `: ${page.description}`;
  const sources = [...(article ? ['Wikipedia'] : []), ...(measures.length > 0 ? ['Wikidata'] : [])].join(' and ');
  return [`**${page?.title ?? city}**${what}`, '', ...lines, ...country, '', `From ${sources}.`].join('\n');
}

/** Why there is no brief: what could not be reached, in the words of the calls, and no figure. */
function failed(turn: DemoTurn, city: string): string {
  const errors = turn.calls.filter((call) => call.error);
  const calls = turn.calls.filter((call) => call.tool !== 'calculator');
  if (errors.length > 0 && errors.length === calls.length) {
    const first = errors[0]?.text.split('\n', 1)[0]?.replace(/^Error: /u, '') ?? '';
    return `Wikipedia could not be reached, so there is nothing to say of ${city} that could be checked. ${first}`;
  }
  return `Wikipedia and Wikidata gave no figures under the name ${city}. Give the city’s English name as its article has it.`;
}

/** The place that the article is about, as Wikidata names it; the title itself where none is like it. */
function subjectOf(title: string, measures: readonly Measure[]): string {
  const places = measures.map((each) => each.place);
  const alike = places.find((place) => title.startsWith(place) || place.startsWith(title));
  return places.includes(title) ? title : (alike ?? title);
}

function request(tool: string, input: DemoRequest['input']): DemoRequest {
  return { tool, input };
}

/**
 * "Brief me on Valparaíso": looks the city up in one go, with addresses made of the person's words alone, so that nothing
 * is asked for that text from outside brought about; works out two figures; and answers with what was found, each figure
 * with the id of its fact or call. Without the network it says so and gives no figure.
 */
export const city: DemoSkill = (turn) => {
  if (!turn.tools.has('web_search') || !turn.tools.has('http_fetch')) return undefined;
  const name = cityIn(turn.prompt);
  if (name === undefined) return undefined;
  const [articleAt, measuresAt] = [articleUrl(name), measuresUrl(name)];
  if (turn.calls.length === 0)
    return {
      say: `I look ${name} up in Wikipedia and Wikidata.`,
      ...request('web_search', { query: name }),
      more: [request('http_fetch', { url: articleAt }), request('http_fetch', { url: measuresAt })],
    };
  const fetched = (url: string): DemoCall | undefined =>
    turn.calls.find((call) => call.tool === 'http_fetch' && call.input.url === url);
  const article = jsonOf(fetched(articleAt), Article);
  const measures = measuresOf(fetched(measuresAt));
  const title = article?.query.pages[0]?.title ?? name;
  const figures = measures.length + (article?.query.pages[0]?.coordinates?.length ?? 0);
  if (figures === 0) return { answer: failed(turn, name) };
  const subject = subjectOf(title, measures);
  const sums = sumsFor(measures, subject);
  const [next, ...rest] = sums
    .filter(({ expression }) => !turn.calls.some((call) => call.input.expression === expression))
    .map(({ expression }) => request('calculator', { expression }));
  if (next && turn.tools.has('calculator')) return { say: 'Now I work out what follows from it.', ...next, more: rest };
  return { answer: answerOf(turn, subject, article, measures) };
};
