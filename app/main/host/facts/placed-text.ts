/** An address that a reader can follow, and the bytes of the payload where it is written. */
export interface PlacedLink {
  url: string;
  from: number;
  to: number;
}

/** What a reader gets of a payload; `from` and `to` give each UTF-16 unit of the text its bytes in the payload. */
export interface PlacedText {
  text: string;
  from: Uint32Array;
  to: Uint32Array;
  links: readonly PlacedLink[];
}

/** Bytes as text, with the byte at which each unit of it begins. */
export interface RawText {
  raw: string;
  byteAt: Uint32Array;
}

/** The bytes as UTF-8; what is no UTF-8 as Windows-1252, where each byte is one character. */
export function rawText(bytes: Uint8Array): RawText {
  let raw: string;
  try {
    raw = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // No UTF-8: the next most used charset, and the only one that keeps places whatever the bytes.
    raw = new TextDecoder('windows-1252').decode(bytes);
    return { raw, byteAt: Uint32Array.from({ length: raw.length + 1 }, (_, at) => at) };
  }
  const byteAt = new Uint32Array(raw.length + 1);
  let byte = 0;
  for (let at = 0; at < raw.length; at++) {
    byteAt[at] = byte;
    const unit = raw.charCodeAt(at);
    // Two surrogates make four bytes.
    byte += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
  }
  byteAt[raw.length] = byte;
  return { raw, byteAt };
}

/** Builds a text part by part, each with its place in the raw one. */
export class PlacedTextBuilder {
  readonly #raw: RawText;
  readonly #parts: string[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #links: PlacedLink[] = [];
  #last = '';

  constructor(raw: RawText) {
    this.#raw = raw;
  }

  /** The last unit that was added; empty at the beginning. */
  get last(): string {
    return this.#last;
  }

  #byte(at: number): number {
    return this.#raw.byteAt[at] ?? 0;
  }

  /** Adds a text that stands from one unit of the raw text to another, as a whole. */
  add(text: string, from: number, to: number): void {
    for (let at = 0; at < text.length; at++) {
      this.#from.push(this.#byte(from));
      this.#to.push(this.#byte(to));
    }
    this.#put(text);
  }

  /** Adds a part of the raw text as it is. */
  copy(from: number, to: number): void {
    for (let at = from; at < to; at++) {
      this.#from.push(this.#byte(at));
      this.#to.push(this.#byte(at + 1));
    }
    this.#put(this.#raw.raw.slice(from, to));
  }

  /** Adds what stands nowhere in the payload: it only divides what is around it. */
  gap(text: string): void {
    const at = this.#to.at(-1) ?? 0;
    for (let done = 0; done < text.length; done++) {
      this.#from.push(at);
      this.#to.push(at);
    }
    this.#put(text);
  }

  link(url: string, from: number, to: number): void {
    this.#links.push({ url, from: this.#byte(from), to: this.#byte(to) });
  }

  #put(text: string): void {
    if (text === '') return;
    this.#parts.push(text);
    this.#last = text.slice(-1);
  }

  end(): PlacedText {
    return {
      text: this.#parts.join(''),
      from: Uint32Array.from(this.#from),
      to: Uint32Array.from(this.#to),
      links: this.#links,
    };
  }
}

/** The part of a placed text that stands within a range of the payload. */
export function placedWithin(whole: PlacedText, from: number, to: number, length: number): PlacedText {
  if (from === 0 && to === length) return whole;
  const inside: number[] = [];
  for (let at = 0; at < whole.text.length; at++)
    if ((whole.from[at] ?? 0) >= from && (whole.to[at] ?? 0) <= to) inside.push(at);
  return {
    text: inside.map((at) => whole.text.charAt(at)).join(''),
    from: Uint32Array.from(inside, (at) => whole.from[at] ?? 0),
    to: Uint32Array.from(inside, (at) => whole.to[at] ?? 0),
    links: whole.links.filter((link) => link.from >= from && link.to <= to),
  };
}
