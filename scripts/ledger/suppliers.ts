import type { LayoutName } from './invoice-layouts.ts';

/** The currencies of the account. */
export type Currency = 'EUR' | 'USD' | 'GBP';

/** A firm on the list of known suppliers. All names are invented. */
export interface Supplier {
  readonly name: string;
  readonly city: string;
  readonly country: string;
  readonly currency: Currency;
  readonly terms: number;
}

/** A supplier whose invoices lie in the folder, with the form in which it writes them. */
export interface InvoicingSupplier extends Supplier {
  /** VAT in whole per cent; 0 for reverse charge and exports. */
  readonly vat: number;
  /** The invoice number, with `#` for its five digits. */
  readonly numbering: string;
  readonly layout: LayoutName;
  readonly goods: readonly string[];
}

/** The suppliers of the invoices. */
export const invoicingSuppliers: readonly InvoicingSupplier[] = [
  {
    name: 'Nordhaven Präzisionsteile GmbH',
    city: 'Bremerhaven',
    country: 'DE',
    currency: 'EUR',
    terms: 30,
    vat: 19,
    numbering: 'RE 2026/#',
    layout: 'text-german',
    goods: ['Drehteile Messing 12 mm', 'Fräsarbeiten nach Zeichnung', 'Passstifte gehärtet', 'Versandpauschale'],
  },
  {
    name: 'Möllner & Söhne Feinmechanik GmbH',
    city: 'Göttingen',
    country: 'DE',
    currency: 'EUR',
    terms: 14,
    vat: 19,
    numbering: 'R26-#',
    layout: 'csv-german',
    goods: ['Justierschrauben M3', 'Blattfedern', 'Montage Baugruppe 7', 'Prüfprotokoll'],
  },
  {
    name: 'Tillbrook Optics Ltd',
    city: 'Shrewsbury',
    country: 'GB',
    currency: 'GBP',
    terms: 30,
    vat: 0,
    numbering: 'TB-2026-#',
    layout: 'text-english',
    goods: ['Achromat lens, 25 mm', 'Mirror mount, kinematic', 'Beam splitter 50:50', 'Carriage'],
  },
  {
    name: 'Verrerie Castelane SARL',
    city: 'Limoges',
    country: 'FR',
    currency: 'EUR',
    terms: 30,
    vat: 20,
    numbering: 'FA26-#',
    layout: 'text-french',
    goods: ['Tubes borosilicate 8 mm', 'Flacons 250 ml', 'Emballage renforcé', 'Frais de port'],
  },
  {
    name: 'Van der Lindt Verpakkingen B.V.',
    city: 'Zwolle',
    country: 'NL',
    currency: 'EUR',
    terms: 14,
    vat: 21,
    numbering: 'VL#',
    layout: 'text-dutch',
    goods: ['Kartonnen dozen 40x30', 'Schuimvulling op maat', 'Pallets, gebruikt', 'Bezorging'],
  },
  {
    name: 'Brightmuir Logistics Ltd',
    city: 'Cork',
    country: 'IE',
    currency: 'EUR',
    terms: 21,
    vat: 23,
    numbering: 'INV-2026-#',
    layout: 'text-english',
    goods: ['Road freight, Cork to Kassel', 'Customs handling', 'Pallet storage, per week', 'Fuel surcharge'],
  },
  {
    name: 'Cedar Basin Semiconductor Inc.',
    city: 'Boise',
    country: 'US',
    currency: 'USD',
    terms: 30,
    vat: 0,
    numbering: 'CBS-#',
    layout: 'json-nested',
    goods: ['Photodiode array PD-16', 'ADC evaluation board', 'Level shifter, reel of 500', 'Express shipping'],
  },
  {
    name: 'Quillfern Software Inc.',
    city: 'Portland',
    country: 'US',
    currency: 'USD',
    terms: 21,
    vat: 0,
    numbering: 'QF-26-#',
    layout: 'text-american',
    goods: ['Drawing suite, per seat', 'Simulation add-on', 'Support plan, quarter', 'Training session'],
  },
  {
    name: 'Oberlander Messtechnik AG',
    city: 'Thun',
    country: 'CH',
    currency: 'EUR',
    terms: 30,
    vat: 0,
    numbering: 'OM-#',
    layout: 'text-swiss',
    goods: ['Referenzgewicht F1, Satz', 'Temperaturfühler Pt100', 'Werkskalibrierung', 'Zollabwicklung'],
  },
  {
    name: 'Larkspohr Gebäudedienste GmbH',
    city: 'Kassel',
    country: 'DE',
    currency: 'EUR',
    terms: 14,
    vat: 19,
    numbering: 'LG/#',
    layout: 'json-german',
    goods: ['Unterhaltsreinigung', 'Glasreinigung', 'Winterdienst, Bereitschaft', 'Entsorgung Gewerbeabfall'],
  },
  {
    name: 'Hollowmere Calibration Ltd',
    city: 'Limerick',
    country: 'IE',
    currency: 'EUR',
    terms: 30,
    vat: 23,
    numbering: 'HC-#',
    layout: 'csv-fields',
    goods: ['Calibration of balance', 'Calibration of pipette set', 'On-site visit', 'Certificate copies'],
  },
  {
    name: 'Sundbye Kabel ApS',
    city: 'Horsens',
    country: 'DK',
    currency: 'EUR',
    terms: 30,
    vat: 25,
    numbering: 'SK-26/#',
    layout: 'csv-lines',
    goods: ['Sensor cable, 4 core', 'Connector M12, straight', 'Cable assembly to sample', 'Reel deposit'],
  },
  {
    name: 'Ferrandeau & Fils Outillage SAS',
    city: 'Saint-Étienne',
    country: 'FR',
    currency: 'EUR',
    terms: 30,
    vat: 20,
    numbering: 'F-2026-#',
    layout: 'text-french',
    goods: ['Forets carbure 3 mm', 'Plaquettes de coupe', 'Affûtage', 'Frais de port'],
  },
  {
    name: 'Kranichfeld Druck und Papier GmbH',
    city: 'Erfurt',
    country: 'DE',
    currency: 'EUR',
    terms: 14,
    vat: 19,
    numbering: 'KDP 26-#',
    layout: 'text-german',
    goods: ['Bedienungsanleitungen, geheftet', 'Etiketten auf Rolle', 'Versandtaschen', 'Druckdatenprüfung'],
  },
  {
    name: 'Asterholm Hosting B.V.',
    city: 'Utrecht',
    country: 'NL',
    currency: 'EUR',
    terms: 14,
    vat: 21,
    numbering: 'AH-2026-#',
    layout: 'json-flat',
    goods: ['Virtual server, large', 'Object storage, per TB', 'Backup retention', 'Domain renewal'],
  },
  {
    name: 'Pemberwick Translations LLP',
    city: 'Bath',
    country: 'GB',
    currency: 'GBP',
    terms: 21,
    vat: 0,
    numbering: 'PT/26/#',
    layout: 'csv-fields',
    goods: ['Manual, German to English', 'Proofreading, per hour', 'Terminology list', 'Certified copy'],
  },
];

