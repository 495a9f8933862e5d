import { afterEach, expect, it } from 'vitest';
import { cli, type Subscribe, startGateway, valueChanged } from '../../../test/fixture.js';

let gateway: Awaited<ReturnType<typeof startGateway>>;
afterEach(() => gateway.close());

const DEVICES = [
  { address: 'ABC0001', name: 'Küche', rooms: ['Küche'] },
  { address: 'ABC0002', name: 'Bad', rooms: ['Bad'] },
];

function changed(seq: number, device: string, channel: number, parameter: string) {
  const event = valueChanged(seq, seq, 0);
  return { ...event, payload: { ...event.payload, device_address: device, channel, parameter } };
}

async function start() {
  const asked: Subscribe[] = [];
  gateway = await startGateway(
    ({ path }) => (path.startsWith('/api/v1/snapshot') ? { body: { devices: DEVICES } } : { status: 404 }),
    (subscribe, send) => {
      asked.push(subscribe);
      send(changed(101, 'ABC0001', 4, 'LEVEL'));
      send({ ...changed(102, 'ABC0001', 4, 'LEVEL'), type: 'datapoint.optimistic_rolled_back' });
      send(changed(103, 'ABC0002', 1, 'STATE'));
      send(changed(104, 'ABC0001', 3, 'STATE'));
    },
  );
  const seqs = async (...argv: string[]) => {
    const ran = await cli(['devices', 'watch', ...argv, '--fields', 'seq', '--for', '1s'], { env: gateway.env });
    return ran.out.split('\n').filter(Boolean).map(Number);
  };
  return { asked, seqs };
}

it('prints values as they change, under the name of the device', async () => {
  await start();
  const ran = await cli(['devices', 'watch', '--count', '2'], { env: gateway.env });
  expect(ran).toMatchObject({ code: 0, err: '' });
  expect(ran.out).toBe(
    '2026-11-21T08:00:00.000000000Z\tABC0001:4\tKüche\tLEVEL\t0 → 101\n' +
      '2026-11-21T08:00:00.000000000Z\tABC0002:1\tBad\tSTATE\t0 → 103\n',
  );
});

it('watches the devices, channels, rooms and parameters that are asked for, and subscribes to no more', async () => {
  const { asked, seqs } = await start();
  expect(await seqs()).toEqual([101, 103, 104]);
  expect(await seqs('ABC0001:4', 'ABC0002')).toEqual([101, 103]);
  expect(await seqs('--room', 'Küche')).toEqual([101, 104]);
  expect(await seqs('--parameter', 'state')).toEqual([103, 104]);
  expect(await seqs('--central', 'cabin')).toEqual([]);
  expect(asked.slice(1, 3).map(({ topics }) => topics)).toEqual([
    ['device.ABC0001.channels.4.data_points.*', 'device.ABC0002.channels.+.data_points.*'],
    ['device.ABC0001.channels.+.data_points.*'],
  ]);
});

it('refuses a device and a room that are not there, and both at once', async () => {
  await start();
  const watch = (...argv: string[]) => cli(['devices', 'watch', ...argv], { env: gateway.env });
  const code = async (...argv: string[]) => (await watch(...argv)).code;
  expect(await code('XYZ0001')).toBe(3);
  expect(await code('--room', 'Keller')).toBe(3);
  expect((await watch('--room', 'Kuche')).err).toContain('did you mean "Küche"?');
  expect(await code('ABC0001', '--room', 'Bad')).toBe(2);
});
