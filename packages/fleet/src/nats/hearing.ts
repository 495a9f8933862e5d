import { errors, type Msg, type NatsConnection, nuid, type Subscription } from '@nats-io/transport-node';
import { encodeToken } from '../broker/tokens.js';
import type { FleetEnvironment } from '../model/environment.js';

/** Where a process is called. */
export function subjectOfCalls({ name, owner }: { readonly name: string; readonly owner: string }, address: string) {
  return `${name}.${encodeToken(owner)}.call.${encodeToken(address)}`;
}

/**
 * Takes the messages of a subject; returns how to stop that. A subscription that the broker refuses, also later when a permission is
 * withdrawn, is forgotten by the NATS client: it is made anew until it is taken.
 */
export function hear(
  nats: NatsConnection,
  subject: string,
  {
    fleet,
    onMessage,
  }: {
    readonly fleet: Pick<FleetEnvironment, 'after'> & { readonly retryMs: number };
    readonly onMessage: (message: Msg) => void;
  },
): () => void {
  let subscription: Subscription | undefined;
  let cancelRetry = () => {};
  const begin = () => {
    subscription = nats.subscribe(subject, {
      callback(error, message) {
        if (error === null) onMessage(message);
        else cancelRetry = fleet.after(fleet.retryMs, retry);
      },
    });
  };
  const retry = () => {
    if (!nats.isClosed()) begin();
  };
  begin();
  return () => {
    cancelRetry();
    subscription?.unsubscribe();
  };
}

/**
 * Asks once for all permissions of calls, so that a login without them is refused when the fleet is entered. Otherwise
 * it would show only by calls that nothing gets.
 */
export async function checkCalls(
  nats: NatsConnection,
  fleet: Parameters<typeof subjectOfCalls>[0],
  timeoutMs: number,
): Promise<void> {
  // No process has this address.
  const subject = subjectOfCalls(fleet, `access-${nuid.next()}`);
  await nats.request(subject, '', { timeout: timeoutMs }).catch((error: unknown) => {
    const isNoneThere = error instanceof errors.RequestError && error.isNoResponders();
    if (!isNoneThere) throw error;
  });
  await new Promise<void>((resolve, reject) => {
    nats.subscribe(subject, {
      ...{ max: 1, timeout: timeoutMs },
      callback: (error) => (error === null ? resolve() : reject(error)),
    });
    nats.publish(subject);
  });
}
