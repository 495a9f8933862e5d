import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { isIPv4, isIPv6 } from 'node:net';
import { CcuError } from '../model/errors.js';

const ANY = new Set(['', '0.0.0.0', '::', '*']);

export interface AnnouncedHost {
  readonly host: string;
  readonly from: 'configured' | 'bound' | 'detected';
}

/** Host of the callback address for a CCU: as configured, as bound, or the local address of the route to the CCU. */
export async function announcedHost(options: {
  readonly publicHost?: string;
  readonly boundTo: string;
  readonly ccuHost: string;
}): Promise<AnnouncedHost> {
  if (options.publicHost !== undefined && options.publicHost !== '') {
    return { host: options.publicHost, from: 'configured' };
  }
  if (!ANY.has(options.boundTo)) return { host: options.boundTo, from: 'bound' };
  return { host: await localAddressTowards(options.ccuHost), from: 'detected' };
}

/** Connecting a UDP socket sends nothing; it only asks the routing table. */
function localAddressTowards(host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
    let isOver = false;
    const end = (settle: () => void) => {
      if (isOver) return;
      isOver = true;
      socket.close();
      settle();
    };
    const fail = () => end(() => reject(new CcuError('unreachable', 'there is no route to the CCU')));
    socket.on('error', fail);
    // The types have no error here; Node passes one to the callback without a route or for an unknown name, and emits
    // none.
    const connected = (error?: Error) => {
      if (error !== undefined && error !== null) return fail();
      const { address } = socket.address();
      end(() => resolve(address));
    };
    socket.connect(9, host, connected);
  });
}

/** The characters that rfd and hs485d have for the URL of a client and its id together. */
const PLAIN_ROOM = 255;

/** Finds the IPv4 address of a name. */
export type LookUp = (host: string) => Promise<string>;

const lookUpIPv4: LookUp = async (host) => (await lookup(host, { family: 4 })).address;

/**
 * The URL in a form that every interface process can call: with an IPv4 address instead of a name that begins with a digit
 * or is too long. An IPv6 address has no such form.
 */
export async function plainUrl(
  urlFor: (host: string) => string,
  announced: { readonly host: string; readonly interfaceId: string },
  lookUp: LookUp = lookUpIPv4,
): Promise<string> {
  const { host, interfaceId } = announced;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(host)?.[1];
  if (mapped !== undefined) return urlFor(mapped);
  if (isIPv6(host)) {
    throw new CcuError('invalid_argument', `it calls IPv4 addresses only, and ${host} is to be announced to it`);
  }
  const fits = urlFor(host).length + interfaceId.length <= PLAIN_ROOM;
  if (isIPv4(host) || (fits && !/^\d/.test(host))) return urlFor(host);
  const address = await lookUp(host).catch(() => {
    throw new CcuError('invalid_argument', `it cannot call ${host} by name, and the name has no IPv4 address here`);
  });
  return urlFor(address);
}

export function inUrl(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}
