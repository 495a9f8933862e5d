import type { Finding } from '@ccu-gateway/gateway-core/parts';
import type { Pair, PairFault } from './pair.js';
import type { CertificateSource } from './sources.js';

/** Keeps the certificate that is in use, and takes another one when there is. */
export interface CertificateKeeper {
  current(): Pair;
  /** Applies changes since the last check. */
  look(): Promise<void>;
  /** Reads it in any case. */
  reload(): Promise<void>;
  finding(): Finding;
}

export interface KeeperOptions {
  readonly source: CertificateSource;
  readonly first: Pair;
  readonly fault?: PairFault | undefined;
  readonly now: () => number;
  readonly log: {
    info(message: string, fields?: Readonly<Record<string, unknown>>): void;
    error(message: string, fields?: Readonly<Record<string, unknown>>): void;
  };
  /** Connections that come from now on see it. */
  readonly use: (pair: Pair) => void;
}

const DAY_MS = 24 * 3_600_000;
const WARN_BEFORE_MS = 14 * DAY_MS;
/** Some certificates live for some days only. */
const WARN_SHARE = 1 / 6;

/**
 * Keeps a certificate up to date. An unusable one leaves the previous one in place, and is reported in the finding; so
 * does an expired one, as long as the one in use is valid.
 */
export function createCertificateKeeper(options: KeeperOptions): CertificateKeeper {
  const { source, now, log, use } = options;
  let current = options.first;
  let fault = options.fault;
  let stamp = source.stamp();

  const hasEnded = ({ notAfter }: Pair) => now() >= notAfter;

  async function take(): Promise<void> {
    const result = await source.read();
    const refused = result.fault ?? (result.pair && endedOf(result.pair));
    if (refused !== undefined && refused.reason !== fault?.reason) {
      log.error('tls.certificate.refused', { reason: refused.reason, note: refused.message });
    }
    fault = refused;
    const next = result.pair;
    if (next === undefined || next.fingerprint === current.fingerprint || endedOf(next) !== undefined) return;
    use(next);
    current = next;
    log.info('tls.certificate.changed', describe(next));
  }

  function endedOf(next: Pair): PairFault | undefined {
    if (!hasEnded(next) || hasEnded(current) || next.fingerprint === current.fingerprint) return undefined;
    const message = `the new certificate has ended on ${dateOf(next.notAfter)}: replace it with a renewed one`;
    return { setting: 'cert_file', reason: 'certificate_expired', message };
  }

  return {
    current: () => current,
    async look() {
      const seen = source.stamp();
      if (seen === stamp) return;
      stamp = seen;
      await take();
    },
    async reload() {
      stamp = source.stamp();
      await take();
    },
    finding() {
      if (fault !== undefined) {
        const still = source.selfSigned ? '' : '; the certificate before it is still in use';
        return { status: 'degraded', reason: fault.reason, note: `${fault.message}${still}` };
      }
      return lifeOf(current, now(), source.selfSigned);
    },
  };
}

/** Fields of a certificate for the log. */
export function describe({ fingerprint, notAfter }: Pair): Readonly<Record<string, unknown>> {
  return { fingerprint, until: new Date(notAfter).toISOString() };
}

function lifeOf({ notBefore, notAfter }: Pair, at: number, selfSigned: boolean): Finding {
  const degraded = (reason: string, note: string): Finding => ({ status: 'degraded', reason, note });
  if (at >= notAfter) {
    return degraded(
      'certificate_expired',
      `the certificate has ended on ${dateOf(notAfter)}: replace it with a renewed one, which counts within seconds`,
    );
  }
  if (at < notBefore) {
    return degraded(
      'certificate_not_yet_valid',
      `the certificate begins on ${dateOf(notBefore)}: look whether the clock is right`,
    );
  }
  const warnAt = notAfter - Math.min(WARN_BEFORE_MS, (notAfter - notBefore) * WARN_SHARE);
  if (at >= warnAt && !selfSigned) {
    return degraded(
      'certificate_ends_soon',
      `the certificate ends on ${dateOf(notAfter)}: renew it, the new files count within seconds`,
    );
  }
  return { status: 'healthy' };
}

function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
