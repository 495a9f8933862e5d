import { randomUUID } from 'node:crypto';
import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { createHouseModel, type HouseModel } from '@ccu-gateway/device-model';
import { createEventStream, type EventStream } from '@ccu-gateway/event-stream';
import { type CorePorts, createGatewayCore, type GatewayCore } from '@ccu-gateway/gateway-core';
import type { AuditEntry } from '@ccu-gateway/gateway-core/use-cases';
import { newState, planOf } from '../../alarm/src/index.js';
import { SENTINEL_PATIENCE_MS } from '../src/broker/marker.js';
import {
  type BridgeEnvironment,
  type BrokerBridge,
  type BrokerBridgeSettings,
  type BrokerIncident,
  openBrokerBridge,
  type Position,
} from '../src/index.js';

export const CCU = 'home';
/** Address of a switch (channel 3, STATE). */
export const SWITCH = '0001D3C99C0001';
/** Address of a remote (channel 1, PRESS_SHORT). */
export const REMOTE = '0001D3C99C0002';

type Write = Parameters<CorePorts['ccu']['write']>[0];

export interface World {
  readonly core: GatewayCore;
  readonly house: HouseModel;
  readonly events: EventStream;
  readonly recorded: readonly AuditEntry[];
  /** What the CCU does with a write; it does it and tells so, until a test says otherwise. */
  onWrite: (write: Write) => Promise<void>;
  set(state: boolean): void;
  press(at?: number): void;
  /** The lists of the CCU were read: nothing of it is unknown any more. */
  readHub(): void;
  /** The CCU tells of all its devices again; one that was removed is there again. */
  describe(): void;
  /** A variable has this value; there is none before that. */
  setVariable(name: string, value: boolean): void;
  /** Another CCU, with a switch (channel 3, STATE), is there and read for the first time. */
  load(central: string, device: { readonly address: string; readonly name: string; readonly state: boolean }): void;
  /** The CCU tells names by address. */
  name(names: Readonly<Record<string, string>>): void;
  /** Takes over what the CCU tells, and publishes what follows from it. */
  apply(event: Parameters<HouseModel['apply']>[0]): void;
}

export const from = { central: CCU, interfaceName: 'HmIP-RF', at: 1 } as const;

const VARIABLE = {
  description: '',
  unit: '',
  valueList: [],
  valueName0: 'no',
  valueName1: 'yes',
  internal: false,
  visible: true,
  logged: false,
  channelAddress: '',
  changedAt: 1,
} as const;

const DESCRIBED = {
  ...from,
  type: 'devices_described',
  source: 'NEW',
  complete: true,
  devices: [
    { ADDRESS: SWITCH, TYPE: 'HmIP-PS' },
    { ADDRESS: `${SWITCH}:3`, TYPE: 'SWITCH_VIRTUAL_RECEIVER' },
    { ADDRESS: REMOTE, TYPE: 'HmIP-WRC2' },
    { ADDRESS: `${REMOTE}:1`, TYPE: 'KEY_TRANSCEIVER' },
  ],
  paramsets: {
    [`${SWITCH}:3`]: { VALUES: { STATE: { TYPE: 'BOOL', OPERATIONS: 7 } } },
    [`${REMOTE}:1`]: { VALUES: { PRESS_SHORT: { TYPE: 'ACTION', OPERATIONS: 6 } } },
  },
} as const;

const WITHOUT_ZONES = {
  requireRead: () => undefined,
  plan: () => planOf({ zones: [], codes: [] }),
  state: () => newState(1),
  // Nothing else is called where there are no zones.
} as unknown as CorePorts['alarm'];

/** Nothing else is called. */
const WITHOUT_AREAS = { list: async () => [] } as Partial<CorePorts['areas']> as CorePorts['areas'];

