import { describe, expect, it } from 'vitest';
import { NOON, parameter, readyHouse, SWITCH } from '../test/house.js';

const CONTACT = '0001D3C99C0009';

const configuredHouse = () =>
  readyHouse({
    specs: [
      {
        address: SWITCH,
        type: 'HmIP-WTH-2',
        channels: [
          { type: 'MAINTENANCE', master: { GLOBAL_BUTTON_LOCK: parameter('BOOL', 3) } },
          { type: 'KEY_TRANSCEIVER', master: { LONG_PRESS_TIME: parameter('FLOAT', 3) } },
        ],
      },
      { address: CONTACT, type: 'HmIP-SWDO', channels: [{ type: 'MAINTENANCE' }] },
    ],
  }).house;

describe('the configuration worth reading', () => {
  it('is the one that shown items depend on', () => {
    expect(configuredHouse().configurations()).toEqual([
      { central: 'ccu1', interfaceName: 'HmIP-RF', address: `${SWITCH}:0`, isKnown: false },
    ]);
    expect(configuredHouse().configurations({ interfaceName: 'BidCos-RF' })).toEqual([]);
    expect(configuredHouse().configurations({ devices: new Set([CONTACT]) })).toEqual([]);
    expect(configuredHouse().configurations({ central: 'nobody' })).toEqual([]);
  });

  it('includes one that was read before, so that its change is noticed', () => {
    const house = configuredHouse();
    house.applyConfiguration({ address: `${SWITCH}:1`, values: { LONG_PRESS_TIME: 0.4 }, at: NOON });
    expect(house.configurations({ devices: new Set([SWITCH]) })).toMatchObject([
      { address: `${SWITCH}:0`, isKnown: false },
      { address: `${SWITCH}:1`, isKnown: true },
    ]);
  });

  it('includes one that people brought back, until it is known', () => {
    const house = configuredHouse();
    house.visibility.set('ccu1', ['LONG_PRESS_TIME:MASTER@HmIP-WTH-2:1'], { at: NOON });
    const found = () => house.configurations().find(({ address }) => address === `${SWITCH}:1`);
    expect(found()).toMatchObject({ isKnown: false });
    house.applyConfiguration({ address: `${SWITCH}:1`, values: { LONG_PRESS_TIME: 0.4 }, at: NOON });
    expect(found()).toMatchObject({ isKnown: true });
  });
});
