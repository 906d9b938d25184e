/** What a number counts: units of one dimension convert by their factors; of two dimensions never. */
export interface Unit {
  dimension: string;
  factor: number;
}

const SYMBOLS: readonly [dimension: string, factor: number, written: string][] = [
  ['ratio', 0.01, '% percent pct'],
  ['ratio', 0.001, '‰'],
  ['point', 1, 'pp'],
  ['length', 1e-9, 'nm'],
  ['length', 1e-6, 'µm μm'],
  ['length', 1e-3, 'mm millimetre millimeter'],
  ['length', 1e-2, 'cm centimetre centimeter'],
  ['length', 1, 'm metre meter'],
  ['length', 1e3, 'km kilometre kilometer kilómetro quilómetro quilômetro kilomètre'],
  ['mile', 1, 'mi mile'],
  ['foot', 1, 'ft foot feet'],
  ['inch', 1, 'inch inche'],
  ['yard', 1, 'yd yard'],
  ['area', 1e-4, 'cm2'],
  ['area', 1, 'm2 sqm'],
  ['area', 1e4, 'ha hectare'],
  ['area', 1e6, 'km2 sqkm'],
  ['acre', 1, 'acre'],
  ['square-mile', 1, 'mi2'],
  ['square-foot', 1, 'ft2 sqft'],
  ['volume', 1e-3, 'ml millilitre milliliter'],
  ['volume', 1, 'l litre liter'],
  ['volume', 1e3, 'm3'],
  ['volume', 1e12, 'km3'],
  ['mass', 1e-3, 'mg milligram'],
  ['mass', 1, 'g gram gramme'],
  ['mass', 1e3, 'kg kilogram kilo'],
  ['mass', 1e6, 't tonne'],
  ['pound', 1, 'lb'],
  ['ounce', 1, 'oz ounce'],
  ['time', 1e-3, 'ms millisecond'],
  ['time', 1, 's sec second'],
  ['time', 60, 'min minute'],
  ['time', 3600, 'h hr hour stunde stunden'],
  ['day', 1, 'day tag tage día dia jour'],
  ['day', 7, 'week'],
  ['month', 1, 'month'],
  ['month', 12, 'year yr'],
  ['speed-kmh', 1, 'km/h kph kmh'],
  ['speed-ms', 1, 'm/s'],
  ['speed-mph', 1, 'mph'],
  ['speed-knot', 1, 'kn knot'],
  ['celsius', 1, '°c ℃ celsius'],
  ['fahrenheit', 1, '°f ℉ fahrenheit'],
  ['degree', 1, '° deg degree'],
  ['density', 1, '/km2'],
  ['pressure', 1, 'pa'],
  ['pressure', 100, 'hpa mbar'],
  ['pressure', 1000, 'kpa'],
  ['pressure', 1e5, 'bar'],
  ['times', 1, '× x'],
];

/** Units whose letters differ by case alone are looked up as they are written. */
const EXACT: readonly [dimension: string, factor: number, written: string][] = [
  ['kelvin', 1, 'K'],
  ['power', 1e-3, 'mW'],
  ['power', 1, 'W'],
  ['power', 1e3, 'kW'],
  ['power', 1e6, 'MW'],
  ['power', 1e9, 'GW'],
  ['power', 1e12, 'TW'],
  ['energy', 1, 'Wh'],
  ['energy', 1e3, 'kWh'],
  ['energy', 1e6, 'MWh'],
  ['energy', 1e9, 'GWh'],
  ['energy', 1e12, 'TWh'],
  ['joule', 1, 'J'],
  ['joule', 1e3, 'kJ'],
  ['joule', 1e6, 'MJ'],
  ['calorie', 1, 'cal'],
  ['calorie', 1000, 'kcal'],
  ['frequency', 1, 'Hz'],
  ['frequency', 1e3, 'kHz'],
  ['frequency', 1e6, 'MHz'],
  ['frequency', 1e9, 'GHz'],
  ['volt', 1, 'V'],
  ['volt', 1e3, 'kV'],
  ['ampere', 1, 'A'],
  ['ampere', 1e-3, 'mA'],
  ['decibel', 1, 'dB'],
  ['bytes', 1, 'B byte bytes Byte Bytes'],
  ['bytes', 1e3, 'kB KB'],
  ['bytes', 1e6, 'MB'],
  ['bytes', 1e9, 'GB'],
  ['bytes', 1e12, 'TB'],
  ['bytes-binary', 1024, 'KiB'],
  ['bytes-binary', 1024 ** 2, 'MiB'],
  ['bytes-binary', 1024 ** 3, 'GiB'],
  ['bits', 1, 'bit bits'],
  ['bits', 1e6, 'Mbit'],
  ['rate', 1e6, 'Mbit/s Mbps'],
  ['rate', 1e9, 'Gbit/s Gbps'],
];

