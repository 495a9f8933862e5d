import { createPrivateKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { SignJWT } from 'jose';

/** Half a day: push services refuse more than a day, and the clock of a machine may be wrong by hours. */
const VALID_S = 43_200;
/** Push services ask for an address of the sender. This one reveals nothing about the installation. */
const CONTACT = 'https://www.npmjs.com/package/@ccu-gateway/daemon';

/** Proof of the sender for push services (RFC 8292). */
export interface Vapid {
  /** Uncompressed point of P-256 in base64url: browsers subscribe with it. */
  readonly publicKey: string;
  /** Header `Authorization` of a request to this address. `now` is milliseconds since the Unix epoch. */
  authorization(endpoint: string, now: number): Promise<string>;
}

/** A private key as it is stored: a JSON Web Key of P-256. */
export function newVapidKey(): JsonWebKey {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
}

/** Throws where `jwk` is no private key of P-256. */
export function createVapid(jwk: JsonWebKey): Vapid {
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const bytes = (member: string | undefined) => Buffer.from(member ?? '', 'base64url');
  const publicKey = Buffer.concat([Buffer.of(4), bytes(jwk.x), bytes(jwk.y)]).toString('base64url');
  return {
    publicKey,
    async authorization(endpoint, now) {
      const token = await new SignJWT({ aud: new URL(endpoint).origin, sub: CONTACT })
        .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
        .setExpirationTime(Math.floor(now / 1000) + VALID_S)
        .sign(key);
      return `vapid t=${token}, k=${publicKey}`;
    },
  };
}
