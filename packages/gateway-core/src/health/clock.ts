import type { Finding } from './health.js';

/** This program did not exist before. */
const EARLIEST = Date.UTC(2026, 0, 1);
/** Sessions, tokens and event numbers would outlive everyone. */
const LATEST = Date.UTC(2100, 0, 1);
/** Time zones that were mixed up, and a day of drift. */
const TOLERANCE_MS = 24 * 3_600_000;

/**
 * Obvious faults of the machine's clock: small computers without a battery start in 1970, and certificates, sessions
 * and timestamps are wrong with them. Checked each time, because the network usually sets it right soon.
 *
 * @example
 * const { status, note } = clockFinding(time.now(), lastStart);
 */
export function clockFinding(now: number, lastStart: number | undefined): Finding {
  const wrong = wrongness(now, lastStart);
  if (wrong === undefined) return { status: 'healthy' };
  const shown = new Date(now).toISOString();
  return {
    status: 'degraded',
    note: `the clock of this machine is at ${shown}, which ${wrong}: set it, for example by NTP`,
  };
}

function wrongness(now: number, lastStart: number | undefined): string | undefined {
  if (now < EARLIEST) return 'is before this program was written';
  if (now > LATEST) return 'is far in the future';
  if (lastStart === undefined || lastStart > LATEST || now >= lastStart - TOLERANCE_MS) return undefined;
  return `is before the last start of the gateway (${new Date(lastStart).toISOString()})`;
}

/**
 * Calls `say` when the clock turns wrong, not at each check.
 *
 * @example
 * const watch = createClockWatch(() => clockFinding(time.now(), lastStart), (note) => log.error(note));
 */
export function createClockWatch(look: () => Finding, say: (note: string) => void): () => void {
  let wrong = false;
  return () => {
    const { note } = look();
    if (note !== undefined && !wrong) say(note);
    wrong = note !== undefined;
  };
}
