import { createHash } from 'node:crypto';
import { createPasswordHasher, systemRandom } from '@ccu-gateway/auth-core';
import { isSealed, type SecretBox } from '@ccu-gateway/auth-core/secrets';
import { GatewayError } from '@ccu-gateway/gateway-core';
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

/** A database that is locked or damaged may be there again later. */
const RESTORE_AGAIN_MS = 15_000;
/** The hasher takes turns by source; all PINs are one. */
const PINS = { source: 'alarm', reserved: true } as const;

/** The alarm system of this gateway. Several gateways with the same CCUs have none: two would act on one event. */
export function openAlarm(
  { time, log, lifecycle }: Base,
  { store, secrets, clockIsRight }: Data,
  { house, stream, reports, publish, site }: HouseParts,
  ports: Pick<AlarmKeeperDeps, 'ccu' | 'audit' | 'hub' | 'sysvars'>,
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
    pins: pinHasher(hasher, secrets.box),
    digest: (text) => createHash('sha256').update(text).digest('hex'),
    clock: time,
    time,
    localTime,
    clockIsRight,
    randomHex,
    log: alarmLog,
  });
  lifecycle.onClose('alarm', () => alarm.close());
  const restore = () => {
    alarm.restore().catch((error: unknown) => {
      alarmLog.error('the alarm system could not be restored', { error });
      cancel = time.after(RESTORE_AGAIN_MS, restore);
    });
  };
  let cancel = () => {};
  lifecycle.onClose('the next try to restore the alarm system', async () => cancel());
  restore();
  return alarm;
}

/** Date and time in the zone of this machine. Not by `Intl`, whose data take 7 MB of memory. */
export function localTime(at: number): string {
  const here = new Date(at);
  const shown = Date.UTC(here.getFullYear(), here.getMonth(), here.getDate(), here.getHours(), here.getMinutes());
  return new Date(shown).toISOString().slice(0, 16).replace('T', ' ');
}

/** Hashes of PINs as they are stored. */
export function pinHasher(hasher: ReturnType<typeof createPasswordHasher>, box: SecretBox): AlarmKeeperDeps['pins'] {
  const pathOf = (code: string) => `alarm.codes.${code}.hash`;
  // Earlier versions stored the hash itself; a PIN that is set again is sealed.
  const open = ({ hash, code }: { readonly hash: string; readonly code: string }) =>
    isSealed(hash) ? box.open(hash, pathOf(code)) : hash;
  return {
    hash: async (pin, code) => box.seal(await unlessBusy(hasher.hash(pin, PINS)), pathOf(code)),
    async verify(stored, pin) {
      const hash = stored === undefined ? undefined : open(stored);
      return unlessBusy(
        hasher.inTurn(PINS, (slow) => (hash === undefined ? slow.verifyUnknownAccount(pin) : slow.verify(hash, pin))),
      );
    },
    isReadable(stored) {
      try {
        open(stored);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** A hasher with too many comparisons under way refuses others for a moment. */
async function unlessBusy<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if ((error as { readonly code?: unknown } | undefined)?.code !== 'auth_busy') throw error;
    const details = { reason: 'auth_busy', retryAfterSeconds: 1, cause: error };
    throw new GatewayError('service_unready', 'Too many PINs and passwords are compared at once', details);
  }
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
