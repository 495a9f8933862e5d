import { describe, expect, it } from 'vitest';
import { createComplaints } from '../log/complaints.js';
import { isAddress } from '../model/address.js';
import type { LogEntry } from '../model/ports.js';
import { readDeviceList } from '../rpc/descriptions.js';
import { readInbound } from './inbound.js';
import { createLeftOutLedger } from './left-out.js';

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

describe('what an interface sends', () => {
  it.each(['*QEQ0000001:1', 'HU-Philips hue:1', 'HU-Hue Surimu :3', 'HU-Büro/Küche 50 % #1+2.x:1'])(
    'of %j is taken',
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

  it('and is not taken is counted by kind and name, and reported once each', () => {
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
