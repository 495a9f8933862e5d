import type { CcuEvent } from '@ccu-gateway/ccu-client';
import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { createHouseModel } from '@ccu-gateway/device-model';
import { expect, it } from 'vitest';
import type { AuditEntry } from '../ports/house.js';
import { createRadioTraffic, type KeptTraffic } from './radio-traffic.js';

const AT = Date.UTC(2026, 0, 1, 12);
const PLUG = '0001D3C99C0001';
const WIRED = '0001D3C99C0002';
const REMOTE = 'BidCoS-RF';
const GROUP = 'INT0000001';

const LOG = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** A gateway; with the records of another one it is its next run. */
function createWorld(kept: { traffic?: KeptTraffic } = {}, startAt = AT) {
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
  let now = startAt;
  const timers: (() => void)[] = [];
  const recorded: AuditEntry[] = [];
  const listeners = new Set<(event: CcuEvent) => void>();
  const traffic = createRadioTraffic({
    house,
    time: {
      now: () => now,
      after(_, run) {
        timers.push(run);
        return () => undefined;
      },
    },
    records: {
      load: async () => kept.traffic,
      async save(traffic) {
        kept.traffic = traffic;
      },
    },
    log: LOG,
  });
  const audit = traffic.counted({ record: (entry) => void recorded.push(entry), query: async () => recorded });
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
    recorded,
    timers,
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
  const { wrote, rows, recorded, audit, pass, traffic } = createWorld();
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
  expect(recorded).toHaveLength(3);
  expect(await audit.query({ limit: 9, offset: 0 })).toBe(recorded);
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

it('continues the counts of the last run, hour by hour, and forgets those of another day', async () => {
  const kept = {};
  const first = createWorld(kept);
  first.wrote(PLUG);
  first.said('HmIP-RF', `${PLUG}:1`);
  await first.traffic.close();
  const second = createWorld(kept, AT + 2 * 3_600_000);
  second.wrote(PLUG);
  await second.traffic.restore();
  expect(await second.rows()).toEqual({ writes: [['anna', PLUG, 2]], reports: [[PLUG, 1]] });
  const { since, writes } = await second.traffic.traffic();
  expect(since).toBe(AT);
  expect(writes[0]?.hours.slice(-3)).toEqual([1, 0, 1]);
  const nextDay = createWorld(kept, AT + 25 * 3_600_000);
  await nextDay.traffic.restore();
  expect(await nextDay.rows()).toEqual({ writes: [], reports: [] });
});

it('stores changed counts by itself, and counts on where they are unreadable', async () => {
  const kept: { traffic?: KeptTraffic } = {};
  const { wrote, timers } = createWorld(kept);
  wrote(PLUG);
  wrote(PLUG);
  expect(timers).toHaveLength(1);
  timers[0]?.();
  expect(kept.traffic?.writes.rows).toHaveLength(1);
  const broken = {
    get traffic(): KeptTraffic {
      throw new Error('unreadable');
    },
  };
  const next = createWorld(broken);
  await next.traffic.restore();
  next.wrote(PLUG);
  expect((await next.rows()).writes).toEqual([['anna', PLUG, 1]]);
});

it('tells tokens, Matter homes and MQTT clients of one subject apart, also after a restart', async () => {
  const kept: { traffic?: KeptTraffic } = {};
  const { wrote, traffic: before } = createWorld(kept);
  wrote(PLUG, { user: 'ha', scheme: 'bearer', tokenFingerprint: '0123456789ab' });
  wrote(PLUG, { user: 'ha', scheme: 'bearer', tokenFingerprint: 'ba9876543210' });
  wrote(PLUG, { user: 'matter:1', scheme: 'matter', peer: 'Apple Home' });
  wrote(PLUG, { user: 'mqtt:house', scheme: 'mqtt', peer: 'node-red' });
  wrote(PLUG, { user: 'mqtt:house', scheme: 'mqtt' });
  await before.close();
  const { traffic } = createWorld(kept);
  await traffic.restore();
  expect((await traffic.traffic()).writes).toMatchObject([
    { subject: 'ha', scheme: 'bearer', token: '0123456789ab' },
    { subject: 'ha', scheme: 'bearer', token: 'ba9876543210' },
    { subject: 'matter:1', scheme: 'matter', home: 'Apple Home' },
    { subject: 'mqtt:house', scheme: 'mqtt', client: 'node-red' },
    { subject: 'mqtt:house', scheme: 'mqtt' },
  ]);
});
