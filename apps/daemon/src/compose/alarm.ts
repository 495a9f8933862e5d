import { createHash } from 'node:crypto';
import { createPasswordHasher, systemRandom } from '@ccu-gateway/auth-core';
import {
  type AlarmKeeper,
  type AlarmKeeperDeps,
  type AlarmRecords,
  createAlarmKeeper,
} from '@ccu-gateway/gateway-core/parts';
import { askStorage } from '../storage/storage-refusal.js';
import type { Base } from './base.js';
import type { Data } from './data.js';
import type { HouseParts } from './house.js';
import { randomHex } from './random-hex.js';

/** The hasher takes turns by source; all PINs are one. */
const PINS = { source: 'alarm', reserved: true } as const;

/** The alarm system of this gateway. Several gateways with the same CCUs have none: two would act on one event. */
export function openAlarm(
  { time, log, lifecycle }: Base,
  { store }: Data,
  { house, stream, reports, publish, site }: HouseParts,
  ports: Pick<AlarmKeeperDeps, 'ccu' | 'audit'>,
): AlarmKeeper {
  const alarmLog = log.child('alarm');
  const hasher = createPasswordHasher({ clock: time, random: systemRandom });
  const alarm = createAlarmKeeper({
    ...ports,
    house,
    devices: house,
    events: stream,
    reports,
    publish,
    records: site.keepsStates ? recordsOf(store.storage?.alarm) : undefined,
    pins: {
      hash: (pin) => hasher.hash(pin, PINS),
      verify: (hash, pin) =>
        hasher.inTurn(PINS, (slow) => (hash === undefined ? slow.verifyUnknownAccount(pin) : slow.verify(hash, pin))),
    },
    digest: (text) => createHash('sha256').update(text).digest('hex'),
    clock: time,
    time,
    randomHex,
    log: alarmLog,
  });
  lifecycle.onClose('alarm', () => alarm.close());
  alarm.restore().catch((error: unknown) => alarmLog.error('the alarm system could not be restored', { error }));
  return alarm;
}

/** The same store; its failures become those of the server. */
function recordsOf(records: AlarmRecords | undefined): AlarmRecords | undefined {
  if (records === undefined) return undefined;
  return {
    load: () => askStorage(() => records.load()),
    save: (change) => askStorage(() => records.save(change)),
    query: (query) => askStorage(() => records.query(query)),
    after: (id) => askStorage(() => records.after(id)),
    base: () => askStorage(() => records.base()),
  };
}
