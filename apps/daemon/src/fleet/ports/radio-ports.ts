import type { CallHandler } from '@ccu-gateway/fleet';
import type { RadioTraffic, RadioTrafficCount, RadioTrafficRow } from '@ccu-gateway/gateway-core';
import { pack } from './carry.js';
import { createMembers, type MembersRemote } from './members.js';

const METHOD = 'radioTraffic.traffic';
const HOUR_MS = 3_600_000;

/**
 * The radio traffic that all gateways of a fleet have counted: each counts what it was asked to write, and what it heard while it was
 * connected with a CCU.
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

/** Answers what other gateways ask of what this one has counted, by the name of the call. */
export function answerRadioTraffic(own: RadioTraffic): Readonly<Record<string, CallHandler>> {
  return { [METHOD]: async () => pack(await own.traffic()) };
}

/** The count of two gateways, whose clocks may stand in different hours. */
function together(a: RadioTrafficCount, b: RadioTrafficCount): RadioTrafficCount {
  const from = Math.max(a.from, b.from);
  const rowsOf = (of: 'writes' | 'reports') => summed([...since(from, a.from, a[of]), ...since(from, b.from, b[of])]);
  return {
    // What the one that started last had counted before is not known.
    since: Math.max(a.since, b.since),
    from,
    writes: rowsOf('writes'),
    reports: rowsOf('reports'),
    unlisted: {
      writes: a.unlisted.writes + b.unlisted.writes,
      reports: a.unlisted.reports + b.unlisted.reports,
    },
  };
}

/** Rows whose first hour is another one; what is older goes. */
function since(from: number, own: number, rows: readonly RadioTrafficRow[]): readonly RadioTrafficRow[] {
  const later = Math.round((from - own) / HOUR_MS);
  return rows.map((row) => ({ ...row, hours: row.hours.map((_, hour) => row.hours[hour + later] ?? 0) }));
}

function summed(rows: readonly RadioTrafficRow[]): readonly RadioTrafficRow[] {
  const byKey = new Map<string, RadioTrafficRow>();
  for (const row of rows) {
    const key = JSON.stringify([row.central, row.address, row.subject]);
    const before = byKey.get(key)?.hours;
    byKey.set(key, { ...row, hours: row.hours.map((count, hour) => count + (before?.[hour] ?? 0)) });
  }
  return [...byKey.values()];
}
