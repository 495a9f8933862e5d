import type { CallAnswer } from '@ccu-gateway/client';

export type AuditEntry = CallAnswer<'listAudit'>[number];
export type LoggedEvent = CallAnswer<'listEvents'>['events'][number];

export interface Count {
  readonly name: string;
  readonly count: number;
}

/** Actions that end in a message over the air. */
const SENDING =
  /^(data_point_write|custom_data_point_operation|paramset_|link_|schedule_|active_profile|device_config_restore)/;

/** Who wrote how often, the most first. */
export function writesBy(
  entries: readonly AuditEntry[],
  part: 'subject' | 'device_address',
  isRadio: (address: string) => boolean,
): readonly Count[] {
  return counted(
    entries
      .filter(
        ({ action, device_address: address }) => SENDING.test(action) && address !== undefined && isRadio(address),
      )
      .map((entry) => entry[part] ?? '—'),
  );
}

/** Which devices reported how often, the most first. */
export function reportsBy(events: readonly LoggedEvent[], isRadio: (address: string) => boolean): readonly Count[] {
  return counted(
    events.flatMap(({ type, payload }) => {
      const address = payload.device_address;
      const isReport = type === 'datapoint.value_changed' || type === 'device.trigger';
      return isReport && typeof address === 'string' && isRadio(address) ? [address] : [];
    }),
  );
}

function counted(names: readonly string[]): readonly Count[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}

/** dBm; what cannot be one (0, 128, 65536) means that nothing was measured. */
export function rssiOf(value: unknown): number | undefined {
  return typeof value === 'number' && value < 0 && value > -128 ? value : undefined;
}

export type Quality = 'strong' | 'fair' | 'weak';

export function qualityOf(dbm: number): Quality {
  if (dbm >= -75) return 'strong';
  return dbm >= -90 ? 'fair' : 'weak';
}

/** A radio module may send one percent of an hour. */
const SECONDS_AN_HOUR = 36;

/** Seconds of sending that are left of this hour. */
export function secondsLeft(dutyCycle: number): number {
  return (SECONDS_AN_HOUR * Math.max(0, 100 - dutyCycle)) / 100;
}
