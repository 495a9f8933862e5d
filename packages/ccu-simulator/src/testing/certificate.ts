import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';
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

const BASIC_CONSTRAINTS = objectId('551d13');
const ALTERNATIVE_NAMES = objectId('551d11');
const YES = tagged(0x01, Buffer.from([0xff]));
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;

const nameOf = (commonName: string) =>
  sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from(commonName, 'utf8')))));
const extension = (id: Buffer, ...parts: readonly Buffer[]) =>
  sequence(id, ...parts.slice(0, -1), octets(parts.at(-1)));
const octets = (content: Buffer = Buffer.alloc(0)) => tagged(0x04, content);

interface Content {
  readonly commonName: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  readonly until?: string;
  readonly extensions?: readonly Buffer[];
}

/** Version 3, serial 1. */
function toBeSigned({ commonName, issuer, publicKey, until = '491231235959Z', extensions = [] }: Content): Buffer {
  return sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    nameOf(issuer),
    sequence(utcTime('200101000000Z'), utcTime(until)),
    nameOf(commonName),
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(extensions.length === 0 ? [] : [tagged(0xa3, sequence(...extensions))]),
  );
}

const signedBy = (body: Buffer, key: KeyObject) =>
  sequence(body, ECDSA_WITH_SHA256, bitString(sign('sha256', body, key)));

const privateText = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** No line may be empty, also where the last one is full. */
const certificateText = (signed: Buffer) =>
  [
    '-----BEGIN CERTIFICATE-----',
    ...(signed.toString('base64').match(/.{1,64}/g) ?? []),
    '-----END CERTIFICATE-----',
    '',
  ].join('\n');

/** Signs certificates. Trust in `cert` covers all of them. */
export interface Authority {
  readonly cert: string;
  /** For names of hosts and IPv4 addresses; valid until 2049, or over since 2021. */
  issue(
    names: readonly string[],
    options?: { readonly isExpired?: boolean },
  ): { readonly key: string; readonly cert: string };
}

/**
 * A private authority.
 *
 * @example
 * const authority = createAuthority();
 * const server = createServer({ ...authority.issue(['127.0.0.1']) });
 */
export function createAuthority(commonName = 'house authority'): Authority {
  const own = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const extensions = [extension(BASIC_CONSTRAINTS, YES, sequence(YES))];
  const body = toBeSigned({ commonName, issuer: commonName, publicKey: own.publicKey, extensions });
  return {
    cert: certificateText(signedBy(body, own.privateKey)),
    issue(names, { isExpired = false } = {}) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
      const alternatives = names.map((name) =>
        isIPv4(name)
          ? tagged(IP_ADDRESS, Buffer.from(name.split('.').map(Number)))
          : tagged(DNS_NAME, Buffer.from(name, 'latin1')),
      );
      const leaf = toBeSigned({
        commonName: names[0] ?? '',
        issuer: commonName,
        publicKey,
        ...(isExpired ? { until: '210101000000Z' } : {}),
        extensions: [extension(ALTERNATIVE_NAMES, sequence(...alternatives))],
      });
      return { key: privateText(privateKey), cert: certificateText(signedBy(leaf, own.privateKey)) };
    },
  };
}

/** A self-signed certificate as a CCU has one, with its fingerprint for pinning. */
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
  const signed = signedBy(toBeSigned({ commonName, issuer: commonName, publicKey }), privateKey);
  return {
    key: privateText(privateKey),
    cert: certificateText(signed),
    fingerprint: createHash('sha256')
      .update(signed)
      .digest('hex')
      .toUpperCase()
      .replace(/(..)(?!$)/g, '$1:'),
  };
}
