import { GatewayError, serviceCaller } from '@ccu-gateway/gateway-core';
import { expect, it } from 'vitest';
import type { Publication } from '../src/broker/settings.js';
import { type CommanderOptions, createCommander } from '../src/commands/commander.js';
import { createDeviceFinder } from '../src/commands/target.js';
import { createTopics } from '../src/topics/tree.js';
import { createNativeTree } from '../src/tree/native.js';
import { CCU, createWorld, SWITCH } from './world.js';

const set = `ccu/${CCU}/set/${SWITCH}/3/STATE`;
const LARGE = Buffer.alloc(1_048_576, '1');

/** What takes commands, without a broker. */
function createTaker(more: Partial<CommanderOptions> = {}) {
  const world = createWorld();
  world.set(false);
  const writes: unknown[] = [];
  const carryOut = world.onWrite;
  world.onWrite = async (write) => {
    writes.push(write);
    await carryOut(write);
  };
  const answers: Publication[] = [];
  const ignored: string[] = [];
  const refused: unknown[] = [];
  const house = world.core.as(serviceCaller({ name: 'mqtt', role: 'operator' }));
  const topics = createTopics('ccu');
  const commander = createCommander({
    houseFor: () => house,
    finder: createDeviceFinder({ house, seq: () => world.core.events.seq, now: () => 0 }),
    nextTurn: () => new Promise((resolve) => setImmediate(resolve)),
    events: world.core.events,
    patience: () => AbortSignal.abort(),
    topics,
    trees: [createNativeTree({ house, topics, addressing: 'address', style: 'json' })],
    tell: () => false,
    allowed: ['#'],
    answer: (publication) => void answers.push(publication),
    onIgnored: (why) => void ignored.push(why),
    onOutcome: () => {},
    onRefused: (outcome) => void refused.push(outcome),
    ...more,
  });
  const ask = async (topic: string, payload: string | Buffer, responseTopic: string | undefined = 'answers/me') => {
    commander.take({ topic, payload: Buffer.from(payload), retained: false, responseTopic });
    await commander.settled();
    const last = answers.at(-1);
    return last === undefined ? undefined : (JSON.parse(last.payload) as Record<string, unknown>);
  };
  return { world, ask, answers, writes, ignored, refused, commander };
}

const BAD: readonly (readonly [string, string, string | Buffer, object])[] = [
  ['a topic that is no command', `ccu/${CCU}/set/${SWITCH}`, 'true', { code: 'not_found' }],
  ['a device that does not exist', `ccu/${CCU}/set/NOTHING/3/STATE`, 'true', { reason: 'device_not_found' }],
  ['a channel that does not exist', `ccu/${CCU}/set/${SWITCH}/77/STATE`, 'true', { reason: 'channel_not_found' }],
  ['a parameter that does not exist', `ccu/${CCU}/set/${SWITCH}/3/NOTHING`, 'true', { code: 'not_found' }],
  ['a CCU that does not exist', `ccu/nowhere/set/${SWITCH}/3/STATE`, 'true', { code: 'not_found' }],
  ['text where a yes or no is due', set, 'perhaps', { code: 'validation', errors: [{ field: 'value' }] }],
  ['half a JSON object', set, '{"val":', { code: 'validation', errors: [{ field: 'value' }] }],
  ['a number where a yes or no is due', set, '17', { code: 'validation', errors: [{ field: 'value' }] }],
  ['nothing', set, '', { code: 'validation', errors: [{ field: 'value' }] }],
  ['one megabyte', set, LARGE, { code: 'validation', message: expect.stringContaining('1048576 bytes') }],
  ['bytes that are no text', set, Buffer.from([0xff, 0xfe]), { message: 'The payload is no UTF-8' }],
  ['a paramset that is no object', `ccu/${CCU}/paramset/${SWITCH}/3/VALUES`, 'true', { code: 'validation' }],
  ['a paramset that cannot be written', `ccu/${CCU}/paramset/${SWITCH}/3/LINK`, '{}', { code: 'not_found' }],
  ['an operation without a name', `ccu/${CCU}/operate/${SWITCH}/STATE`, '{}', { errors: [{ field: 'operation' }] }],
  ['a variable that does not exist', `ccu/${CCU}/sysvar/Nothing`, '1', { outcome: 'refused' }],
  ['a program that does not exist', `ccu/${CCU}/program/Nothing`, '', { outcome: 'refused' }],
];

it.each(BAD)('%s is answered and never written', async (_, topic, payload, answer) => {
  const { ask, writes, ignored, refused, world } = createTaker();
  expect(await ask(topic, payload)).toMatchObject({ ok: false, outcome: 'refused', ...answer });
  expect(writes).toEqual([]);
  expect(world.recorded).toEqual([]);
  expect(ignored.length + refused.length).toBe(1);
});

it('a value out of range is answered with the range', async () => {
  const { ask, writes, world } = createTaker();
  world.apply({
    central: CCU,
    interfaceName: 'HmIP-RF',
    at: 1,
    type: 'devices_described',
    source: 'NEW',
    complete: false,
    devices: [
      { ADDRESS: 'DIMMER', TYPE: 'HmIP-BDT' },
      { ADDRESS: 'DIMMER:4', TYPE: 'DIMMER_VIRTUAL_RECEIVER' },
    ],
    paramsets: { 'DIMMER:4': { VALUES: { LEVEL: { TYPE: 'FLOAT', OPERATIONS: 7, MIN: 0, MAX: 1 } } } },
  });
  const answer = await ask(`ccu/${CCU}/set/DIMMER/4/LEVEL`, '1.7');
  expect(answer).toMatchObject({ ok: false, code: 'validation', errors: [{ field: 'value' }] });
  expect(JSON.stringify(answer)).toMatch(/0.*1/);
  expect(writes).toEqual([]);
});

