import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import { createComplaints } from '../complaints.js';
import { INTERFACE_PROFILES } from '../interfaces.js';
import { isKnownInterface } from '../model.js';
import type { RpcCall } from '../wire/index.js';
import { announcedHost, inUrl, plainUrl } from './announce.js';
import { callsOf } from './answers.js';
import { createBinListener } from './bin-listener.js';
import { callbackPath, createRoutes } from './routes.js';
import type { CallbackBounds, CallbackRegistration, CallbackServer, CallbackServerOptions } from './server.js';
import { createXmlListener } from './xml-listener.js';

/** A CCU that got no answer in time sends the same bytes once more; inside this time that is no second event. */
const RETRY_WINDOW_MS = 200;
/** For finding out who sent what could not be read. */
const NO_CALL: RpcCall = { method: '', params: [] };
const LARGEST_REMEMBERED_BYTES = 64 * 1024;

/** Starts listening. Rejects with the system's error when a port is taken. */
export async function openCallbackServer(options: CallbackServerOptions): Promise<CallbackServer> {
  const routes = createRoutes();
  const complaints = createComplaints(options.log);
  const complain = (event: string, message: string) => complaints.report({ event, message });
  const lastBatch = new WeakMap<CallbackRegistration, { readonly body: Buffer; readonly at: number }>();
  const now = options.clock ?? Date.now;

  let bounds: CallbackBounds = options;
  const shared = {
    maxBodyBytes: options.maxBodyBytes ?? 32 * 1024 * 1024,
    mayCall: (peer: string) => bounds.restrictSourceIps !== true || routes.mayCall(peer),
    complain,
  };

  function deliver(registration: CallbackRegistration, call: RpcCall, body: Buffer): void {
    if (isRepetition(registration, call, body)) return;
    for (const single of callsOf(call)) {
      try {
        registration.handler(single);
      } catch {
        const { central, interfaceName } = registration;
        complaints.report({
          level: 'error',
          event: 'callback.handler_failed',
          message: 'a call could not be worked on',
          central,
          interfaceName,
        });
      }
    }
  }

  function isRepetition(registration: CallbackRegistration, call: RpcCall, body: Buffer): boolean {
    if (call.method !== 'system.multicall' || body.length > LARGEST_REMEMBERED_BYTES) return false;
    const before = lastBatch.get(registration);
    const at = now();
    lastBatch.set(registration, { body, at });
    return before !== undefined && at - before.at < RETRY_WINDOW_MS && before.body.equals(body);
  }

  const xml = createXmlListener({
    ...shared,
    knows: (path, call) => routes.byPath(path, call) !== undefined,
    deliver: (path, call, body) => deliver(routes.byPath(path, call)!, call, body),
    unreadable: (path) => routes.byPath(path, NO_CALL)?.onUnreadable?.(),
  });
  const bin = createBinListener({
    ...shared,
    unreadable: (peer) => routes.byPeer(peer, NO_CALL)?.onUnreadable?.(),
    deliver(peer, call, body) {
      const registration = routes.byPeer(peer, call);
      if (registration !== undefined) deliver(registration, call, body);
      else complain('callback.unknown_peer', 'a BIN-RPC call came from no configured CUxD');
    },
  });
  const sockets = new Set<Socket>();
  for (const server of [xml, bin]) {
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
  }

  function reconfigure(next: CallbackBounds): void {
    bounds = next;
    for (const server of [xml, bin]) server.maxConnections = bounds.maxConnections ?? 64;
    for (const socket of sockets) if (!shared.mayCall(socket.remoteAddress ?? '')) socket.destroy();
  }
  reconfigure(options);

  const port = await listen(xml, options.host, options.port);
  const binPort = await listen(bin, options.host, options.binPort).catch(async (error: unknown) => {
    await stop(xml);
    throw error;
  });

  return {
    port,
    binPort,
    reconfigure,
    register(registration) {
      const remove = routes.add(registration);
      void routes.resolve(registration.ccuHost);
      return {
        async announce() {
          await routes.resolve(registration.ccuHost);
          const { publicHost, host: boundTo } = options;
          const { host, from } = await announcedHost({ publicHost, boundTo, ccuHost: registration.ccuHost });
          const urlFor = (name: string) =>
            registration.protocol === 'bin'
              ? `xmlrpc_bin://${inUrl(name)}:${binPort}`
              : `http://${inUrl(name)}:${port}${callbackPath(registration)}`;
          const { interfaceId, interfaceName } = registration;
          const isPlain = isKnownInterface(interfaceName) && INTERFACE_PROFILES[interfaceName].plainCallbacks;
          return { url: isPlain ? await plainUrl(urlFor, { host, interfaceId }) : urlFor(host), from };
        },
        remove,
      };
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all([stop(xml), stop(bin)]);
    },
  };
}

function listen(server: NetServer, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.removeListener('error', reject);
      // Errors of single connections are handled there; the listener itself must not take the process down.
      server.on('error', () => undefined);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function stop(server: NetServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
