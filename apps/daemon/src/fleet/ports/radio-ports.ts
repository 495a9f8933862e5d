import type { CallHandler } from '@ccu-gateway/fleet';
import type { RadioTraffic, RadioTrafficCount, RadioTrafficRow } from '@ccu-gateway/gateway-core/use-cases';
import { pack } from './carry.js';
import { createMembers, type MembersRemote } from './members.js';

const METHOD = 'radioTraffic.traffic';
const HOUR_MS = 3_600_000;

/**
 * The radio traffic that all gateways of a fleet have counted: each counts its own writes, and the reports that it
 * heard while it was connected with a CCU.
 *
 * @example
 * const radioTraffic = remoteRadioTraffic(own, fleetPart.remote);
 */
export function remoteRadioTraffic(own: RadioTraffic, remote: MembersRemote): RadioTraffic {
  const { all, ask } = createMembers(remote);
  return {
    async traffic() {
      // Every gateway answers with such a count.
      const others = (await all()).map((member) => ask(member, METHOD, []) as Promise<RadioTrafficCount>);
      const [first, ...rest] = await Promise.all([own.traffic(), ...others]);
      return rest.reduce(together, first as RadioTrafficCount);
    },
  };
}

/** Answers calls of other gateways for the counts of this one, by the name of the call. */
export function answerRadioTraffic(own: RadioTraffic): Readonly<Record<string, CallHandler>> {
  return { [METHOD]: async () => pack(await own.traffic()) };
}

/** Adds the counts of another gateway to those of this one. */
function together(own: RadioTrafficCount, other: RadioTrafficCount): RadioTrafficCount {
  const rowsOf = (of: 'writes' | 'reports') => summed([...own[of], ...laidOver(own.from, other.from, other[of])]);
  return {
    // Only the counts of a gateway before its last start are missing.
    since: Math.min(own.since, other.since),
    from: own.from,
    writes: rowsOf('writes'),
    reports: rowsOf('reports'),
    unlisted: {
      writes: own.unlisted.writes + other.unlisted.writes,
      reports: own.unlisted.reports + other.unlisted.reports,
    },
  };
}

/**
 * Rows hour by hour as here. Around a full hour another one runs there already, or not yet; a larger difference is that of clocks, and the
 * newest hour is the one that runs there.
 */
function laidOver(here: number, there: number, rows: readonly RadioTrafficRow[]): readonly RadioTrafficRow[] {
  const later = Math.round((there - here) / HOUR_MS);
  if (Math.abs(later) !== 1) return rows;
  return rows.map((row) => {
    const hours = row.hours.map((_, hour) => row.hours[hour - later] ?? 0);
    if (later === 1) hours[hours.length - 1] = (hours.at(-1) ?? 0) + (row.hours.at(-1) ?? 0);
    return { ...row, hours };
  });
}

function summed(rows: readonly RadioTrafficRow[]): readonly RadioTrafficRow[] {
  const byKey = new Map<string, RadioTrafficRow>();
  for (const row of rows) {
    const key = JSON.stringify([row.central, row.address, row.subject, row.scheme, row.token, row.home]);
    const before = byKey.get(key)?.hours;
    byKey.set(key, { ...row, hours: row.hours.map((count, hour) => count + (before?.[hour] ?? 0)) });
  }
  return [...byKey.values()];
}
