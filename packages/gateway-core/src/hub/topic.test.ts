import type { ModelEvent } from '@ccu-gateway/device-model';
import { createEventStream, type StreamEvent } from '@ccu-gateway/event-stream';
import { expect, it } from 'vitest';
import { topicOf } from './topic.js';

// Payloads are reduced to the members in the topic.
const event = (topic: string, type: string, payload: Readonly<Record<string, unknown>>) =>
  ({ topic, type, kind: 'change', payload }) as unknown as ModelEvent;

it.each([
  [
    'hub.+.sysvars.+',
    event('hub.my.ccu.sysvars.Temp. 2/3', 'hub.sysvar_changed', { central: 'my.ccu', name: 'Temp. 2/3' }),
  ],
  ['hub/+/programs/#', event('hub.my.ccu.programs.12', 'hub.program_changed', { central: 'my.ccu' })],
  ['central.+.state', event('central.my.ccu.state', 'central.state_changed', { central: 'my.ccu' })],
  [
    'hub.+.connectivity.+',
    event('hub.a.b.connectivity.a.b-HmIP-RF', 'connectivity.changed', { central: 'a.b', interface_id: 'a.b-HmIP-RF' }),
  ],
  [
    'devices/+/channels/+/data_points/STATE',
    event('device.HU-a/b.c.channels.1.data_points.STATE', 'datapoint.value_changed', {
      central: 'home',
      device_address: 'HU-a/b.c',
    }),
  ],
  [
    'devices/*QEQ0000001/#',
    event('device.*QEQ0000001.lifecycle', 'device.created', { central: 'home', device_address: '*QEQ0000001' }),
  ],
  [
    'device.HU-Hue Surimu .*',
    event('device.HU-Hue Surimu .lifecycle', 'device.created', { central: 'home', device_address: 'HU-Hue Surimu ' }),
  ],
  ['device.+.lifecycle', event('device.ABC.lifecycle', 'device.created', { central: 'my.ccu' })],
])('the pattern %s finds a name with dots, and the topic stays as it was', async (pattern, given) => {
  const stream = createEventStream();
  const heard: StreamEvent[] = [];
  stream.subscribe([pattern], (each) => heard.push(each), {
    onLost: () => expect.unreachable(),
  });
  stream.publish({ ...given, topic: topicOf(given) });
  stream.flush();
  expect(heard.map(({ topic }) => topic)).toEqual([given.topic]);
  await stream.close();
});
