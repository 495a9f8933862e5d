import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';

/** A certificate and its key, of which TLS is known to take them. */
export interface Pair {
  /** PEM, with the authorities after it. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
  /** SHA-256 of the certificate, lower-case hex. */
  readonly fingerprint: string;
  /** Milliseconds since the Unix epoch. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** True for a host name or address of the certificate. */
  covers(name: string): boolean;
}

/** Reason for a missing certificate, with the setting of its file. */
export interface PairFault {
  readonly setting: 'cert_file' | 'key_file' | 'mode';
  /** Stable word for it. */
  readonly reason: string;
  /** The fault and its remedy. */
  readonly message: string;
}

/** A pair, or its fault. */
export type PairResult =
  | { readonly pair: Pair; readonly fault?: PairFault }
  | { readonly pair?: never; readonly fault: PairFault };

/** Far more than a chain of certificates takes. */
const MAX_BYTES = 1024 * 1024;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** Reads a certificate and its key from their files, and checks that they can be used together. */
export function readPair(certFile: string, keyFile: string): PairResult {
  try {
    const cert = read('cert_file', certFile, 'the certificate with its chain, such as fullchain.pem');
    const key = read('key_file', keyFile, 'the key of the certificate, such as privkey.pem');
    return { pair: pairOf(cert, key, { certFile, keyFile }) };
  } catch (error) {
    if (error instanceof UnusablePair) return { fault: error.fault };
    throw error;
  }
}

/** The pair of two PEM texts. @throws UnusablePair */
export function pairOf(
  cert: string,
  key: string,
  { certFile, keyFile }: { readonly certFile: string; readonly keyFile: string },
): Pair {
  const chain = chainOf(cert, certFile);
  const [first] = chain;
  const secret = keyOf(key, keyFile);
  if (!first.checkPrivateKey(secret)) {
    const later = chain.some((each) => each.checkPrivateKey(secret));
    throw later
      ? refuse(
          'cert_file',
          'certificate_order',
          `the certificate of the key is not the first in ${certFile}: put it first, and those of the authorities after it`,
        )
      : refuse(
          'key_file',
          'key_mismatch',
          `the key in ${keyFile} is not that of the certificate in ${certFile}: name the two that were made together`,
        );
  }
  try {
    createSecureContext({ cert, key, minVersion: 'TLSv1.2' });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw refuse(
      'cert_file',
      'certificate_refused',
      `TLS cannot use ${certFile} (${why}): make one with a key of EC P-256 or RSA with 2048 bits or more`,
    );
  }
  return {
    cert,
    key,
    fingerprint: first.fingerprint256.replaceAll(':', '').toLowerCase(),
    notBefore: Date.parse(first.validFrom),
    notAfter: Date.parse(first.validTo),
    covers: (name) => (isIP(name) === 0 ? first.checkHost(name) : first.checkIP(name)) !== undefined,
  };
}

/** A certificate or key that cannot be used. */
export class UnusablePair extends Error {
  override readonly name = 'UnusablePair';

  constructor(readonly fault: PairFault) {
    super(fault.message);
  }
}

function refuse(setting: PairFault['setting'], reason: string, message: string): UnusablePair {
  return new UnusablePair({ setting, reason, message });
}

function read(setting: 'cert_file' | 'key_file', file: string, what: string): string {
  try {
    const stat = statSync(file);
    // Reading a named pipe waits for its writer, and a device may have no end.
    if (!stat.isFile() && !stat.isDirectory()) {
      throw refuse(setting, 'file_unreadable', `${file} is no regular file: name ${what}`);
    }
    if (stat.size > MAX_BYTES) throw refuse(setting, 'file_too_large', `${file} is larger than 1 MiB: name ${what}`);
    return readFileSync(file, 'latin1');
  } catch (error) {
    if (error instanceof UnusablePair) throw error;
    switch ((error as NodeJS.ErrnoException).code) {
      case 'ENOENT':
      case 'ENOTDIR':
        throw refuse(setting, 'file_missing', `there is no file ${file}: name ${what}`);
      case 'EACCES':
      case 'EPERM':
        throw refuse(
          setting,
          'file_forbidden',
          `${file} may not be read by the user that the gateway runs as: give it the right, also to the directories above (setfacl -m u:USER:r, or a copy of its own)`,
        );
      case 'EISDIR':
        throw refuse(setting, 'file_is_directory', `${file} is a directory: name ${what} in it`);
      default:
        throw refuse(
          setting,
          'file_unreadable',
          `${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`,
        );
    }
  }
}

function chainOf(text: string, file: string): readonly [X509Certificate, ...X509Certificate[]] {
  const [first, ...others] = text.match(CERTIFICATE) ?? [];
  if (first === undefined) {
    throw text.includes('PRIVATE KEY-----')
      ? refuse(
          'cert_file',
          'certificate_missing',
          `${file} holds a key and no certificate: cert_file and key_file may be exchanged`,
        )
      : refuse(
          'cert_file',
          'certificate_missing',
          `${file} holds no certificate in PEM form; from DER: openssl x509 -inform der -in ${file} -out cert.pem`,
        );
  }
  try {
    return [new X509Certificate(first), ...others.map((each) => new X509Certificate(each))];
  } catch {
    throw refuse(
      'cert_file',
      'certificate_unreadable',
      `a certificate in ${file} is damaged: fetch it anew from the one that has issued it`,
    );
  }
}

function keyOf(text: string, file: string): KeyObject {
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(text)) {
    throw refuse(
      'key_file',
      'key_encrypted',
      `the key in ${file} is encrypted, and the gateway has no passphrase for it; write it without: openssl pkey -in ${file} -out key.pem && chmod 600 key.pem`,
    );
  }
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) {
    throw text.includes('BEGIN CERTIFICATE')
      ? refuse(
          'key_file',
          'key_missing',
          `${file} holds a certificate and no key: cert_file and key_file may be exchanged`,
        )
      : refuse(
          'key_file',
          'key_missing',
          `${file} holds no key in PEM form; from DER: openssl pkey -inform der -in ${file} -out key.pem`,
        );
  }
  try {
    return createPrivateKey(text);
  } catch {
    throw refuse(
      'key_file',
      'key_unreadable',
      `the key in ${file} is damaged: fetch it anew, or make another with its certificate`,
    );
  }
}