/** Units of more than one word, folded; each becomes the short form beside it. */
const PHRASES: readonly [written: string, short: string][] = [
  ['per cent', '%'],
  ['percentage point', 'pp'],
  ['percentage points', 'pp'],
  ['sq km', 'km2'],
  ['sq. km', 'km2'],
  ['sq m', 'm2'],
  ['sq. m', 'm2'],
  ['sq mi', 'mi2'],
  ['sq ft', 'ft2'],
  ['sq. ft', 'ft2'],
  ['square kilometre', 'km2'],
  ['square kilometer', 'km2'],
  ['square metre', 'm2'],
  ['square meter', 'm2'],
  ['square mile', 'mi2'],
  ['square foot', 'ft2'],
  ['square feet', 'ft2'],
  ['cubic metre', 'm3'],
  ['cubic meter', 'm3'],
  ['cubic kilometre', 'km3'],
  ['kilometres per hour', 'km/h'],
  ['kilometers per hour', 'km/h'],
  ['km per hour', 'km/h'],
  ['miles per hour', 'mph'],
  ['metres per second', 'm/s'],
  ['meters per second', 'm/s'],
  ['degree celsius', '°c'],
  ['degrees celsius', '°c'],
  ['degrees c', '°c'],
  ['degree fahrenheit', '°f'],
  ['degrees fahrenheit', '°f'],
  ['degrees f', '°f'],
  ['° c', '°c'],
  ['° f', '°f'],
];

const OTHER_WORDS: readonly [written: string, short: string][] = [
  ['prozent', '%'],
  ['pourcent', '%'],
  ['quadratkilometer', 'km2'],
  ['quadratmeter', 'm2'],
  ['minuten', 'min'],
  ['sekunden', 's'],
  ['horas', 'h'],
  ['heures', 'h'],
  ['minutos', 'min'],
  ['segundos', 's'],
  ['días', 'day'],
  ['dias', 'day'],
  ['jours', 'day'],
  ['tagen', 'day'],
];

const FOLDED = new Map<string, Unit>();
const WRITTEN = new Map<string, Unit>();
for (const [dimension, factor, written] of SYMBOLS)
  for (const word of written.split(' ')) {
    FOLDED.set(word, { dimension, factor });
    if (word.length > 2) FOLDED.set(`${word}s`, { dimension, factor });
  }
for (const [dimension, factor, written] of EXACT)
  for (const word of written.split(' ')) WRITTEN.set(word, { dimension, factor });
for (const [phrase, short] of [...PHRASES, ...OTHER_WORDS]) {
  const unit = FOLDED.get(short);
  if (!unit) continue;
  FOLDED.set(phrase, unit);
  FOLDED.set(`${phrase}s`, unit);
}
for (const plural of ['lbs', 'hrs', 'mins', 'secs', 'yrs']) {
  const unit = FOLDED.get(plural.slice(0, -1));
  if (unit) FOLDED.set(plural, unit);
}
/** Only as they are written: the capital is another unit, or a scale. */
const LOWER_ONLY = new Set(['m', 'g', 'h', 's', 't', 'l', 'mm', 'mg', 'x', 'mi', 'ms']);

const CURRENCIES = new Set(
  'AED ARS AUD BGN BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR ISK JPY KES KRW MAD MXN MYR NGN NOK NZD PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TRY TWD UAH USD UYU VND ZAR BTC ETH'.split(
    ' ',
  ),
);
const CURRENCY_SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['$', '$'],
  ['¥', '¥'],
  ['￥', '¥'],
  ['₹', 'INR'],
  ['₽', 'RUB'],
  ['₩', 'KRW'],
  ['₺', 'TRY'],
  ['₴', 'UAH'],
  ['₪', 'ILS'],
  ['₫', 'VND'],
  ['₦', 'NGN'],
  ['฿', 'THB'],
  ['zł', 'PLN'],
  ['kč', 'CZK'],
  ['us$', 'USD'],
  ['u$s', 'USD'],
  ['a$', 'AUD'],
  ['au$', 'AUD'],
  ['c$', 'CAD'],
  ['ca$', 'CAD'],
  ['nz$', 'NZD'],
  ['hk$', 'HKD'],
  ['s$', 'SGD'],
  ['r$', 'BRL'],
  ['mx$', 'MXN'],
  ['clp$', 'CLP'],
  ['dollar', '$'],
  ['dollars', '$'],
  ['peso', '$'],
  ['pesos', '$'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
  ['pounds', 'GBP'],
  ['pound', 'GBP'],
  ['yen', 'JPY'],
  ['yuan', 'CNY'],
  ['rupees', 'INR'],
  ['francs', 'CHF'],
  ['franken', 'CHF'],
  ['kr', 'kr'],
  ['元', 'CNY'],
  ['円', 'JPY'],
  ['cents', 'cent'],
]);
/** Signs that more than one currency uses. */
const SHARED: ReadonlyMap<string, readonly string[]> = new Map([
  ['$', ['USD', 'AUD', 'CAD', 'NZD', 'HKD', 'SGD', 'MXN', 'CLP', 'ARS', 'COP', 'UYU', 'TWD', 'BRL', 'PHP']],
  ['¥', ['JPY', 'CNY']],
  ['kr', ['SEK', 'NOK', 'DKK', 'ISK', 'CZK']],
]);

