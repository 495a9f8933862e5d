import { describe, expect, it } from 'vitest';
import {
  type EndpointPlan,
  exposablesIn,
  type MappingOptions,
  type Profile,
  warningsOf,
  withinLimit,
} from '../src/index.js';
import { PROFILES } from '../src/mapping/house/profiles.js';
import { HELD_BACK, REASONS } from '../src/mapping/reasons.js';
import { optionsFor, viewsOf } from './house.js';
import { addressOf, madeUpHouse } from './made-up.js';

const views = viewsOf(madeUpHouse());
const listed = (options: MappingOptions = optionsFor()) => exposablesIn(views, options);
const of = (kind: string, options?: MappingOptions) =>
  listed(options).filter(({ address }) => address === addressOf(kind));
const typesOf = (kind: string, profile: Profile) =>
  of(kind, optionsFor(profile)).map(({ plan }) => [
    plan?.deviceTypes[0],
    ...(plan?.parts ?? []).map(({ deviceTypes }) => deviceTypes[0]),
  ]);

describe('things exposed by default', () => {
  it('hurts no one: no locks, gates, sirens or valves', () => {
    const held = Object.fromEntries(
      listed()
        .filter(({ heldBack }) => heldBack !== undefined)
        .map(({ sourceName, heldBack, shownByDefault }) => [`${sourceName} ${shownByDefault}`, heldBack]),
    );
    expect(held).toEqual({
      'LOCK_TARGET_LEVEL false': 'security',
      'STATE false': 'water',
      'DOOR_COMMAND false': 'security',
    });
    expect(of('keyMatic').map(({ heldBack }) => heldBack)).toEqual(['security']);
  });

  it('have the keys of a replaced device, and act on the new one', () => {
    const [view] = views.filter(({ device }) => device.address === addressOf('plug'));
    if (view === undefined) throw new Error('no plug');
    const device = { ...view.device, address: '0001D3C99C00FF', identity_address: view.device.address };
    const keysOf = (each: typeof view) => exposablesIn([each], optionsFor()).map(({ key }) => key);
    expect(keysOf({ ...view, device })).toEqual(keysOf(view));
    const plans = exposablesIn([{ ...view, device }], optionsFor()).flatMap(({ plan }) => plan ?? []);
    expect(plans.length).toBeGreaterThan(0);
    expect(new Set(plans.map(({ address }) => address))).toEqual(new Set(['0001D3C99C00FF']));
  });

  it('leaves hidden channels out, and shows them when they are chosen', () => {
    const [view] = views.filter(({ device }) => device.address === addressOf('plug'));
    if (view === undefined) throw new Error('no plug');
    const channels = view.device.channels.map((channel) => ({
      ...channel,
      ...(channel.number === 1 ? { hidden: true as const } : {}),
    }));
    const [hidden] = exposablesIn([{ ...view, device: { ...view.device, channels } }], optionsFor());
    expect(hidden).toMatchObject({
      shownByDefault: false,
      heldBack: 'hidden',
      plan: { deviceTypes: ['OnOffPlugInUnit', 'PowerSource'] },
    });
  });

  it('have a code and a sentence as reason where one cannot be exposed', () => {
    expect(of('display')).toMatchObject([
      { plan: undefined, reasonCode: 'text_display', reason: REASONS.text_display, type: 'none' },
    ]);
    expect(of('wind')).toMatchObject([{ plan: undefined, reasonCode: 'no_matter_type', ecosystems: [] }]);
    for (const { plan, reasonCode, heldBack } of listed()) {
      if (plan === undefined) expect(Object.keys(REASONS)).toContain(reasonCode);
      if (heldBack !== undefined) expect(Object.keys(HELD_BACK)).toContain(heldBack);
    }
  });
});

describe('the list', () => {
  it('has one order and unique keys, for any order of reads', () => {
    const keys = listed().map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(exposablesIn([...views].reverse(), optionsFor()).map(({ key }) => key)).toEqual(keys);
  });

  it('takes names and kinds that were chosen', () => {
    const key = of('plug')[0]?.key ?? '';
    const options: MappingOptions = {
      profile: 'all',
      kindOf: (each) => (each === key ? 'light' : undefined),
      areaOf: () => undefined,
      nameOf: (each) => (each === key ? 'Stehlampe im Wohnzimmer hinten links' : undefined),
    };
    expect(of('plug', options)[0]).toMatchObject({
      name: 'Stehlampe im Wohnzimmer hinten l',
      type: 'on_off_light',
      plan: { deviceTypes: ['OnOffLight', 'PowerSource'] },
    });
    expect(of('plug')[0]).toMatchObject({
      type: 'on_off_plug_in_unit',
      ecosystems: ['alexa', 'apple', 'google', 'homeassistant'],
    });
  });

  it('names inputs of a thing once each', () => {
    for (const { plan } of listed()) {
      const inputs = (plan?.inputs ?? []).map((input) => JSON.stringify(input));
      expect(new Set(inputs).size).toBe(inputs.length);
      if (plan !== undefined) expect(inputs.length).toBeGreaterThan(0);
    }
  });
});

