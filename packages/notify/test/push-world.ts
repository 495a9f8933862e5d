import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createAuthority } from '@ccu-gateway/ccu-simulator/testing';
import { importJWK, jwtVerify } from 'jose';

/** A message as the browser of a subscription has it. */
export interface PushedMessage {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly level: string;
  readonly page: string;
  readonly language: string;
  readonly badge: number;
}

interface Pushed {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

const authority = createAuthority();

/** A push service on loopback over TLS that answers 201 until a test changes it. */
export async function startPushService() {
  const received: Pushed[] = [];
  let statusOf: (path: string) => number | undefined = () => 201;
  let headers: Readonly<Record<string, string>> = {};
  const server = createServer(authority.issue(['127.0.0.1']), (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
      const status = statusOf(path);
      if (status !== undefined) response.writeHead(status, headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    received,
    origin,
    /** Trusts this service. */
    ca: authority.cert,
    /** No answer where it is undefined. */
    answerWith(next: (path: string) => number | undefined, more: Readonly<Record<string, string>> = {}) {
      statusOf = next;
      headers = more;
    },
    /** The claims of a request, after a check of its signature (RFC 8292). */
    async claimsOf({ headers: { authorization } }: Pushed) {
      const [, token = '', key = ''] = /^vapid t=([^,]+), k=(\S+)$/.exec(String(authorization)) ?? [];
      const point = Buffer.from(key, 'base64url');
      const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((bytes) => bytes.toString('base64url'));
      const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256');
      const { payload } = await jwtVerify(token, publicKey, { audience: origin, currentDate: new Date(0) });
      return { ...payload, key };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type PushService = Awaited<ReturnType<typeof startPushService>>;

/** The keys of a subscription as a browser has them, and its decryption by RFC 8291. */
export function createBrowserKeys() {
  const keys = createECDH('prime256v1');
  const own = keys.generateKeys();
  const secret = randomBytes(16);
  return {
    p256dh: own.toString('base64url'),
    auth: secret.toString('base64url'),
    read(body: Buffer): PushedMessage {
      const [salt, idLength] = [body.subarray(0, 16), body[20] ?? 0];
      const sender = body.subarray(21, 21 + idLength);
      const record = body.subarray(21 + idLength);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender]);
      const input = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), secret, info, 32));
      const derive = (name: string, length: number) =>
        Buffer.from(hkdfSync('sha256', input, salt, `Content-Encoding: ${name}\0`, length));
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
      decipher.setAuthTag(record.subarray(-16));
      const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      // The last record ends with a 2, and with zeros behind it.
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
    },
  };
}
