import { describe, expect, it } from 'vitest';
import { NOON, parameter, readyHouse, SWITCH, typesOf, value } from '../../test/house.js';

const PRESS = parameter('ACTION', 4);
const plug = (type: string) =>
  readyHouse({
    specs: [
      {
        address: SWITCH,
        type,
        channels: [{ type: 'MAINTENANCE' }, { type: 'KEY_TRANSCEIVER', values: { PRESS_SHORT: PRESS } }],
      },
    ],
  }).house;

describe('the key of a plug that reports presses which are none', () => {
  it('triggers nothing and is offered to no client, while other plugs keep their key', () => {
    for (const [type, triggers, groups] of [
      ['HmIP-PS', [], 0],
      ['HMIP-PS', [], 0],
      ['HmIP-PSM', ['device.trigger'], 1],
    ] as const) {
      const house = plug(type);
      expect([type, typesOf(house.apply(value(`${SWITCH}:1`, 'PRESS_SHORT', true)))]).toEqual([type, triggers]);
      const found = house.eventGroups({ address: SWITCH, channel: 1 });
      expect([type, found.ok && found.value.length]).toEqual([type, groups]);
    }
  });

  it('is listed among the hidden parameters, and reports again when it is brought back', () => {
    const house = plug('HmIP-PS');
    const press = value(`${SWITCH}:1`, 'PRESS_SHORT', true);
    expect(house.visibility.candidates().candidates).toContain('PRESS_SHORT:VALUES@HmIP-PS:1');
    house.visibility.set('ccu1', ['PRESS_SHORT:VALUES@HmIP-PS:1'], { at: NOON });
    expect(typesOf(house.apply(press))).toEqual(['device.trigger']);
  });
});
