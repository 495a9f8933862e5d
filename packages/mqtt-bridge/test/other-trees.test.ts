import { serviceCaller } from '@ccu-gateway/gateway-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../scripts/lib/any-text.mjs';
import { hasData } from '../../device-model/test/real-devices.js';
import { matchesFilter } from '../src/topics/filter.js';
import { readHub } from '../src/tree/house.js';
import type { Tree } from '../src/tree/tree.js';
import { realDevice, treesOf } from './other-trees.js';
import { CCU, createWorld, REMOTE, SWITCH } from './world.js';

/** Model, channel, parameter, value; what CCU-Jack says, and of the block `hm` what tells values apart. */
const VALUES: readonly (readonly [string, number, string, unknown, object])[] = [
  ['HMIP-PSM', 3, 'STATE', true, { datapointType: 'BOOL', channelType: 'SWITCH_VIRTUAL_RECEIVER' }],
  ['HMIP-PSM', 6, 'POWER', 21.5, { datapointType: 'FLOAT', datapointUnit: 'W' }],
  ['HMIP-PSM', 0, 'RSSI_DEVICE', -61, { datapointType: 'INTEGER', channelIndex: 0 }],
  ['HmIP-BROLL', 4, 'LEVEL', 0.5, { datapointUnit: '100%', datapointMin: 0, datapointMax: 1.01 }],
  ['HmIP-WTH-2', 1, 'SET_POINT_MODE', 1, { datapointType: 'INTEGER' }],
  ['HmIP-SRH', 1, 'STATE', 2, { datapointType: 'ENUM', valueEnum: 'OPEN' }],
  ['HM-Sec-RHS', 1, 'STATE', 1, { datapointType: 'ENUM', iface: 'BidCos-RF' }],
];

describe.skipIf(!hasData)('values of real types in the topics of other programs (CCU_GATEWAY_CCU_DATA)', () => {
  it.each(VALUES)('%s channel %i %s', (model, channel, parameter, value, hm) => {
    const { jack, hm: tree, address, tell } = realDevice(model, 'Büro "1"');
    const [said] = tell(channel, parameter, value);
    if (said === undefined) throw new Error('nothing was told');
    const [told] = jack.said(said);
    expect(told).toMatchObject({ topic: `device/status/${address}/${channel}/${parameter}`, qos: 1 });
    expect(told?.momentary).toBeUndefined();
    expect(JSON.parse(told?.payload ?? '')).toEqual({ ts: expect.any(Number), v: value, s: 0 });
    expect(Object.keys(JSON.parse(told?.payload ?? ''))).toEqual(['ts', 'v', 's']);
    const [extended] = tree.said(said);
    expect(extended).toMatchObject({ topic: `hm/status/Büro "1" ${channel}/${parameter}`, qos: 0 });
    expect(JSON.parse(extended?.payload ?? '')).toMatchObject({
      val: value,
      ts: expect.any(Number),
      lc: expect.any(Number),
      hm: {
        device: address,
        channel: `${address}:${channel}`,
        datapoint: parameter,
        change: true,
        stable: true,
        ...hm,
      },
    });
    for (const each of [told, extended]) {
      expect(each?.subject).toBe(`ccu/ccu1/status/${address}/${channel}/${parameter}`);
    }
  });

  it('a key press is published once by CCU-Jack and with a topic for all keys by hm2mqtt, and is retained by neither', () => {
    const { jack, hm, address, tell } = realDevice('HMIP-WRC2', 'Key');
    const [said] = tell(1, 'PRESS_SHORT', true);
    if (said === undefined) throw new Error('nothing was told');
    const told = [...jack.said(said), ...hm.said(said)];
    expect(told.map(({ topic }) => topic)).toEqual([
      `device/status/${address}/1/PRESS_SHORT`,
      'hm/status/Key 1/PRESS_SHORT',
      'hm/status/Key 1/PRESS',
    ]);
    expect(told.map(({ payload }) => JSON.parse(payload))).toMatchObject([
      { v: true, s: 0 },
      { val: true, hm: { datapointType: 'ACTION' } },
      { val: 'PRESS_SHORT', hm: { datapoint: 'PRESS' } },
    ]);
    expect(told.every(({ momentary }) => momentary !== undefined)).toBe(true);
  });

  it('a moving actor publishes its resting position only when it rests', () => {
    const { hm, tell } = realDevice('HM-LC-Bl1-FM', 'Blind');
    tell(1, 'WORKING', true);
    const [moving] = tell(1, 'LEVEL', 0.25);
    if (moving === undefined) throw new Error('nothing was told');
    const whileMoving = hm.said(moving);
    expect(whileMoving.map(({ topic, held }) => [topic, held])).toEqual([
      ['hm/status/Blind 1/LEVEL', undefined],
      ['hm/status/Blind 1/LEVEL_NOTWORKING', true],
    ]);
    expect(JSON.parse(whileMoving[0]?.payload ?? '').hm).toMatchObject({ working: true, stable: false });
    const [still] = tell(1, 'WORKING', false);
    if (still === undefined) throw new Error('nothing was told');
    const resting = hm.said(still).find(({ topic }) => topic.endsWith('_NOTWORKING'));
    expect(resting).toMatchObject({ topic: 'hm/status/Blind 1/LEVEL_NOTWORKING' });
    expect(resting?.held).toBeUndefined();
    expect(JSON.parse(resting?.payload ?? '')).toMatchObject({ val: 0.25, hm: { datapoint: 'LEVEL_NOTWORKING' } });
  });

  it.each([
    ['basic', '{"val":true,"ts":'],
    ['plain', '1'],
  ] as const)('hm2mqtt writes %s payloads', (payload, start) => {
    const { hm, tell } = realDevice('HMIP-PSM', 'Plug', { payload });
    const [said] = tell(3, 'STATE', true);
    const [told] = said === undefined ? [] : hm.said(said);
    expect(told?.payload.startsWith(start), told?.payload).toBe(true);
    expect(told?.payload).not.toContain('hm');
  });
});

