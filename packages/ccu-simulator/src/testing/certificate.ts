import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { SimulatorTls } from '../net/tls.js';

const tagged = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const { length } = body;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), body]);
  if (length < 0x100) return Buffer.concat([Buffer.from([tag, 0x81, length]), body]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), body]);
};
const sequence = (...parts: readonly Buffer[]) => tagged(0x30, ...parts);
const bitString = (content: Buffer) => tagged(0x03, Buffer.from([0]), content);
const objectId = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'));
const utcTime = (text: string) => tagged(0x17, Buffer.from(text, 'latin1'));

const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'));
const COMMON_NAME = objectId('550403');

/** Version 3, serial 1, issuer and subject the same name. */
function toBeSigned(commonName: string, publicKey: KeyObject): Buffer {
  const name = sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from(commonName, 'utf8')))));
  return sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    sequence(utcTime('200101000000Z'), utcTime('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
}

/** A self-signed certificate as a CCU has one, and its fingerprint for those who pin it. */
export interface SelfSigned extends SimulatorTls {
  /** SHA-256 of the certificate, hex with colons. */
  readonly fingerprint: string;
}

/**
 * Makes a key and a certificate of its own for this name; valid from 2020 to 2049.
 *
 * @example
 * const tls = createSelfSigned('ccu.test');
 * const ccu = await startQuietSimulator({ tls });
 */
export function createSelfSigned(commonName = 'homematic-ccu'): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const body = toBeSigned(commonName, publicKey);
  const signed = sequence(body, ECDSA_WITH_SHA256, bitString(sign('sha256', body, privateKey)));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    // No line may be empty, also where the last one is full.
    cert: [
      '-----BEGIN CERTIFICATE-----',
      ...(signed.toString('base64').match(/.{1,64}/g) ?? []),
      '-----END CERTIFICATE-----',
      '',
    ].join('\n'),
    fingerprint: createHash('sha256')
      .update(signed)
      .digest('hex')
      .toUpperCase()
      .replace(/(..)(?!$)/g, '$1:'),
  };
}
