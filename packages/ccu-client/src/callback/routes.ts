import { createHash } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import type { RpcCall } from '../wire/codecs/index.js';
import { callsOf } from './answers.js';
import type { CallbackRegistration } from './server.js';

/** One BIN-RPC connection of a CCU to us. */
export interface BinPeer {
  readonly address: string;
}

/** Who is registered, and which of them a call is for. */
export interface Routes {
  add(registration: CallbackRegistration): () => void;
  byPath(path: string, call: RpcCall): CallbackRegistration | undefined;
  /**
   * BIN-RPC has no path: by the id that is echoed, else by the address that calls. Where several CCUs share an address,
   * the answer to a ping shows whose connection it is.
   */
  byPeer(peer: BinPeer, call: RpcCall): CallbackRegistration | undefined;
  /** Those whose CCU has this address. */
  from(peer: string): readonly CallbackRegistration[];
  /** Whether the address belongs to a configured CCU or to this machine. */
  mayCall(peer: string): boolean;
  resolve(host: string): Promise<void>;
}

/** The path of one interface of one CCU. */
export function callbackPath(registration: Pick<CallbackRegistration, 'central' | 'interfaceName'>): string {
  return `/cb/${callbackName(registration.central)}/${encodeURIComponent(registration.interfaceName)}`;
}

const LONGEST_NAME = 64;

/**
 * The name of a CCU in plain ASCII, because CCUs echo it through parsers of their own. Encoded umlauts take six characters
 * each and CCUs have little room, so the end of a long name becomes a digest of all of it.
 */
export function callbackName(central: string): string {
  const encoded = encodeURIComponent(central);
  if (encoded.length <= LONGEST_NAME) return encoded;
  const digest = createHash('sha256').update(central).digest('hex').slice(0, 16);
  let begin = '';
  for (const character of central) {
    const longer = begin + encodeURIComponent(character);
    if (longer.length + 1 + digest.length > LONGEST_NAME) break;
    begin = longer;
  }
  return `${begin}-${digest}`;
}

export function createRoutes(): Routes {
  /** With their paths. A process may have a thousand of them, and every call of a CCU looks for one. */
  const registrations = new Map<CallbackRegistration, string>();
  const addresses = new Map<string, ReadonlySet<string>>();
  const owners = new WeakMap<BinPeer, CallbackRegistration>();

  const find = (test: (registration: CallbackRegistration) => boolean) => [...registrations.keys()].filter(test);
  const first = (test: (registration: CallbackRegistration, path: string) => boolean) => {
    for (const [registration, path] of registrations) if (test(registration, path)) return registration;
    return undefined;
  };
  const byId = (call: RpcCall) => {
    const id = idOf(call);
    return id === undefined ? undefined : first(({ interfaceId }) => interfaceId === id);
  };

  const from = (peer: string) => find(({ ccuHost }) => addresses.get(ccuHost)?.has(plain(peer)) === true);

  /** The answer to a ping carries the id of who asked. */
  const byToken = (call: RpcCall) => {
    const single = callsOf(call).find(({ params }) => params[2] === 'PONG');
    const token = single?.params[3];
    return typeof token === 'string' ? first(({ interfaceId }) => token.startsWith(`${interfaceId}#`)) : undefined;
  };

  return {
    add(registration) {
      registrations.set(registration, callbackPath(registration));
      return () => {
        registrations.delete(registration);
        if (first(({ ccuHost }) => ccuHost === registration.ccuHost) === undefined)
          addresses.delete(registration.ccuHost);
      };
    },
    byPath: (path, call) => first((_, known) => known === path) ?? byId(call),
    byPeer(peer, call) {
      const known = byId(call) ?? byToken(call);
      if (known !== undefined) {
        owners.set(peer, known);
        return known;
      }
      const owner = owners.get(peer);
      if (owner !== undefined && registrations.has(owner)) return owner;
      const fromThere = from(peer.address).filter(({ protocol }) => protocol === 'bin');
      return fromThere.length === 1 ? fromThere[0] : undefined;
    },
    from,
    mayCall(peer) {
      const address = plain(peer);
      if (address === '::1' || address.startsWith('127.')) return true;
      return [...addresses.values()].some((known) => known.has(address));
    },
    async resolve(host) {
      const found = await lookup(host, { all: true }).catch(() => []);
      if (found.length > 0) addresses.set(host, new Set(found.map(({ address }) => plain(address))));
    },
  };
}

/** The interface id a call echoes: its first parameter, or that of the first call in a multicall. */
function idOf(call: RpcCall): string | undefined {
  let first = call.params[0];
  if (call.method === 'system.multicall' && Array.isArray(first)) {
    const { params } = (first[0] ?? {}) as { readonly params?: unknown };
    first = Array.isArray(params) ? params[0] : undefined;
  }
  return typeof first === 'string' ? first : undefined;
}

/** An IPv4 address also when it comes dressed as IPv6. */
function plain(address: string): string {
  const mapped = /^::ffff:(.+)$/i.exec(address)?.[1];
  return mapped !== undefined && isIPv4(mapped) ? mapped : address;
}
