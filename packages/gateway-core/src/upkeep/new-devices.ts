import type { Ccu, CcuEvent, DeviceDescription } from '@ccu-gateway/ccu-client';
import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { type HouseModel, type ModelEvent, parseAddress, type WaitingDevice } from '@ccu-gateway/device-model';
import type { CentralDocuments } from '../ports/documents.js';
import type { Logger } from '../ports/log.js';
import { GatewayError, notFound } from '../use-case/errors.js';

type Described = Extract<CcuEvent, { type: 'devices_described' }>;
type Loaded = Extract<CcuEvent, { type: 'values_loaded' }>['values'][number];
type Source = Pick<Ccu, 'name' | 'on'>;

/** Dependencies of the gate for new devices. */
export interface NewDevicesDeps {
  /** Undefined without storage: waiting devices are then released by a restart. */
  readonly documents: CentralDocuments | undefined;
  readonly house: Pick<HouseModel, 'resolve' | 'setWaiting'>;
  readonly publish: (event: ModelEvent) => void;
  readonly log: Logger;
}

/** A CCU whose new devices wait to be released. */
export interface HoldingCcu<Client extends Source> {
  /** The same client; its events have nothing of devices that wait. */
  readonly ccu: Client;
  /** `true`: devices that come from now on wait. `false` releases those that do. */
  want(hold: boolean): Promise<void>;
  stop(): void;
}

/** Holds back new devices of CCUs until they are released. */
export interface NewDevices {
  follow<Client extends Source>(ccu: Client, hold: boolean): HoldingCcu<Client>;
  /** Rejects with `not_found` where it does not wait, and `service_unready` where that cannot be stored. */
  release(central: string, address: string): Promise<void>;
}

/** A device that waits, with all that its CCU reported about it. */
interface Held {
  readonly facts: WaitingDevice;
  readonly devices: Map<string, DeviceDescription>;
  paramsets: Described['paramsets'];
  readonly values: Map<string, Loaded>;
}

/**
 * Holds back new devices: a device is new when its interface was known before it, from this run or an earlier one.
 * Everything that a CCU reports about it is kept, and handed on when it is released.
 *
 * @example
 * const newDevices = createNewDevices({ documents, house, publish, log });
 * const { ccu } = newDevices.follow(connectCcu(options), true);
 */
export function createNewDevices(deps: NewDevicesDeps): NewDevices {
  const gates = new Map<string, Gate>();
  return {
    follow(ccu, hold) {
      const gate = createGate(deps, ccu, hold);
      gates.set(ccu.name, gate);
      return {
        ccu: { ...ccu, on: gate.on },
        want: gate.want,
        stop() {
          gate.stop();
          if (gates.get(ccu.name) === gate) gates.delete(ccu.name);
        },
      };
    },
    async release(central, address) {
      const gate = gates.get(central);
      if (gate === undefined) {
        throw new GatewayError('service_unready', `The CCU ${central} is not connected`, { reason: 'no_central' });
      }
      await gate.release([address]);
    },
  };
}

interface Gate extends Pick<Ccu, 'on'> {
  want(hold: boolean): Promise<void>;
  release(addresses: readonly string[]): Promise<void>;
  stop(): void;
}

function createGate(deps: NewDevicesDeps, ccu: Source, holds: boolean): Gate {
  const { house, publish } = deps;
  const { name: central } = ccu;
  const listeners = new Set<(event: CcuEvent) => void>();
  const store = createHeldStore(deps, central);
  const { held } = store;
  /** Interfaces with known devices: others that come are new. */
  const familiar = new Set<string>();
  let hold = holds;
  /** Events before the stored devices were read; undefined afterwards. */
  let early: CcuEvent[] | undefined = holds && deps.documents !== undefined ? [] : undefined;

  const tell = (event: CcuEvent) => {
    for (const listener of [...listeners]) listener(event);
  };

  function take(event: CcuEvent): void {
    if (early !== undefined) return void early.push(event);
    if (event.type === 'devices_described') {
      if (holdNew(event)) store.changed();
      if (event.source === 'CACHE' && event.devices.length > 0) familiar.add(event.interfaceName);
    }
    if (event.type === 'devices_removed' && event.addresses.filter((each) => held.delete(each)).length > 0) {
      store.changed();
    }
    const passing = held.size === 0 ? event : withoutHeld(held, event);
    if (passing !== undefined) tell(passing);
    if (event.type === 'link_state' && event.status.connected) familiar.add(event.interfaceName);
  }

  /** True where a device waits that did not before. */
  function holdNew({ interfaceName, source, added = [], devices, at }: Described): boolean {
    // Groups and teams are made, not paired.
    if (!hold || source === 'CACHE' || !familiar.has(interfaceName) || factsOf(interfaceName).groups) return false;
    const news = new Set(added);
    const roots = devices.filter(
      ({ ADDRESS: address }) => news.has(address) && !address.includes(':') && !held.has(address) && isNew(address),
    );
    for (const { ADDRESS: address, TYPE: model } of roots) {
      held.set(address, newHeld({ address, model, interfaceName, since: at }));
    }
    return roots.length > 0;
  }

  const isNew = (address: string) => !address.startsWith('*') && !house.resolve(address, { central }).ok;

  async function release(addresses: readonly string[]): Promise<void> {
    for (const each of await store.takeOut(addresses)) {
      for (const event of eventsOf(central, each)) tell(event);
      publish(releasedEvent(central, each.facts));
    }
  }

  async function restore(): Promise<void> {
    await store.restore();
    const queued = early ?? [];
    early = undefined;
    for (const event of queued) take(event);
  }

  const off = ccu.on(take);
  void (holds ? restore() : store.forget());
  return {
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async want(wanted) {
      hold = wanted;
      if (!wanted && held.size > 0) await release([...held.keys()]);
    },
    release,
    stop: off,
  };
}

