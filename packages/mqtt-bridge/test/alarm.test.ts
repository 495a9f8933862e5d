import { alarmCodeRequest, alarmSensor, alarmZone } from '@ccu-gateway/contract';
import * as alarm from '@ccu-gateway/gateway-core/use-cases';
import { afterEach, expect, it } from 'vitest';
import { alarmWorld } from '../../gateway-core/test/alarm-world.js';
import type { BrokerBridgeSettings } from '../src/index.js';
import { render } from './home-assistant.js';
import { createMemoryBroker } from './memory-broker.js';
import { createWorld, openBridge, settingsFor } from './world.js';

const STATE = 'ccu/bridge/alarm/ground';
const SET = `${STATE}/set`;
const CONFIG = 'homeassistant/device/ccu-gateway_ccu__alarm/config';
const homeAssistant = { enabled: true, prefix: 'homeassistant' };
const door = alarmSensor.parse({
  id: 'door',
  name: 'Front door',
  central: 'home',
  interface_id: 'HmIP-RF',
  channel_address: 'DOOR:1',
  parameter: 'STATE',
  type: 'door',
  config: { modes: ['full', 'perimeter'], reaction: 'instant' },
});
const zone = alarmZone.parse({
  id: 'ground',
  name: 'Ground floor',
  config: { modes: { full: { exit_delay_ms: 0 }, perimeter: { exit_delay_ms: 0 } } },
});
const pin = alarmCodeRequest.parse({
  name: 'Cleo',
  kind: 'pin',
  pin: '0471',
  perms: { arm: true, disarm: true, silence: true },
  enabled: true,
});

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

/** A zone with a door, and a bridge to a broker that accepts everything at once. */
async function start(change: Partial<BrokerBridgeSettings> = {}, { hasPin = true } = {}) {
  const house = alarmWorld();
  await house.restart(0);
  const ports = house.ports();
  const admin = house.as('admin');
  await alarm.createAlarmZone(ports, admin, zone);
  await alarm.putAlarmSensors(ports, admin, 'ground', [door]);
  if (hasPin) await alarm.createAlarmCode(ports, admin, pin);
  await house.settle();
  house.published.splice(0);
  const world = createWorld({ alarm: ports.alarm });
  world.readHub();
  const broker = createMemoryBroker(Date.now);
  const pump = setInterval(() => {
    for (const event of house.published.splice(0)) world.events.publish(event as never);
    broker.step(1_000, 1_000);
  }, 1);
  ending.push(() => clearInterval(pump));
  const connect = async () => {
    const settings = settingsFor('mqtt://memory', { homeAssistant, ...change });
    const bridge = await openBridge(world, settings, undefined, { connect: broker.connect });
    ending.push(() => bridge.close());
    await expect.poll(() => broker.kept.get('ccu/bridge/discovery')).toBe('homeassistant');
    return bridge;
  };
  const shown = () => JSON.parse(broker.kept.get(STATE) ?? '{}') as Record<string, unknown>;
  const cmps = () =>
    JSON.parse(broker.kept.get(CONFIG) ?? '{"cmps":{}}').cmps as Record<string, Record<string, unknown>>;
  return { house, ports, admin, world, broker, connect, shown, cmps };
}

/** Sends a command and waits until the bridge has counted it. */
async function send(
  { broker }: Awaited<ReturnType<typeof start>>,
  bridge: Awaited<ReturnType<typeof openBridge>>,
  payload: string,
) {
  const { taken } = bridge.status().commands;
  const judged = () => {
    const { commands } = bridge.status();
    return commands.confirmed + commands.refused + commands.ignored;
  };
  const before = judged();
  broker.send(SET, payload);
  await expect.poll(judged).toBe(before + 1);
  expect(bridge.status().commands.taken).toBe(taken + 1);
}

it('publishes the state of each zone, follows it, and removes it with the zone', async () => {
  const place = await start();
  const { house, ports, admin, broker, connect, shown } = place;
  await connect();
  expect(shown()).toMatchObject({
    state: 'disarmed',
    name: 'Ground floor',
    available: true,
    modes: ['full', 'perimeter'],
  });
  await alarm.armAlarmZone(ports, admin, 'ground', { mode: 'full', force: false, skip_delay: false, bypass: [] });
  await expect.poll(() => shown().state).toBe('armed_away');
  await house.report('DOOR:1/STATE', true);
  await expect.poll(() => shown().state).toBe('triggered');
  await alarm.disarmAlarmZone(ports, admin, 'ground');
  await expect.poll(() => shown().state).toBe('disarmed');
  await alarm.deleteAlarmZone(ports, admin, 'ground');
  await expect.poll(() => [broker.kept.has(STATE), broker.kept.has(CONFIG)]).toEqual([false, false]);
});