/** A currency as a unit, or undefined for a text that names none: a sign, a code in capitals, or a word. */
export function currencyOf(written: string): Unit | undefined {
  const code = CURRENCIES.has(written) ? written : CURRENCY_SYMBOLS.get(written.toLowerCase());
  return code === undefined ? undefined : { dimension: `currency:${code}`, factor: 1 };
}

/** Whether a unit is a currency. */
export function isCurrency(unit: Unit | undefined): boolean {
  return unit?.dimension.startsWith('currency:') ?? false;
}

/** Whether two units count the same, without converting; `$` agrees with each currency that uses it. */
export function agree(one: Unit, other: Unit): boolean {
  if (one.dimension === other.dimension) return one.factor === other.factor;
  const [a, b] = [one.dimension.slice(9), other.dimension.slice(9)];
  if (isCurrency(one) && isCurrency(other)) return !!SHARED.get(a)?.includes(b) || !!SHARED.get(b)?.includes(a);
  const degrees = ['celsius', 'fahrenheit'];
  return (
    (one.dimension === 'degree' && degrees.includes(other.dimension)) ||
    (other.dimension === 'degree' && degrees.includes(one.dimension))
  );
}

/** The unit that a short text names, such as the field `unit` of a result; undefined where it names none. */
export function unitOf(written: string): Unit | undefined {
  const text = written.trim().replaceAll('²', '2').replaceAll('³', '3').replace('^', '');
  const exact = WRITTEN.get(text);
  if (exact) return exact;
  const folded = text.toLowerCase();
  if (LOWER_ONLY.has(folded) && folded !== text) return undefined;
  return FOLDED.get(folded) ?? currencyOf(text);
}

const WORD = /[\p{L}°µμ℃℉%‰٪€£$¥₹₽₩₺₴₪₫₦฿×]{1,24}\.?(?:[²³]|\^?[23](?!\d|[.,]\d))?/uy;
const PER = /\/(?:\p{L}{1,8})(?:[²³]|\^?2(?!\d))?/uy;

/** The unit that stands at `at`, and where it ends. `spaced`: a space is before it, so it must not be a part of a word. */
export function readUnit(text: string, at: number): { unit: Unit; end: number } | undefined {
  WORD.lastIndex = at;
  const first = WORD.exec(text)?.[0];
  if (first === undefined) return undefined;
  const afterFirst = at + first.length;
  PER.lastIndex = afterFirst;
  const per = PER.exec(text)?.[0];
  if (per !== undefined) {
    const unit = unitOf(first + per);
    if (unit) return { unit, end: afterFirst + per.length };
  }
  if (PHRASE_STARTS.has(first.toLowerCase())) {
    const phrase = readPhrase(text, at, first);
    if (phrase) return phrase;
  }
  const symbol = first.charAt(0);
  if ('%‰٪€£$¥'.includes(symbol)) {
    const unit = unitOf(symbol === '٪' ? '%' : symbol);
    return unit && { unit, end: at + 1 };
  }
  const bare = first.endsWith('.') ? first.slice(0, -1) : first;
  const unit = unitOf(bare);
  return unit && { unit, end: at + bare.length };
}

const PHRASE_STARTS = new Set(PHRASES.map(([phrase]) => phrase.slice(0, phrase.indexOf(' '))));

function readPhrase(text: string, at: number, first: string): { unit: Unit; end: number } | undefined {
  let found: { unit: Unit; end: number } | undefined;
  let phrase = first.toLowerCase();
  let end = at + first.length;
  for (let more = 0; more < 2; more++) {
    if (!/[ \u00a0\u202f]/.test(text.charAt(end))) break;
    WORD.lastIndex = end + 1;
    const word = WORD.exec(text)?.[0];
    if (word === undefined) break;
    const bare = word.endsWith('.') ? word.slice(0, -1) : word;
    end += 1 + bare.length;
    phrase += ` ${bare.toLowerCase()}`;
    const unit = FOLDED.get(phrase);
    if (unit) found = { unit, end };
  }
  return found;
}
