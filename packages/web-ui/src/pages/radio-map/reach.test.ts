import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { reachesOf, weakestOf } from './reach.js';

const KEYS = ['home/A', 'home/B', 'home/C', 'home/D', 'home/GROUP'];
const RSSI: Readonly<Record<string, number>> = {
  'home/A/0/RSSI_DEVICE': -60,
  'home/A/0/RSSI_PEER': -95,
  'home/B/0/RSSI_DEVICE': -70,
  'home/C/0/RSSI_DEVICE': 128,
  'home/GROUP/0/RSSI_DEVICE': -60,
};

const interfaceOf = (key: string) => {
  const name = key === 'home/GROUP' ? 'VirtualDevices' : 'BidCos-RF';
  return { interface: name, interface_id: `home-${name}` };
};

const store = {
  devices: signal(KEYS),
  interfaces: signal(['BidCos-RF', 'VirtualDevices'].map((name) => ({ id: `home-${name}`, name, central_id: 'home' }))),
  peekDevice: (key: string) => ({
    key,
    summary: { name: key, ...interfaceOf(key) },
  }),
  peekPoint: (key: string) => ({ summary: { value: RSSI[key] } }),
} as unknown as Parameters<typeof reachesOf>[0];

const matrix = {
  central: 'home',
  interface_id: 'home-BidCos-RF',
  receivers: ['CCU', 'ATTIC'].map((address) => ({
    address,
    description: address === 'ATTIC' ? 'Attic' : '',
    type: '',
    connected: true,
    default: address === 'CCU',
  })),
  devices: [
    {
      address: 'B',
      name: 'B',
      receiver: 'ATTIC',
      roaming: false,
      signals: [
        { receiver: 'CCU', rssi_device: -88, rssi_peer: null },
        { receiver: 'ATTIC', rssi_device: -50, rssi_peer: -52 },
      ],
    },
  ],
};

describe('the signals of a map', () => {
  it('are those that devices report, without impossible and missing ones and without heating groups', () => {
    const reaches = reachesOf(store, []);
    expect(reaches.map(({ device, hubName }) => [device.key, hubName])).toEqual([
      ['home/A', 'home BidCos-RF'],
      ['home/B', 'home BidCos-RF'],
    ]);
    expect(reaches.map(weakestOf)).toEqual([-95, -70]);
  });

  it('have a line to each radio gateway that receives a device, and mark its current one', () => {
    const ofB = reachesOf(store, [matrix]).filter(({ device }) => device.key === 'home/B');
    expect(ofB.map(({ hubName, isCurrent, toDevice }) => [hubName, isCurrent, toDevice])).toEqual([
      ['home CCU', false, -88],
      ['home Attic', true, -50],
    ]);
    expect(new Set(ofB.map(({ id }) => id)).size).toBe(2);
  });

  it('leave out devices that the matrix of their interface lacks, which have no radio', () => {
    const drawn = reachesOf(store, [matrix]).map(({ device }) => device.key);
    expect(drawn).toEqual(['home/B', 'home/B']);
  });

  it('ignore a matrix with one radio module, which has no more than the devices report', () => {
    const alone = { ...matrix, receivers: matrix.receivers.slice(0, 1) };
    expect(reachesOf(store, [alone])).toEqual(reachesOf(store, []));
  });
});
