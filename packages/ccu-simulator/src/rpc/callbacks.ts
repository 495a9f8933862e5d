import { isIPv4 } from 'node:net';
import type { FaultSwitches } from '../faults/switches.js';
import type { InterfaceName } from '../house/types.js';
import type { Timers } from '../options.js';
import type { Registration, TypedValue } from '../types.js';
import { type CallbackClient, createCallbackClient } from './client.js';
import { list, record, text } from './typed-value.js';
import type { DecodedAnswer } from './xml-decode.js';
import type { XmlDialect } from './xml-encode.js';

/** Consecutive failed deliveries after which a client is forgotten. */
const MAX_FAILURES = 10;
/** Calls in one system.multicall. */
const BATCH_SIZE = 100;

interface CallbackCall {
  readonly method: string;
  /** Without the interface id, which comes first in every callback. */
  readonly params: readonly TypedValue[];
}

/** The clients of one interface process, and what they still have to be told. */
export interface Callbacks {
  registrations(): readonly Registration[];
  /** Adds a client or finds the one that is known by this URL. */
  register(url: string, interfaceId: string): void;
  deregister(url: string): void;
  /** Forgets everybody, as CUxD does at a restart. */
  forget(): void;
  /** Asks one client something and waits; undefined when it cannot be reached. */
  ask(url: string, method: string): Promise<DecodedAnswer | undefined>;
  /** Tells one client, or everybody. */
  tell(call: CallbackCall, url?: string): void;
  settled(): Promise<void>;
  close(): void;
}

export interface CallbacksOptions {
  readonly interfaceName: InterfaceName;
  readonly dialect: XmlDialect;
  readonly switches: FaultSwitches;
  readonly timers: Timers;
  /** Whether the daemon behind this interface is not running right now. */
  readonly isDown: () => boolean;
  /** A known URL keeps the interface id it first came with. */
  readonly keepsFirstId: boolean;
  /** The parser of rfd and hs485d: IPv4 addresses, names that begin with a letter, room for 255 characters. */
  readonly plainUrls: boolean;
  /** CUxD calls itself by its own name, whatever id the client gave. */
  readonly fixedId?: string;
}

interface Client {
  readonly url: string;
  interfaceId: string;
  failures: number;
  readonly wire: CallbackClient;
  readonly queue: CallbackCall[];
  sending: Promise<void> | undefined;
}

export function createCallbacks(options: CallbacksOptions): Callbacks {
  const { interfaceName, dialect, switches, timers, isDown } = options;
  const clients = new Map<string, Client>();

  function remove(url: string): void {
    clients.get(url)?.wire.close();
    clients.delete(url);
  }

  function push(client: Client, call: CallbackCall): void {
    client.queue.push(call);
    client.sending ??= drain(client);
  }

  /** Sends what is queued, one delivery at a time; what is made meanwhile goes into the next one. */
  async function drain(client: Client): Promise<void> {
    // The answer to the request that caused an event leaves before the event does.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (client.queue.length > 0 && isRegistered(client)) {
      const batch = nextBatch(client.queue);
      const deliveries = switches.duplicateEvents ? 2 : 1;
      for (let delivery = 0; delivery < deliveries; delivery += 1) await deliver(client, batch);
    }
    // In the same turn as the last look at the queue: what is pushed after this starts a new drain.
    client.sending = undefined;
  }

  function isRegistered(client: Client): boolean {
    return clients.get(client.url) === client;
  }

  async function deliver(client: Client, batch: readonly CallbackCall[]): Promise<void> {
    // A daemon that does not run yet has no clients to tell.
    if (isDown()) return;
    if (switches.droppedCallbacks.has(interfaceName) || !canCall(client)) return failed(client);
    if (switches.garbage) {
      await client.wire.garbage();
      return failed(client);
    }
    const [method, params] = asCall(options.fixedId ?? client.interfaceId, batch);
    for (let attempt = 0; attempt < 2 && isRegistered(client); attempt += 1) {
      try {
        await client.wire.call(method, params);
        client.failures = 0;
        return;
      } catch {
        // One more try, then this batch is lost: that is how the daemons do it.
      }
    }
    failed(client);
  }

  /** What the parser does not understand is registered like any other client, and never called. */
  function canCall({ url, interfaceId }: Client): boolean {
    if (!options.plainUrls) return true;
    const host = /^\w+:\/\/([^/]*?)(?::\d+)?(?:\/|$)/.exec(url)?.[1] ?? '';
    const isPlainHost = isIPv4(host) || /^[a-z]/i.test(host);
    return isPlainHost && url.length + interfaceId.length <= 255;
  }

  function failed(client: Client): void {
    client.failures += 1;
    if (client.failures >= MAX_FAILURES && isRegistered(client)) remove(client.url);
  }

  return {
    registrations: () =>
      [...clients.values()].map(({ url, interfaceId, failures }) => ({ interfaceName, url, interfaceId, failures })),
    register(url, interfaceId) {
      const known = clients.get(url);
      if (known !== undefined) {
        if (!options.keepsFirstId) known.interfaceId = interfaceId;
        return;
      }
      const wire = createCallbackClient(url, dialect, timers);
      clients.set(url, { url, interfaceId, failures: 0, wire, queue: [], sending: undefined });
    },
    deregister: remove,
    forget() {
      for (const url of [...clients.keys()]) remove(url);
    },
    async ask(url, method) {
      const client = clients.get(url);
      if (client === undefined || !canCall(client) || switches.droppedCallbacks.has(interfaceName)) return undefined;
      return client.wire.call(method, [text(client.interfaceId)]).catch(() => undefined);
    },
    tell(call, url) {
      for (const client of clients.values()) if (url === undefined || client.url === url) push(client, call);
    },
    async settled() {
      while ([...clients.values()].some((client) => client.sending !== undefined)) {
        await Promise.all([...clients.values()].map((client) => client.sending));
      }
    },
    close() {
      for (const url of [...clients.keys()]) remove(url);
    },
  };
}

/** Events travel together; everything else travels alone. */
function nextBatch(queue: CallbackCall[]): readonly CallbackCall[] {
  const firstOther = queue.findIndex((call) => call.method !== 'event');
  const events = firstOther < 0 ? queue.length : firstOther;
  return queue.splice(0, Math.max(1, Math.min(events, BATCH_SIZE)));
}

function asCall(interfaceId: string, batch: readonly CallbackCall[]): readonly [string, readonly TypedValue[]] {
  const id = text(interfaceId);
  const first = batch[0] as CallbackCall;
  if (first.method !== 'event') return [first.method, [id, ...first.params]];
  const calls = batch.map(({ method, params }) => record({ methodName: text(method), params: list([id, ...params]) }));
  return ['system.multicall', [list(calls)]];
}
