import { describe, expect, it } from 'vitest';
import { CcuError } from '../model/errors.js';
import type { RadioModule } from '../model/operations-model.js';
import { systemSerial } from '../rega/scripts/system.js';
import { createIdentity } from './identity.js';

const SGTIN = '3014F711A0001F58A9A728EF';
const SERIAL = '58A9A728EF';
const module = (type: string, address: string, isDefault = true): RadioModule => ({
  address,
  type,
  isDefault,
  description: '',
  firmware: '',
  connected: true,
  dutyCycle: undefined,
  carrierSense: undefined,
});

interface Told {
  readonly script?: string;
  readonly json?: string;
  readonly hmip?: readonly RadioModule[];
  readonly upnp?: string;
  readonly bidcos?: readonly RadioModule[];
}

/** A CCU that tells its number in these ways only. */
function asking(told: Told) {
  const asked: string[] = [];
  const answer = async <T>(name: string, value: T | undefined): Promise<T> => {
    asked.push(name);
    if (value === undefined) throw new CcuError('unsupported', 'not here');
    return value;
  };
  let now = 0;
  const identity = createIdentity({
    session: {
      call: (method) =>
        method === 'ReGa.runScript'
          ? answer('script', told.script === undefined ? undefined : systemSerial.encode([{ serial: told.script }]))
          : answer('json', told.json),
    },
    web: {
      exchange: async () => ({
        status: 200,
        contentType: 'text/xml',
        body: Buffer.from(`<serialNumber>${await answer('upnp', told.upnp)}</serialNumber>`),
      }),
    },
    radioModules: (name) => (name === 'HmIP-RF' ? answer('hmip', told.hmip) : answer('bidcos', told.bidcos)),
    now: () => now,
  });
  return {
    identity,
    asked,
    pass(ms: number) {
      now += ms;
    },
  };
}

describe('the serial number of a CCU', () => {
  it.each<[string, Told, readonly string[]]>([
    ['a script', { script: SERIAL, json: 'OTHER00001' }, ['script']],
    ['JSON-RPC', { json: SERIAL, upnp: 'OTHER00001' }, ['script', 'json']],
    ['JSON-RPC where the script knows none', { script: '', json: SERIAL }, ['script', 'json']],
    ['the HmIP radio module', { hmip: [module('HMIP_CCU2', SGTIN)], upnp: 'OTHER00001' }, ['script', 'json', 'hmip']],
    [
      'the UPnP description',
      { upnp: SGTIN, bidcos: [module('CCU2', 'NEQ1234567')] },
      ['script', 'json', 'hmip', 'upnp'],
    ],
    [
      'the BidCos radio module',
      { bidcos: [module('Lan Interface', 'LAN0000001', true), module('CCU2', SERIAL, false)] },
      ['script', 'json', 'hmip', 'upnp', 'bidcos'],
    ],
  ])('comes from %s, when no earlier source has it', async (_, told, steps) => {
    const { identity, asked } = asking(told);
    expect(await identity.serial()).toBe(SERIAL);
    expect(asked).toEqual(steps);
    expect(await identity.serial()).toBe(SERIAL);
    expect(asked).toEqual(steps);
  });

  it('is never that of an access point or gateway in the network', async () => {
    const { identity } = asking({
      hmip: [module('HMIP-HAP', '3014F711A000000000000001')],
      bidcos: [module('Lan Interface', 'LAN0000001')],
    });
    expect(await identity.serial()).toBeUndefined();
  });

  it('is requested again after a while when no source had it', async () => {
    const told: { script?: string } = {};
    const { identity, asked, pass } = asking(told);
    expect(await identity.serial()).toBeUndefined();
    told.script = SERIAL;
    expect(await identity.serial()).toBeUndefined();
    expect(asked).toHaveLength(5);
    pass(60_000);
    expect(await identity.serial()).toBe(SERIAL);
  });
});
