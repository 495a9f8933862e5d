import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { createHouseModel } from '@ccu-gateway/device-model';
import { describe, expect, it } from 'vitest';
import { createDiagnostics } from './diagnostics.js';

const AT = 1_700_000_000_000;
const ADDRESS = '0001D3C99C0001';

function houseWith(values: Readonly<Record<string, number>>) {
  const house = createHouseModel({ now: () => AT });
  house.addCentral('ccu1', { host: '192.168.1.10', interfaces: [factsOf('HmIP-RF')], serial: 'NEQ0123456' });
  const point = { TYPE: 'INTEGER', OPERATIONS: 5, FLAGS: 1, MIN: -200, MAX: 70_000 } as const;
  house.apply({
    type: 'devices_described',
    central: 'ccu1',
    interfaceName: 'HmIP-RF',
    at: AT,
    source: 'NEW',
    complete: true,
    devices: [
      { ADDRESS, TYPE: 'HmIP-BSM', PARENT: '', CHILDREN: [`${ADDRESS}:0`] },
      { ADDRESS: `${ADDRESS}:0`, TYPE: 'MAINTENANCE', PARENT: ADDRESS, INDEX: 0 },
    ],
    paramsets: { [`${ADDRESS}:0`]: { VALUES: { RSSI_DEVICE: point, RSSI_PEER: point } } },
  });
  for (const [parameter, value] of Object.entries(values)) {
    house.apply({
      type: 'value',
      central: 'ccu1',
      interfaceName: 'HmIP-RF',
      at: AT,
      channelAddress: `${ADDRESS}:0`,
      parameter,
      value,
    });
  }
  return house;
}

const noMetrics = { text: async () => ({ contentType: '', text: '' }) };
const status = {
  central: 'ccu1',
  interfaceName: 'HmIP-RF',
  state: 'suspect',
  connected: false,
  lastEventAt: AT,
} as const;

describe('how well devices are heard', () => {
  const signals = (values: Readonly<Record<string, number>>) =>
    createDiagnostics({ centrals: { all: () => [] }, house: houseWith(values), metrics: noMetrics }).signals();

  it.each([
    [{ RSSI_DEVICE: -71, RSSI_PEER: -65 }, -71, -65],
    [{ RSSI_DEVICE: 185, RSSI_PEER: 65_536 }, -71, null],
    [{ RSSI_DEVICE: 71, RSSI_PEER: -128 }, -71, null],
    [{ RSSI_DEVICE: 128, RSSI_PEER: -88 }, null, -88],
  ])('of %j is %s and %s', (values, rssiDevice, rssiPeer) => {
    expect(signals(values)).toMatchObject([{ address: ADDRESS, central: 'ccu1', rssiDevice, rssiPeer }]);
  });

  it('is left out if no interface reports it', () => {
    expect(signals({})).toEqual([]);
    expect(signals({ RSSI_DEVICE: 0 })).toEqual([]);
  });
});

// Only the members of the CCUs and the house that this test needs.
it('the state of links is reported as far as it is known', async () => {
  const centrals = { all: () => [{ name: 'ccu1', status: () => [status], circuit: () => 'half_open' }] } as never;
  const diagnostics = createDiagnostics({ centrals, house: houseWith({}), metrics: noMetrics });
  expect(await diagnostics.reliability()).toEqual([
    { central: 'ccu1', interface: 'HmIP-RF', state: 'suspect', circuit: 'half_open', lastCallbackAt: AT },
  ]);
  expect(await diagnostics.reliability('other')).toEqual([]);
});

it('a link reports its callback address and the number of its registrations', async () => {
  const told = { ...status, pingMs: 12, callbackUrl: 'http://10.0.0.2:8120/x', registrations: 3, cause: 'unreachable' };
  const centrals = { all: () => [{ name: 'ccu1', status: () => [told], circuit: () => 'closed' }] } as never;
  const [link] = await createDiagnostics({ centrals, house: houseWith({}), metrics: noMetrics }).reliability();
  expect(link).toMatchObject({ pingMs: 12, callbackUrl: told.callbackUrl, reconnects: 2, cause: 'unreachable' });
});
