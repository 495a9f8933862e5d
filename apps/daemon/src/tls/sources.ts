import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { restrictRights } from '@ccu-gateway/storage';
import { makeCertificate } from './make-certificate.js';
import { type Pair, type PairResult, pairOf, readPair, UnusablePair } from './pair.js';

/** Where the certificate comes from. */
export interface CertificateSource {
  readonly selfSigned: boolean;
  /** Another text than before when there may be another certificate. */
  stamp(): string;
  read(): Promise<PairResult>;
}

/** Certificate and key in files, which something else renews. */
export function filesSource(certFile: string, keyFile: string): CertificateSource {
  return {
    selfSigned: false,
    stamp: () => `${stampOf(certFile)} ${stampOf(keyFile)}`,
    read: async () => readPair(certFile, keyFile),
  };
}

/** Links are followed: tools that renew certificates often replace the target of a link. */
function stampOf(file: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(file);
    return `${mtimeMs}/${size}/${ino}`;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

const DAY_MS = 24 * 3_600_000;
/** Apple's systems refuse certificates that live longer than 825 days. */
const LIFE_MS = 730 * DAY_MS;
const RENEW_BEFORE_MS = 30 * DAY_MS;
/** Clocks of clients may be behind. */
const BACKDATED_MS = DAY_MS;

/** Certificate and key in one file, so that no crash can part them. */
const FILE = 'tls-self-signed.pem';

export interface SelfSignedOptions {
  readonly dataDir: string;
  /** Host names and addresses of this gateway, asked when a certificate is made. */
  readonly names: () => readonly string[];
  readonly now: () => number;
}

/** A certificate that the gateway makes and keeps in the data directory, and renews before it ends. */
export function selfSignedSource({ dataDir, names, now }: SelfSignedOptions): CertificateSource {
  const file = join(dataDir, FILE);
  let current: Pair | undefined;
  const isDue = ({ notBefore, notAfter }: Pair) => now() < notBefore || now() >= notAfter - RENEW_BEFORE_MS;

  async function make(): Promise<PairResult> {
    const at = now();
    const request = { names: names(), notBefore: at - BACKDATED_MS, notAfter: at + LIFE_MS, serial: randomBytes(16) };
    const { cert, key } = await makeCertificate(request);
    current = pairOf(cert, key, { certFile: file, keyFile: file });
    try {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      write(file, `${key}${cert}`);
      return { pair: current };
    } catch (error) {
      const why = (error as NodeJS.ErrnoException).code ?? 'unknown error';
      const message = `the self-signed certificate could not be written to ${file} (${why}): it is another one after each start until the directory can be written`;
      return { pair: current, fault: { setting: 'mode', reason: 'certificate_unwritten', message } };
    }
  }

  return {
    selfSigned: true,
    stamp: () => (current !== undefined && isDue(current) ? 'due' : 'good'),
    async read() {
      current ??= kept(file);
      return current === undefined || isDue(current) ? make() : { pair: current };
    },
  };
}

/** A damaged or missing pair is made anew. */
function kept(file: string): Pair | undefined {
  try {
    const text = readFileSync(file, 'latin1');
    // The permissions of a copied file may have been open to others.
    restrictRights(file, 0o600);
    return pairOf(text, text, { certFile: file, keyFile: file });
  } catch (error) {
    if (error instanceof UnusablePair || (error as NodeJS.ErrnoException).code !== undefined) return undefined;
    throw error;
  }
}

function write(file: string, text: string): void {
  const temporary = `${file}.new`;
  rmSync(temporary, { force: true });
  const descriptor = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporary, file);
}
