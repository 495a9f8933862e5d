import { createSocket } from 'node:dgram';
import { isIPv4 } from 'node:net';
import { serialNumberOf } from '@ccu-gateway/ccu-client';
import type { IgnoredRecords, Search } from '@ccu-gateway/gateway-core/parts';
import type { DiscoveredCcu, IgnoredCcu } from '@ccu-gateway/gateway-core/use-cases';
import type { FactStore } from '@ccu-gateway/storage';
import { askStorage } from '../storage/storage-refusal.js';

const IGNORED_KEY = 'discovery.ignored';

/** The ignored CCUs in the database; undefined without one. */
export function ignoredRecords(facts: Pick<FactStore, 'get' | 'replace'> | undefined): IgnoredRecords | undefined {
  if (facts === undefined) return undefined;
  const stored = () => askStorage(() => facts.get(IGNORED_KEY));
  const listOf = (value: unknown) => (Array.isArray(value) ? (value as readonly IgnoredCcu[]) : []);
  return {
    load: async () => listOf(await stored()),
    async change(decide) {
      for (;;) {
        const before = await stored();
        const after = decide(listOf(before));
        if (await askStorage(() => facts.replace(IGNORED_KEY, before, after))) return;
      }
    },
  };
}

const USN = /^USN:\s*uuid:upnp-BasicDevice-1_0-([A-Za-z0-9]{6,32})(?:::|\s|$)/im;
const LOCATION = /^LOCATION:\s*http:\/\/[^\s]+\/upnp\/basic_dev\.cgi/im;

/** The CCU that an answer speaks of; anything else in the network is none. */
export function ccuOf(text: string, from: string): Omit<DiscoveredCcu, 'lastSeen'> | undefined {
  const serial = serialNumberOf(USN.exec(text)?.[1]);
  if (serial === undefined || !LOCATION.test(text)) return undefined;
  return { serial, name: `CCU ${serial}`, host: from, manufacturer: 'eQ-3' };
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
    socket.on('message', (message, sender) => {
      const ccu = ccuOf(message.toString('latin1').slice(0, 2_048), sender.address);
      if (ccu !== undefined) heard(ccu);
    });
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