/** Topic after the root, payload, and the value that the house is asked for. */
const JACK: readonly (readonly [string, string, unknown])[] = [
  ['HMIP-PSM 3/STATE', 'true', true],
  ['HMIP-PSM 3/STATE', '{"v":true}', true],
  ['HMIP-PSM 3/STATE', '{"v":false,"ts":1700000000000,"s":0}', false],
  ['HMIP-PSM 3/STATE', '{"v":true,"more":1}', { v: true, more: 1 }],
  ['HMIP-PSM 3/STATE', '{"v":true,"ts":"now"}', { v: true, ts: 'now' }],
  ['HMIP-PSM 3/STATE', 'on', 'on'],
  ['HMIP-PSM 3/STATE', '{}', undefined],
  ['HMIP-PSM 3/ON_TIME', '{"v":2.5}', 2.5],
  ['HmIP-BROLL 4/LEVEL', '0.5', 0.5],
  ['HmIP-WTH-2 1/CONTROL_MODE', '1.9', 1],
];

const HM: readonly (readonly [string, string, object])[] = [
  ['HMIP-PSM 3/STATE', 'on', { parameter: 'STATE', value: true }],
  ['HMIP-PSM 3/STATE', '0', { parameter: 'STATE', value: false }],
  ['HMIP-PSM 3/STATE', '{"val":"TRUE"}', { parameter: 'STATE', value: true }],
  ['HMIP-PSM 3/STATE', 'perhaps', { parameter: 'STATE', value: 'perhaps' }],
  ['HMIP-PSM 3/ON_TIME', '"2.5"', { parameter: 'ON_TIME', value: 2.5 }],
  ['HmIP-BROLL 4/LEVEL', '0.5', { parameter: 'LEVEL', value: 0.5 }],
  ['HmIP-BROLL 4/LEVEL', 'open', { parameter: 'LEVEL', value: 1 }],
  ['HmIP-BROLL 4/LEVEL', 'STOP', { parameter: 'STOP', value: true }],
  ['HM-CC-RT-DN 4/CONTROL_MODE', 'BOOST-MODE', { parameter: 'BOOST_MODE', value: true }],
  ['HM-CC-RT-DN 4/CONTROL_MODE', 'MANU-MODE', { parameter: 'MANU_MODE', value: 20 }],
  ['HmIP-ASIR 3/ACOUSTIC_ALARM_SELECTION', 'frequency_rising', { value: 1 }],
  ['HmIP-WTH-2 1/CONTROL_MODE', 'true', { parameter: 'CONTROL_MODE', value: 1 }],
];

