import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { CcuError } from '../model/errors.js';

/** How the CCU's certificate is judged. CCUs sign their own, usually for another name. */
export interface TlsTrust {
  readonly insecureSkipVerify?: boolean;
  /** SHA-256 in hex, colons optional. */
  readonly fingerprint?: string;
}

export interface Target {
  readonly host: string;
  readonly port: number;
  /** Absent: plain TCP. */
  readonly tls?: TlsTrust;
}

/** Connects and, with TLS, judges the certificate before a single byte of the conversation is sent. */
export function openSocket(target: Target, done: (error: Error | null, socket?: Socket) => void): () => void {
  if (target.tls === undefined) {
    const socket = connectPlain({ host: target.host, port: target.port, noDelay: true });
    return settle(socket, 'connect', done, () => undefined);
  }
  const { insecureSkipVerify, fingerprint } = target.tls;
  const socket = connectTls({
    host: target.host,
    port: target.port,
    ...(/^[\d.]+$|:/.test(target.host) ? {} : { servername: target.host }),
    minVersion: 'TLSv1.2',
    rejectUnauthorized: insecureSkipVerify !== true && fingerprint === undefined,
    ALPNProtocols: ['http/1.1'],
  });
  return settle(socket, 'secureConnect', done, () => judge(socket, fingerprint));
}

function settle(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  done: (error: Error | null, socket?: Socket) => void,
  check: () => Error | undefined,
): () => void {
  let settled = false;
  const finish = (error: Error | null) => {
    if (settled) return;
    settled = true;
    if (error === null) done(null, socket);
    else {
      socket.destroy();
      done(error);
    }
  };
  socket.on('error', finish);
  socket.once('close', () => finish(new CcuError('unreachable', 'the CCU closed the connection')));
  socket.once(event, () => finish(check() ?? null));
  return () => finish(new CcuError('aborted', 'the caller gave up'));
}

function judge(socket: TLSSocket, fingerprint: string | undefined): Error | undefined {
  if (fingerprint === undefined) return undefined;
  const shown = socket.getPeerX509Certificate()?.fingerprint256 ?? '';
  if (normalise(shown) === normalise(fingerprint)) return undefined;
  return new CcuError('tls_untrusted', 'the CCU shows another certificate than the pinned one');
}

function normalise(fingerprint: string): string {
  return fingerprint.replaceAll(':', '').toLowerCase();
}
