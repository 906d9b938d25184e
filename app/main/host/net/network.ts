import type { Timestamp } from '#contract/ids';

/** One request of a tool. It is made at once or refused; nothing is followed that the scope does not allow. */
export interface NetRequest {
  url: string;
  /** GET where absent. */
  method?: string;
  /** Headers that the tool sets itself; those that look like credentials are dropped when the origin changes (A6.11). */
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
  /** Decoded bytes of the body at most; more is cut and marked (rows A6.6, S24). 1 MiB where absent. */
  maxBytes?: number;
  /** For the whole of it, redirects and body included. 30 s where absent (row A6.5). */
  timeoutMs?: number;
}

/** One hop as the rules see it, after the address was read: in lower case, the port as a number, the method in capitals. */
export interface NetHop {
  url: string;
  host: string;
  port: number;
  method: string;
}

/** What one call may reach. Asked anew for each hop. */
export interface NetScope {
  /** Why the rules do not let the call make this hop; undefined where they do. */
  refuses(hop: NetHop): string | undefined;
  /** Address ranges (CIDR) that are not public and that a person allowed for this very host and port (decision D6). */
  privateRanges(hop: NetHop): readonly string[];
  /** Headers with secrets for this very origin (rule K4). Throws `WarrantError` where one can't be had. */
  secretHeaders(url: string): Promise<readonly { name: string; value: string }[]>;
  readonly signal: AbortSignal;
}

/** How a request ended. `refused`: the guard stopped it, no packet left for where it was stopped. */
export type NetReply =
  | {
      type: 'ok';
      status: number;
      /** Names in lower case. */
      headers: ReadonlyMap<string, string>;
      /** After redirects. */
      url: string;
      /** Decoded, at most `maxBytes`. */
      bytes: Uint8Array;
      truncated: boolean;
      collectedAt: Timestamp;
    }
  /** `why`: no rule and no address stood against it, the name was not found (rule S17). */
  | { type: 'refused'; reason: string; why?: 'lookup' }
  /** `status`: an answer that is no success; its body is dropped (row A6.7). */
  | {
      type: 'failed';
      code: 'status' | 'timed-out' | 'cancelled' | 'redirects' | 'network';
      status?: number;
      message: string;
    };

/** The only way out for tools (rules S1 to S28). */
export interface Network {
  fetch(request: NetRequest, scope: NetScope): Promise<NetReply>;
  /** Why an address may not be shown to an agent as a public one; looks its name up, contacts nothing else (row A7.4). */
  refusesToShow(url: string, signal: AbortSignal): Promise<string | undefined>;
}
