import { generateKeyPairSync, sign } from 'node:crypto';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import type * as Schema from '@peculiar/asn1-schema';
import type * as X509 from '@peculiar/asn1-x509';

/** Request for a certificate. */
export interface CertificateRequest {
  /** Host names and addresses; the first one is shown as its name. */
  readonly names: readonly string[];
  /** Milliseconds since the Unix epoch. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** Random bytes of its serial number. */
  readonly serial: Uint8Array;
}

const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
const COMMON_NAME = '2.5.4.3';
const COMMON_NAME_LENGTH = 64;

/**
 * Makes a key (EC P-256) and a certificate that it signs itself. The reader of ASN.1 is loaded only for this.
 *
 * @example
 * const { cert, key } = await makeCertificate({ names: ['gateway', '192.168.1.20'], notBefore, notAfter, serial: randomBytes(16) });
 */
export async function makeCertificate(
  request: CertificateRequest,
): Promise<{ readonly cert: string; readonly key: string }> {
  // Not imported: Node may load the first of them twice where both are imported at once, and then finds no schema of the second.
  const load = createRequire(import.meta.url);
  const { AsnConvert, OctetString } = load('@peculiar/asn1-schema') as typeof Schema;
  const x509 = load('@peculiar/asn1-x509') as typeof X509;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = new x509.AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 });
  const commonName = new x509.AttributeTypeAndValue({
    type: COMMON_NAME,
    value: new x509.AttributeValue({ utf8String: (request.names[0] ?? 'gateway').slice(0, COMMON_NAME_LENGTH) }),
  });
  const name = new x509.Name([new x509.RelativeDistinguishedName([commonName])]);
  const extension = (extnID: string, critical: boolean, value: object) =>
    new x509.Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
  const alternatives = request.names.map(
    (each) => new x509.GeneralName(isIP(each) === 0 ? { dNSName: each } : { iPAddress: each }),
  );
  const tbsCertificate = new x509.TBSCertificate({
    version: x509.Version.v3,
    serialNumber: positive(request.serial),
    signature: algorithm,
    issuer: name,
    subject: name,
    validity: new x509.Validity({ notBefore: new Date(request.notBefore), notAfter: new Date(request.notAfter) }),
    subjectPublicKeyInfo: AsnConvert.parse(
      publicKey.export({ type: 'spki', format: 'der' }),
      x509.SubjectPublicKeyInfo,
    ),
    extensions: new x509.Extensions([
      extension(x509.id_ce_basicConstraints, true, new x509.BasicConstraints({ cA: false })),
      extension(x509.id_ce_keyUsage, true, new x509.KeyUsage(x509.KeyUsageFlags.digitalSignature)),
      extension(x509.id_ce_extKeyUsage, false, new x509.ExtendedKeyUsage([x509.id_kp_serverAuth])),
      extension(x509.id_ce_subjectAltName, false, new x509.SubjectAlternativeName(alternatives)),
    ]),
  });
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(tbsCertificate)), privateKey);
  const certificate = new x509.Certificate({
    tbsCertificate,
    signatureAlgorithm: algorithm,
    signatureValue: new Uint8Array(signature).buffer,
  });
  return {
    cert: pem(Buffer.from(AsnConvert.serialize(certificate))),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** A serial number is a positive, non-zero integer; its first byte must not have the sign bit. */
function positive(random: Uint8Array): ArrayBuffer {
  const bytes = new Uint8Array(random);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.buffer;
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
