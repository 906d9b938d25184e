import type { ContractRouterClient } from '@orpc/contract';
import type { methods } from '#contract/methods';

/** The method table as the command line calls it: in this process, or over a socket to a host that runs elsewhere. */
export type Client = ContractRouterClient<typeof methods>;

/** A client and how to let go of it. `attached`: another process is the host. */
export interface OpenClient {
  client: Client;
  attached: boolean;
  close(): Promise<void>;
}
