import { createHash, generateKeyPairSync, sign } from 'node:crypto';

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const length = body.length < 0x80 ? Buffer.of(body.length) : Buffer.of(0x82, body.length >> 8, body.length & 0xff);
  return Buffer.concat([Buffer.of(tag), length, body]);
};
const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const text = (tag: number, value: string) => der(tag, Buffer.from(value, 'latin1'));

const ECDSA_SHA256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
const COMMON_NAME = Buffer.from('550403', 'hex');

/**
 * Makes a certificate like one that a CCU signs for itself: valid, and signed by no authority. `key` and `cert` are PEM,
 * `fingerprint` is the SHA-256 of the certificate in hex.
 *
 * @example
 * const { key, cert, fingerprint } = selfSigned('ccu.local');
 * const server = createServer({ key, cert });
 * const ccu = connectCcu({ ...options, tls: true, tlsFingerprint: fingerprint });
 */
export function selfSigned(commonName: string): {
  readonly key: string;
  readonly cert: string;
  readonly fingerprint: string;
} {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(der(0x06, COMMON_NAME), text(0x0c, commonName))));
  const validity = sequence(text(0x17, '200101000000Z'), text(0x17, '491231235959Z'));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    ECDSA_SHA256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', body, privateKey));
  const bytes = sequence(body, ECDSA_SHA256, signature);
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    fingerprint: createHash('sha256').update(bytes).digest('hex'),
  };
}
