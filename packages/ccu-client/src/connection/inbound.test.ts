import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerTo, callsOf } from '../callback/answers.js';
import { createComplaints } from '../log/complaints.js';
import { isAddress } from '../model/address.js';
import type { LogEntry } from '../model/ports.js';
import { readDeviceList } from '../rpc/descriptions.js';
import { arbitraryWireValue } from '../wire/testing/arbitrary.js';
import { createEarlyCalls, createLeftOutLedger, readInbound } from './inbound.js';

const METHODS = [
  'event',
  'newDevices',
  'deleteDevices',
  'updateDevice',
  'replaceDevice',
  'readdedDevice',
  'error',
  'listDevices',
  'system.multicall',
  'setReadyConfig',
  'x',
];

describe('a call of the CCU', () => {
  it('is read as a value, a pong, a change of devices or nothing', () => {
    expect(readInbound({ method: 'event', params: ['id', 'A:1', 'LEVEL', 0.5] })).toEqual({
      kind: 'value',
      channelAddress: 'A:1',
      parameter: 'LEVEL',
      value: 0.5,
    });
    expect(readInbound({ method: 'event', params: ['id', 'CENTRAL', 'PONG', 'id#1'] })).toEqual({
      kind: 'pong',
      token: 'id#1',
    });
    expect(readInbound({ method: 'event', params: ['id', 'CENTRAL:0', 'PONG', 'id#1'] })).toEqual({
      kind: 'pong',
      token: 'id#1',
    });
    expect(readInbound({ method: 'deleteDevices', params: ['id', ['A', 'A:1', 7, 'bad\naddress']] })).toEqual({
      kind: 'removed',
      list: ['A', 'A:1', 7, 'bad\naddress'],
    });
    expect(readInbound({ method: 'updateDevice', params: ['id', 'A', 0] })).toEqual({
      kind: 'changed',
      address: 'A',
    });
    expect(readInbound({ method: 'updateDevice', params: ['id', 'A', 1] })).toEqual({
      kind: 'links_changed',
      address: 'A',
    });
    expect(readInbound({ method: 'setReadyConfig', params: ['id', 'A'] })).toEqual({ kind: 'nothing' });
  });

  it('with values, addresses or names that cannot be is malformed and nothing else', () => {
    for (const params of [
      [],
      ['id'],
      ['id', 'A:1', 'LEVEL'],
      ['id', 'A:B:1', 'LEVEL', 1],
      ['id', 'A\u0000', 'LEVEL', 1],
      ['id', 'A:1', '', 1],
      ['id', 'A:1', 'LEVEL', [1]],
      ['id', 7, 'LEVEL', 1],
      ['id', 'A'.repeat(65), 'X', 1],
    ]) {
      expect(readInbound({ method: 'event', params })).toMatchObject({ kind: 'malformed' });
    }
  });

  it('with any content is answered and read without an exception', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...METHODS),
        fc.array(arbitraryWireValue({ doubles: 'decimal' }), { maxLength: 5 }),
        (method, params) => {
          const call = { method, params };
          expect(() => answerTo(call)).not.toThrow();
          for (const single of callsOf(call)) expect(readInbound(single)).toHaveProperty('kind');
        },
      ),
    );
  });
});

const value = (parameter: string) => ({ kind: 'value', channelAddress: 'A:1', parameter, value: 1 }) as const;
// Only the address is read.
const device = (address: string) => ({ ADDRESS: address, TYPE: 'X' }) as never;

describe('calls before the devices are known', () => {
  it('are held in order, and released once', () => {
    const early = createEarlyCalls();
    expect(early.holdValue(value('A'))).toBe(true);
    expect(early.holdValue(value('B'))).toBe(true);
    expect(early.holdDevices([device('D1')])).toBe(true);
    expect(early.release()).toEqual({ values: [value('A'), value('B')], devices: [device('D1')], overflowed: false });
    expect(early.release()).toEqual({ values: [], devices: [], overflowed: false });
  });

  it('are not held any more once the devices are known', () => {
    const early = createEarlyCalls();
    early.release();
    expect(early.holdValue(value('A'))).toBe(false);
    expect(early.holdDevices([device('D1')])).toBe(false);
  });

  it('are bounded: the first values and the last devices are kept, and the loss is reported', () => {
    const early = createEarlyCalls(2);
    for (const name of ['A', 'B', 'C']) early.holdValue(value(name));
    early.holdDevices([device('D1'), device('D2')]);
    early.holdDevices([device('D3')]);
    expect(early.release()).toEqual({
      values: [value('A'), value('B')],
      devices: [device('D2'), device('D3')],
      overflowed: true,
    });
  });
});

