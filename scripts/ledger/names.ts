import type { Currency } from './suppliers.ts';

/** The people on the payroll. All invented. */
export const staff: readonly string[] = [
  'Anneke Brandhorst',
  'Jonas Wiegleb',
  'Mirjam Osterloh',
  'Tarek Haddadin',
  'Lucia Ferrandis',
  'Henning Quast',
  'Svenja Pohlheim',
  'Oskar Lindwurm',
  'Priya Raghunath',
  'Maren Thiessow',
  'Dominik Auerswald',
  'Elif Karadeniz',
  'Katrin Zschoche',
  'Pawel Grzybek',
  'Ruth Immenhausen',
  'Yusuf Altinbas',
  'Greta Wolkenhauer',
  'Tilman Rössing',
];

const places = [
  'Weserbruch',
  'Elmstein',
  'Talheim-Süd',
  'Kaltenbrook',
  'Rosenried',
  'Auental',
  'Birkhorst',
  'Dornach',
  'Finkenau',
  'Hochrhein',
  'Ilsegrund',
  'Lohwald',
  'Marschdeich',
  'Oderhaff',
  'Silbertal',
  'Ulmenhof',
];

const houses = [
  'Labor % GmbH',
  '% Analytik AG',
  'Klinikum %',
  'Institut % e.V.',
  '% Pharma GmbH',
  'Technikum %',
  'Hochschule %',
  '% Biotech SE',
  'Wasserverband %',
  'Prüfstelle %',
];

/** The customers that pay the firm's own sales invoices: every house in every place. */
export const customers: readonly string[] = places.flatMap((place) => houses.map((house) => house.replace('%', place)));

/** A place where the firm's cards are used, with the usual span of a bill in cents. */
export interface Merchant {
  readonly name: string;
  readonly town: string;
  readonly currency: Currency;
  readonly least: number;
  readonly most: number;
}

/** The card merchants; a few abroad. */
export const merchants: readonly Merchant[] = [
  { name: 'Tankhof Söhrewald', town: 'KASSEL', currency: 'EUR', least: 3800, most: 11_900 },
  { name: 'Bäckerei Krumbholz', town: 'KASSEL', currency: 'EUR', least: 310, most: 2890 },
  { name: 'Nordbahn Fahrkarten', town: 'HANNOVER', currency: 'EUR', least: 1290, most: 18_900 },
  { name: 'Hotel Zur Alten Linde', town: 'JENA', currency: 'EUR', least: 7900, most: 32_400 },
  { name: 'Parkhaus Domplatz', town: 'ERFURT', currency: 'EUR', least: 250, most: 2400 },
  { name: 'Coppermill Coffee', town: 'BERLIN', currency: 'EUR', least: 380, most: 1960 },
  { name: 'Papeterie Linnhoff', town: 'KASSEL', currency: 'EUR', least: 640, most: 8900 },
  { name: 'Baumarkt Hagelstein', town: 'BAUNATAL', currency: 'EUR', least: 790, most: 24_900 },
  { name: 'Sternweg Mietwagen', town: 'FRANKFURT', currency: 'EUR', least: 5900, most: 38_700 },
  { name: 'Markthalle Frischwiese', town: 'KASSEL', currency: 'EUR', least: 420, most: 9600 },
  { name: 'Restaurant Olivenhain', town: 'KASSEL', currency: 'EUR', least: 2400, most: 21_800 },
  { name: 'Taxi Fuldabrücke', town: 'KASSEL', currency: 'EUR', least: 980, most: 5400 },
  { name: 'Elektronikversand Vossbeck', town: 'BREMEN', currency: 'EUR', least: 1190, most: 64_900 },
  { name: 'Apotheke am Wehr', town: 'KASSEL', currency: 'EUR', least: 490, most: 4200 },
  { name: 'Railhopper', town: 'LONDON GB', currency: 'GBP', least: 1240, most: 16_800 },
  { name: 'Cloudpencil', town: 'SAN MATEO US', currency: 'USD', least: 1500, most: 49_900 },
  { name: 'Partsbin Direct', town: 'TULSA US', currency: 'USD', least: 1875, most: 88_000 },
];
