import type {
  CalculatedDPSummary,
  CustomDPSummary,
  HubDataPoints,
  ProgramSummary,
  Snapshot,
  SysvarSummary,
} from '@ccu-gateway/contract/types';
import { encodeSegment } from '../src/topics/segment.js';

/** What is known of a house, as any reader of it is told. */
export interface KnownHouse {
  /** With data points. */
  readonly snapshot: Snapshot;
  readonly customDataPoints: readonly (Pick<CustomDPSummary, 'name' | 'kind' | 'state'> & {
    readonly central: string;
    readonly device_address: string;
  })[];
  readonly calculated: readonly (Pick<CalculatedDPSummary, 'name' | 'value' | 'observed'> & {
    readonly central: string;
    readonly device_address: string;
    readonly channel: number;
  })[];
  readonly counters: readonly HubDataPoints[];
}

/** What a broker must keep of a house: by topic, members of each payload. Topics of `hub/metrics`,
 * `hub/update` and `hub/problems` are left out. */
export function expectedTopics({ snapshot, customDataPoints, calculated, counters }: KnownHouse): Map<string, object> {
  const expected = new Map<string, object>();
  const put = (central: string | undefined, path: readonly (string | number)[], members: object) =>
    expected.set(['ccu', central ?? '', ...path.map((each) => encodeSegment(String(each)))].join('/'), members);
  for (const { central, address, name, model, available } of snapshot.devices) {
    put(central, ['device', address], { address, name, model, available });
  }
  for (const { central, device_address: device, channels } of snapshot.device_channels ?? []) {
    for (const { number, data_points: points = [] } of channels) {
      for (const { parameter, value, observed, type, usage, unit } of points) {
        if (!observed || type === 'ACTION' || usage === 'event') continue;
        put(central, ['status', device, number, parameter], { val: value, ...(unit ? { unit } : {}) });
      }
    }
  }
  for (const { central, device_address: device, name, kind, state } of customDataPoints) {
    put(central, ['custom', device, name], { kind, state });
  }
  for (const { central, device_address: device, channel, name, value, observed } of calculated) {
    if (observed) put(central, ['status', device, channel, name], { val: value });
  }
  for (const { central_id: central, interface: name, connected, state } of snapshot.interfaces ?? []) {
    put(central, ['hub', 'interface', name], { connected, state });
  }
  for (const { central } of counters) put(central, ['hub', 'readiness'], { ready: true });
  for (const each of snapshot.sysvars ?? []) putVariable(put, each);
  // Those that the CCU made for itself are no one's to run.
  for (const each of snapshot.programs ?? []) if (each.is_internal !== true) putProgram(put, each);
  for (const { central, install_mode = [], ...counted } of counters) {
    for (const name of ['service_messages', 'alarm_messages', 'inbox'] as const) {
      const { value } = counted[name];
      if (value !== null) put(central, ['hub', name], { count: value });
    }
    for (const { interface_id, enabled, observed } of install_mode) {
      if (observed) put(central, ['hub', 'install_mode', interface_id], { enabled });
    }
  }
  return expected;
}

type Put = (central: string | undefined, path: readonly string[], members: object) => void;

function putVariable(put: Put, { central, name, value, unit, observed }: SysvarSummary): void {
  if (observed) put(central, ['hub', 'sysvar', name], { val: value, ...(unit ? { unit } : {}) });
}

function putProgram(put: Put, { central, id, name, active }: ProgramSummary): void {
  put(central, ['hub', 'program', id], { name, active });
}

/** Topics of what a CCU measures of itself, which change by themselves. */
export const changesByItself = (topic: string): boolean => /^ccu\/[^/]+\/hub\/(metrics|update|problems)$/.test(topic);
