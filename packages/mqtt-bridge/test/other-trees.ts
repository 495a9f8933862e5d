import { createEventStream, type StreamEvent } from '@ccu-gateway/event-stream';
import {
  type ActingCore,
  type CorePorts,
  createGatewayCore,
  serviceCaller,
  unlessRefused,
} from '@ccu-gateway/gateway-core';
import { NOON } from '../../device-model/test/house.js';
import { realHouse, realTypes } from '../../device-model/test/real-devices.js';
import { createTopics } from '../src/topics/tree.js';
import { createCcuJackTree } from '../src/tree/ccu-jack/tree.js';
import { meaningOf } from '../src/tree/event.js';
import { createHm2mqttTree, type Hm2mqttTreeOptions } from '../src/tree/hm2mqtt/tree.js';
import { createNaming } from '../src/tree/naming.js';

/** Both other trees over a house. */
export function treesOf(house: ActingCore, central: string, more: Partial<Hm2mqttTreeOptions> = {}) {
  const naming = () => createNaming('address', []);
  const options = {
    house,
    central,
    topics: createTopics('ccu'),
    naming,
    payload: 'extended',
    now: () => NOON,
  } as const;
  return {
    jack: createCcuJackTree({ ...options, prefix: '' }),
    hm: createHm2mqttTree({ ...options, prefix: 'hm', ...more }),
  };
}

/** A real device with everything that trees read, and what they make of the values that it is said to have sent. */
export function realDevice(model: string, name: string, more: Partial<Hm2mqttTreeOptions> = {}) {
  const types = realTypes().filter((each) => each.model === model);
  const house = realHouse(types);
  const [{ address = '', interface: interfaceName = '' } = {}] = house.devices();
  const from = { central: 'ccu1', interfaceName, at: NOON } as const;
  const names = [
    { address, name, iseId: 1 },
    ...(house.device(address).ok ? channelsOf() : []).map((number) => ({
      address: `${address}:${number}`,
      name: `${name} ${number}`,
      iseId: 2,
    })),
  ];
  function channelsOf() {
    const found = house.channels(address);
    return found.ok ? found.value.map(({ number }) => number) : [];
  }
  const apply = (event: object) => house.apply({ ...from, ...event } as Parameters<typeof house.apply>[0]);
  apply({ type: 'values_loaded', values: [] });
  apply({ type: 'names_loaded', names, rooms: [], functions: [] });
  const ports: Partial<CorePorts> = {
    house,
    devices: house,
    hub: house,
    events: createEventStream(),
    health: { health: () => ({ status: 'healthy', components: [] }) },
  };
  const acting = createGatewayCore(ports as CorePorts).as(serviceCaller({ name: 'test', role: 'operator' }));
  const trees = treesOf(acting, 'ccu1', more);
  const tell = (channel: number, parameter: string, value: unknown) => {
    const told = apply({ type: 'value', channelAddress: `${address}:${channel}`, parameter, value });
    return told.flatMap((event) => {
      const meaning = meaningOf({ ...event, seq: 1, ts: new Date(NOON).toISOString() } as unknown as StreamEvent, {
        reading: (at, of, what) => unlessRefused(() => acting.devices.reading({ ...at, channel: of, parameter: what })),
        point: (at, of, what) => unlessRefused(() => acting.devices.getValue({ ...at, channel: of, parameter: what })),
        calculated: () => undefined,
      });
      return meaning.kind === 'said' ? [meaning.said] : [];
    });
  };
  return { ...trees, address, tell, acting };
}
