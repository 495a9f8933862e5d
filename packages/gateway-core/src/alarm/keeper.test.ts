import { alarmCodeRequest, alarmOutput, alarmSensor, alarmZone } from '@ccu-gateway/contract';
import { describe, expect, it } from 'vitest';
import { alarmWorld } from '../../test/alarm-world.js';
import * as alarm from '../families/gateway/alarm.js';
import * as journal from '../families/gateway/alarm-journal.js';

const point = { central: 'home', interface_id: 'HmIP-RF' };
const door = (change: object = {}) =>
  alarmSensor.parse({
    ...point,
    id: 'door',
    name: 'Front door',
    channel_address: 'DOOR:1',
    parameter: 'STATE',
    type: 'door',
    config: { modes: ['full'], reaction: 'entry', ...change },
  });
const siren = alarmOutput.parse({ id: 'siren', class: 'acoustic_siren', central: 'home', channel_address: 'SIREN:3' });
const zone = (config: object = {}) =>
  alarmZone.parse({
    id: 'ground',
    name: 'Ground floor',
    config: { modes: { full: { exit_delay_ms: 0, entry_delay_ms: 20_000 } }, ...config },
  });
const pinCode = (change: object = {}) =>
  alarmCodeRequest.parse({
    name: 'Cleo',
    kind: 'pin',
    pin: '4711',
    perms: { arm: true, disarm: true, silence: true },
    enabled: true,
    ...change,
  });
const full = { mode: 'full', force: false, skip_delay: false, bypass: [] } as const;

/** A world with one zone. */
async function start(config: object = {}) {
  const world = alarmWorld();
  await world.restart(0);
  const ports = world.ports();
  await alarm.createAlarmZone(ports, world.as('admin'), zone(config));
  await alarm.putAlarmSensors(ports, world.as('admin'), 'ground', [door()]);
  await alarm.putAlarmOutputs(ports, world.as('admin'), 'ground', [siren]);
  await world.settle();
  return world;
}
type World = Awaited<ReturnType<typeof start>>;

const state = (world: World) => alarm.readAlarmState(world.ports(), world.as('viewer'))[0];
const arm = (world: World, change: object = {}) =>
  alarm.armAlarmZone(world.ports(), world.as('operator'), 'ground', { ...full, ...change });