it('announces a control panel and its problem to Home Assistant', async () => {
  const { connect, shown, cmps } = await start();
  await connect();
  const panel = Object.values(cmps()).find(({ p }) => p === 'alarm_control_panel')!;
  expect(panel).toMatchObject({
    p: 'alarm_control_panel',
    state_topic: STATE,
    command_topic: SET,
    code: 'REMOTE_CODE',
    code_arm_required: false,
    code_disarm_required: true,
    supported_features: ['arm_home', 'arm_away'],
  });
  expect(render(String(panel.value_template), { value_json: shown() })).toBe('disarmed');
  const problem = Object.values(cmps()).find(({ p }) => p === 'binary_sensor')!;
  expect(problem).toMatchObject({ device_class: 'problem', name: 'Ground floor not watched' });
  const problemOf = (available: boolean) => render(String(problem.value_template), { value_json: { available } });
  expect([true, false].map(problemOf)).toEqual([problem.payload_off, problem.payload_on]);
});

it('removes the retained state of a zone that is gone', async () => {
  const { broker, connect } = await start();
  broker.put('ccu/bridge/alarm/old', '{"state":"armed_away"}');
  await connect();
  await expect.poll(() => broker.kept.has('ccu/bridge/alarm/old')).toBe(false);
  expect(broker.kept.has(STATE)).toBe(true);
});

it('arms and disarms with the code of a person, as Home Assistant sends it', async () => {
  const place = await start();
  const { connect, shown, cmps, house } = place;
  const bridge = await connect();
  const template = String(Object.values(cmps()).find(({ p }) => p === 'alarm_control_panel')!.command_template);
  await send(place, bridge, render(template, { action: 'ARM_HOME', code: '0471' }));
  await expect.poll(() => shown().state).toBe('armed_home');
  await send(place, bridge, render(template, { action: 'DISARM', code: '0471' }));
  await expect.poll(() => shown().state).toBe('disarmed');
  const entries = house.rows.filter(({ event }) => event === 'armed' || event === 'disarmed');
  expect(entries.map(({ actor, details }) => `${actor}: ${details?.code}`)).toEqual([
    'mqtt:house: Cleo',
    'mqtt:house: Cleo',
  ]);
  expect(JSON.stringify([house.rows, bridge.lines, bridge.status(), house.published])).not.toContain('0471');
});

it.each([
  ['without a code', '{"action":"DISARM"}', 'A disarm over MQTT needs a code'],
  ['with an empty code', '{"action":"DISARM","code":null}', 'A disarm over MQTT needs a code'],
  ['as a text without a code', 'DISARM', 'A disarm over MQTT needs a code'],
  ['with a wrong code', '{"action":"DISARM","code":"0000"}', 'The code is missing or wrong'],
  ['with a code that is a number', '{"action":"DISARM","code":471}', 'code must be a text'],
  [
    'with an unknown action',
    '{"action":"OPEN","code":"0471"}',
    expect.stringContaining('action must be DISARM or one of'),
  ],
  ['with half a JSON object', '{"action":', expect.stringContaining('action must be')],
  ['with nothing', '', expect.stringContaining('action must be')],
])('leaves a zone armed after a disarm %s', async (_, payload, message) => {
  const place = await start();
  const { ports, admin, connect, shown } = place;
  const bridge = await connect();
  await alarm.armAlarmZone(ports, admin, 'ground', { mode: 'full', force: false, skip_delay: false, bypass: [] });
  await expect.poll(() => shown().state).toBe('armed_away');
  await send(place, bridge, payload);
  expect(bridge.status().commands).toMatchObject({ confirmed: 0, refused: 1 });
  expect(bridge.status().troubles[0]).toMatchObject({ message, topic: SET });
  expect(alarm.readAlarmState(ports, admin)[0]).toMatchObject({ state: 'armed' });
});

