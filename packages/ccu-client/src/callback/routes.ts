import { createHash } from 'node:crypto';
import type { RpcCall } from '../wire/codecs/index.js';
import type { CallbackRegistration } from './server.js';

/** One BIN-RPC connection of a CCU to us. */
export interface BinPeer {
  readonly address: string;
}

/** Registrations, and the registration of a call. */
export interface Routes {
  add(registration: CallbackRegistration): { readonly path: string; readonly remove: () => void };
  /** By the exact path that the CCU was given. */
  byPath(path: string): CallbackRegistration | undefined;
  /**
   * BIN-RPC has no path: by the echoed id, else by the address of the caller. Where several CCUs share an address, the
   * answer to a ping identifies the connection. Only interfaces that use BIN-RPC at that address are found.
   */
  byPeer(peer: BinPeer, calls: readonly RpcCall[]): CallbackRegistration | undefined;
  /** Registrations of CCUs with this address. */
  from(address: string): readonly CallbackRegistration[];
}

/** Path of one interface of one CCU. `secret` is another one in each run, and only the CCU gets it. */
function callbackPath(
  { central, interfaceName }: Pick<CallbackRegistration, 'central' | 'interfaceName'>,
  secret: string,
): string {
  return `/cb/${secret}/${callbackName(central)}/${encodeURIComponent(interfaceName)}`;
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

export function createRoutes(options: {
  readonly secret: string;
  /** True for an address of this CCU or of this machine. */
  readonly isFrom: (registration: CallbackRegistration, address: string) => boolean;
  /** True when an id is accepted from any address. */
  readonly believesAll: () => boolean;
}): Routes {
  /** By their paths. A process may have a thousand of them, and every call of a CCU needs one. */
  const paths = new Map<string, CallbackRegistration>();
  const bins = new Set<CallbackRegistration>();
  const owners = new WeakMap<BinPeer, CallbackRegistration>();

  /** The id that the calls echo, or the token of a ping that begins with it. */
  const echoed = (calls: readonly RpcCall[], candidates: readonly CallbackRegistration[]) => {
    const id = calls[0]?.params[0];
    const token = calls.find(({ params }) => params[2] === 'PONG')?.params[3];
    return (
      candidates.find(({ interfaceId }) => interfaceId === id) ??
      candidates.find(({ interfaceId }) => typeof token === 'string' && token.startsWith(`${interfaceId}#`))
    );
  };

  return {
    add(registration) {
      const path = callbackPath(registration, options.secret);
      paths.set(path, registration);
      if (registration.protocol === 'bin') bins.add(registration);
      return {
        path,
        remove() {
          bins.delete(registration);
          if (paths.get(path) === registration) paths.delete(path);
        },
      };
    },
    byPath: (path) => paths.get(path),
    byPeer(peer, calls) {
      const near = [...bins].filter((each) => options.isFrom(each, peer.address));
      const known = echoed(calls, options.believesAll() ? [...bins] : near);
      if (known !== undefined) {
        owners.set(peer, known);
        return known;
      }
      const owner = owners.get(peer);
      if (owner !== undefined && bins.has(owner)) return owner;
      return near.length === 1 ? near[0] : undefined;
    },
    from: (address) => [...paths.values()].filter((each) => options.isFrom(each, address)),
  };
}