describe('the alarm system of a gateway', () => {
  it('sounds the siren before all other writes after the entry delay of an opened door', async () => {
    const world = await start();
    expect(await arm(world)).toEqual({ state: 'armed', bypassed: [], exit_delay_s: 0 });
    await world.report('DOOR:1/STATE', true);
    expect(state(world)).toMatchObject({ state: 'pending', countdown: { kind: 'entry_delay', remaining_s: 20 } });
    await world.pass(20_000);
    expect(state(world)).toMatchObject({ state: 'triggered', incident: { sensor_id: 'door' } });
    expect(world.sent).toEqual(['turn_on {"duration":180,"light":"DARK"} critical']);
    expect(world.audited.at(-1)).toBe('custom_data_point_operation alarm');
    expect(world.typesOf()).toEqual(
      expect.arrayContaining(['alarm.state_changed', 'alarm.countdown', 'alarm.triggered', 'alarm.panel_changed']),
    );
  });

  it('stores the state before the siren sounds, and sounds it all the same where it cannot', async () => {
    const world = await start();
    await arm(world);
    world.mood.isFull = true;
    await world.report('DOOR:1/STATE', true);
    await world.pass(20_000);
    expect(world.sent).toHaveLength(1);
    expect(world.rows.some(({ event }) => event === 'triggered')).toBe(false);
    world.mood.isFull = false;
    await world.pass(1_000);
    await alarm.silenceAlarmZone(world.ports(), world.as('operator'), 'ground');
    expect(world.rows.map(({ event }) => event)).toEqual(expect.arrayContaining(['triggered', 'silenced']));
    expect(await journal.verifyAlarmJournal(world.ports(), world.as('operator'))).toMatchObject({ ok: true });
  });

  it('triggers at the start for an entry delay that ended while the process was away', async () => {
    const world = await start();
    await arm(world);
    await world.report('DOOR:1/STATE', true);
    await world.restart(3_600_000);
    expect(state(world)).toMatchObject({ state: 'triggered' });
    expect(world.rows.find(({ event }) => event === 'triggered')?.details).toMatchObject({ while_away: true });
    expect(world.sent).toHaveLength(1);
  });

  it('takes a door that opened while the process was away for an activation', async () => {
    const world = await start();
    await arm(world);
    world.changeUnseen('DOOR:1/STATE', true);
    await world.restart(60_000);
    expect(state(world)?.state).toBe('pending');
  });

  it('shows a zone as degraded while its CCU is not proven connected, and stays armed', async () => {
    const world = await start();
    await arm(world);
    world.ccu.isConnected = false;
    await world.pass(2_000);
    expect(state(world)).toMatchObject({ state: 'armed', degraded: true, lost_centrals: ['home'] });
    world.ccu.isConnected = true;
    await world.pass(2_000);
    expect(state(world)).toMatchObject({ state: 'armed', degraded: false });
  });

  it('counts a sensor whose unchanged value its CCU confirms only after the connection', async () => {
    const world = alarmWorld();
    await world.restart(0);
    world.unconfirmed.add('DOOR:1/STATE');
    await alarm.createAlarmZone(world.ports(), world.as('admin'), zone());
    await alarm.putAlarmSensors(world.ports(), world.as('admin'), 'ground', [door()]);
    await world.pass(2_000);
    expect(state(world)?.readiness.full).toMatchObject({ ready: false });
    const events = world.typesOf().length;
    world.unconfirmed.clear();
    await world.pass(2_000);
    expect(state(world)?.readiness.full).toMatchObject({ ready: true });
    expect(world.typesOf().slice(events)).toContain('alarm.readiness_changed');
  });

  it('repeats the stop of a siren until the CCU takes it', async () => {
    const world = await start();
    await arm(world, { skip_delay: true });
    await world.report('DOOR:1/STATE', true);
    await world.pass(20_000);
    world.ccu.refuses = true;
    await alarm.disarmAlarmZone(world.ports(), world.as('operator'), 'ground');
    await world.pass(20_000);
    expect(world.sent.filter((each) => each.startsWith('turn_off')).length).toBeGreaterThan(2);
    world.ccu.refuses = false;
    await world.pass(60_000);
    const count = world.sent.length;
    await world.pass(600_000);
    expect(world.sent).toHaveLength(count);
  });

  it('takes the stop of a siren for confirmed by a report after it alone', async () => {
    const world = await start();
    await arm(world);
    world.ccu.isSilent = true;
    await world.report('DOOR:1/STATE', true);
    await world.pass(20_000);
    // The siren sounds, and its report was lost: it is known as off.
    await alarm.disarmAlarmZone(world.ports(), world.as('operator'), 'ground');
    await world.pass(3_000);
    expect(world.sent.filter((each) => each.startsWith('turn_off'))).toHaveLength(2);
    await world.reportSiren();
    await world.pass(600_000);
    expect(world.sent.filter((each) => each.startsWith('turn_off'))).toHaveLength(2);
  });

  it('switches sound and light of one siren with one write, and each ends by itself', async () => {
    const world = await start({ alarm_ms: 30_000 });
    const flash = alarmOutput.parse({ ...siren, id: 'flash', class: 'optical_siren', config: { duration_ms: 60_000 } });
    await alarm.putAlarmOutputs(world.ports(), world.as('admin'), 'ground', [siren, flash]);
    await arm(world);
    await world.report('DOOR:1/STATE', true);
    await world.pass(20_000);
    expect(world.sent).toEqual(['turn_on {"duration":60} critical']);
    await world.pass(30_000);
    expect(world.sent.slice(1)).toEqual(['turn_on {"duration":30,"tone":"SILENCE"} critical']);
    await world.pass(30_000);
    expect(world.sent.slice(2)).toEqual(['turn_off {} critical']);
    await world.pass(600_000);
    expect([world.sent.length, state(world)?.unconfirmed_outputs]).toEqual([3, []]);
  });

  it('refuses to arm with the blockers as fields', async () => {
    const world = await start();
    await world.report('DOOR:0/UNREACH', true);
    await expect(arm(world)).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'not_ready', errors: [{ field: 'door', reason: 'unreachable' }] },
    });
    expect(state(world)?.readiness.full).toMatchObject({ ready: false, reasons: { door: ['unreachable'] } });
  });
});

