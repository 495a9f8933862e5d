import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { CcuError } from '../errors.js';

const ANY = new Set(['', '0.0.0.0', '::', '*']);

export interface AnnouncedHost {
  readonly host: string;
  readonly from: 'configured' | 'bound' | 'detected';
}

/** The host a CCU is told to call: as configured, as bound, or the local address of the route that leads to it. */
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
    const fail = () => {
      socket.close();
      reject(new CcuError('unreachable', 'there is no route to the CCU'));
    };
    socket.once('error', fail);
    socket.connect(9, host, () => {
      const { address } = socket.address();
      socket.close();
      resolve(address);
    });
  });
}

export function inUrl(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}