it('a command while the CCU is away is answered with that, and nothing is on record', async () => {
  const { ask, world } = createTaker();
  world.onWrite = async () => {
    throw new GatewayError('upstream_unavailable', 'home does not answer', { reason: 'unreachable' });
  };
  expect(await ask(set, 'true')).toMatchObject({ ok: false, outcome: 'refused', code: 'upstream_unavailable' });
  expect(world.recorded).toEqual([]);
});

it('an unexpected error is answered without its message', async () => {
  const { ask, world } = createTaker();
  world.onWrite = async () => {
    throw new Error('/secret/path');
  };
  const answer = await ask(set, 'true');
  expect(answer).toMatchObject({ ok: false, outcome: 'refused', code: 'internal' });
  expect(JSON.stringify(answer)).not.toContain('secret');
});

it('is answered only where answers may go', async () => {
  const { ask, answers, writes } = createTaker();
  for (const topic of [
    'ccu/home/set/X/1/STATE',
    'ccu/bridge/state',
    'a/+/b',
    'a/#',
    '$SYS/x',
    '',
    'a\0b',
    'x'.repeat(70_000),
  ]) {
    await ask(set, 'true', topic);
  }
  expect(answers).toEqual([]);
  expect(writes).toHaveLength(8);
  await ask(set, 'true', 'ccu2/answers');
  expect(answers).toHaveLength(1);
});

it('answers that it is busy instead of queueing thousands of commands', async () => {
  const { commander, world, ignored, answers } = createTaker();
  let goOn: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  world.onWrite = () => held;
  for (let count = 0; count < 1_100; count += 1) {
    commander.take({ topic: set, payload: Buffer.from('true'), retained: false, responseTopic: 'answers/me' });
  }
  // One has begun, and 1 024 wait.
  expect(ignored).toEqual(Array.from({ length: 75 }, () => 'busy'));
  expect(answers.map(({ payload }) => JSON.parse(payload).code)).toEqual(ignored.map(() => 'rate_limited'));
  goOn();
  await commander.settled();
});

it.each(['True', 'true', '"True"', '{"val":"True"}', '{"value":true}'])('%s switches a switch on', async (payload) => {
  const { ask, writes } = createTaker();
  expect(await ask(set, payload)).toMatchObject({ outcome: 'confirmed' });
  expect(writes).toEqual([expect.objectContaining({ value: expect.objectContaining({ value: true }) })]);
});

it('"21.5" is a number where one is due, and a text stays a text', async () => {
  const { ask, writes, world } = createTaker();
  world.apply({
    central: CCU,
    interfaceName: 'HmIP-RF',
    at: 1,
    type: 'devices_described',
    source: 'NEW',
    complete: false,
    devices: [
      { ADDRESS: 'STAT', TYPE: 'HmIP-X' },
      { ADDRESS: 'STAT:1', TYPE: 'MADE_UP' },
    ],
    paramsets: {
      'STAT:1': {
        VALUES: { LIMIT: { TYPE: 'FLOAT', OPERATIONS: 6, MIN: 0, MAX: 30 }, TEXT: { TYPE: 'STRING', OPERATIONS: 6 } },
      },
    },
  });
  await ask(`ccu/${CCU}/set/STAT/1/LIMIT`, '"21.5"');
  await ask(`ccu/${CCU}/set/STAT/1/TEXT`, '"21.5"');
  expect(writes).toEqual([
    expect.objectContaining({ value: expect.objectContaining({ value: 21.5 }) }),
    expect.objectContaining({ value: expect.objectContaining({ value: '21.5' }) }),
  ]);
});

it('begins eight commands a turn of three thousand, walks no list of devices for them, and refuses those above its bound', async () => {
  let turns = 0;
  let begunInTurn = 0;
  let most = 0;
  const { commander, world, ignored, writes } = createTaker({
    nextTurn: () => {
      turns += 1;
      begunInTurn = 0;
      return new Promise((resolve) => setImmediate(resolve));
    },
  });
  let lists = 0;
  const { devices } = world.house;
  world.house.devices = (...scope: Parameters<typeof devices>) => {
    lists += 1;
    return devices.apply(world.house, scope);
  };
  const carryOut = world.onWrite;
  world.onWrite = async (write) => {
    begunInTurn += 1;
    most = Math.max(most, begunInTurn);
    await carryOut(write);
  };
  for (let count = 0; count < 3_000; count += 1) {
    commander.take({ topic: set, payload: Buffer.from(String(count % 2 === 0)), retained: false });
  }
  await commander.settled();
  expect(ignored.length + writes.length).toBe(3_000);
  expect(writes.length).toBeGreaterThanOrEqual(1_024);
  expect(most).toBeLessThanOrEqual(8);
  expect(turns).toBeGreaterThanOrEqual(128);
  expect(lists).toBe(0);
});

it('finds a renamed device by its new name, and never by the one that it had', () => {
  const world = createWorld();
  let now = 0;
  const house = world.core.as(serviceCaller({ name: 'mqtt', role: 'operator' }));
  const finder = createDeviceFinder({ house, seq: () => world.core.events.seq, now: () => now });
  world.name({ [SWITCH]: 'Lamp' });
  expect(finder.find(CCU, 'Lamp')).toEqual({ central: CCU, address: SWITCH });
  world.name({ [SWITCH]: 'Light' });
  now += 1_000;
  expect(finder.find(CCU, 'Light')).toEqual({ central: CCU, address: SWITCH });
  expect(() => finder.find(CCU, 'Lamp')).toThrow('has no device Lamp');
});
