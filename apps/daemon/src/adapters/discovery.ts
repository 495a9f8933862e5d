import { createSocket } from 'node:dgram';
import { isIPv4 } from 'node:net';
import { serialNumberOf } from '@ccu-gateway/ccu-client';
import type { DiscoveredCcu, Discovery, IgnoredCcu } from '@ccu-gateway/gateway-core';
import { every, noStorage } from '@ccu-gateway/gateway-core/parts';
import type { FactStore } from '@ccu-gateway/storage';
import { durationMs, type GatewayConfig } from '../config/index.js';
import { askStorage } from '../storage/storage-refusal.js';
import type { Time } from '../time/time.js';

/** Sends one question to the local network and hands over every answer until it is stopped. */
export type Search = (heard: (text: string, from: string) => void) => () => void;

export interface DiscoveryDeps {
  /** Keeps the ignored ones. */
  readonly facts: FactStore | undefined;
  readonly time: Time;
  readonly search: Search;
  readonly config: () => GatewayConfig['north']['discovery']['ssdp'];
}

export interface CcuDiscovery extends Discovery {
  /** Ends searching by itself, and a search that is under way. */
  stop(): void;
}

const LISTEN_MS = 1_500;
/** A CCU that was not heard of for so long may be gone. */
const FORGET_MS = 30 * 60_000;
const MAX_KNOWN = 64;
const IGNORED_KEY = 'discovery.ignored';

/** How often the setting is looked at, which is also the shortest pause between two searches. */
const LOOK_MS = 5_000;

/** Looks for CCUs from time to time where that is switched on, and at every request. */
export function createDiscovery({ facts, time, search, config }: DiscoveryDeps): CcuDiscovery {
  const known = new Map<string, DiscoveredCcu>();
  let searching: { readonly done: Promise<void>; readonly end: () => void } | undefined;
  let searchedAt = Number.NEGATIVE_INFINITY;

  /** Who asks during a search waits for that one. */
  function look(): Promise<void> {
    searching ??= begin();
    return searching.done;
  }

  function begin(): { readonly done: Promise<void>; readonly end: () => void } {
    searchedAt = time.now();
    let end = () => {};
    const done = new Promise<void>((resolve) => {
      const stop = search((text, from) => {
        const ccu = ccuOf(text, from, time.now());
        if (ccu !== undefined && (known.size < MAX_KNOWN || known.has(ccu.serial))) known.set(ccu.serial, ccu);
      });
      const cancel = time.after(LISTEN_MS, () => end());
      end = () => {
        cancel();
        stop();
        searching = undefined;
        resolve();
      };
    });
    return { done, end: () => end() };
  }

  function searchWhenDue(): void {
    const { enabled, interval } = config();
    const pauseMs = durationMs(interval);
    if (enabled && pauseMs > 0 && time.now() - searchedAt >= pauseMs) void look();
  }

  const stopLooking = every(time, LOOK_MS, searchWhenDue, () => {});

  async function ignored(): Promise<readonly IgnoredCcu[]> {
    if (facts === undefined) return [];
    const stored = await askStorage(() => facts.get(IGNORED_KEY));
    return Array.isArray(stored) ? (stored as readonly IgnoredCcu[]) : [];
  }

  async function keep(list: readonly IgnoredCcu[]): Promise<void> {
    if (facts === undefined) throw noStorage();
    await askStorage(() => facts.put(IGNORED_KEY, list));
  }

  return {
    async discovered() {
      await look();
      for (const [serial, { lastSeen }] of known) if (time.now() - lastSeen > FORGET_MS) known.delete(serial);
      const left = new Set((await ignored()).map(({ serial }) => serial));
      return [...known.values()].filter(({ serial }) => !left.has(serial));
    },
    ignored,
    async ignore(entry) {
      const others = (await ignored()).filter(({ serial }) => serial !== entry.serial);
      await keep([...others, entry]);
    },
    async unignore(serial) {
      const before = await ignored();
      const rest = before.filter((entry) => entry.serial !== serial);
      if (rest.length === before.length) return false;
      await keep(rest);
      return true;
    },
    stop() {
      stopLooking();
      searching?.end();
    },
  };
}

const USN = /^USN:\s*uuid:upnp-BasicDevice-1_0-([A-Za-z0-9]{6,32})(?:::|\s|$)/im;
const LOCATION = /^LOCATION:\s*http:\/\/[^\s]+\/upnp\/basic_dev\.cgi/im;

/** The CCU that an answer speaks of; anything else in the network is none. */
export function ccuOf(text: string, from: string, now: number): DiscoveredCcu | undefined {
  const serial = serialNumberOf(USN.exec(text)?.[1]);
  if (serial === undefined || !LOCATION.test(text)) return undefined;
  return { serial, name: `CCU ${serial}`, host: from, manufacturer: 'eQ-3', lastSeen: now };
}

/** Where the question goes. */
export interface SearchTarget {
  readonly address: string;
  readonly port: number;
}

/** Everything in the local network that answers searches. */
const EVERYBODY: SearchTarget = { address: '239.255.255.250', port: 1900 };

/**
 * Asks by SSDP. `from` is the address the gateway takes calls on: when it is one of this machine's networks, only that
 * network is asked.
 */
export function searchBySsdp(from: string, { address, port }: SearchTarget = EVERYBODY): Search {
  const local = isIPv4(from) && from !== '0.0.0.0' ? from : undefined;
  const question = [
    'M-SEARCH * HTTP/1.1',
    `HOST: ${EVERYBODY.address}:${EVERYBODY.port}`,
    'MAN: "ssdp:discover"',
    'MX: 1',
    'ST: upnp:rootdevice',
    '',
    '',
  ].join('\r\n');
  return (heard) => {
    const socket = createSocket('udp4');
    let open = true;
    const close = () => {
      if (!open) return;
      open = false;
      socket.close();
    };
    // Where there is no network there is no CCU to find.
    socket.on('error', close);
    socket.on('message', (message, sender) => heard(message.toString('latin1').slice(0, 2_048), sender.address));
    socket.bind({ port: 0, ...(local === undefined ? {} : { address: local }) }, () => {
      if (!open) return;
      if (local !== undefined) socket.setMulticastInterface(local);
      socket.send(question, port, address, (error) => {
        if (error !== null) close();
      });
    });
    return close;
  };
}
