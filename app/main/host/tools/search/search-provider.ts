/** What an agent's file says of `web_search`, with what it leaves out filled in. */
export interface SearchSettings {
  count: number;
  timeoutMs: number;
  /** A language code such as `pt`; undefined: the provider's own choice. */
  language: string | undefined;
  /** The id of a Google search engine (`cx`). */
  engine: string | undefined;
}

/** One request to a provider. Only this, and the query, goes out. */
export interface SearchRequest {
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** One result as a provider gave it. `raw`: its own part of the reply, in UTF-16 units. */
export interface FoundItem {
  title: string;
  url: string;
  snippet: string;
  organization: string;
  raw: { from: number; to: number };
}

/** What a reply holds; or why it is none, in words that hold nothing of the reply that could be a secret. */
export type FoundItems = { ok: true; items: FoundItem[] } | { ok: false; message: string };

/** A search service: where and how it is asked, and how its reply reads. */
export interface SearchProvider {
  id: string;
  /** As people know it. */
  name: string;
  /** Where its one address is. A language may be part of it. */
  host(language: string | undefined): string;
  method: 'GET' | 'POST';
  needsKey: boolean;
  needsEngine?: boolean;
  /** Results it gives at most. */
  most: number;
  mediaType: 'application/json' | 'text/html';
  request(query: string, settings: SearchSettings, key: string): SearchRequest;
  /** Reads a reply with a status of success. */
  read(reply: string, status: number): FoundItems;
}