describe.skipIf(!hasData)('commands of other programs (CCU_GATEWAY_CCU_DATA)', () => {
  it.each(JACK)('CCU-Jack: %s %s', (at, payload, value) => {
    const [model = '', path = ''] = at.split(' ');
    const { jack, address } = realDevice(model, 'Thing');
    const [channel, parameter] = path.split('/');
    const asked = jack.read(`device/set/${address}/${path}`, Buffer.from(payload));
    expect(asked?.command).toEqual({ kind: 'set', central: 'ccu1', device: address, channel, parameter, value });
    expect(asked?.subject).toBe(`ccu/ccu1/set/${address}/${path}`);
    expect(jack.read(`virtdev/set/${address}/${path}`, Buffer.from(payload))).toEqual(asked);
    expect(jack.read(`device/status/${address}/${path}`, Buffer.from(payload))).toBeUndefined();
  });

  it.each(HM)('hm2mqtt: %s %s', (at, payload, command) => {
    const [model = '', path = ''] = at.split(' ');
    const [channel = '', parameter = ''] = path.split('/');
    const { hm, address } = realDevice(model, 'Haus/Thing');
    const byName = hm.read(`hm/set/Haus/Thing ${channel}/${parameter}`, Buffer.from(payload));
    expect(byName?.command).toMatchObject({ kind: 'set', device: address, channel, ...command });
    expect(hm.read(`hm/set/${address}:${channel}/${parameter}`, Buffer.from(payload))).toEqual(byName);
    // What may be commanded is asked about what is really written.
    const written = byName?.command.kind === 'set' ? byName.command.parameter : '';
    expect(byName?.subject).toBe(`ccu/ccu1/set/${address}/${channel}/${written}`);
  });

  it('hm2mqtt writes paramsets of channels and devices, completely and by one parameter', () => {
    const { hm, address } = realDevice('HMIP-PSM', 'Plug');
    const ask = (path: string, payload: string) => hm.read(`hm/paramset/${path}`, Buffer.from(payload))?.command;
    const whole = { kind: 'paramset', central: 'ccu1', device: address, paramset: 'MASTER', values: { A: 1, B: true } };
    expect(ask('Plug 3/MASTER', '{"A":1,"B":true}')).toEqual({ ...whole, channel: '3' });
    expect(ask('Plug/MASTER', '{"A":1,"B":true}')).toEqual(whole);
    expect(ask(`${address}:3/MASTER/A`, '7')).toEqual({ ...whole, channel: '3', values: { A: 7 } });
    expect(() => ask('Nothing/MASTER', '{}')).toThrow('no channel or device');
    expect(() => ask('Plug 3', '7')).toThrow('JSON object');
  });
});

/** The small house of the tests, with a variable and a program beside its devices. */
function smallHouse() {
  const world = createWorld();
  world.set(true);
  const acting = world.core.as(serviceCaller({ name: 'test', role: 'operator' }));
  const variable = { name: 'Away', value_type: 'LOGIC', value_name_0: 'here', value_name_1: 'gone' } as const;
  const sysvars = [{ ...variable, vid: 950, unique_id: '1', observed: true, central: CCU, value: true }];
  const programs = [{ id: '1234', unique_id: '2', name: 'Good night', central: CCU, active: true }];
  const house = {
    ...acting,
    sysvars: { ...acting.sysvars, list: () => sysvars },
    programs: { ...acting.programs, list: () => programs },
  };
  const none = { counters: undefined, metrics: undefined, update: undefined };
  const view = { central: CCU, sysvars, programs, interfaces: acting.hub.interfaces({ central: CCU }), ...none };
  return { world, house, view, ...treesOf(house, CCU) };
}

const ask = (tree: ReturnType<typeof smallHouse>['hm'], topic: string, payload: string) =>
  tree.read(topic, Buffer.from(payload))?.command;

it('CCU-Jack has variables and programs by number, and publishes them again on request', () => {
  const { jack, view } = smallHouse();
  const told = jack.hub(view, 1).map(({ topic, payload }) => [topic, JSON.parse(payload)]);
  expect(told).toEqual([
    ['sysvar/status/950', { ts: 0, v: true, s: 0 }],
    ['program/status/1234', { ts: 0, v: false, s: 0 }],
  ]);
  expect(ask(jack, 'sysvar/set/950', '{"v":false}')).toEqual({
    kind: 'sysvar',
    central: CCU,
    name: 'Away',
    value: false,
  });
  expect(ask(jack, 'sysvar/get/950', '')).toEqual({ kind: 'tell', topic: 'sysvar/status/950' });
  expect(ask(jack, 'program/get/1234', '')).toEqual({ kind: 'tell', topic: 'program/status/1234' });
  expect(ask(jack, 'program/set/1234', 'true')).toEqual({ kind: 'program', central: CCU, program: '1234' });
  expect(ask(jack, 'program/set/1234', '{"v":false}')).toEqual({ kind: 'nothing' });
  expect(() => ask(jack, 'program/set/1234', 'start')).toThrow('true or false');
  expect(() => ask(jack, 'sysvar/set/7', 'true')).toThrow('no variable 7');
});