/** Known suppliers that are paid in the quarter, but whose invoices are kept elsewhere. */
export const otherSuppliers: readonly Supplier[] = [
  { name: 'Stadtwerke Fuldatal', city: 'Fuldatal', country: 'DE', currency: 'EUR', terms: 14 },
  { name: 'Grünwaldt Immobilien KG', city: 'Kassel', country: 'DE', currency: 'EUR', terms: 0 },
  { name: 'Rheinbogen Versicherung AG', city: 'Mainz', country: 'DE', currency: 'EUR', terms: 14 },
  { name: 'Telvanta Deutschland GmbH', city: 'Münster', country: 'DE', currency: 'EUR', terms: 14 },
  { name: 'Bürohaus Habichtswald', city: 'Kassel', country: 'DE', currency: 'EUR', terms: 14 },
  { name: 'Kuriero Paketdienst GmbH', city: 'Hamm', country: 'DE', currency: 'EUR', terms: 7 },
  { name: 'Eisenlohe Stahlhandel GmbH', city: 'Siegen', country: 'DE', currency: 'EUR', terms: 30 },
  { name: 'Chemikon Laborbedarf GmbH', city: 'Marburg', country: 'DE', currency: 'EUR', terms: 30 },
  { name: 'Autohaus Reinhardswald GmbH', city: 'Kassel', country: 'DE', currency: 'EUR', terms: 14 },
  { name: 'Steuerkanzlei Wendelin und Prange', city: 'Kassel', country: 'DE', currency: 'EUR', terms: 14 },
  { name: 'Gastrofein Betriebsküche GmbH', city: 'Baunatal', country: 'DE', currency: 'EUR', terms: 14 },
  { name: 'Zerspanung Ilmtal GmbH', city: 'Ilmenau', country: 'DE', currency: 'EUR', terms: 30 },
  { name: 'Lumivar Leuchten GmbH', city: 'Arnsberg', country: 'DE', currency: 'EUR', terms: 30 },
  { name: 'Packhof Spedition GmbH & Co. KG', city: 'Göttingen', country: 'DE', currency: 'EUR', terms: 21 },
  { name: 'Elektro Sander, Meisterbetrieb', city: 'Vellmar', country: 'DE', currency: 'EUR', terms: 14 },
  { name: 'Jobwarte Personal GmbH', city: 'Hannover', country: 'DE', currency: 'EUR', terms: 14 },
  { name: 'Officina Rossetti S.r.l.', city: 'Bergamo', country: 'IT', currency: 'EUR', terms: 30 },
  { name: 'Talleres Miramonte S.L.', city: 'Burgos', country: 'ES', currency: 'EUR', terms: 30 },
  { name: 'Wharfedene Instruments Ltd', city: 'Leeds', country: 'GB', currency: 'GBP', terms: 30 },
  { name: 'Meridale Components Inc.', city: 'Austin', country: 'US', currency: 'USD', terms: 30 },
];

/** Firms that are on no list: a payment to one of them bearing an invoice's reference is a fault. */
export const strangers: readonly string[] = [
  'Kestrelway Trade Services Ltd',
  'Finora Settlement OÜ',
  'Bluegate Collections Ltd',
  'Ostmark Handelskontor UG',
  'Marlin Peak Holdings Ltd',
  'Zentra Inkasso Partner GmbH',
  'Rivoli Conseil SASU',
  'Dunmarrow Business Ltd',
];