function start() {
  const log: LogEntry[] = [];
  const complaints = createComplaints((entry) => void log.push(entry));
  const ledger = createLeftOutLedger({ central: 'home', interfaceName: 'BidCos-RF', complaints, now: () => 7 });
  const hear = (method: string, ...params: Parameters<typeof readInbound>[0]['params']) => {
    const inbound = readInbound({ method, params: ['id', ...params] });
    if (inbound.kind === 'malformed') ledger.add(inbound.what, inbound.name);
    if (inbound.kind !== 'described') return inbound;
    return { devices: readDeviceList(inbound.list, (address) => ledger.add('description', address)) };
  };
  const left = () => ledger.current().map(({ kind, name, count }) => [kind, name, count]);
  return { log, ledger, hear, left };
}

describe('data of an interface', () => {
  it.each(['*QEQ0000001:1', 'HU-Philips hue:1', 'HU-Hue Surimu :3', 'HU-Büro/Küche 50 % #1+2.x:1'])(
    'at the address %j is taken',
    (channelAddress) => {
      const { hear, left } = start();
      expect(hear('event', channelAddress, 'STATE', true)).toMatchObject({ kind: 'value', channelAddress });
      expect(hear('updateDevice', channelAddress, 0)).toMatchObject({ address: channelAddress });
      expect(hear('deleteDevices', [channelAddress])).toMatchObject({ list: [channelAddress] });
      expect(isAddress(channelAddress)).toBe(true);
      const device = { ADDRESS: channelAddress, TYPE: 'X' };
      expect(hear('newDevices', [device])).toMatchObject({ devices: [{ ...device, PARENT: expect.any(String) }] });
      expect(left()).toEqual([]);
    },
  );

  it('that is not taken is counted by kind and name, and reported once each', () => {
    const { hear, ledger, left, log } = start();
    hear('newDevices', [{ ADDRESS: 'A\nB', TYPE: 'X' }, { TYPE: 'X' }, 7, { ADDRESS: 'OK', TYPE: 'X' }]);
    hear('event', 'A:B:1', 'STATE', true);
    hear('event', 'A:B:1', 'STATE', true);
    hear('event', 'A:1', '', true);
    hear('event', 'A:1', 'STATE', [1]);
    hear('event', 'A:1', 'STATE');
    ledger.add('address', 7);
    hear('deleteDevices', 'A');
    hear('neverHeard');
    hear('setReadyConfig', 'A');
    expect(left()).toEqual([
      ['description', 'nothing', 2],
      ['address', 'A:B:1', 2],
      ['description', 'A?B', 1],
      ['address', 'number', 1],
      ['parameter', '', 1],
      ['call', 'event STATE', 1],
      ['call', 'event', 1],
      ['call', 'deleteDevices', 1],
      ['method', 'neverHeard', 1],
    ]);
    expect(log).toHaveLength(9);
    expect(log[0]).toMatchObject({ event: 'left_out.description', central: 'home', fields: { name: 'A?B' } });
  });

  it('without end is named up to a bound, and counted beyond it', () => {
    const { ledger, hear, log } = start();
    for (let no = 0; no < 1_000; no += 1) hear(`never${no}${'x'.repeat(10_000)}`);
    const found = ledger.current();
    expect(found).toHaveLength(51);
    expect(found[0]).toMatchObject({ kind: 'method', name: '…', count: 950, at: 7, interfaceName: 'BidCos-RF' });
    expect(Math.max(...found.map(({ name }) => name.length))).toBe(80);
    expect(log).toHaveLength(51);
  });
});
