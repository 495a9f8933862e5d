import type { Ccu } from '@ccu-gateway/ccu-client';
import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import type { HouseModel } from '@ccu-gateway/device-model';
import type { RadioTraffic, RadioTrafficRow } from '../ports/diagnostics.js';
import type { AuditEntry, AuditLog, Clock } from '../ports/house.js';
import { createHourlyCounter } from './hourly-counter.js';

/** Counter of the radio traffic, and its reading. */
export interface RadioTrafficCounter extends RadioTraffic {
  /** The same audit log; its entries about radio devices are counted. */
  counted(audit: AuditLog): AuditLog;
  /** Counts the reports of a CCU's devices. The returned function ends it. */
  follow(ccu: Pick<Ccu, 'name' | 'on'>): () => void;
}

/** More devices than CCUs have, and for writes as many pairs of device and subject. */
const MAX_ROWS = 2_000;
/** Values of one telegram come one by one. */
const TOGETHER_MS = 100;

/** Changes that are sent to a device; others stay in the CCU or the gateway. */
const SENT: ReadonlySet<string> = new Set([
  'data_point_write',
  'act_write',
  'custom_data_point_operation',
  'paramset_write',
  'link_paramset_write',
  'schedule_write',
  'active_profile',
  'schedule_channel_lock',
  'link_add',
  'link_change',
  'link_remove',
  'link_test',
  'central_link_create',
  'central_link_remove',
  'device_config_restore',
  'device_firmware_update',
  'device_delete',
]);

type Label = Omit<RadioTrafficRow, 'hours'> & { readonly isOverTheAir: boolean };

/**
 * Counts the writers to radio devices, and the devices that report, hour by hour for a day. Nothing is kept over a restart.
 *
 * @example
 * const traffic = createRadioTraffic({ house, clock });
 * const audit = traffic.counted(storage.audit);
 */
export function createRadioTraffic(deps: {
  readonly house: Pick<HouseModel, 'device' | 'centralNames'>;
  readonly clock: Clock;
}): RadioTrafficCounter {
  const { house, clock } = deps;
  const since = clock.now();
  const writes = createHourlyCounter<Label>(MAX_ROWS);
  const reports = createHourlyCounter<Label>(MAX_ROWS);
  const reportedAt = new Map<string, number>();

  function labelOf(central: string, address: string, interfaceName?: string): Label {
    const found = house.device(address, { central });
    if (found.ok) {
      const { interface: name = '', interface_id: interfaceId, model, config_restore_supported: isRadio } = found.value;
      const wired = factsOf(name).productGroups.some(({ prefix, isWired }) => isWired && model.startsWith(prefix));
      return { central, address, interfaceId, isOverTheAir: isRadio === true && !wired };
    }
    // The device was reported before it was described.
    const name = interfaceName ?? '';
    return { central, address, interfaceId: `${central}-${name}`, isOverTheAir: factsOf(name).radio };
  }

  function onWrite({ at, action, central, deviceAddress: address, user, outcome }: AuditEntry): void {
    if (central === undefined || address === undefined || outcome === 'refused' || !SENT.has(action)) return;
    const subject = user === undefined ? {} : { subject: user };
    writes.count(at, JSON.stringify([central, address, user]), () => ({ ...labelOf(central, address), ...subject }));
  }

  function onReport(central: string, interfaceName: string, channelAddress: string, at: number): void {
    if (!factsOf(interfaceName).radio) return;
    const [address = ''] = channelAddress.split(':');
    const key = `${central}/${address}`;
    const passed = at - (reportedAt.get(key) ?? Number.NEGATIVE_INFINITY);
    if (passed >= 0 && passed < TOGETHER_MS) return;
    if (reportedAt.size >= MAX_ROWS) reportedAt.clear();
    reportedAt.set(key, at);
    reports.count(at, key, () => labelOf(central, address, interfaceName));
  }

  return {
    counted: (audit) => ({
      record(entry) {
        audit.record(entry);
        onWrite(entry);
      },
      query: (query) => audit.query(query),
    }),
    follow: (ccu) =>
      ccu.on((event) => {
        if (event.type === 'value') onReport(ccu.name, event.interfaceName, event.channelAddress, event.at);
      }),
    async traffic() {
      const now = clock.now();
      const known = new Set(house.centralNames());
      const shown = ({
        rows,
      }: {
        readonly rows: readonly { readonly label: Label; readonly hours: readonly number[] }[];
      }) =>
        rows
          .filter(({ label }) => label.isOverTheAir && known.has(label.central))
          .map(({ label: { isOverTheAir: _, ...label }, hours }) => ({ ...label, hours }));
      const written = writes.read(now);
      const reported = reports.read(now);
      const unlisted = { writes: written.unlisted, reports: reported.unlisted };
      return { since, from: written.from, writes: shown(written), reports: shown(reported), unlisted };
    },
  };
}
