import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import { createComplaints } from '../log/complaints.js';
import { factsOf, interfacesWhere } from '../model/interfaces.js';
import type { RpcCall } from '../wire/codecs/index.js';
import { announcedHost, inUrl, plainUrl } from './announce.js';
import { createBinListener } from './bin-listener.js';
import { createDelivery } from './deliver.js';
import { callbackPath, createRoutes } from './routes.js';
import type {
  Announced,
  CallbackBounds,
  CallbackRegistration,
  CallbackServer,
  CallbackServerOptions,
} from './server.js';
import { createXmlListener } from './xml-listener.js';

const BIN_INTERFACES = interfacesWhere(({ protocol }) => protocol === 'bin').join(' or ');

/** For finding out who sent what could not be read. */
const NO_CALL: RpcCall = { method: '', params: [] };

/**
 * Starts the callback server. A process needs one for all its CCUs.
 *
 * @throws the system's error, for example with the code `EADDRINUSE`, when it cannot listen
 *
 * @example
 * const callbacks = await openCallbackServer({ host: '0.0.0.0', port: 8120, binPort: 8129 });
 */
export async function openCallbackServer(options: CallbackServerOptions): Promise<CallbackServer> {
  const routes = createRoutes();
  const complaints = createComplaints(options.log);
  const complain = (event: string, message: string) => complaints.report({ event, message });
  const deliver = createDelivery(complaints, options.clock ?? Date.now);

  let bounds: CallbackBounds = options;
  const shared = {
    maxBodyBytes: options.maxBodyBytes ?? 32 * 1024 * 1024,
    mayCall: (peer: string) => bounds.restrictSourceIps !== true || routes.mayCall(peer),
    complain,
    dropped(peer: string) {
      complain('callback.too_many', 'a connection was refused, because there are too many');
      for (const registration of routes.from(peer)) registration.onUnreadable?.();
    },
  };

  const xml = createXmlListener({
    ...shared,
    knows: (path, call) => routes.byPath(path, call) !== undefined,
    deliver: (path, call, exchange) => deliver(routes.byPath(path, call)!, call, exchange),
    unreadable: (path) => routes.byPath(path, NO_CALL)?.onUnreadable?.(),
  });
  const bin = createBinListener({
    ...shared,
    unreadable: (peer) => routes.byPeer(peer, NO_CALL)?.onUnreadable?.(),
    deliver(peer, call, exchange) {
      const registration = routes.byPeer(peer, call);
      if (registration !== undefined) deliver(registration, call, exchange);
      else complain('callback.unknown_peer', `a BIN-RPC call came from no configured ${BIN_INTERFACES}`);
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
          return await announcement(registration, options, { port, binPort });
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

/** Where the CCU is to call this registration. */
async function announcement(
  registration: CallbackRegistration,
  { publicHost, host: boundTo }: CallbackServerOptions,
  { port, binPort }: { readonly port: number; readonly binPort: number },
): Promise<Announced> {
  const { interfaceId, interfaceName, protocol, ccuHost } = registration;
  const { host, from } = await announcedHost({ publicHost, boundTo, ccuHost });
  const urlFor = (name: string) =>
    protocol === 'bin'
      ? `xmlrpc_bin://${inUrl(name)}:${binPort}`
      : `http://${inUrl(name)}:${port}${callbackPath(registration)}`;
  const isPlain = factsOf(interfaceName).plainCallbacks;
  return { url: isPlain ? await plainUrl(urlFor, { host, interfaceId }) : urlFor(host), from };
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
