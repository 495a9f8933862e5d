import { alarmOutput, alarmSensor, alarmZone } from '@ccu-gateway/contract';
import type { SysvarSummary } from '@ccu-gateway/contract/types';
import { describe, expect, it } from 'vitest';
import { alarmWorld } from '../../test/alarm-world.js';
import * as alarm from '../families/gateway/alarm.js';
import { valueFor } from './mirrors.js';

const STATES = ['disarmed', 'arming', 'armed', 'pending', 'triggered'] as const;

describe('the value that shows the state of a zone', () => {
  const all = (variable: Partial<SysvarSummary>) =>
    STATES.map((state) => valueFor(variable as SysvarSummary, { state, isOn: state === 'triggered' }));

  it.each([
    ['is true or false', { value_type: 'LOGIC' }, [false, false, false, false, true]],
    ['is an alarm', { value_type: 'ALARM' }, [false, false, false, false, true]],
    ['is a text', { value_type: 'STRING' }, STATES],
    ['is a number', { value_type: 'NUMBER', min: 0, max: 4 }, [0, 1, 2, 3, 4]],
    ['is a number without bounds', { value_type: 'INTEGER' }, [0, 1, 2, 3, 4]],
    ['is a list with the names', { value_type: 'LIST', value_list: [...STATES].reverse() }, [4, 3, 2, 1, 0]],
    ['is a list with other names', { value_type: 'LIST', value_list: ['a', 'b', 'c', 'd', 'e', 'f'] }, [0, 1, 2, 3, 4]],
  ] as const)('of a variable that %s', (_, variable, values) => {
    expect(all(variable as Partial<SysvarSummary>)).toEqual(values);
  });

  it.each([
    ['a list that is too short', { value_type: 'LIST', value_list: ['off', 'on'] }],
    ['a number that is too small', { value_type: 'NUMBER', min: 0, max: 3 }],
    ['a number that is never 0', { value_type: 'NUMBER', min: 1, max: 9 }],
  ] as const)('is none for %s', (_, variable) => {
    expect(all(variable as Partial<SysvarSummary>)).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });
});

/** A zone with a door, whose state stands in the variable `Alarm`. */
async function start(config: object = {}, variable: object = {}) {
  const world = alarmWorld();
  world.variables.add('Alarm', { value_type: 'STRING', value: '', ...variable });
  await world.restart(0);
  const modes = { full: { exit_delay_ms: 0, entry_delay_ms: 20_000 } };
  const zone = alarmZone.parse({ id: 'ground', name: 'Ground floor', config: { modes } });
  const as = world.as('admin');
  await alarm.createAlarmZone(world.ports(), as, zone);
  const door = alarmSensor.parse({
    ...{ central: 'home', interface_id: 'HmIP-RF', channel_address: 'DOOR:1', parameter: 'STATE' },
    ...{ id: 'door', type: 'door', config: { modes: ['full'] } },
  });
  await alarm.putAlarmSensors(world.ports(), as, 'ground', [door]);
  const mirror = { id: 'mirror', class: 'sysvar_mirror', central: 'home', channel_address: 'Alarm' };
  const settings = { duration_ms: 180_000, stages: ['alarm'], modes: [], ...config };
  await alarm.putAlarmOutputs(world.ports(), as, 'ground', [alarmOutput.parse({ ...mirror, config: settings })]);
  await world.settle();
  return world;
}
type World = Awaited<ReturnType<typeof start>>;
const arm = (world: World) =>
  alarm
    .armAlarmZone(world.ports(), world.as('operator'), 'ground', {
      ...{ mode: 'full', force: false, skip_delay: false, bypass: [] },
    })
    .then(() => world.settle());
const state = (world: World) => alarm.readAlarmState(world.ports(), world.as('viewer'))[0];
const MINUTE_MS = 60_000;

