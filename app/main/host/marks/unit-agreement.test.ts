import { describe, expect, it } from 'vitest';
import { callOf, factIn, sourcesOf, textFact } from '../testing/mark-fixture.ts';
import { markText } from './mark-text.ts';

const data = {
  price_eur: 1680,
  cost: 950,
  area_km2: 401.6,
  elev_m: 1204,
  temp: 17,
  tempC: 21,
  weight_kg: 83,
  share_percent: 45.678,
  growth_pct: 12.5,
  rooms: 1680.0,
  people: 1500000,
  built: '2019-04-01',
  big: 0,
};
const json = JSON.stringify(data).replace('"big":0', '"big":9007199254740993,"long":0.12345678901234567891');
const inData = (id: string, claim: string, pointer: string) => {
  const source = factIn(id, claim, data, { pointer });
  return { ...source, bytes: Buffer.from(json) };
};
const facts = [
  inData('F1', 'Price of a pass', '/price_eur'),
  inData('F2', 'Cost of a tram', '/cost'),
  inData('F3', 'Size of the town', '/area_km2'),
  inData('F4', 'Height of the hill', '/elev_m'),
  inData('F5', 'Weather of today', '/temp'),
  inData('F6', 'Water of the bay', '/tempC'),
  inData('F7', 'Weight of the anchor', '/weight_kg'),
  inData('F8', 'Homes with a garden', '/share_percent'),
  inData('F9', 'Growth', '/growth_pct'),
  inData('F10', 'Rooms', '/rooms'),
  inData('F11', 'People in all', '/people'),
  inData('F12', 'Built', '/built'),
  inData('F13', 'Grains of sand', '/big'),
  inData('F14', 'A constant', '/long'),
  textFact('F15', 'A tariff', 'All prices are in CHF. A boat costs 77.'),
];
const restOf = (text: string, more = {}) => {
  const [mark] = markText({ text, citations: [] }, sourcesOf({ facts, ...more })).marks;
  return mark?.fact ?? mark?.kind;
};

describe('what a figure counts', () => {
  it.each([
    ['A pass costs €1,680', 'F1'],
    ['A pass costs 1680 EUR', 'F1'],
    ['A pass costs $1,680', 'unsourced'],
    ['A pass costs £1,680', 'unsourced'],
    ['A tram costs 950', 'F2'],
    ['A tram costs $950', 'unsourced'],
    ['A boat costs CHF 77', 'F15'],
    ['A boat costs €77', 'unsourced'],
    ['The size of the town is 401.6 km²', 'F3'],
    ['The size of the town is 40,160 ha', 'F3'],
    ['The size of the town is 401.6 miles', 'unsourced'],
    ['The hill is 1,204 m high', 'F4'],
    ['The hill is 1.204 km high', 'F4'],
    ['The hill is 1,204 ft high', 'unsourced'],
    ['The anchor weighs 83 kg', 'F7'],
    ['The anchor weighs 83 lb', 'unsourced'],
    ['Temperature of 17 °C', 'F5'],
    ['A speed of 17 km/h', 'unsourced'],
    ['The bay has 21 °C', 'F6'],
    ['The bay has 21 °F', 'unsourced'],
    ['46 % of the homes have a garden', 'F8'],
    ['45.68% of the homes have a garden', 'F8'],
    ['46 of a hundred homes have a garden', 'F8'],
    ['45 % of the homes have a garden', 'unsourced'],
    ['47 of a hundred homes have a garden', 'unsourced'],
    ['It grew by 12.5%', 'F9'],
    ['It grew by 12.5 km', 'unsourced'],
    ['It has 1,680 rooms', 'F1'],
    ['It grew by 1680%', 'unsourced'],
    ['It has 950 km of rail', 'unsourced'],
    ['built in 2019', 'F12'],
    ['It was built in 2019.', 'F12'],
    ['It has 2019 rooms', 'unsourced'],
    ['It is 2019 km away', 'unsourced'],
    ['2M people', 'unsourced'],
    ['about 2M people', 'F11'],
    ['1.5M people', 'F11'],
    ['roughly 1.6M people', 'unsourced'],
  ])('agrees with its fact, or is none: %j', (text, rest) => {
    expect(restOf(text)).toBe(rest);
  });

  it.each([
    ['9,007,199,254,740,993 grains', 'F13'],
    ['9007199254740993 grains', 'F13'],
    ['9007199254740992 grains', 'unsourced'],
    ['9007199254740994 grains', 'unsourced'],
    ['9,007,199,254,740,990 grains', 'unsourced'],
    ['0.12345678901234567891 it is', 'F14'],
    ['0.12345678901234567892 it is', 'unsourced'],
    ['0.1234567890123456789 it is', 'F14'],
    ['0.1234567890123456788 it is', 'unsourced'],
  ])('is told by its digits: %j', (text, rest) => {
    expect(restOf(text)).toBe(rest);
  });
});

describe('a figure that tells of a failure', () => {
  const failed = callOf(1, 'http_fetch', { url: 'x' }, 'Error: the host answered with status 500 after 3 tries', {
    kind: 'outside',
    ok: false,
  });
  it.each([
    ['The page could not be read: it answered with 500.', 'computed'],
    ['The request failed with status 500.', 'computed'],
    ['It answered with 500.', 'computed'],
    ['The town has 500 boats.', 'unsourced'],
    ['The page could not be read, but there are 500 boats.', 'unsourced'],
    ['The request failed with status 404.', 'unsourced'],
  ])('rests on the message of the call: %j', (text, kind) => {
    expect(restOf(text, { facts: [], calls: [failed] })).toBe(kind);
  });
});
