import type { Scope } from '@ccu-gateway/device-model';
import type { RadioTraffic, RadioTrafficRow } from '../../ports/diagnostics.js';
import type { House } from '../../ports/house.js';
import { type Caller, principalOf } from '../../use-case/caller.js';
import { knownScope } from '../../use-case/choose.js';
import { defined } from '../../use-case/defined.js';
import { toTimestamp } from '../../use-case/timestamp.js';
import { useCase } from '../../use-case/use-case.js';

/** Ports of the use case that reports the sources of radio traffic. */
export interface RadioTrafficReading {
  readonly house: House;
  readonly radioTraffic: RadioTraffic;
}

/** Most writers, and most devices, of one answer. */
export const RADIO_TRAFFIC_MAX_ROWS = 500;
const DEFAULT_ROWS = 50;

/**
 * Sources of the radio traffic of the last 24 hours: the gateway's own writes by subject and device, and the reports of
 * devices; those with the most first. Only administrators see subjects; for others the writes to a device are one row.
 * Role `viewer`.
 *
 * @throws GatewayError `not_found` for an unknown central, `service_unready` where one of several gateways does not answer
 * @example
 * const { reports } = await core.as(caller).diagnostics.radioTraffic({ limit: 10 });
 */
export const readRadioTraffic = useCase(
  'viewer',
  async (ports: RadioTrafficReading, caller: Caller, request: Scope & { readonly limit?: number | undefined } = {}) => {
    const { limit = DEFAULT_ROWS, ...asked } = request;
    const { central } = knownScope(ports.house, asked);
    const { since, from, unlisted, ...all } = await ports.radioTraffic.traffic();
    const inScope = (rows: readonly RadioTrafficRow[]) =>
      rows.filter((row) => central === undefined || row.central === central);
    const told = inScope(all.writes);
    const writes = principalOf(caller).role === 'admin' ? told : withoutSubjects(told);
    const reports = inScope(all.reports);
    return {
      since: toTimestamp(since),
      from: toTimestamp(from),
      interfaces: byInterface(writes, reports),
      writes: bodiesOf(ports.house, writes, limit),
      reports: bodiesOf(ports.house, reports, limit),
      unlisted: {
        writes: unlisted.writes + restOf(writes, limit),
        reports: unlisted.reports + restOf(reports, limit),
      },
    };
  },
);

const sum = (hours: readonly number[]): number => hours.reduce((all, count) => all + count, 0);
const add = (a: readonly number[], b: readonly number[]): readonly number[] =>
  a.map((count, hour) => count + (b[hour] ?? 0));

function busiestFirst(rows: readonly RadioTrafficRow[]): readonly RadioTrafficRow[] {
  return [...rows].sort((a, b) => sum(b.hours) - sum(a.hours));
}

const restOf = (rows: readonly RadioTrafficRow[], limit: number): number =>
  busiestFirst(rows)
    .slice(limit)
    .reduce((all, { hours }) => all + sum(hours), 0);

function withoutSubjects(rows: readonly RadioTrafficRow[]): readonly RadioTrafficRow[] {
  const devices = new Map<string, RadioTrafficRow>();
  for (const { subject: _, scheme: _scheme, token: _token, home: _home, client: _client, ...row } of rows) {
    const key = JSON.stringify([row.central, row.address]);
    const before = devices.get(key);
    devices.set(key, before === undefined ? row : { ...row, hours: add(before.hours, row.hours) });
  }
  return [...devices.values()];
}

function byInterface(writes: readonly RadioTrafficRow[], reports: readonly RadioTrafficRow[]) {
  const hoursOf = (rows: readonly RadioTrafficRow[], id: string, none: readonly number[]) => [
    ...rows.filter(({ interfaceId }) => interfaceId === id).reduce((all, { hours }) => add(all, hours), none),
  ];
  const first = new Map([...writes, ...reports].map((row) => [row.interfaceId, row] as const));
  return [...first].map(([id, { central, hours }]) => {
    const none = hours.map(() => 0);
    return {
      central,
      interface_id: id,
      writes: hoursOf(writes, id, none),
      reports: hoursOf(reports, id, none),
    };
  });
}

function bodiesOf(house: House, rows: readonly RadioTrafficRow[], limit: number) {
  return busiestFirst(rows)
    .slice(0, limit)
    .map(({ central, address, interfaceId, subject, scheme, token, home, client, hours }) => {
      const device = house.device(address, { central });
      return {
        ...defined({ subject, scheme, token, home, client }),
        central,
        interface_id: interfaceId,
        device_address: address,
        ...(device.ok ? { name: device.value.name, model: device.value.model } : {}),
        count: sum(hours),
        hours: [...hours],
      };
    });
}