it('hm2mqtt has variables and programs by name, and the state of the connections', () => {
  const { hm, view } = smallHouse();
  const told = hm.hub(view, 1).map(({ topic, payload }) => [topic, JSON.parse(payload)]);
  expect(told).toMatchObject([
    ['hm/connected', 1],
    ['hm/status/interface/HmIP-RF/connected', { val: true, ts: expect.any(Number), lc: expect.any(Number) }],
    ['hm/status/Away', { val: true, hm: { type: 'SYSVAR', valueType: 'boolean', valueEnum: 'gone', id: 950 } }],
    ['hm/status/Good night', { val: true, ts: 0, hm: { type: 'PROGRAM', id: '1234', active: true } }],
  ]);
  expect(ask(hm, 'hm/set/Away', 'here')).toEqual({ kind: 'sysvar', central: CCU, name: 'Away', value: false });
  expect(ask(hm, 'hm/set/Good night', 'start')).toEqual({ kind: 'program', central: CCU, program: '1234' });
  const active = { kind: 'program_active', central: CCU, program: '1234', active: false };
  expect(ask(hm, 'hm/set/Good night', 'false')).toEqual(active);
  expect(() => ask(hm, 'hm/set/Nothing', '1')).toThrow('no channel, variable or program');
  expect(() => ask(hm, 'hm/set/Away', '')).toThrow('empty');
  expect(hm.goodbye).toMatchObject([{ topic: 'hm/connected', payload: '0' }]);
});

it('hm2mqtt calls the variables that the CCU came with by their German texts, and CCU-Jack by number', () => {
  const world = createWorld();
  const presence = `\${sysVarPresence}`;
  world.setVariable(presence, true);
  const acting = world.core.as(serviceCaller({ name: 'test', role: 'operator' }));
  const { hm, jack } = treesOf(acting, CCU);
  const view = readHub(acting, CCU);
  const variables = (tree: Tree) =>
    tree
      .hub(view, 1)
      .map(({ topic }) => topic)
      .filter((topic) => /sysvar|Anwes/i.test(topic));
  expect(variables(hm)).toEqual(['hm/status/Anwesenheit']);
  expect(variables(jack)).toEqual(['sysvar/status/950']);
  const written = { kind: 'sysvar', central: CCU, name: presence, value: false };
  expect(ask(hm, 'hm/set/Anwesenheit', 'false')).toEqual(written);
  expect(ask(hm, `hm/set/${presence}`, 'false')).toEqual(written);
});

const name = fc.oneof(
  fc.string({ unit: fc.constantFrom('/', '+', '#', 'ä', 'ß', '"', "'", ' ', '%', '$', 'a', '\u0000', ':', '1') }),
  anyText(),
);

it('hm2mqtt has a topic of its own for each channel with any name, finds it again, and takes none for a command', () => {
  const { world, house, hm, jack } = smallHouse();
  const trees = [hm, jack];
  const matches = (filters: readonly string[], topic: string) => filters.some((filter) => matchesFilter(filter, topic));
  fc.assert(
    fc.property(name, name, (one, other) => {
      world.name({ [`${SWITCH}:3`]: one, [`${REMOTE}:1`]: other, [SWITCH]: one, [REMOTE]: other });
      hm.rename();
      const topics = house.devices.list({ central: CCU }).flatMap(({ address, central = '' }) => {
        const view = house.devices.view({ address, central });
        return trees.flatMap((tree) => tree.device(view, 1).map(({ topic }) => topic));
      });
      expect(new Set(topics).size).toBe(topics.length);
      expect(topics.length).toBeGreaterThan(1);
      for (const topic of topics) {
        expect(topic).toMatch(/^[^+#\p{Cc}\p{Cs}]+$/u);
        expect(topic.split('/')).not.toContain('');
        expect(trees.filter((tree) => matches(tree.publishedFilters, topic))).toHaveLength(1);
        expect(trees.some((tree) => matches(tree.commandFilters, topic) || tree.read(topic, Buffer.from('1')))).toBe(
          false,
        );
        expect(trees.filter((tree) => tree.ownerOf(topic) === CCU)).toHaveLength(1);
      }
      const [status = ''] = topics.filter((topic) => topic.startsWith('hm/') && topic.endsWith('/STATE'));
      const command = ask(hm, status.replace('hm/status/', 'hm/set/'), 'true');
      expect(command).toMatchObject({ kind: 'set', device: SWITCH, channel: '3', parameter: 'STATE', value: true });
    }),
    { numRuns: 60 },
  );
});

it('renamed devices are reported at other topics, and no others are', () => {
  const { world, hm } = smallHouse();
  world.name({ [`${SWITCH}:3`]: 'Lamp' });
  expect(hm.rename()).toEqual([{ central: CCU, address: SWITCH }]);
  expect(hm.rename()).toEqual([]);
});