/** A house with a switch and a remote, whose CCU does what it is told. */
export function createWorld({
  now = Date.now,
  alarm = WITHOUT_ZONES,
  areas = WITHOUT_AREAS,
}: {
  readonly now?: () => number;
  readonly alarm?: CorePorts['alarm'];
  readonly areas?: CorePorts['areas'];
} = {}): World {
  const house = createHouseModel({ now });
  house.addCentral(CCU, { host: '192.0.2.1', interfaces: [factsOf('HmIP-RF')] });
  const events = createEventStream({ clock: now });
  const publish = (told: ReturnType<HouseModel['apply']>) => {
    for (const event of told) events.publish(event);
  };
  house.apply(DESCRIBED);
  house.apply({ ...from, type: 'values_loaded', values: [] });
  const status = { central: CCU, interfaceName: 'HmIP-RF', state: 'connected', connected: true } as const;
  house.apply({ ...from, type: 'link_state', previous: 'loading', status });
  const value = (channelAddress: string, parameter: string, to: boolean, at = now()) =>
    publish(house.apply({ ...from, at, type: 'value', channelAddress, parameter, value: to }));
  const recorded: AuditEntry[] = [];
  const given: Partial<CorePorts> = {
    house,
    devices: house,
    hub: house,
    alarm,
    areas,
    events,
    health: { health: () => ({ status: 'healthy', components: [] }) },
    clock: { now: () => 1 },
    audit: { record: (entry) => void recorded.push(entry), query: async () => recorded },
    ccu: { write: (write) => world.onWrite(write) },
  };
  const world: World = {
    core: createGatewayCore(given as CorePorts),
    house,
    events,
    recorded,
    async onWrite(write) {
      if (write.kind !== 'value') return;
      value(`${write.deviceAddress}:${write.channel}`, write.parameter, write.value.value === true);
    },
    set: (state) => value(`${SWITCH}:3`, 'STATE', state),
    press: (at) => value(`${REMOTE}:1`, 'PRESS_SHORT', true, at),
    readHub() {
      publish(
        house.applyHub(CCU, { at: 1, programs: [], sysvars: [], alarmMessages: [], serviceMessages: [], inbox: [] }),
      );
      publish(house.apply({ ...from, type: 'names_loaded', names: [], rooms: [], functions: [] }));
    },
    describe() {
      publish(house.apply({ ...DESCRIBED, complete: false }));
      publish(house.apply({ ...from, type: 'values_loaded', values: [] }));
    },
    setVariable(name, value) {
      publish(house.applyHub(CCU, { at: 1, sysvars: [{ ...VARIABLE, id: 950, name, type: 'LOGIC', value }] }));
    },
    load(central, { address, name, state }) {
      house.addCentral(central, { host: '192.0.2.2', interfaces: [factsOf('HmIP-RF')], serial: central });
      const there = { central, interfaceName: 'HmIP-RF', at: 1 } as const;
      const names = [{ address, name, iseId: 1 }];
      const link = { central, interfaceName: 'HmIP-RF', state: 'connected', connected: true } as const;
      for (const event of [
        { ...there, type: 'names_loaded', names, rooms: [], functions: [] },
        {
          ...there,
          type: 'devices_described',
          source: 'NEW',
          complete: true,
          devices: [
            { ADDRESS: address, TYPE: 'HmIP-PS' },
            { ADDRESS: `${address}:3`, TYPE: 'SWITCH_VIRTUAL_RECEIVER' },
          ],
          paramsets: { [`${address}:3`]: { VALUES: { STATE: { TYPE: 'BOOL', OPERATIONS: 7 } } } },
        },
        { ...there, type: 'value', channelAddress: `${address}:3`, parameter: 'STATE', value: state },
        { ...there, type: 'values_loaded', values: [] },
        { ...there, type: 'link_state', previous: 'loading', status: link },
      ] as const) {
        publish(house.apply(event));
      }
    },
    name(names) {
      const named = Object.entries(names).map(([address, name], index) => ({ address, name, iseId: index + 1 }));
      publish(house.apply({ ...from, type: 'names_loaded', names: named, rooms: [], functions: [] }));
    },
    apply: (event) => publish(house.apply(event)),
  };
  return world;
}

/** Positions that outlive a bridge. */
export function createPositions() {
  const kept = new Map<string, Position>();
  return {
    kept,
    load: async (broker: string) => kept.get(broker),
    save: async (broker: string, position: Position) => void kept.set(broker, position),
  };
}

export function settingsFor(url: string, more: Partial<BrokerBridgeSettings> = {}): BrokerBridgeSettings {
  return {
    name: 'house',
    url,
    clientId: `ccu-gateway-${randomUUID().slice(0, 8)}`,
    verify: true,
    prefix: 'ccu',
    qos: 1,
    addressing: 'address',
    payload: 'json',
    momentaryExpiryMs: 10_000,
    role: 'operator',
    publish: ['#'],
    write: ['#'],
    ...more,
  };
}

export type LogLine = readonly [message: string, fields: Readonly<Record<string, unknown>> | undefined];

/**
 * A bridge that tries again almost without a pause. It waits for its sentinel as long as users do, so that a busy machine
 * changes nothing, or almost not at all where it `isImpatient`.
 */
export async function openBridge(
  world: World,
  settings: BrokerBridgeSettings,
  positions = createPositions(),
  { connect, isImpatient = false }: { connect?: BridgeEnvironment['connect']; isImpatient?: boolean } = {},
): Promise<
  BrokerBridge & {
    readonly lines: readonly LogLine[];
    readonly incidents: readonly BrokerIncident[];
    readonly look: () => void;
  }
> {
  let look: () => void = () => {};
  const lines: LogLine[] = [];
  const incidents: BrokerIncident[] = [];
  const line = (message: string, fields?: Readonly<Record<string, unknown>>) => void lines.push([message, fields]);
  const bridge = await openBrokerBridge({
    core: world.core,
    settings,
    positions,
    incident: (each) => void incidents.push(each),
    log: { debug: line, info: line, warn: line, error: line },
    environment: {
      ...(connect === undefined ? {} : { connect }),
      now: Date.now,
      random: () => 0,
      wait: (ms, signal) =>
        new Promise((resolve) => {
          if (signal.aborted) return resolve();
          const timer = setTimeout(resolve, ms === SENTINEL_PATIENCE_MS && !isImpatient ? ms : ms / 50);
          signal.addEventListener('abort', () => {
            clearTimeout(timer);
            resolve();
          });
        }),
      nextTurn: () => new Promise((resolve) => setImmediate(resolve)),
      repeat(_everyMs, tick) {
        look = tick;
        return () => {};
      },
    },
  });
  return Object.assign(bridge, { lines, incidents, look: () => look() });
}
