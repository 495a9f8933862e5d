import type { CcuEvent } from '@ccu-gateway/ccu-client';
import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { createHouseModel } from '@ccu-gateway/device-model';
import { expect, it } from 'vitest';
import type { AuditEntry } from '../ports/house.js';
import { createRadioTraffic } from './radio-traffic.js';

const AT = Date.UTC(2026, 0, 1, 12);
const PLUG = '0001D3C99C0001';
const WIRED = '0001D3C99C0002';
const REMOTE = 'BidCoS-RF';
const GROUP = 'INT0000001';

function createWorld() {
  const house = createHouseModel();
  const interfaces = ['HmIP-RF', 'BidCos-RF', 'VirtualDevices', 'CUxD'] as const;
  house.addCentral('ccu1', { host: '192.0.2.1', interfaces: interfaces.map((name) => factsOf(name)) });
  const described = (interfaceName: string, ADDRESS: string, TYPE: string) =>
    house.apply({
      type: 'devices_described',
      central: 'ccu1',
      interfaceName,
      at: AT,
      source: 'NEW',
      complete: false,
      devices: [{ ADDRESS, TYPE }],
      paramsets: {},
    });
  described('HmIP-RF', PLUG, 'HmIP-PS');
  described('HmIP-RF', WIRED, 'HmIPW-DRS8');
  described('BidCos-RF', REMOTE, 'HM-RCV-50');
  described('VirtualDevices', GROUP, 'HM-CC-VG-1');
  let now = AT;
  const kept: AuditEntry[] = [];
  const listeners = new Set<(event: CcuEvent) => void>();
  const traffic = createRadioTraffic({ house, clock: { now: () => now } });
  const audit = traffic.counted({ record: (entry) => void kept.push(entry), query: async () => kept });
  const stop = traffic.follow({
    name: 'ccu1',
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  return {
    house,
    traffic,
    audit,
    kept,
    stop,
    pass: (ms: number) => {
      now += ms;
    },
    wrote: (address: string | undefined, more: Partial<AuditEntry> = {}) =>
      audit.record({
        at: now,
        action: 'data_point_write',
        central: 'ccu1',
        user: 'anna',
        ...(address === undefined ? {} : { deviceAddress: address }),
        ...more,
      }),
    said: (interfaceName: string, channelAddress: string) => {
      const event = {
        type: 'value',
        central: 'ccu1',
        interfaceName,
        at: now,
        channelAddress,
        parameter: 'A',
        value: 1,
      };
      for (const listener of listeners) listener(event as CcuEvent);
    },
    rows: async () => {
      const { writes, reports } = await traffic.traffic();
      const row = ({ subject, address, hours }: (typeof writes)[number]) => [
        ...(subject === undefined ? [] : [subject]),
        address,
        hours.reduce((all, count) => all + count, 0),
      ];
      return { writes: writes.map(row), reports: reports.map(row) };
    },
  };
}

it('counts writes by subject and device, and keeps the audit log as it is', async () => {
  const { wrote, rows, kept, audit, pass, traffic } = createWorld();
  wrote(PLUG);
  wrote(PLUG, { user: 'bea', action: 'paramset_write', outcome: 'partial' });
  pass(3_600_000);
  wrote(PLUG);
  expect((await rows()).writes).toEqual([
    ['anna', PLUG, 2],
    ['bea', PLUG, 1],
  ]);
  expect((await traffic.traffic()).writes[0]).toMatchObject({ central: 'ccu1', interfaceId: 'ccu1-HmIP-RF' });
  expect((await traffic.traffic()).writes[0]?.hours.slice(-2)).toEqual([1, 1]);
  expect(kept).toHaveLength(3);
  expect(await audit.query({ limit: 9, offset: 0 })).toBe(kept);
});

it.each([
  ['a device on the wired bus', WIRED, {}],
  ['a virtual remote', REMOTE, {}],
  ['a group of the CCU', GROUP, {}],
  ['a device that was named anew', PLUG, { action: 'device_metadata' }],
  ['a call that was refused', PLUG, { outcome: 'refused' }],
  ['a change without a device', undefined, { action: 'config_write' }],
] as const)('does not count traffic that is not sent over the air: %s', async (_, address, more) => {
  const { wrote, rows } = createWorld();
  wrote(address, more);
  expect((await rows()).writes).toEqual([]);
});

it('counts values of a device that come together as one report, changed or not', async () => {
  const { said, pass, rows } = createWorld();
  for (const channel of [0, 1, 1, 3]) said('HmIP-RF', `${PLUG}:${channel}`);
  expect((await rows()).reports).toEqual([[PLUG, 1]]);
  pass(60_000);
  said('HmIP-RF', `${PLUG}:1`);
  said('BidCos-RF', 'NEW0000001:1');
  expect((await rows()).reports).toEqual([
    [PLUG, 2],
    ['NEW0000001', 1],
  ]);
});

it('counts no reports of devices without radio, and none after its end', async () => {
  const { said, stop, rows } = createWorld();
  said('HmIP-RF', `${WIRED}:1`);
  said('BidCos-RF', `${REMOTE}:1`);
  said('VirtualDevices', `${GROUP}:1`);
  said('CUxD', 'CUX2801001:1');
  stop();
  said('HmIP-RF', `${PLUG}:1`);
  expect((await rows()).reports).toEqual([]);
});

it('reports nothing of a CCU that was removed', async () => {
  const { house, said, wrote, rows } = createWorld();
  said('HmIP-RF', `${PLUG}:1`);
  wrote(PLUG);
  house.removeCentral('ccu1');
  expect(await rows()).toEqual({ writes: [], reports: [] });
});
