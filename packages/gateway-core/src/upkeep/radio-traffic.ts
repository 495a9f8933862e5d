import type { Ccu } from '@ccu-gateway/ccu-client';
import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import type { HouseModel } from '@ccu-gateway/device-model';
import type { RadioTraffic, RadioTrafficRow } from '../ports/diagnostics.js';
import type { AuditEntry, AuditLog } from '../ports/house.js';
import type { Logger } from '../ports/log.js';
import type { Time } from '../ports/time.js';
import { defined } from '../use-case/defined.js';
import { createHourlyCounter, type HourlyRow, type KeptHours } from './hourly-counter.js';

/** Counter of the radio traffic, and its reading. */
export interface RadioTrafficCounter extends RadioTraffic {
  /** The same audit log; its entries about radio devices are counted. */
  counted(audit: AuditLog): AuditLog;
  /** Counts the reports of a CCU's devices. The returned function ends it. */
  follow(ccu: Pick<Ccu, 'name' | 'on'>): () => void;
  /** Continues the counts of the last run. Never rejects. */
  restore(): Promise<void>;
  /** Stores the counts a last time. Never rejects. */
  close(): Promise<void>;
}

/** The stored counts of this gateway. */
export interface RadioTrafficRecords {
  /** Resolves with undefined where there are none, or where they are unreadable. */
  load(): Promise<KeptTraffic | undefined>;
  save(kept: KeptTraffic): Promise<void>;
}

/** Counts of the last day, in their stored form. */
export interface KeptTraffic {
  /** Beginning of the count, milliseconds since the Unix epoch. */
  readonly since: number;
  readonly writes: KeptHours<TrafficLabel>;
  readonly reports: KeptHours<TrafficLabel>;
}

/** Milliseconds between two times at which changed counts are stored. */
const STORE_MS = 300_000;

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
  'device_team',
  'device_firmware_update',
  'device_delete',
]);

/** Subject of a row. */
export type TrafficLabel = Omit<RadioTrafficRow, 'hours'> & { readonly isOverTheAir: boolean };

/**
 * Counts the writers to radio devices, and the devices that report, hour by hour for a day. The counts
 * survive a restart, but for the last minutes before a crash.
 *
 * @example
 * const traffic = createRadioTraffic({ house, time, records, log });
 * await traffic.restore();
 * const audit = traffic.counted(storage.audit);
 */
export function createRadioTraffic(deps: {
  readonly house: Pick<HouseModel, 'device' | 'centralNames'>;
  readonly time: Time;
  /** Undefined where there is no storage. */
  readonly records: RadioTrafficRecords | undefined;
  readonly log: Logger;
}): RadioTrafficCounter {
  const { house, time: clock } = deps;
  let since = clock.now();
  const writes = createHourlyCounter<TrafficLabel>(MAX_ROWS);
  const reports = createHourlyCounter<TrafficLabel>(MAX_ROWS);
  const reportedAt = new Map<string, number>();

  function onWrite(entry: AuditEntry): void {
    const { at, action, central, deviceAddress: address, user, scheme, outcome } = entry;
    if (central === undefined || address === undefined || outcome === 'refused' || !SENT.has(action)) return;
    const home = scheme === 'matter' ? entry.peer : undefined;
    const client = scheme === 'mqtt' ? entry.peer : undefined;
    const token = entry.tokenFingerprint;
    keeper.changed();
    writes.count(at, JSON.stringify([central, address, user, scheme, token, home, client]), () => ({
      ...labelOf(house, central, address),
      ...defined({ subject: user, scheme, token, home, client }),
    }));
  }

  function onReport(central: string, interfaceName: string, channelAddress: string, at: number): void {
    const colon = channelAddress.indexOf(':');
    const address = colon < 0 ? channelAddress : channelAddress.slice(0, colon);
    const key = `${central}/${address}`;
    const passed = at - (reportedAt.get(key) ?? Number.NEGATIVE_INFINITY);
    if ((passed >= 0 && passed < TOGETHER_MS) || !factsOf(interfaceName).radio) return;
    if (reportedAt.size >= MAX_ROWS) reportedAt.clear();
    reportedAt.set(key, at);
    keeper.changed();
    reports.count(at, key, () => labelOf(house, central, address, interfaceName));
  }

  const keeper = createTrafficKeeper(deps, () => ({
    since,
    writes: writes.keep(clock.now()),
    reports: reports.keep(clock.now()),
  }));

  return {
    async restore() {
      const kept = await keeper.load();
      if (kept === undefined) return;
      since = Math.min(since, kept.since);
      writes.restore(kept.writes, clock.now());
      reports.restore(kept.reports, clock.now());
    },
    close: keeper.close,
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
      const shown = (rows: readonly HourlyRow<TrafficLabel>[]) =>
        rows
          .filter(({ label }) => label.isOverTheAir && known.has(label.central))
          .map(({ label: { isOverTheAir: _, ...label }, hours }) => ({ ...label, hours }));
      const written = writes.read(now);
      const reported = reports.read(now);
      const unlisted = { writes: written.unlisted, reports: reported.unlisted };
      return { since, from: written.from, writes: shown(written.rows), reports: shown(reported.rows), unlisted };
    },
  };
}

function labelOf(
  house: Pick<HouseModel, 'device'>,
  central: string,
  address: string,
  interfaceName?: string,
): TrafficLabel {
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

/** Stores changed counts now and then. */
function createTrafficKeeper(
  {
    time,
    records,
    log,
  }: { readonly time: Time; readonly records: RadioTrafficRecords | undefined; readonly log: Logger },
  keep: () => KeptTraffic,
) {
  let cancel: (() => void) | undefined;

  async function store(): Promise<void> {
    cancel?.();
    cancel = undefined;
    await records
      ?.save(keep())
      .catch((error: unknown) => log.warn('counts of the radio traffic were not stored', { error }));
  }

  return {
    changed(): void {
      if (records !== undefined) cancel ??= time.after(STORE_MS, () => void store());
    },
    load: async () =>
      await records?.load().catch((error: unknown) => {
        log.warn('counts of the radio traffic could not be read', { error });
        return undefined;
      }),
    close: store,
  };
}
