import { lookup } from 'node:dns/promises';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Timers } from '../model/ports.js';
import type { SeenCertificate } from './model.js';

interface Knock {
  readonly host: string;
  readonly port: number;
  readonly timers: Timers;
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

/** True when a process listens there. */
export function isOpen({ host, port, timers, patienceMs, signal }: Knock): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const cancel = timers.after(patienceMs, () => end(false));
    const gone = () => end(false);
    const end = (open: boolean) => {
      cancel();
      signal.removeEventListener('abort', gone);
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => end(true));
    socket.on('error', gone);
    signal.addEventListener('abort', gone);
  });
}

/** The certificate that a port shows. Nothing is sent over a connection that trusts every one. */
export function seeCertificate({
  host,
  port,
  timers,
  patienceMs,
  signal,
}: Knock): Promise<SeenCertificate | undefined> {
  return new Promise((resolve) => {
    const socket = connectTls({ host, port, rejectUnauthorized: false, minVersion: 'TLSv1.2' });
    const cancel = timers.after(patienceMs, () => end(undefined));
    const gone = () => end(undefined);
    const end = (seen: SeenCertificate | undefined) => {
      cancel();
      signal.removeEventListener('abort', gone);
      socket.destroy();
      resolve(seen);
    };
    socket.once('secureConnect', () => {
      const { fingerprint256, valid_to: validTo } = socket.getPeerCertificate();
      if (typeof fingerprint256 !== 'string') return end(undefined);
      end({ fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(), validTo: Date.parse(validTo) });
    });
    socket.on('error', gone);
    signal.addEventListener('abort', gone);
  });
}

/** The addresses of a host; none where its name is not known. */
export async function addressesOf(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true }).catch(() => []);
  return [...new Set(found.map(({ address }) => address))];
}
