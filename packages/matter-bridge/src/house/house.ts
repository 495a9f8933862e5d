import type { EventBody } from '@ccu-gateway/contract/types';
import {
  type ActingCore,
  createAreaNames,
  type GatewayCore,
  incidentSummary,
  serviceCaller,
  unlessRefused,
} from '@ccu-gateway/gateway-core';
import type { DeviceView } from '../mapping/house-view.js';
import type { Input, ValueReader } from '../mapping/plan.js';
import type { BridgeIncident } from '../ports/ports.js';

/** Changes of devices. */
export interface HouseEvents {
  /** The value or state behind this key changed; also when a write did not come true. */
  readonly onInput: (key: string) => void;
  /** A momentary value came. */
  readonly onPress: (key: string) => void;
  /** Devices, their names or their structure may have changed. */
  readonly onDevices: () => void;
  /** The availability of devices may have changed. */
  readonly onReachability: () => void;
  /** Events are missing: everything may have changed. */
  readonly onLost: () => void;
}

/** Devices and values for the bridge. */
export interface House {
  readonly values: ValueReader;
  views(): readonly DeviceView[];
  /** The area of a room, as it was read last. */
  areaOf(room: string): string | undefined;
  /** Reads the areas of the rooms again. */
  readAreas(): Promise<void>;
  isReachable(central: string, address: string): boolean;
  /** True when all devices of this CCU were read; also true for one that the gateway no longer has. */
  isRead(central: string): boolean;
  /** CCUs with devices that the gateway has not read yet. */
  unread(): readonly string[];
  follow(events: HouseEvents): { close(): void };
}

/** Names an input over all CCUs. */
export function inputKey(input: Input): string {
  const { central, address } = input;
  return input.kind === 'data_point'
    ? `${central}/${address}:${input.channel}.${input.parameter}`
    : `${central}/${address} ${input.name}`;
}

const TOPICS = [
  'device.+.channels.+.data_points.+',
  'device.+.channels.+.trigger',
  'device.+.cdps.+',
  'device.+.lifecycle',
  'hub.+.connectivity.+',
  'central.+.state',
  'central.+.readiness',
  'system.areas',
];

const DEVICES: ReadonlySet<string> = new Set([
  'device.created',
  'device.removed',
  'device.metadata_changed',
  'central.readiness_changed',
  'areas.changed',
]);
const REACHABILITY: ReadonlySet<string> = new Set([
  'device.availability_changed',
  'connectivity.changed',
  'central.state_changed',
]);

/** `failed` is called for unreadable devices: each is left out, and the others are there. */
export function openHouse(core: GatewayCore, failed: (key: string, incident: BridgeIncident) => void): House {
  const acting = core.as(serviceCaller({ name: 'matter', role: 'viewer' }));
  const areas = createAreaNames(acting.areas);
  return {
    values: valuesOf(acting),
    areaOf: (room) => areas.of([room]),
    async readAreas() {
      await areas.read();
    },
    views: () =>
      acting.devices.list().flatMap(({ address, central, name }) => {
        try {
          return { central, ...acting.devices.view({ central, address }) };
        } catch (error) {
          failed(`${central}/${address}`, {
            summary: incidentSummary('matter_not_shown', { name }),
            detail: String(error),
          });
          return [];
        }
      }),
    unread: () => {
      const centrals = new Set(acting.hub.interfaces({}).flatMap(({ central_id: central }) => central ?? []));
      return [...centrals].filter((central) => !acting.hub.readiness({ central }).ready);
    },
    isReachable: (central, address) => unlessRefused(() => acting.devices.get({ central, address }).available) ?? false,
    isRead: (central) => unlessRefused(() => acting.hub.readiness({ central }).ready) ?? true,
    follow(events) {
      // The stream carries only events of the contract; `tell` ignores unknown types.
      const told = (event: unknown) => tell(event as EventBody, events);
      return core.events.subscribe(TOPICS, told, { onLost: events.onLost });
    },
  };
}

/** Calculated, and reported as a property of the device; it changes by an event of this name. */
const BATTERY_LEVEL = 'OPERATING_VOLTAGE_LEVEL';

function valuesOf(acting: ActingCore): ValueReader {
  return {
    value: ({ central, address, channel, parameter }) =>
      unlessRefused(() =>
        parameter === BATTERY_LEVEL
          ? acting.devices.get({ central, address }).availability.BatteryLevel
          : acting.devices.getValue({ central, address, channel, parameter }).value,
      ),
    state: ({ central, address, name }) => {
      const customs = unlessRefused(() => acting.customDataPoints.list({ central, device: address })) ?? [];
      return customs.find((each) => each.name === name)?.state ?? {};
    },
  };
}

function tell(event: EventBody, events: HouseEvents): void {
  if (event.type === 'datapoint.value_changed' || event.type === 'datapoint.optimistic_rolled_back') {
    const { central, device_address: address, channel, parameter } = event.payload;
    events.onInput(inputKey({ kind: 'data_point', central, address, channel, parameter }));
  } else if (event.type === 'custom_data_point.state_changed') {
    const { central, device_address: address, name } = event.payload;
    events.onInput(inputKey({ kind: 'custom_data_point', central, address, name }));
  } else if (event.type === 'device.trigger') {
    const { central, device_address: address, channel, parameter } = event.payload;
    events.onPress(inputKey({ kind: 'data_point', central, address, channel, parameter }));
  } else if (DEVICES.has(event.type)) {
    events.onDevices();
  } else if (REACHABILITY.has(event.type)) {
    events.onReachability();
  }
}
