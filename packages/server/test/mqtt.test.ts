import type { MqttStatus } from '@ccu-gateway/contract/types';
import { expect, it } from 'vitest';
import { TWIN, twinHouse } from './house.js';
import { startWorld } from './world.js';

const BROKER: MqttStatus['brokers'][number] = {
  name: 'house',
  state: 'waiting',
  since: '2026-01-01T00:00:00.000Z',
  address: 'mqtt://127.0.0.1:1883',
  prefix: 'ccu',
  qos: 1,
  addressing: 'address',
  payload: 'json',
  publish: ['#'],
  write: ['#'],
  role: 'operator',
  home_assistant: { enabled: false, prefix: 'homeassistant', devices: 0 },
  hm2mqtt: { enabled: true, prefix: 'hm', central: 'home', program: 'hm2mqtt', topics: ['hm'] },
  ccu_jack: { enabled: false, prefix: '', program: 'CCU-Jack', topics: ['device'] },
  topics: 0,
  waiting: 0,
  lag_ms: 0,
  published: 0,
  sent: 0,
  superseded: 0,
  expired: 0,
  refused: 0,
  commands: { taken: 0, confirmed: 0, rolled_back: 0, unconfirmed: 0, refused: 0, ignored: 0 },
  last_errors: [],
};

it('shows viewers the values that a broker receives of a device of the named CCU, and names unknown ones', async () => {
  const asked: object[] = [];
  const mqtt = {
    status: () => ({ brokers: [BROKER] }),
    preview(at: object) {
      asked.push(at);
      return { topics: [{ topic: 'ccu/ccu2/device/0', payload: '{}' }] };
    },
  };
  const world = await startWorld({ house: twinHouse(), server: { mqtt } });
  const preview = async (broker: string, rest: string) => {
    const answer = await world.request({ target: `/api/v1/mqtt/brokers/${broker}/devices/${rest}`, as: 'viewer' });
    return [answer.status, await answer.json()];
  };
  expect(await preview('house', `${TWIN}?central=ccu2`)).toEqual([
    200,
    { topics: [{ topic: 'ccu/ccu2/device/0', payload: '{}' }] },
  ]);
  expect(asked).toEqual([{ broker: 'house', central: 'ccu2', address: TWIN }]);
  expect(await preview('house', TWIN)).toMatchObject([409, { reason: 'central_required' }]);
  expect(await preview('house', `${TWIN}?central=none`)).toMatchObject([404, { code: 'not_found' }]);
  expect(await preview('other', `${TWIN}?central=ccu2`)).toMatchObject([
    404,
    { detail: 'MQTT broker other not found' },
  ]);
  expect(asked).toHaveLength(1);
  await world.close();
});
