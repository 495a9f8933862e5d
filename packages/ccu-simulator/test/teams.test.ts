import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { inventedHouse, smokeDetectorTeam } from '../src/index.js';
import { listenForCallbacks, startQuietSimulator } from '../src/testing/index.js';

const require = createRequire(import.meta.url);
const xmlrpc = require('homematic-xmlrpc') as {
  createClient(options: { host: string; port: number; path: string }): {
    methodCall(method: string, params: readonly unknown[], done: (error: unknown, value: unknown) => void): void;
  };
};

const TEAM = '*QEQ0000001';
const MEMBERS = [
  { serial: 'QEQ0000001', name: 'Flur' },
  { serial: 'QEQ0000002', name: 'Dach' },
];

async function start() {
  const house = { ...inventedHouse(), devices: smokeDetectorTeam(MEMBERS), programs: [], links: [], rooms: [] };
  const simulator = await startQuietSimulator({ house: { ...house, functions: [], sysvars: [] } });
  const client = xmlrpc.createClient({ host: simulator.host, port: simulator.ports['BidCos-RF'] as number, path: '/' });
  const call = (method: string, ...params: unknown[]) =>
    new Promise<unknown>((resolve, reject) =>
      client.methodCall(method, params, (error, value) => (error ? reject(error) : resolve(value))),
    );
  return { simulator, call };
}

const described = (found: unknown) => found as Readonly<Record<string, unknown>>;

it('lists its teams with their members, apart and among the devices', async () => {
  const { simulator, call } = await start();
  const teams = (await call('listTeams')) as readonly Readonly<Record<string, unknown>>[];
  expect(teams.map(({ ADDRESS, TYPE }) => [ADDRESS, TYPE])).toEqual([
    [TEAM, 'HM-Sec-SD-2-Team'],
    [`${TEAM}:0`, 'MAINTENANCE'],
    [`${TEAM}:1`, 'SMOKE_DETECTOR_TEAM_V2'],
  ]);
  expect(teams[2]).toMatchObject({ TEAM_CHANNELS: ['QEQ0000001:1', 'QEQ0000002:1'], TEAM_TAG: 'smoke_detector' });
  expect(await call('getDeviceDescription', 'QEQ0000002:1')).toMatchObject({ TEAM: `${TEAM}:1` });
  await simulator.close();
});

it('moves a detector out of its team and back, and refuses other devices', async () => {
  const { simulator, call } = await start();
  await call('setTeam', 'QEQ0000002:1', '');
  const team = async () => described(await call('getDeviceDescription', `${TEAM}:1`)).TEAM_CHANNELS;
  expect(await team()).toEqual(['QEQ0000001:1']);
  await call('setTeam', 'QEQ0000002:1', `${TEAM}:1`);
  expect(await team()).toEqual(['QEQ0000001:1', 'QEQ0000002:1']);
  await expect(call('setTeam', 'QEQ0000002:0', `${TEAM}:1`)).rejects.toBeDefined();
  await expect(call('setTeam', 'QEQ0000002:1', 'QEQ0000001:0')).rejects.toBeDefined();
  await simulator.close();
});

it('alarms for the team as long as one of its members does', async () => {
  const { simulator, call } = await start();
  const listener = await listenForCallbacks();
  await call('init', listener.url, 'test');
  simulator.emit('QEQ0000002:1', 'STATE', true);
  simulator.emit('QEQ0000001:1', 'STATE', true);
  simulator.emit('QEQ0000002:1', 'STATE', false);
  expect(simulator.house.value(`${TEAM}:1`, 'STATE')?.value).toBe(true);
  simulator.emit('QEQ0000001:1', 'STATE', false);
  expect(simulator.house.value(`${TEAM}:1`, 'STATE')?.value).toBe(false);
  expect(simulator.house.value(`${TEAM}:1`, 'SENDERADDRESS')?.value).toBe('QEQ0000001');
  await listener.close();
  await simulator.close();
});
