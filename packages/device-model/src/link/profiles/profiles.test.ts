import { describe, expect, it } from 'vitest';
import { applyProfile, changesOf, FACTORY, KINDS, type LinkPair, matchProfile, profilesOf } from './profiles.js';
import type { LinkParameter } from './recipe/parameters.js';
import { humanLabel, kindName, kindSentence } from './recipe/texts.js';

const BASES = ['BASE_100_MS', 'BASE_1_S', 'BASE_5_S', 'BASE_10_S', 'BASE_1_M', 'BASE_5_M', 'BASE_10_M', 'BASE_1_H'];
const STATES = ['NOP', 'ON_DELAY', 'RAMP_ON', 'ON', 'OFF_DELAY', 'RAMP_OFF', 'OFF'];
const ACTIONS = ['PROFILE_ACTION_TYPE_INACTIVE', 'PROFILE_ACTION_TYPE_JUMP'];

const option = (parameter: string, list: readonly string[], standard: number): LinkParameter => ({
  parameter,
  type: 'ENUM',
  min: 0,
  max: list.length - 1,
  default: standard,
  value_list: [...list],
});
const number = (parameter: string, max: number, standard: number): LinkParameter => ({
  parameter,
  type: 'INTEGER',
  min: 0,
  max,
  default: standard,
});

const press = (name: string): readonly LinkParameter[] => [
  option(`${name}_PROFILE_ACTION_TYPE`, ACTIONS, 1),
  option(`${name}_JT_ON`, STATES, 4),
  option(`${name}_JT_OFF`, STATES, 1),
  option(`${name}_CT_ON`, ['VALUE_GE_LO', 'VALUE_GE_HI', 'VALUE_L_LO', 'VALUE_L_HI'], 0),
  option(`${name}_CT_OFF`, ['VALUE_GE_LO', 'VALUE_GE_HI', 'VALUE_L_LO', 'VALUE_L_HI'], 0),
  number(`${name}_COND_VALUE_LO`, 255, 50),
  number(`${name}_COND_VALUE_HI`, 255, 150),
  option(`${name}_ON_TIME_BASE`, BASES, 7),
  number(`${name}_ON_TIME_FACTOR`, 31, 31),
  { parameter: `${name}_MULTIEXECUTE`, type: 'BOOL', default: name === 'LONG' },
];

const SWITCH: readonly LinkParameter[] = [...press('SHORT'), ...press('LONG')];
const pairOf = (more: Partial<LinkPair> = {}): LinkPair => ({
  senderType: 'KEY_TRANSCEIVER',
  roles: ['REMOTE_CONTROL'],
  receiverType: 'SWITCH_VIRTUAL_RECEIVER',
  parameters: SWITCH,
  ...more,
});
const keysOf = (pair: LinkPair) => profilesOf(pair).map(({ key }) => key);
const profileOf = (pair: LinkPair, key: string) => {
  const profile = profilesOf(pair).find((each) => each.key === key);
  if (profile === undefined) throw new Error(`no profile ${key}`);
  return profile;
};
const valuesOf = (pair: LinkPair, key: string, settings: Record<string, number> = {}) => {
  const applied = applyProfile(profileOf(pair, key), settings);
  if (!applied.ok) throw new Error(JSON.stringify(applied.faults));
  return applied;
};

describe('the profiles of a pair', () => {
  it('follow from the sender: keys switch, contacts are followed, motion asks for a threshold', () => {
    expect(keysOf(pairOf())).toEqual(expect.arrayContaining(['on', 'off', 'toggle', 'on_for', 'on_while_held']));
    expect(keysOf(pairOf({ senderType: 'SHUTTER_CONTACT', roles: ['CONDITIONAL_SWITCH'] }))).toEqual(
      expect.arrayContaining(['on_while', 'off_while']),
    );
    const motion = profileOf(pairOf({ senderType: 'MOTIONDETECTOR_TRANSCEIVER', roles: [] }), 'motion_light');
    expect(motion.recipe.humans.map(({ id }) => id)).toEqual(['time', 'threshold']);
  });

  it('end with the factory setting', () => {
    expect(profilesOf(pairOf()).at(-1)).toMatchObject({ id: FACTORY, key: 'factory' });
  });

  it('of a valve ask for a confirmation before water runs, and not before it stops', () => {
    const valve = pairOf({ receiverType: 'WATER_SWITCH_VIRTUAL_RECEIVER' });
    expect(keysOf(valve)).toEqual(expect.arrayContaining(['valve_open', 'valve_close', 'valve_open_for']));
    expect(profileOf(valve, 'valve_open_for').confirm).toBe('water');
    expect(profileOf(valve, 'valve_close').confirm).toBeUndefined();
  });

  it('have one number each, and names and sentences in both languages', () => {
    expect(new Set(KINDS.map(({ id }) => id)).size).toBe(KINDS.length);
    expect(new Set(KINDS.map(({ key }) => key)).size).toBe(KINDS.length);
    for (const { key } of KINDS) {
      expect(kindName(key, 'de')).not.toBe(kindSentence(key, 'de'));
      expect(kindSentence(key, 'en')).toMatch(/\.$/);
    }
    expect(humanLabel('time', 'de')).toBe('Zeit');
  });
});

describe('a staircase light', () => {
  it('has its time in the base and factor of the device', () => {
    const { values, settings } = valuesOf(pairOf(), 'on_for', { time: 300 });
    expect(values).toMatchObject({ SHORT_ON_TIME_BASE: 3, SHORT_ON_TIME_FACTOR: 30, SHORT_JT_OFF: 1, SHORT_JT_ON: 3 });
    expect(settings).toEqual({ time: 300 });
  });

  it('states the nearest time that the device can store', () => {
    expect(valuesOf(pairOf(), 'on_for', { time: 311 }).settings).toEqual({ time: 300 });
  });

  it('refuses what it does not have, what is no number, and what is out of range, by their fields', () => {
    const profile = profileOf(pairOf(), 'on_for');
    expect(applyProfile(profile, { brightness: 3 })).toMatchObject({ ok: false, faults: [{ field: 'brightness' }] });
    expect(applyProfile(profile, { time: 'long' })).toMatchObject({ faults: [{ field: 'time' }] });
    expect(applyProfile(profile, { time: 1e9 })).toMatchObject({ faults: [{ field: 'time', min: 1, max: 108_000 }] });
    expect(applyProfile(profile, { time: Number.NaN })).toMatchObject({ ok: false });
  });
});

describe('the profile of a link that exists', () => {
  it('is found with its settings, also where the CCU names options', () => {
    const pair = pairOf();
    const { values } = valuesOf(pair, 'on_for', { time: 60 });
    const named = { ...values, SHORT_JT_OFF: 'ON_DELAY', LONG_MULTIEXECUTE: 0 };
    expect(matchProfile(profilesOf(pair), SWITCH, named)).toMatchObject({
      profile: { key: 'on_for' },
      settings: { time: 60 },
    });
  });

  it('is individual where one value differs', () => {
    const pair = pairOf();
    const { values } = valuesOf(pair, 'on');
    const individual = { ...values, LONG_JT_OFF: 5 };
    expect(matchProfile(profilesOf(pair), SWITCH, individual)).toBeUndefined();
    expect(changesOf(SWITCH, individual, values)).toMatchObject([
      { parameter: { parameter: 'LONG_JT_OFF' }, from: 5, to: 1 },
    ]);
  });
});
