import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CliError, EXIT, usageError } from '../terminal/exit.js';
import type { CliIo } from '../terminal/io.js';

/** Trust in the certificate of a gateway that no authority of the system has signed. */
export type Trust =
  | { readonly kind: 'ca' /** PEM. */; readonly ca: string }
  | { readonly kind: 'fingerprint' /** SHA-256, lower-case hex. */; readonly fingerprint: string }
  | { readonly kind: 'insecure' };

/** The options of a command that say it. */
export interface TrustFlags {
  readonly ca?: string | undefined;
  readonly fingerprint?: string | undefined;
  readonly insecure?: boolean | undefined;
}

const FINGERPRINT = /^(?:[0-9a-f]{2}:?){31}[0-9a-f]{2}$/i;
const FINGERPRINT_FIX = 'the gateway names it in its log and on /api/v1/info';

/**
 * Reads the trust settings: flags first, then the environment, then the login. @throws CliError for contradictory or
 * unusable ones
 */
export function readTrust(
  { env, cwd }: Pick<CliIo, 'env' | 'cwd'>,
  flags: TrustFlags,
  url: string,
  kept?: TrustFlags,
): Trust | undefined {
  const named = [
    ...(flags.ca === undefined ? [] : ['--ca']),
    ...(flags.fingerprint === undefined ? [] : ['--fingerprint']),
    ...(flags.insecure === true ? ['--insecure'] : []),
  ];
  if (named.length > 1) throw usageError(`${named.join(' and ')} contradict each other`, 'leave one of them');
  if (named.length === 1 && !url.startsWith('https:')) {
    throw usageError(
      `${named[0]} needs an address that begins with https://`,
      'for example --url https://localhost:8119',
    );
  }
  if (!url.startsWith('https:')) return undefined;
  if (flags.insecure === true) return { kind: 'insecure' };
  const fromEnvironment = named.length === 0;
  const ofEnvironment = { ca: env.CCU_GATEWAY_CA || undefined, fingerprint: env.CCU_GATEWAY_FINGERPRINT || undefined };
  const isSaid = ofEnvironment.ca !== undefined || ofEnvironment.fingerprint !== undefined;
  const { ca, fingerprint } = fromEnvironment ? (isSaid ? ofEnvironment : (kept ?? {})) : flags;
  if (fingerprint !== undefined) {
    if (!FINGERPRINT.test(fingerprint)) {
      throw usageError('a fingerprint is a SHA-256: 64 hex digits, colons allowed', FINGERPRINT_FIX);
    }
    return { kind: 'fingerprint', fingerprint: plain(fingerprint) };
  }
  return ca === undefined ? undefined : { kind: 'ca', ca: readCa(resolve(cwd, ca)) };
}

/** The code of the error where a gateway shows another certificate than that of `--fingerprint`. */
export const OTHER_CERTIFICATE = 'OTHER_CERTIFICATE';

/** The words for a certificate that is not trusted; undefined for every other reason. */
export function distrust(code: string, url: string): CliError | undefined {
  const untrusted = (why: string, fix: string) =>
    new CliError(EXIT.unreachable, 'tls_untrusted', `the certificate of ${new URL(url).origin} ${why}`, { fix });
  switch (code) {
    case OTHER_CERTIFICATE:
      return untrusted('is not the one of --fingerprint', `look whether it was renewed: ${FINGERPRINT_FIX}`);
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return untrusted('is for other names', 'use a name of the certificate, or --fingerprint SHA256');
    case 'CERT_HAS_EXPIRED':
      return untrusted('has ended', 'renew it at the gateway, or use --fingerprint SHA256');
    case 'CERT_NOT_YET_VALID':
      return untrusted('is not valid yet', 'look whether the clocks are right');
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return untrusted('is of no known authority', `--fingerprint SHA256 (${FINGERPRINT_FIX}) or --ca FILE`);
    default:
      return undefined;
  }
}

function readCa(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw usageError(
      `--ca: ${file} cannot be read (${why})`,
      'name the PEM file of the authority or of the certificate',
    );
  }
  try {
    if (!text.includes('BEGIN CERTIFICATE')) throw new Error('none in it');
    // Loaded here, because few commands name a certificate and TLS is slow to load.
    process.getBuiltinModule('node:tls').createSecureContext({ ca: text });
  } catch {
    throw usageError(
      `--ca: ${file} holds no certificate in PEM form`,
      'from DER: openssl x509 -inform der -in FILE -out ca.pem',
    );
  }
  return text;
}

/** As two fingerprints are compared. */
export function plain(fingerprint: string): string {
  return fingerprint.replaceAll(':', '').toLowerCase();
}