describe('codes of the alarm system', () => {
  it('disarm with their PIN; an operator without one is refused, an administrator is not', async () => {
    const world = await start();
    const [ports, operator] = [world.ports(), world.as('operator')];
    await alarm.createAlarmCode(ports, world.as('admin'), pinCode());
    await arm(world);
    await expect(alarm.disarmAlarmZone(ports, operator, 'ground')).rejects.toMatchObject({
      code: 'forbidden',
      details: { reason: 'invalid_code' },
    });
    await alarm.disarmAlarmZone(ports, operator, 'ground', '4711');
    expect(state(world)?.state).toBe('disarmed');
    expect(world.rows.at(-1)).toMatchObject({ event: 'disarmed', actor: 'operator', details: { code: 'Cleo' } });
    await arm(world);
    await alarm.disarmAlarmZone(ports, world.as('admin'), 'ground');
    expect(state(world)?.state).toBe('disarmed');
  });

  it('are refused after five wrong PINs of one account, which the journal names without the PIN', async () => {
    const world = await start();
    await alarm.createAlarmCode(world.ports(), world.as('admin'), pinCode());
    await arm(world);
    const tries = Array.from({ length: 12 }, (_, index) =>
      alarm
        .disarmAlarmZone(world.ports(), world.as('operator'), 'ground', `900${index}`)
        .catch((error: { code: string }) => error.code),
    );
    const codes = await Promise.all(tries);
    expect(codes.filter((code) => code === 'forbidden')).toHaveLength(5);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(7);
    expect(world.rows.filter(({ event }) => event === 'code_refused')).toHaveLength(5);
    expect(JSON.stringify([world.rows, world.published])).not.toContain('9001');
    // A locked account keeps no other from its PIN.
    await alarm.disarmAlarmZone(world.ports(), world.as('admin'), 'ground', '4711');
    expect(state(world)?.state).toBe('disarmed');
    await world.pass(61_000);
    await alarm.disarmAlarmZone(world.ports(), world.as('operator'), 'ground', '4711');
  });

  it('show neither PIN nor hash, and no two have one PIN', async () => {
    const world = await start();
    const created = await alarm.createAlarmCode(world.ports(), world.as('admin'), pinCode());
    const listed = alarm.listAlarmCodes(world.ports(), world.as('admin'));
    expect(listed).toEqual([created]);
    expect(JSON.stringify([listed, world.published, world.rows])).not.toMatch(/4711|hash of/);
    const again = alarm.createAlarmCode(world.ports(), world.as('admin'), pinCode({ name: 'Other' }));
    await expect(again).rejects.toMatchObject({ code: 'conflict', details: { reason: 'pin_used' } });
  });

  it('for one use are used up until their PIN is set again, and not by another change', async () => {
    const world = await start();
    const [admin, operator] = [world.as('admin'), world.as('operator')];
    const { id } = await alarm.createAlarmCode(world.ports(), admin, pinCode({ one_time: true }));
    const disarm = (pin: string) => alarm.disarmAlarmZone(world.ports(), operator, 'ground', pin);
    await disarm('4711');
    await expect(disarm('4711')).rejects.toMatchObject({ code: 'forbidden' });
    const renamed = pinCode({ one_time: true, name: 'Guest', pin: undefined });
    expect(await alarm.putAlarmCode(world.ports(), admin, id, renamed)).toMatchObject({ used: true });
    const renewed = pinCode({ one_time: true, pin: '1234' });
    expect(await alarm.putAlarmCode(world.ports(), admin, id, renewed)).toMatchObject({ used: false });
    await disarm('1234');
    await expect(disarm('1234')).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('for one use disarm one of two zones that are asked at once', async () => {
    const world = await start();
    const [admin, operator] = [world.as('admin'), world.as('operator')];
    await alarm.createAlarmZone(world.ports(), admin, { ...zone(), id: 'attic' });
    await alarm.createAlarmCode(world.ports(), admin, pinCode({ one_time: true }));
    const both = ['ground', 'attic'].map((id) => alarm.disarmAlarmZone(world.ports(), operator, id, '4711'));
    const results = (await Promise.allSettled(both)).map(({ status }) => status);
    expect(results).toEqual(['fulfilled', 'rejected']);
    expect(world.rows.filter(({ event }) => event === 'disarmed').map((row) => row.zone)).toEqual(['ground']);
  });

  it('that another key has sealed open no zone, and the journal names them to be set again', async () => {
    const world = await start();
    const { id } = await alarm.createAlarmCode(world.ports(), world.as('admin'), pinCode());
    await arm(world);
    world.ccu.key = 'key 2';
    await world.restart(1_000);
    expect(world.rows.find(({ event }) => event === 'pins_unreadable')?.details).toEqual({ codes: ['Cleo'] });
    const listed = () => alarm.listAlarmCodes(world.ports(), world.as('admin'));
    expect(listed()).toMatchObject([{ name: 'Cleo', unreadable: true }]);
    for (const pin of ['4711', undefined]) {
      const disarmed = alarm.disarmAlarmZone(world.ports(), world.as('operator'), 'ground', pin);
      await expect(disarmed).rejects.toMatchObject({ details: { reason: 'invalid_code' } });
    }
    await alarm.putAlarmCode(world.ports(), world.as('admin'), id, pinCode());
    expect(listed()[0]).not.toHaveProperty('unreadable');
    await alarm.disarmAlarmZone(world.ports(), world.as('operator'), 'ground', '4711');
    expect(state(world)?.state).toBe('disarmed');
  });

  it('under duress call for help on a topic of no client; all but administrators see an ordinary disarm', async () => {
    const shownAfter = async (duress: boolean) => {
      const world = await start();
      await alarm.createAlarmCode(
        world.ports(),
        world.as('admin'),
        pinCode({ duress, name: duress ? 'Duress' : 'Cleo' }),
      );
      await arm(world);
      world.published.length = 0;
      await alarm.disarmAlarmZone(world.ports(), world.as('operator'), 'ground', '4711');
      const shown = async (role: 'operator' | 'admin') =>
        (await journal.readAlarmJournal(world.ports(), world.as(role), { limit: 0 })).map(
          ({ hash: _, ...entry }) => entry,
        );
      const [calls, others] = [true, false].map((is) =>
        world.published.filter(({ topic }) => topic.startsWith('$') === is),
      );
      const hashOf = async (role: 'operator' | 'admin') =>
        (await journal.readAlarmJournal(world.ports(), world.as(role), { limit: 1 }))[0]?.hash ?? '';
      const hashes = { operator: await hashOf('operator'), admin: await hashOf('admin') };
      return { calls, others, hashes, operator: await shown('operator'), admin: await shown('admin') };
    };
    const [forced, usual] = [await shownAfter(true), await shownAfter(false)];
    expect(forced.calls).toMatchObject([{ type: 'alarm.duress', payload: { zone_id: 'ground' } }]);
    expect([usual.calls, usual.operator.length]).toEqual([[], forced.operator.length]);
    expect(forced.others).toEqual(usual.others);
    expect(forced.operator).toEqual(usual.operator);
    expect(forced.admin[0]?.details).toEqual({ code: 'Duress', duress: true });
    expect([forced.hashes.operator, forced.hashes.admin.length]).toEqual(['', 64]);
  });

  it('are listed for administrators alone', async () => {
    const world = await start();
    expect(() => alarm.listAlarmCodes(world.ports(), world.as('operator'))).toThrow();
  });

  it('of a key act once for one press, also when its event comes again', async () => {
    const world = await start();
    const binding = { ...point, channel_address: 'FOB:1', parameter: 'PRESS_SHORT', verb: 'disarm', zone_id: 'ground' };
    const key = pinCode({ kind: 'remote_key', pin: undefined, name: 'Fob', binding });
    await alarm.createAlarmCode(world.ports(), world.as('admin'), key);
    await arm(world);
    await world.report('FOB:1/PRESS_SHORT', true, { type: 'device.trigger', at: 50 });
    expect(state(world)?.state).toBe('disarmed');
    await arm(world);
    await world.report('FOB:1/PRESS_SHORT', true, { type: 'device.trigger', at: 50 });
    expect(state(world)?.state).toBe('armed');
  });
});

describe('presses', () => {
  async function startWith(change: object) {
    const world = await start();
    const binding = { ...point, channel_address: 'WKP:0', verb: 'disarm', zone_id: 'ground', ...change };
    const code = pinCode({ kind: 'keypad_slot', pin: undefined, name: 'Slot 2', binding });
    await alarm.createAlarmCode(world.ports(), world.as('admin'), code);
    await arm(world);
    return world;
  }

  it('of a keypad come from a report alone, and from each with the value', async () => {
    const world = await startWith({ parameter: 'CODE_ID', value: 2 });
    await world.report('WKP:0/CODE_ID', 2);
    expect(state(world)?.state).toBe('armed');
    await world.reportLive('WKP:0/CODE_ID', 3);
    expect(state(world)?.state).toBe('armed');
    await world.reportLive('WKP:0/CODE_ID', 2);
    expect(state(world)?.state).toBe('disarmed');
    await arm(world);
    await world.pass(1);
    await world.reportLive('WKP:0/CODE_ID', 2);
    expect(state(world)?.state).toBe('disarmed');
  });

  it.each([
    ['before', ['CODE_ID', 'CODE_STATE']],
    ['after', ['CODE_STATE', 'CODE_ID']],
  ])('of a keypad with CODE_STATE come with an entry alone, its CODE_ID %s the state', async (_, order) => {
    const world = await startWith({ parameter: 'CODE_ID', value: 2 });
    const report = async (code: number, entry: number) => {
      for (const parameter of order) {
        await world.reportLive(`WKP:0/${parameter}`, parameter === 'CODE_ID' ? code : entry);
      }
      await world.pass(60_000);
    };
    world.changeUnseen('WKP:0/CODE_STATE', 0);
    await report(2, 0);
    expect(state(world)?.state).toBe('armed');
    await report(2, 1);
    expect(state(world)?.state).toBe('disarmed');
    expect(world.rows.filter(({ event }) => event === 'disarmed')).toHaveLength(1);
    await arm(world);
    await report(2, 0);
    await report(3, 1);
    expect(state(world)?.state).toBe('armed');
    await report(2, 1);
    expect(state(world)?.state).toBe('disarmed');
  });

  it('are no reports without a value, and no states of a point that is bound without a value', async () => {
    const world = await startWith({ parameter: 'STATE' });
    await world.reportLive('WKP:0/STATE', undefined);
    await world.reportLive('WKP:0/STATE', true);
    expect(state(world)?.state).toBe('armed');
  });

  it('are no errors of a device, which are also read', async () => {
    const world = await startWith({ parameter: 'ERROR' });
    await world.report('WKP:0/ERROR', 1, { type: 'device.trigger', kind: 'device_error' });
    expect(state(world)?.state).toBe('armed');
    await world.report('WKP:0/ERROR', 1, { type: 'device.trigger', kind: 'impulse' });
    expect(state(world)?.state).toBe('disarmed');
  });
});

describe('a sensor of an alarm zone that vanished', () => {
  const faults = (world: World) =>
    world.rows.flatMap(({ event }) => (event === 'unreachable' || event === 'reachable' ? [event] : []));

  it('is unreachable, which is journalled once and keeps the zone from being armed', async () => {
    const world = await start();
    world.forget('DOOR');
    await world.pass(5_000);
    expect(faults(world)).toEqual(['unreachable']);
    await expect(arm(world)).rejects.toMatchObject({
      details: { reason: 'not_ready', errors: [{ field: 'door', reason: 'unreachable' }] },
    });
    await world.restart(1_000);
    await world.pass(5_000);
    expect(faults(world)).toEqual(['unreachable']);
  });

  it('is reachable again when its device is back and does not report the opposite', async () => {
    const world = await start();
    world.forget('DOOR');
    await world.pass(1_000);
    world.changeUnseen('DOOR:1/STATE', false);
    world.changeUnseen('DOOR:0/UNREACH', true);
    await world.pass(1_000);
    expect(faults(world)).toEqual(['unreachable']);
    world.changeUnseen('DOOR:0/UNREACH', false);
    await world.pass(1_000);
    expect(faults(world)).toEqual(['unreachable', 'reachable']);
    expect(await arm(world)).toMatchObject({ state: 'armed' });
    world.forget('DOOR');
    await world.pass(1_000);
    // A device of another kind reports nothing about itself.
    world.changeUnseen('DOOR:1/STATE', false);
    await world.pass(1_000);
    expect(faults(world)).toEqual(['unreachable', 'reachable', 'unreachable', 'reachable']);
    expect(state(world)).toMatchObject({ state: 'armed' });
  });

  it('is not missed while its CCU is away', async () => {
    const world = await start();
    world.ccu.isConnected = false;
    world.forget('DOOR');
    await world.pass(5_000);
    expect(faults(world)).not.toContain('unreachable');
    world.ccu.isConnected = true;
    await world.pass(1_000);
    expect(faults(world)).toContain('unreachable');
  });
});

it('reports a siren that vanished by its zone once, also over a restart, and its return', async () => {
  const world = await start();
  const faults = () => world.rows.flatMap(({ event }) => (/^output_(missing|found)$/.test(event) ? [event] : []));
  world.ccu.isConnected = false;
  world.forget('SIREN');
  await world.pass(5_000);
  expect(faults()).toEqual([]);
  world.ccu.isConnected = true;
  await world.pass(5_000);
  await world.restart(1_000);
  await world.pass(5_000);
  expect(faults()).toEqual(['output_missing']);
  expect(state(world)).toMatchObject({ missing_outputs: ['siren'] });
  world.remember('SIREN');
  await world.pass(1_000);
  expect(faults()).toEqual(['output_missing', 'output_found']);
  expect(state(world)).toMatchObject({ missing_outputs: [] });
});

it('takes an error of a BidCos device for the sabotage that it names, also where its event was missed', async () => {
  const world = await start();
  const sabotage = () => world.rows.flatMap(({ event }) => (event.startsWith('sabotage') ? [event] : []));
  await world.report('DOOR:1/ERROR', 1);
  expect(sabotage()).toEqual(['sabotage']);
  await expect(arm(world)).rejects.toMatchObject({
    details: { reason: 'not_ready', errors: [{ field: 'door', reason: 'sabotage' }] },
  });
  world.changeUnseen('DOOR:1/ERROR', 0);
  await world.restart(1_000);
  expect(sabotage()).toEqual(['sabotage', 'sabotage_over']);
  expect(await arm(world)).toMatchObject({ state: 'armed' });
});

describe('an incident', () => {
  it('is listed from its cause to its acknowledgement, with its entries of the journal', async () => {
    const world = await start();
    const list = () => journal.listAlarmIncidents(world.ports(), world.as('operator'), { limit: 10 });
    expect(await list()).toEqual([]);
    await arm(world, { skip_delay: true });
    await world.report('DOOR:1/STATE', true);
    await world.pass(20_000);
    expect(await list()).toMatchObject([
      { id: 1, zone_name: 'Ground floor', cause: 'sensor', sensor_name: 'Front door', triggers: 1, silenced: false },
    ]);
    expect((await list())[0]).not.toHaveProperty('ended_at');
    await alarm.silenceAlarmZone(world.ports(), world.as('operator'), 'ground');
    await alarm.disarmAlarmZone(world.ports(), world.as('admin'), 'ground');
    await alarm.acknowledgeAlarmZone(world.ports(), world.as('operator'), 'ground');
    expect(await list()).toMatchObject([{ silenced: true, ended_by: 'admin', acknowledged_by: 'operator' }]);
    const report = await journal.getAlarmIncident(world.ports(), world.as('operator'), 1);
    expect(report.entries.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['triggered', 'silenced', 'disarmed', 'acknowledged']),
    );
    expect(report.entries[0]?.event).toBe('triggered');
    const missing = journal.getAlarmIncident(world.ports(), world.as('operator'), 2);
    await expect(missing).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the configuration of the alarm system', () => {
  it('is refused by field, and an armed zone is neither changed nor removed', async () => {
    const world = await start();
    const admin = world.as('admin');
    const wrong = zone({ modes: { full: { exit_delay_ms: 86_400_000, entry_delay_ms: 0 } } });
    await expect(alarm.putAlarmZone(world.ports(), admin, 'ground', wrong)).rejects.toMatchObject({
      code: 'validation',
      details: {
        errors: [
          { field: 'modes.full.exit_delay_ms', reason: 'must be 0 to 600000' },
          { field: 'modes.full.entry_delay_ms' },
        ],
      },
    });
    await arm(world);
    await expect(alarm.deleteAlarmZone(world.ports(), admin, 'ground')).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'zone_armed' },
    });
    await alarm.disarmAlarmZone(world.ports(), world.as('operator'), 'ground');
    const { id } = await alarm.createAlarmCode(world.ports(), admin, pinCode({ zones: ['ground'] }));
    await expect(alarm.deleteAlarmZone(world.ports(), admin, 'ground')).rejects.toMatchObject({
      code: 'validation',
      details: { errors: [{ field: 'zones.0', reason: 'is not a zone, in the code "Cleo"' }] },
    });
    await alarm.deleteAlarmCode(world.ports(), admin, id);
    await alarm.deleteAlarmZone(world.ports(), admin, 'ground');
    expect(alarm.listAlarmZones(world.ports(), admin)).toEqual([]);
  });

  it('removes a zone with a broken siren, and shows that its stop was given up', async () => {
    const world = await start();
    await arm(world);
    await world.report('DOOR:1/STATE', true);
    await world.pass(20_000);
    world.ccu.refuses = true;
    await alarm.disarmAlarmZone(world.ports(), world.as('operator'), 'ground');
    await expect(alarm.deleteAlarmZone(world.ports(), world.as('admin'), 'ground')).rejects.toMatchObject({
      details: { reason: 'zone_output_on' },
    });
    await world.pass(20_000);
    expect(state(world)?.unconfirmed_outputs).toEqual(['siren']);
    await alarm.deleteAlarmZone(world.ports(), world.as('admin'), 'ground');
    expect(world.rows.at(-1)).toMatchObject({ event: 'output_given_up', details: { output: 'siren' } });
    const health = world.published.filter(({ type }) => type === 'alarm.health_changed').map(({ payload }) => payload);
    expect(health).toEqual([
      { healthy: false, note: 'outputs not confirmed: siren' },
      { healthy: true, note: 'outputs given up: siren' },
    ]);
  });

  it('that cannot be stored is not in force', async () => {
    const world = await start();
    world.mood.isFull = true;
    await expect(alarm.createAlarmZone(world.ports(), world.as('admin'), { ...zone(), id: 'attic' })).rejects.toThrow();
    expect(alarm.listAlarmZones(world.ports(), world.as('viewer')).map(({ id }) => id)).toEqual(['ground']);
  });

  it('reads back as it was written', async () => {
    const world = await start();
    expect(alarm.getAlarmZone(world.ports(), world.as('viewer'), 'ground')).toEqual(zone());
    expect(alarm.listAlarmSensors(world.ports(), world.as('viewer'), 'ground')).toEqual([door()]);
    expect(alarm.listAlarmOutputs(world.ports(), world.as('viewer'), 'ground')).toEqual([{ ...siren, name: 'siren' }]);
  });
});

it('an alarm system that is not read yet shows neither zones nor codes, instead of none', () => {
  const world = alarmWorld();
  const refusal = expect.objectContaining({ code: 'service_unready' });
  const [ports, admin] = [world.ports(), world.as('admin')];
  expect(() => alarm.readAlarmState(ports, admin)).toThrow(refusal);
  expect(() => alarm.listAlarmZones(ports, admin)).toThrow(refusal);
  expect(() => alarm.listAlarmPanels(ports, admin)).toThrow(refusal);
  expect(() => alarm.listAlarmCodes(ports, admin)).toThrow(refusal);
});
