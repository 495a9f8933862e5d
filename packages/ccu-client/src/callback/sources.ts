import { lookup } from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Now } from '../model/ports.js';

/** Finds the addresses of a host; empty where it has none. */
type LookUpAll = (host: string) => Promise<readonly string[]>;

/** The addresses from which CCUs call: their own, and those of this machine. */
export interface Sources {
  /** Resolves the addresses of a host; the previous ones stay when none is found. */
  resolve(host: string): Promise<void>;
  /** Resolves all hosts again, at most every ten seconds: an address may have changed. */
  again(): Promise<void>;
  forget(host: string): void;
  /** True for an address of a configured CCU or of this machine. */
  knows(peer: string): boolean;
  /** True for an address of that CCU or of this machine. */
  isOf(host: string, peer: string): boolean;
}

const LOOK_AGAIN_MS = 10_000;

const lookUpAll: LookUpAll = async (host) =>
  (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address);

const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));

export function createSources(deps: {
  readonly elapsed: Now;
  readonly lookUp?: LookUpAll;
  /** Addresses of this machine. */
  readonly own?: () => readonly string[];
}): Sources {
  const { lookUp = lookUpAll, own = ownAddresses } = deps;
  const addresses = new Map<string, ReadonlySet<string>>();
  let here: ReadonlySet<string> = new Set(own().map(plainAddress));
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<unknown> = Promise.resolve();

  async function resolve(host: string): Promise<void> {
    const found = await lookUp(host).catch(() => []);
    if (found.length > 0) addresses.set(host, new Set(found.map(plainAddress)));
    else if (!addresses.has(host)) addresses.set(host, new Set());
  }

  function isHere(address: string): boolean {
    return address === '::1' || address.startsWith('127.') || here.has(address);
  }

  return {
    resolve,
    async again() {
      if (deps.elapsed() - lookedAt >= LOOK_AGAIN_MS) {
        lookedAt = deps.elapsed();
        here = new Set(own().map(plainAddress));
        looking = Promise.all([...addresses.keys()].map(resolve));
      }
      await looking;
    },
    forget: (host) => void addresses.delete(host),
    knows(peer) {
      const address = plainAddress(peer);
      if (isHere(address)) return true;
      for (const known of addresses.values()) if (known.has(address)) return true;
      return false;
    },
    isOf(host, peer) {
      const address = plainAddress(peer);
      return isHere(address) || addresses.get(host)?.has(address) === true;
    },
  };
}

/** An IPv4 address also when it comes dressed as IPv6; an address without its zone. */
function plainAddress(address: string): string {
  const mapped = /^::ffff:(.+)$/i.exec(address)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  return (address.split('%', 1)[0] ?? '').toLowerCase();
}
