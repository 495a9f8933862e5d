import type { JsonWebKey } from 'node:crypto';
import type { Language } from '../settings/rules.js';
import type { Subscription } from './subscription.js';
import { createVapid, newVapidKey, type Vapid } from './vapid.js';

/** A browser or phone that takes push messages. */
export interface PushDevice extends Subscription {
  readonly id: string;
  /** Key of the principal that turned push on. */
  readonly owner: string;
  /** Name of that principal, for people and for the recipients of a channel. */
  readonly user: string;
  /** Text that is another one when the account of the owner was deleted and made again. */
  readonly account: string;
  /** Name of the device, for people. */
  readonly name: string;
  readonly language: Language;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
}

/** Store of one text with secrets, which the owner of the store seals. */
export interface PushRecords {
  load(): Promise<string | undefined>;
  save(text: string): Promise<void>;
}

/** Dependencies of the devices. */
export interface PushOptions {
  readonly records: PushRecords;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  readonly newId: () => string;
}

/** Devices that take push messages, and the proof of the sender. */
export interface PushDevices extends Vapid {
  all(): readonly PushDevice[];
  /**
   * Stores a device; the one with the same endpoint is replaced and keeps its id. Undefined where its owner has ten others, or all
   * owners have fifty. Rejects where `records` does, and nothing is changed.
   */
  add(device: Omit<PushDevice, 'id' | 'createdAt'>): Promise<PushDevice | undefined>;
  /**
   * Gives a device another subscription; one of another device with the same endpoint is removed. Undefined without this device.
   * Rejects where `records` does, and nothing is changed.
   */
  renew(isMeant: (device: PushDevice) => boolean, subscription: Subscription): Promise<PushDevice | undefined>;
  /** Removes these; answers the removed ones. Rejects where `records` does, and nothing is changed. */
  remove(isMeant: (device: PushDevice) => boolean): Promise<readonly PushDevice[]>;
}

/** Devices of one owner, and of all. */
const MOST_DEVICES = { ofOwner: 10, ofAll: 50 } as const;

interface Stored {
  readonly key: JsonWebKey;
  readonly devices: readonly PushDevice[];
}

/**
 * Opens the devices. The first time makes the key pair of the sender, and stores it. Rejects where `records` does, and for a stored
 * text that cannot be read.
 *
 * @example
 * const push = await openPush({ records, now: Date.now, newId: randomUUID });
 * const subscription = await registration.pushManager.subscribe({ applicationServerKey: push.publicKey, userVisibleOnly: true });
 */
export async function openPush({ records, now, newId }: PushOptions): Promise<PushDevices> {
  const text = await records.load();
  let stored: Stored = text === undefined ? { key: newVapidKey(), devices: [] } : readStored(text);
  const vapid = createVapid(stored.key);
  if (text === undefined) await records.save(JSON.stringify(stored));
  let turn: Promise<unknown> = Promise.resolve();

  /** Changes follow each other, and none is in force before it is stored. */
  function change<T>(make: (devices: readonly PushDevice[]) => readonly [next: readonly PushDevice[], answer: T]) {
    const next = turn.then(async () => {
      const [devices, answer] = make(stored.devices);
      if (devices !== stored.devices) {
        const changed = { ...stored, devices };
        await records.save(JSON.stringify(changed));
        stored = changed;
      }
      return answer;
    });
    turn = next.catch(() => undefined);
    return next;
  }

  return {
    ...vapid,
    all: () => stored.devices,
    add: (device) =>
      change<PushDevice | undefined>((devices) => {
        const before = devices.find(({ endpoint }) => endpoint === device.endpoint);
        const others = devices.filter((each) => each !== before);
        const isFull = others.filter(({ owner }) => owner === device.owner).length >= MOST_DEVICES.ofOwner;
        if (isFull || others.length >= MOST_DEVICES.ofAll) return [devices, undefined];
        const added = { ...device, id: before?.id ?? newId(), createdAt: now() };
        return [[...others, added], added];
      }),
    renew: (isMeant, subscription) =>
      change<PushDevice | undefined>((devices) => {
        const before = devices.find(isMeant);
        if (before === undefined) return [devices, undefined];
        const renewed = { ...before, ...subscription };
        const others = devices.filter((each) => each.endpoint !== subscription.endpoint || each === before);
        return [others.map((each) => (each === before ? renewed : each)), renewed];
      }),
    remove: (isMeant) =>
      change((devices) => {
        const gone = devices.filter(isMeant);
        return [gone.length === 0 ? devices : devices.filter((each) => !isMeant(each)), gone];
      }),
  };
}

function readStored(text: string): Stored {
  const { key, devices } = Object(JSON.parse(text)) as Partial<Stored>;
  if (key === undefined || !Array.isArray(devices)) throw new Error('the stored devices for push messages are damaged');
  return { key, devices };
}