/** The waiting devices of a CCU, shown in its inbox and kept over restarts. */
function createHeldStore({ documents, house, publish, log }: NewDevicesDeps, central: string) {
  const held = new Map<string, Held>();
  let turn: Promise<unknown> = Promise.resolve();

  /** One document holds all devices: each change starts from the result of the previous one. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };
  const show = () => {
    for (const event of house.setWaiting(central, waitingIn(held))) publish(event);
  };
  const save = async (devices: readonly WaitingDevice[]) =>
    await documents?.save(central, devices.length === 0 ? undefined : { devices });
  const saveAll = () =>
    inTurn(() => save(waitingIn(held))).catch((error: unknown) => {
      log.warn('waiting devices could not be stored', { central, error });
    });

  return {
    held,
    forget: saveAll,
    changed() {
      show();
      void saveAll();
    },
    /** Resolves with those that are still there once their end is stored. Rejects with `not_found`. */
    takeOut: (addresses: readonly string[]) =>
      inTurn(async () => {
        const going = addresses.flatMap((address) => held.get(address) ?? []);
        if (going.length < addresses.length) {
          throw notFound(`Waiting device ${addresses.join(', ')}`);
        }
        await save(waitingIn(held).filter(({ address }) => !addresses.includes(address)));
        // Its CCU may have removed it meanwhile.
        const taken = going.filter(({ facts }) => held.delete(facts.address));
        show();
        return taken;
      }),
    async restore() {
      try {
        for (const facts of readDocument(await documents?.load(central))) held.set(facts.address, newHeld(facts));
      } catch (error) {
        log.warn('waiting devices could not be read', { central, error });
      }
      show();
    },
  };
}

const waitingIn = (held: ReadonlyMap<string, Held>): readonly WaitingDevice[] =>
  [...held.values()].map((each) => each.facts);

const newHeld = (facts: WaitingDevice): Held => ({ facts, devices: new Map(), paramsets: {}, values: new Map() });

const ofAddress = (held: ReadonlyMap<string, Held>, address: string): Held | undefined =>
  held.get(parseAddress(address)?.device ?? address);

/** Keeps the part of an event that is about waiting devices. Returns the rest; undefined where there is none. */
function withoutHeld(held: ReadonlyMap<string, Held>, event: CcuEvent): CcuEvent | undefined {
  switch (event.type) {
    case 'devices_described':
      return describedRest(held, event);
    case 'values_loaded': {
      const rest = event.values.filter((value) => !keepValue(held, value));
      return rest.length === event.values.length ? event : { ...event, values: rest };
    }
    case 'value': {
      const { channelAddress, parameter, value, at: setAt } = event;
      return keepValue(held, { channelAddress, parameter, value, setAt }) ? undefined : event;
    }
    case 'configuration_read':
    case 'links_changed':
      return ofAddress(held, event.address) === undefined ? event : undefined;
    case 'write_waiting':
    case 'write_rolled_back':
      return ofAddress(held, event.channelAddress) === undefined ? event : undefined;
    default:
      return event;
  }
}

function keepValue(held: ReadonlyMap<string, Held>, value: Loaded): boolean {
  const device = ofAddress(held, value.channelAddress);
  device?.values.set(`${value.channelAddress} ${value.parameter}`, value);
  return device !== undefined;
}

function describedRest(held: ReadonlyMap<string, Held>, event: Described): Described | undefined {
  const rest = event.devices.filter((description) => {
    const device = ofAddress(held, description.ADDRESS);
    if (device === undefined) return true;
    device.devices.set(description.ADDRESS, description);
    const paramsets = event.paramsets[description.ADDRESS];
    if (paramsets !== undefined) device.paramsets = { ...device.paramsets, [description.ADDRESS]: paramsets };
    return false;
  });
  if (rest.length === event.devices.length) return event;
  if (rest.length === 0) return undefined;
  const added = event.added?.filter((address) => ofAddress(held, address) === undefined);
  return { ...event, devices: rest, ...(added === undefined ? {} : { added }) };
}

/** The events of a device that comes now, with all that is known of it. */
function eventsOf(central: string, { facts, devices, paramsets, values }: Held): readonly CcuEvent[] {
  const { interfaceName, since: at } = facts;
  const from = { central, interfaceName, at };
  return [
    {
      ...from,
      type: 'devices_described',
      source: 'NEW',
      complete: false,
      devices: [...devices.values()],
      paramsets,
      added: [...devices.keys()],
    },
    { ...from, type: 'values_loaded', values: [...values.values()] },
  ];
}

const releasedEvent = (central: string, { address, interfaceName, model }: WaitingDevice): ModelEvent => ({
  topic: `device.${address}.lifecycle`,
  type: 'device.released',
  kind: 'change',
  payload: { central, interface_id: `${central}-${interfaceName}`, device_address: address, model },
});

/** A document is read like an answer of a CCU, because it deserves no more trust. */
function readDocument(document: unknown): readonly WaitingDevice[] {
  const { devices } = Object(document) as { readonly devices?: unknown };
  if (!Array.isArray(devices)) return [];
  return devices.filter(
    (each: Partial<WaitingDevice> | null): each is WaitingDevice =>
      typeof each?.address === 'string' &&
      typeof each.model === 'string' &&
      typeof each.interfaceName === 'string' &&
      typeof each.since === 'number',
  );
}
