import type { DecodedAnswer } from '../wire/xml-decode.js';
import type { Registration } from './registered-client.js';
import { type CallbackCall, type CallbacksOptions, RegisteredClient } from './registered-client.js';

/** The clients of one interface process. */
export interface Callbacks {
  registrations(): readonly Registration[];
  /** Adds a client or finds the one that is known by this URL. */
  register(url: string, interfaceId: string): void;
  deregister(url: string): void;
  /** Forgets all clients, as CUxD does at a restart. */
  forget(): void;
  /** Asks one client something and waits; undefined when it cannot be reached. */
  ask(url: string, method: string): Promise<DecodedAnswer | undefined>;
  /** Sends a callback to one client, or to all. */
  tell(call: CallbackCall, url?: string): void;
  settled(): Promise<void>;
  close(): void;
}

export function createCallbacks(options: CallbacksOptions): Callbacks {
  const clients = new Map<string, RegisteredClient>();

  function deregister(url: string): void {
    clients.get(url)?.deregister();
    clients.delete(url);
  }

  function forget(): void {
    for (const url of [...clients.keys()]) deregister(url);
  }

  return {
    registrations: () => [...clients.values()].map(({ registration }) => registration),
    register(url, interfaceId) {
      const known = clients.get(url);
      if (known !== undefined) known.registerAgain(interfaceId);
      else clients.set(url, new RegisteredClient(url, interfaceId, options, () => deregister(url)));
    },
    deregister,
    forget,
    ask: async (url, method) => clients.get(url)?.ask(method),
    tell(call, url) {
      for (const client of clients.values()) if (url === undefined || client.url === url) client.tell(call);
    },
    async settled() {
      while ([...clients.values()].some(({ sending }) => sending !== undefined)) {
        await Promise.all([...clients.values()].map(({ sending }) => sending));
      }
    },
    close: forget,
  };
}
