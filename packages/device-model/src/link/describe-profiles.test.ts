import { describe, expect, it } from 'vitest';
import { type DeviceSpec, readyHouse } from '../../test/house.js';

const KEY = '0001D3C99C0021';
const LAMP = '0001D3C99C0022';

const specs: readonly DeviceSpec[] = [
  {
    address: KEY,
    type: 'HM-PB-2',
    more: { RX_MODE: 4 },
    channels: [
      { type: 'MAINTENANCE' },
      { type: 'KEY', more: { DIRECTION: 1, LINK_SOURCE_ROLES: 'SWITCH', PARAMSETS: ['MASTER', 'LINK'] } },
    ],
  },
  {
    address: LAMP,
    type: 'HM-LC-Sw1',
    more: { RX_MODE: 1 },
    channels: [
      { type: 'MAINTENANCE' },
      { type: 'SWITCH', more: { DIRECTION: 2, LINK_TARGET_ROLES: 'SWITCH', PARAMSETS: ['MASTER', 'LINK'] } },
    ],
  },
];
const { house } = readyHouse({ specs, interfaceName: 'BidCos-RF' });

const STATES = ['NO_JUMP_IGNORE_COMMAND', 'ONDELAY', 'ON', 'OFFDELAY', 'OFF'];
const option = (list: readonly string[]) => ({
  ...{ TYPE: 'ENUM', OPERATIONS: 0, FLAGS: 1, MIN: 0, MAX: list.length - 1, DEFAULT: 0, VALUE_LIST: list },
});
const time = {
  ...{ TYPE: 'FLOAT', OPERATIONS: 0, FLAGS: 1, MIN: 0, MAX: 108_000, DEFAULT: 111_600, UNIT: 's' },
  SPECIAL: [{ ID: 'NOT_USED', VALUE: 111_600 }],
};
/** As the older interfaces describe it: without any operation. */
const description = {
  SHORT_ACTION_TYPE: option(['INACTIVE', 'JUMP_TO_TARGET']),
  SHORT_JT_OFF: option(STATES),
  SHORT_JT_ON: option(STATES),
  SHORT_ON_TIME: time,
};
const pair = { sender: `${KEY}:1`, receiver: `${LAMP}:1`, description };

function staircaseId(): number {
  const found = house.links.profiles(pair);
  return (found.ok ? found.value.profiles.find(({ kind }) => kind === 'on_for')?.id : undefined) ?? -1;
}

describe('the profiles of two channels', () => {
  it('have names and sentences in the language of the request', () => {
    const found = house.links.profiles({ ...pair, locale: 'de' });
    expect(found).toMatchObject({ ok: true, value: { active_profile_id: 0 } });
    const staircase = found.ok && found.value.profiles.find(({ kind }) => kind === 'on_for');
    expect(staircase).toMatchObject({
      name: 'Treppenlicht',
      description: 'Ein Tastendruck schaltet für die eingestellte Zeit ein.',
      settings: [{ id: 'time', label: 'Zeit', unit: 's', min: 1, parameters: ['SHORT_ON_TIME'] }],
    });
  });

  it('are previewed in words, with the settings of the request', () => {
    const profileId = staircaseId();
    const effect = (settings: Readonly<Record<string, number>>, locale: 'de' | 'en') => {
      const preview = house.links.applyProfile({ ...pair, profileId, settings, locale });
      return preview.ok ? preview.value.effect : preview.message;
    };
    expect(effect({ time: 180 }, 'en')).toBe('A key press switches on for 3 minutes.');
    expect(effect({ time: 180 }, 'de')).toBe('Ein Tastendruck schaltet für 3 Minuten ein.');
    expect(effect({ time: 5461 }, 'en')).toBe('A key press switches on for 1 hour 31 minutes 1 second.');
    expect(effect({ time: 1.5 }, 'de')).toBe('Ein Tastendruck schaltet für 1,5 Sekunden ein.');
  });

  it('name the end that sleeps until a press of its key', () => {
    expect(house.links.profiles(pair)).toMatchObject({ value: { waits: [{ address: KEY, until: 'key_press' }] } });
  });

  it('are applied as the exact changes, which may be written', () => {
    const values = { SHORT_ACTION_TYPE: 1, SHORT_JT_OFF: 1, SHORT_JT_ON: 0, SHORT_ON_TIME: 111_600 };
    const preview = house.links.applyProfile({ ...pair, values, profileId: 5, settings: { time: 60 } });
    expect(preview).toMatchObject({
      ok: true,
      value: {
        settings: { time: 60 },
        changes: [
          { parameter: 'SHORT_JT_ON', from: 0, to: 2 },
          { parameter: 'SHORT_ON_TIME', from: 111_600, to: 60 },
        ],
      },
    });
    const changed = { SHORT_JT_ON: 2, SHORT_ON_TIME: 60 };
    const write = { address: pair.receiver, key: 'LINK', peer: pair.sender, description, values: changed } as const;
    expect(house.validateParamset(write)).toMatchObject({ ok: true });
    expect(house.links.profiles({ ...pair, values: { ...values, ...changed } })).toMatchObject({
      value: { active_profile_id: 5, active_settings: { time: 60 } },
    });
  });

  it('are those of the description where the CCU answers no values, and none of them is active', () => {
    const described = house.links.profiles(pair);
    const unread = house.links.profiles({ ...pair, values: {} });
    expect(unread).toEqual(described);
    expect(unread).toMatchObject({ value: { active_profile_id: 0 } });
  });

  it('refuse settings by their fields, and profiles that the channels do not have', () => {
    expect(house.links.applyProfile({ ...pair, profileId: 5, settings: { time: -1 } })).toMatchObject({
      code: 'validation',
      errors: [{ field: 'settings.time', min: 1, max: 108_000 }],
    });
    expect(house.links.applyProfile({ ...pair, profileId: 80, settings: {} })).toMatchObject({ code: 'not_found' });
    expect(house.links.profiles({ ...pair, sender: 'GONE:1' })).toMatchObject({ code: 'not_found' });
  });
});
