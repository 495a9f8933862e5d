import { GatewayError, serviceCaller } from '@ccu-gateway/gateway-core';
import { expect, it } from 'vitest';
import type { Publication } from '../src/broker/settings.js';
import { type CommanderOptions, createCommander } from '../src/commands/commander.js';
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
    house,
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
  return { world, ask, answers, writes, ignored, refused };
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

it('what fails without a word of its own is answered without what failed', async () => {
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

it('says that it is busy instead of keeping thousands of commands', async () => {
  const { ask, world, ignored, answers } = createTaker();
  let goOn: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  world.onWrite = () => held;
  const asked = Array.from({ length: 300 }, () => ask(set, 'true'));
  expect(ignored).toEqual(Array.from({ length: 44 }, () => 'busy'));
  expect(answers.map(({ payload }) => JSON.parse(payload).code)).toEqual(ignored.map(() => 'rate_limited'));
  goOn();
  await Promise.all(asked);
});
