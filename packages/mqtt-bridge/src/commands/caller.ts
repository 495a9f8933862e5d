import type { ActingCore, Caller } from '@ccu-gateway/gateway-core';

interface Broker {
  readonly name: string;
  readonly role: 'viewer' | 'operator';
}

/** Names of clients that are told apart; commands of further ones count for their broker. */
const MAX_CLIENTS = 32;
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._:/@-]{0,62}[\p{L}\p{N}])?$/u;

/** Caller of the commands from a broker, which does not report the client of a message; the client may name itself. */
function callerOf({ name, role }: Broker, client?: string): Caller {
  const subject = `mqtt:${name}`;
  return {
    principal: { key: subject, subject, scheme: 'mqtt', role },
    ...(client === undefined ? {} : { facts: { peer: client, client } }),
    signal: new AbortController().signal,
  };
}

/**
 * The core for the commands of each client of a broker. A name is a claim: it is recorded, gives no rights, and each client
 * of the broker can make it.
 */
export function createClients(
  core: { as(caller: Caller): ActingCore },
  broker: Broker,
): (client: string | undefined) => ActingCore {
  const unnamed = core.as(callerOf(broker));
  const named = new Map<string, ActingCore>();
  return (client) => {
    if (client === undefined || !NAME.test(client)) return unnamed;
    const known = named.get(client);
    if (known !== undefined || named.size >= MAX_CLIENTS) return known ?? unnamed;
    const house = core.as(callerOf(broker, client));
    named.set(client, house);
    return house;
  };
}