describe('profiles', () => {
  it('show rain and leaks as contacts where a system lacks them, and open means wet', () => {
    expect(typesOf('rain', 'homeassistant')).toEqual([['RainSensor']]);
    for (const profile of ['alexa', 'apple', 'google'] as const)
      expect(typesOf('rain', profile)).toEqual([['ContactSensor']]);
    expect(typesOf('leak', 'alexa')).toEqual([['ContactSensor']]);
    expect(typesOf('leak', 'google')).toEqual([['WaterLeakDetector']]);
    const [thing] = of('leak', optionsFor('alexa'));
    const [cluster] = thing?.plan?.clusters ?? [];
    expect(cluster?.attributes({ value: () => true, state: () => ({}) })).toEqual({ stateValue: false });
  });

  it('make a plain endpoint of a thing of which one function is known', () => {
    expect(typesOf('motion', 'apple')).toEqual([['BridgedNode', 'OccupancySensor', 'LightSensor']]);
    expect(typesOf('motion', 'alexa')).toEqual([['OccupancySensor']]);
    expect(of('motion', optionsFor('alexa'))[0]).toMatchObject({ reasonCode: 'partly', isComplete: false });
  });

  it('leave meters out of plugs for systems without support for them', () => {
    expect(of('meteredPlug')[0]?.plan?.deviceTypes).toEqual(['OnOffPlugInUnit', 'ElectricalSensor', 'PowerSource']);
    expect(of('meteredPlug', optionsFor('google'))[0]?.plan?.deviceTypes).toEqual(['OnOffPlugInUnit', 'PowerSource']);
    expect(of('meter', optionsFor('google'))[0]).toMatchObject({ plan: undefined, reasonCode: 'unknown_to_profile' });
  });

  it('know only types that they name, in every plan', () => {
    for (const profile of Object.keys(PROFILES) as Profile[]) {
      const { knows } = PROFILES[profile];
      for (const { plan } of listed(optionsFor(profile))) {
        const types = [...(plan?.deviceTypes ?? []), ...(plan?.parts ?? []).flatMap(({ deviceTypes }) => deviceTypes)];
        for (const type of types)
          expect(type === 'BridgedNode' || knows === undefined || knows.has(type), type).toBe(true);
      }
    }
  });

  it('let a command unlock only, where a system does not tell the latch from the lock', () => {
    expect(of('lock', optionsFor('apple'))[0]?.plan?.clusters[0]?.features).toEqual(['Unbolting']);
    expect(of('lock', optionsFor('alexa'))[0]?.plan?.clusters[0]?.features).toEqual([]);
  });
});

describe('limits', () => {
  const [plug] = of('plug').flatMap(({ plan }) => plan ?? []);
  const [composed] = of('weather').flatMap(({ plan }) => plan ?? []);
  if (plug === undefined || composed === undefined) throw new Error('no plans');
  const many = (count: number): readonly EndpointPlan[] =>
    Array.from({ length: count }, (_, index) => ({ ...plug, key: `key ${index}` }));

  it('count the endpoints of functions, and name the things above them', () => {
    const plans = [...many(78), { ...composed, key: 'composed' }, { ...plug, key: 'last' }];
    const { shown, tooMany } = withinLimit(plans, 'alexa');
    expect(shown.length).toBe(79);
    expect(tooMany.map(({ key }) => key)).toEqual(['composed']);
    expect(warningsOf(plans, 'alexa')).toMatchObject([{ code: 'limit_passed', keys: ['composed'] }]);
    expect(warningsOf(plans, 'apple')).toEqual([]);
    expect(withinLimit(many(80), 'alexa').tooMany).toEqual([]);
  });

  it('are not the only warning: Google Home does not unlock doors without codes', () => {
    const locks = of('lock', optionsFor('google')).flatMap(({ plan }) => plan ?? []);
    expect(warningsOf(locks, 'google')).toMatchObject([{ code: 'unlock_needs_pin', keys: [locks[0]?.key] }]);
    expect(warningsOf(locks, 'apple')).toEqual([]);
  });
});