describe('a system variable that mirrors a zone', () => {
  it('follows each state, with one audited write of the alarm system', async () => {
    const world = await start();
    await arm(world);
    await world.report('DOOR:1/STATE', true);
    await alarm.disarmAlarmZone(world.ports(), world.as('operator'), 'ground');
    await world.pass(MINUTE_MS);
    expect(world.variables.writes).toEqual(['Alarm disarmed', 'Alarm armed', 'Alarm triggered', 'Alarm disarmed']);
    expect(world.audited.filter((each) => each === 'sysvar_write alarm')).toHaveLength(4);
    expect(state(world)).toMatchObject({ unconfirmed_outputs: [], missing_outputs: [] });
  });

  it('is true while the zone is armed, where that is chosen', async () => {
    const world = await start({ true_while: 'armed' }, { value_type: 'LOGIC', value: false });
    await arm(world);
    await world.report('DOOR:1/STATE', true);
    expect([state(world)?.state, world.variables.valueOf('Alarm')]).toEqual(['triggered', true]);
    expect(alarm.listAlarmOutputs(world.ports(), world.as('viewer'), 'ground')).toMatchObject([
      { class: 'sysvar_mirror', channel_address: 'Alarm', config: { true_while: 'armed' } },
    ]);
  });

  it('with the state already is not written, also after a restart', async () => {
    const world = await start({}, { value: 'disarmed' });
    await world.restart(1_000);
    await world.pass(10 * MINUTE_MS);
    expect([world.variables.writes, state(world)?.unconfirmed_outputs]).toEqual([[], []]);
  });

  it('that a program changes is written again, with pauses that grow', async () => {
    const world = await start();
    world.variables.writes.length = 0;
    for (let second = 0; second < 600; second += 1) {
      world.variables.change('Alarm', 'mine');
      await world.pass(1_000);
    }
    expect(world.variables.writes.length).toBeGreaterThan(5);
    expect(world.variables.writes.length).toBeLessThan(16);
    await world.pass(2 * MINUTE_MS);
    expect(world.variables.valueOf('Alarm')).toBe('disarmed');
  });

  it('that does not take its value is a fault of the zone until it does', async () => {
    const world = await start();
    world.variables.mood.isTakenNever = true;
    await arm(world);
    await world.pass(MINUTE_MS);
    expect(state(world)).toMatchObject({ state: 'armed', unconfirmed_outputs: ['mirror'] });
    expect(world.rows.filter(({ event }) => event === 'output_unconfirmed')).toHaveLength(1);
    world.variables.mood.isTakenNever = false;
    await world.pass(2 * MINUTE_MS);
    expect([state(world)?.unconfirmed_outputs, world.variables.valueOf('Alarm')]).toEqual([[], 'armed']);
    expect(world.rows.at(-1)?.event).toBe('output_confirmed');
  });

  it('whose CCU refuses it is written again', async () => {
    const world = await start();
    world.variables.mood.isRefused = true;
    await arm(world);
    await world.pass(10_000);
    world.variables.mood.isRefused = false;
    await world.pass(MINUTE_MS);
    expect(world.variables.valueOf('Alarm')).toBe('armed');
  });

  it.each([
    ['has vanished', (world: World) => world.variables.remove('Alarm')],
    [
      'can no longer hold the states',
      (world: World) => world.variables.add('Alarm', { value_type: 'LIST', value_list: ['off', 'on'], value: 0 }),
    ],
  ])('that %s is missing until it is back', async (_, spoil) => {
    const world = await start();
    spoil(world);
    world.ccu.isConnected = false;
    await world.pass(2_000);
    expect(state(world)?.missing_outputs).toEqual([]);
    world.ccu.isConnected = true;
    await world.pass(2_000);
    expect(state(world)?.missing_outputs).toEqual(['mirror']);
    await arm(world);
    world.variables.add('Alarm', { value_type: 'STRING', value: '' });
    await world.pass(2 * MINUTE_MS);
    expect([state(world)?.missing_outputs, world.variables.valueOf('Alarm')]).toEqual([[], 'armed']);
  });

  it('cannot be tested, and does not move with a device of its name', async () => {
    const world = await start();
    await expect(alarm.testAlarmOutput(world.ports(), world.as('operator'), 'mirror', true)).rejects.toMatchObject({
      details: { reason: 'not_testable' },
    });
    const move = { central: 'home', from: 'Alarm', to: 'Other' };
    expect(await world.ports().alarm.moveDevice(move, { name: 'root', source: 'rest' })).toBe(0);
  });
});
