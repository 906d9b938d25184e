import { createORPCClient, DynamicLink, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { methods } from '#contract/methods';
import { useConnection } from '../stores/connection-store.ts';
import { t } from '../strings/translate.ts';
import { type Connection, EndedError, RefusedError } from './connection.ts';
import { connectPort } from './message-port.ts';
import { connectSocket } from './websocket.ts';

let connection: Promise<Connection> | undefined;
let everConnected = false;

function open(): Promise<Connection> {
  const bridge = window.warrant;
  return bridge ? connectPort(() => bridge.connect()) : connectSocket();
}

/** The present connection, made anew after a loss. Its state is shown in the status bar. */
function connected(): Promise<Connection> {
  if (connection) return connection;
  const { set, status } = useConnection.getState();
  if (status !== 'ended') set(everConnected ? 'reconnecting' : 'connecting');
  const opening = open();
  connection = opening;
  opening.then(
    ({ closed }) => {
      everConnected = true;
      set('connected');
      void closed.then(() => {
        connection = undefined;
        set('reconnecting');
      });
    },
    (error: unknown) => {
      connection = undefined;
      set(error instanceof RefusedError ? 'refused' : error instanceof EndedError ? 'ended' : 'reconnecting');
    },
  );
  return opening;
}

/** The host's methods, typed by the contract. A call made while the host is away fails; a subscription goes on by itself. */
export const client: ContractRouterClient<typeof methods> = createORPCClient(
  new DynamicLink(async () => (await connected()).link),
);

/** A message of the host without the sentences that point to its command line. One that is nothing else stays as it is. */
export function withoutCommands(message: string): string {
  const kept = message.split(/(?<=[.!?])\s+/).filter((sentence) => !/`warrant [^`]*`/.test(sentence));
  return kept.length > 0 ? kept.join(' ') : message;
}

/** The words of a failed call, for a person: the host's own message, or that it does not answer. */
export function failureWords(error: unknown): string {
  if (error instanceof RefusedError) return t('fault.refused');
  if (error instanceof EndedError) return t('fault.ended');
  if (error instanceof ORPCError) return withoutCommands(error.message);
  const lost = !(error instanceof Error) || error.message.includes('AsyncIdQueue');
  return lost ? t('fault.unreachable') : error.message;
}