it.each([
  ['in the role of a viewer', { role: 'viewer' as const }],
  ['without a filter that allows it', { write: ['set/#'] }],
])('disarms nothing %s', async (_, settings) => {
  const place = await start(settings);
  const { ports, admin, connect } = place;
  const bridge = await connect();
  await alarm.armAlarmZone(ports, admin, 'ground', { mode: 'full', force: false, skip_delay: false, bypass: [] });
  await send(place, bridge, '{"action":"DISARM","code":"0471"}');
  expect(bridge.status().commands.confirmed).toBe(0);
  expect(alarm.readAlarmState(ports, admin)[0]).toMatchObject({ state: 'armed' });
});

it('disarms nothing without a code, also where no code exists', async () => {
  const place = await start({}, { hasPin: false });
  const { ports, admin, connect } = place;
  const bridge = await connect();
  await send(place, bridge, 'arm_away');
  expect(alarm.readAlarmState(ports, admin)[0]).toMatchObject({ state: 'armed' });
  await send(place, bridge, 'DISARM');
  expect(alarm.readAlarmState(ports, admin)[0]).toMatchObject({ state: 'armed' });
});

it('ignores a command that the broker kept', async () => {
  const place = await start();
  const { broker, ports, admin, connect } = place;
  broker.put(SET, '{"action":"ARM_AWAY","code":"0471"}');
  const bridge = await connect();
  expect(bridge.status().commands).toMatchObject({ taken: 0, confirmed: 0 });
  expect(alarm.readAlarmState(ports, admin)[0]).toMatchObject({ state: 'disarmed' });
});

it('carries out commands in the order in which they arrive, also where the comparison of a PIN takes long', async () => {
  const place = await start();
  const { ports, admin, broker, connect } = place;
  const bridge = await connect();
  const { checkPin } = ports.alarm;
  let compare: () => void = () => {};
  const compared = new Promise<void>((resolve) => {
    compare = resolve;
  });
  ports.alarm.checkPin = async (entered) => {
    await compared;
    return checkPin(entered);
  };
  await alarm.armAlarmZone(ports, admin, 'ground', { mode: 'full', force: false, skip_delay: false, bypass: [] });
  broker.send(SET, '{"action":"DISARM","code":"0471"}');
  broker.send(SET, 'ARM_HOME');
  await expect.poll(() => bridge.status().commands.taken).toBe(2);
  await place.house.settle();
  compare();
  const judged = () => bridge.status().commands.confirmed + bridge.status().commands.refused;
  await expect.poll(judged).toBe(2);
  expect(bridge.status().commands).toMatchObject({ confirmed: 2, refused: 0 });
  expect(alarm.readAlarmState(ports, admin)[0]).toMatchObject({ state: 'armed', mode: 'perimeter' });
});

it('announces the problem of a zone beside a zone with an id that ends with _problem', async () => {
  const { ports, admin, connect, cmps } = await start();
  await alarm.createAlarmZone(ports, admin, { ...zone, id: 'ground_problem' });
  await connect();
  const platforms = Object.values(cmps()).map(({ p }) => p);
  // Two zones and all of them together, each with its problem.
  expect(platforms.filter((p) => p === 'alarm_control_panel')).toHaveLength(3);
  expect(platforms.filter((p) => p === 'binary_sensor')).toHaveLength(3);
});

it('keeps the retained state of a zone while the alarm system could not be read, and follows it from then on', async () => {
  const house = alarmWorld();
  await house.restart(0);
  await alarm.createAlarmZone(house.ports(), house.as('admin'), zone);
  await house.settle();
  const { alarm: stored } = house.ports();
  const { alarm: unread } = alarmWorld().ports();
  let isRead = false;
  const now = () => (isRead ? stored : unread);
  const late = {
    ...stored,
    requireRead: () => now().requireRead(),
    plan: () => now().plan(),
    state: () => now().state(),
  };
  const world = createWorld({ alarm: late });
  world.readHub();
  const broker = createMemoryBroker(Date.now);
  broker.put(STATE, '{"state":"armed_away"}');
  const pump = setInterval(() => broker.step(1_000, 1_000), 1);
  ending.push(() => clearInterval(pump));
  const settings = settingsFor('mqtt://memory', { homeAssistant });
  const bridge = await openBridge(world, settings, undefined, { connect: broker.connect });
  ending.push(() => bridge.close());
  await expect.poll(() => broker.kept.get('ccu/bridge/discovery')).toBe('homeassistant');
  expect(broker.kept.get(STATE)).toBe('{"state":"armed_away"}');
  isRead = true;
  bridge.look();
  await expect.poll(() => JSON.parse(broker.kept.get(STATE) ?? '{}').state).toBe('disarmed');
});
