import { alarmCodeRequest, alarmOutput, alarmSensor, alarmZone } from '@ccu-gateway/contract';
import { describe, expect, it } from 'vitest';
import { alarmWorld } from '../../test/alarm-world.js';
import * as alarm from '../families/gateway/alarm.js';

const AT = { central: 'home', interface_id: 'HmIP-RF' };
const ANNA = { name: 'anna', source: 'token', account: 'token:anna' };
const door = alarmSensor.parse({
  ...AT,
  ...{ id: 'door', name: 'Front door', channel_address: 'DOOR:1', parameter: 'STATE', type: 'door' },
  config: { modes: ['full'], reaction: 'instant' },
});
const siren = alarmOutput.parse({ id: 'siren', class: 'acoustic_siren', central: 'home', channel_address: 'SIREN:3' });
const zone = alarmZone.parse({
  id: 'ground',
  name: 'Ground floor',
  config: { modes: { full: { exit_delay_ms: 0, entry_delay_ms: 20_000 } } },
});
const key = (id: string, channel: string) =>
  alarmCodeRequest.parse({
    ...{ name: id, kind: 'remote_key', enabled: true, perms: { arm: true, disarm: true, silence: true } },
    binding: { ...AT, channel_address: channel, parameter: 'PRESS_SHORT', verb: 'disarm', zone_id: 'ground' },
  });

async function start() {
  const world = alarmWorld();
  await world.restart(0);
  const [ports, admin] = [world.ports(), world.as('admin')];
  await alarm.createAlarmZone(ports, admin, zone);
  await alarm.putAlarmSensors(ports, admin, 'ground', [door]);
  await alarm.putAlarmOutputs(ports, admin, 'ground', [siren]);
  world.changeUnseen('NEW:1/STATE', false);
  world.changeUnseen('NEW:0/UNREACH', false);
  await world.settle();
  const arm = () =>
    alarm.armAlarmZone(ports, world.as('operator'), 'ground', {
      ...{ mode: 'full', force: false, skip_delay: false, bypass: [] },
    });
  const state = () => alarm.readAlarmState(world.ports(), world.as('viewer'))[0];
  const move = (from: string, to: string) => world.ports().alarm.moveDevice({ central: 'home', from, to }, ANNA);
  return { world, arm, state, move };
}

describe('a replaced device of an alarm zone', () => {
  it('leaves its position to the new one while the zone is armed', async () => {
    const { world, arm, state, move } = await start();
    await arm();
    expect(await move('DOOR', 'NEW')).toBe(1);
    expect(state()).toMatchObject({ state: 'armed' });
    await world.report('DOOR:1/STATE', true);
    expect(state(), 'the old contact counts no longer').toMatchObject({ state: 'armed' });
    await world.report('NEW:1/STATE', true);
    expect(state()).toMatchObject({ state: 'triggered', incident: { sensor_id: 'door' } });
  });

  it('is moved over a restart, once, and back by the same request', async () => {
    const { world, move } = await start();
    await move('DOOR', 'NEW');
    const rows = world.rows.length;
    expect(await move('DOOR', 'NEW'), 'nothing is left to move').toBe(0);
    expect(world.rows).toHaveLength(rows);
    await world.restart(1_000);
    const channels = () =>
      alarm.listAlarmSensors(world.ports(), world.as('viewer'), 'ground').map((each) => each.channel_address);
    expect(channels()).toEqual(['NEW:1']);
    expect(await move('NEW', 'DOOR')).toBe(1);
    expect(channels()).toEqual(['DOOR:1']);
    const subjects = world.rows.flatMap(({ event, details }) => (event === 'configured' ? [details?.subject] : []));
    expect(subjects.slice(-2)).toEqual(['device NEW for DOOR', 'device DOOR for NEW']);
  });

  it('does not keep the weak battery and the sabotage of the old one', async () => {
    const { world, state, move } = await start();
    for (const parameter of ['LOW_BAT', 'SABOTAGE']) {
      world.changeUnseen(`DOOR:0/${parameter}`, true);
      await world.report(`DOOR:0/${parameter}`, true);
    }
    expect(state()?.readiness.full).toMatchObject({ ready: false });
    // The new one has reported neither.
    await move('DOOR', 'NEW');
    await world.pass(5_000);
    expect(state()?.readiness.full).toMatchObject({ ready: true });
  });

  it('counts at once with the state of the new one', async () => {
    const { world, arm, state, move } = await start();
    await arm();
    world.changeUnseen('NEW:1/STATE', true);
    await move('DOOR', 'NEW');
    expect(state()).toMatchObject({ state: 'triggered' });
  });

  it('sounds at the new siren where the alarm is not over', async () => {
    const { world, arm, move } = await start();
    await arm();
    await world.report('DOOR:1/STATE', true);
    await world.pass(1_000);
    expect(world.sent).toHaveLength(1);
    expect(await move('SIREN', 'SIREN2')).toBe(1);
    await world.pass(3_000);
    expect(world.sent.length).toBeGreaterThan(1);
    expect(world.sent.filter((each) => !each.startsWith('turn_on'))).toEqual([]);
  });

  it('keeps its codes, and is refused where the new one has the same code', async () => {
    const { world, move } = await start();
    const [ports, admin] = [world.ports(), world.as('admin')];
    await alarm.createAlarmCode(ports, admin, key('Keys', 'KEYS:1'));
    expect(await move('KEYS', 'FOB')).toBe(1);
    const [code] = ports.alarm.plan().config.codes;
    expect(code?.binding?.point.channelAddress).toBe('FOB:1');
    await alarm.createAlarmCode(ports, admin, key('Other', 'KEYS:1'));
    await expect(move('KEYS', 'FOB')).rejects.toMatchObject({ code: 'validation' });
  });

  it('keeps its position where the change cannot be stored', async () => {
    const { world, move, state } = await start();
    world.mood.isFull = true;
    await expect(move('DOOR', 'NEW')).rejects.toThrow('full');
    world.mood.isFull = false;
    await world.report('DOOR:1/STATE', true);
    expect(state()).toMatchObject({ open: expect.anything() });
    expect(await move('DOOR', 'NEW')).toBe(1);
  });
});
