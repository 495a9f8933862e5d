import type { ActingCore, CorePorts } from '@ccu-gateway/gateway-core';
import { serviceCaller } from '@ccu-gateway/gateway-core';
import { expect, it, vi } from 'vitest';
import { LARGEST_PACKET } from '../src/broker/limits.js';
import { createMirror, type MirrorOptions } from '../src/feed/mirror.js';
import { createTopics } from '../src/topics/tree.js';
import type { TreeMessage } from '../src/tree/message.js';
import { createNativeTree } from '../src/tree/native.js';
import { CCU, createWorld, from, REMOTE, SWITCH } from './world.js';

const broken = new Error('what this is cannot be said');

/** A mirror of a house of which some things cannot be read. */
function mirrorOf(
  spoil: (house: ActingCore) => Partial<ActingCore>,
  nextTurn: MirrorOptions['nextTurn'] = () => Promise.resolve(),
  world = createWorld(),
) {
  world.set(true);
  const acting = world.core.as(serviceCaller({ name: 'test', role: 'viewer' }));
  const put: TreeMessage[] = [];
  const errors: unknown[] = [];
  const house = { ...acting, ...spoil(acting) };
  const native = createNativeTree({ house, topics: createTopics('ccu'), addressing: 'address', style: 'json' });
  const options: MirrorOptions = {
    house,
    native,
    trees: [native],
    isWanted: () => true,
    discovery: { prefix: 'homeassistant', qos: 1 },
    outbox: { put: (message) => void put.push(message), remove: () => {} },
    largest: () => LARGEST_PACKET,
    seq: () => world.events.seq,
    nextTurn,
    onError: (error) => void errors.push(error),
  };
  const mirror = createMirror(options);
  const topics = () => put.map(({ topic }) => topic);
  return { mirror, topics, errors, put };
}

const unreadable =
  (address: string) =>
  ({ devices }: ActingCore): Partial<ActingCore> => ({
    devices: {
      ...devices,
      view(at) {
        if (at.address === address) throw broken;
        return devices.view(at);
      },
    },
  });

it('publishes all other devices where one device cannot be read', async () => {
  const { mirror, topics, errors, put } = mirrorOf(unreadable(SWITCH));
  await mirror.sayEverything(new AbortController().signal);
  expect(topics()).toContain(`ccu/${CCU}/device/${REMOTE}`);
  expect(topics()).toContain(`ccu/${CCU}/hub/interface/HmIP-RF`);
  expect(topics().some((topic) => topic.includes(SWITCH))).toBe(false);
  expect(errors).toEqual([broken]);
  put.splice(0);
  await mirror.announceAgain();
  expect(topics()).toEqual([expect.stringContaining(REMOTE), expect.stringContaining('_hub_ccu/')]);
});

it('publishes the devices where a CCU itself cannot be read, and reads the others again', async () => {
  const { mirror, topics, errors } = mirrorOf(({ hub }) => ({
    hub: {
      ...hub,
      interfaces(scope) {
        if (scope?.central !== undefined) throw broken;
        return hub.interfaces(scope);
      },
    },
  }));
  await mirror.sayEverything(new AbortController().signal);
  expect(topics()).toContain(`ccu/${CCU}/status/${SWITCH}/3/STATE`);
  mirror.lookAtHubs();
  expect(errors).toEqual([broken, broken]);
});

it('announces to Home Assistant a device at a time, and starts no second announcement beside the first', async () => {
  const toldBefore: number[] = [];
  const { mirror, put } = mirrorOf(
    () => ({}),
    async () => void toldBefore.push(put.length),
  );
  await Promise.all([mirror.announceAgain(), mirror.announceAgain(), mirror.announceAgain()]);
  const { size: places } = new Set(put.map(({ topic }) => topic));
  expect(toldBefore).toEqual(Array.from({ length: 2 * places }, (_, index) => index + 1));
});

it('announces devices again with the area that has all their rooms', async () => {
  let rooms = ['Kitchen'];
  const list = async () => [{ id: 'a', name: 'Ground floor', rooms }];
  const world = createWorld({ areas: { list } as Partial<CorePorts['areas']> as CorePorts['areas'] });
  const { mirror, put } = mirrorOf(() => ({}), undefined, world);
  world.events.subscribe(['system.areas'], (event) => mirror.onEvent(event), { onLost() {} });
  const inRoom = (name: string) => ({ name, channelAddresses: [`${SWITCH}:3`] });
  const named = { names: [], rooms: [inRoom('Kitchen'), inRoom('Hall')], functions: [] };
  world.apply({ ...from, type: 'names_loaded', ...named });
  const announced = () =>
    put
      .filter(({ topic }) => topic.startsWith('homeassistant/') && topic.includes(SWITCH))
      .map(({ payload }) => JSON.parse(payload).dev.suggested_area);
  await mirror.sayEverything(new AbortController().signal);
  expect(announced()).toEqual(['Hall']);
  rooms = ['Kitchen', 'Hall'];
  const payload = { area_id: 'a' };
  world.events.publish({ topic: 'system.areas', type: 'areas.changed', kind: 'change', key: 'areas', payload });
  await vi.waitFor(() => expect(announced()).toEqual(['Hall', 'Ground floor']));
});
