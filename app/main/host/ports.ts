import type { Socket } from 'node:net';
import type { ModelProvider } from './models/model-provider.ts';
import type { LogLevel } from './program-log/program-log.ts';
import type { BuiltinTool } from './tools/define-tool.ts';

/** Encrypts for storage, by the OS key store (Electron) or a passphrase; the host never sees the key. */
export interface Cipher {
  /** `os`: a key store of the system; `basic`: a fixed password, which counts as none (rule K1). */
  kind: 'os' | 'basic';
  encrypt(text: string): Promise<Uint8Array>;
  /** `aged`: the key has been replaced since, so what was encrypted under it is to be encrypted anew. */
  decrypt(bytes: Uint8Array): Promise<{ text: string; aged: boolean }>;
}

/** What the outside supplies; the host reads no environment, no clock and no path by itself. */
export interface Ports {
  version: string;
  /** Holds everything: log, blobs, agents' disks, vault, caches. Made with mode 0700. */
  dataFolder: string;
  /** Shipped samples and schemas. */
  resources: string;
  /** Files of the app itself, which may not be granted (rule P18). */
  appFolder: string;
  /** The person's home, where the folder picker starts. */
  home: string;
  electron: boolean;
  platform: NodeJS.Platform;
  now(): number;
  /** A new id of 12 or more characters that no one can guess. */
  newId(): string;
  /** Runs sandbox processes: the Node binary and the guest's script. Absent: no sandbox, and calls that need one fail. */
  sandbox: { node: string; script: string; modules: string } | undefined;
  /** Whether sandbox processes stand ready from the start; absent: where the host advances. */
  warms?: boolean;
  cipher: Cipher | undefined;
  passphrase: string | undefined;
  /** Keys and base URLs of model providers from the environment, for development and the command line. */
  environment: ReadonlyMap<string, string>;
  /** Takes up interrupted runs when the host starts, and goes on by itself after an answer. */
  advances: boolean;
  /**
   * For tests: how names are looked up, how a socket to a checked address is made, and further roots for TLS. Without it
   * the system's own. Nothing of it takes part in the decision: a socket whose `remoteAddress` is not the address that
   * was checked is destroyed, also one of these (rule S14).
   */
  net?: {
    resolve?: (name: string) => Promise<string[]>;
    connect?: (address: string, port: number) => Socket;
    ca?: string;
  };
  /** How much the program says of itself, and where its lines go besides its file. Default: `warn`, to standard error. */
  log?: { level: LogLevel; write?: (line: string) => void };
  /** For tests: tools besides the built-in ones. */
  moreTools?: readonly BuiltinTool[];
  /** For tests: a provider that replaces the one a model names. */
  modelFor?: (provider: string) => ModelProvider | undefined;
}
