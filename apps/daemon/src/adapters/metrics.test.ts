import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import type { MqttStatus } from '@ccu-gateway/contract/types';
import { createHouseModel } from '@ccu-gateway/device-model';
import { createEventStream } from '@ccu-gateway/event-stream';
import type { BridgeFigures } from '@ccu-gateway/matter-bridge';
import { expect, it } from 'vitest';
import { declareFleet } from '../fleet/status/metrics.js';
import { createMetrics } from './metrics.js';

const AT = 1_700_000_000_000;

function startHouse() {
  const house = createHouseModel({ now: () => AT });
  house.addCentral('ccu1', { host: '192.168.1.10', interfaces: [factsOf('HmIP-RF')], serial: 'NEQ0123456' });
  return house;
}

it('figures are those of the moment of the question', async () => {
  const house = startHouse();
  const events = createEventStream();
  const metrics = createMetrics({ house, events, version: '1.2.3' });
  const first = (await metrics.text()).text;
  expect(first).toContain('ccu_gateway_info{version="1.2.3"} 1');
  expect(first).toContain('ccu_gateway_interface_connected{central="ccu1",interface="HmIP-RF"} 0');
  house.apply({
    type: 'link_state',
    central: 'ccu1',
    interfaceName: 'HmIP-RF',
    at: AT,
    previous: 'loading',
    status: { central: 'ccu1', interfaceName: 'HmIP-RF', state: 'connected', connected: true, dutyCycle: 12 },
  });
  const second = (await metrics.text()).text;
  expect(second).toContain('ccu_gateway_interface_connected{central="ccu1",interface="HmIP-RF"} 1');
  expect(second).toContain('ccu_gateway_interface_duty_cycle_percent{central="ccu1",interface="HmIP-RF"} 12');
  house.removeCentral('ccu1');
  expect((await metrics.text()).text).not.toContain('central="ccu1"');
  await events.close();
});

it('a gateway that stopped is not kept in memory by its figures', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const stopped = await houseOfStoppedGateway();
  const isThere = () => {
    collect();
    return stopped.deref() !== undefined;
  };
  await expect.poll(isThere).toBe(false);
});

/** A function of its own: the frame of a test keeps what its variables held. */
async function houseOfStoppedGateway(): Promise<WeakRef<object>> {
  const house = startHouse();
  const events = createEventStream();
  const figures = await createMetrics({ house, events, version: '1' }).text();
  expect(figures.text).toContain('nodejs_gc_duration_seconds');
  await events.close();
  return new WeakRef(house);
}

it('figures of each MQTT broker are there', async () => {
  const events = createEventStream();
  const commands = { taken: 3, confirmed: 2, rolled_back: 0, unconfirmed: 0, refused: 1, ignored: 0 };
  const counts = { topics: 9, waiting: 4, lag_ms: 1500, published: 8, sent: 7, superseded: 6, expired: 5, refused: 1 };
  const broker = { name: 'house', state: 'connected', since: '2026-01-01T00:00:00Z', prefix: 'ccu' } as const;
  const homeAssistant = { enabled: false, prefix: 'homeassistant', devices: 0 };
  const settings = {
    address: 'mqtt://127.0.0.1:1883',
    qos: 1,
    addressing: 'address',
    payload: 'json',
    publish: [],
    write: [],
    role: 'operator',
    home_assistant: homeAssistant,
    hm2mqtt: { enabled: false, prefix: 'hm', program: 'hm2mqtt', topics: ['hm'] },
    ccu_jack: { enabled: false, prefix: '', program: 'CCU-Jack', topics: ['device'] },
    last_errors: [],
  } as const;
  const mqtt = (): MqttStatus => ({ brokers: [{ ...broker, ...counts, commands, ...settings }] });
  const metrics = createMetrics({ house: startHouse(), events, version: '1', mqtt });
  const lines = (await metrics.text()).text.split('\n').filter((line) => line.startsWith('ccu_gateway_mqtt'));
  const of = (name: string, value: number, more = '') => `ccu_gateway_mqtt_${name}{broker="house"${more}} ${value}`;
  expect(lines).toEqual([
    of('connected', 1),
    of('topics', 9),
    of('waiting', 4),
    of('lag_seconds', 1.5),
    of('messages', 8, ',what="published"'),
    of('messages', 7, ',what="acknowledged"'),
    of('messages', 6, ',what="superseded"'),
    of('messages', 5, ',what="expired"'),
    of('messages', 1, ',what="refused"'),
    of('commands', 2, ',outcome="confirmed"'),
    of('commands', 0, ',outcome="rolled_back"'),
    of('commands', 0, ',outcome="unconfirmed"'),
    of('commands', 1, ',outcome="refused"'),
    of('commands', 0, ',outcome="ignored"'),
  ]);
  await events.close();
});

it('figures of the Matter bridge are there where it is enabled, and zero until it runs', async () => {
  const events = createEventStream();
  const house = startHouse();
  const off = createMetrics({ house, events, version: '1' });
  expect((await off.text()).text).not.toContain('matter');
  let isMatterEnabled = () => false;
  const later = createMetrics({
    house,
    events,
    version: '1',
    matter: () => undefined,
    isMatterEnabled: () => isMatterEnabled(),
  });
  expect((await later.text()).text).not.toContain('matter');
  isMatterEnabled = () => true;
  expect((await later.text()).text).toContain('\nccu_gateway_matter_things 0\n');
  const activity = { changes: 7, presses: 0, commands: 3, refused: 1, failed: 0, coalesced: 2, incidents: 0 };
  let figures: BridgeFigures | undefined;
  const metrics = createMetrics({ house, events, version: '1', matter: () => figures });
  expect((await metrics.text()).text).toContain('\nccu_gateway_matter_things 0\n');
  figures = { things: 2, endpoints: 5, fabrics: 1, sessions: 3, subscriptions: 2, activity };
  const { text } = await metrics.text();
  const lines = text.split('\n').filter((line) => line.startsWith('ccu_gateway_matter'));
  expect(lines.slice(0, 7)).toEqual([
    'ccu_gateway_matter_things 2',
    'ccu_gateway_matter_endpoints 5',
    'ccu_gateway_matter_fabrics 1',
    'ccu_gateway_matter_sessions 3',
    'ccu_gateway_matter_subscriptions 2',
    'ccu_gateway_matter_activity{what="changes"} 7',
    'ccu_gateway_matter_activity{what="presses"} 0',
  ]);
  expect(lines).toHaveLength(12);
  await events.close();
});

it('has the messages to people by channel and kind', async () => {
  const events = createEventStream();
  const channel = { name: 'app', kind: 'push', state: 'idle', recent_lost: [] } as const;
  const counts = { delivered: 7, failed_attempts: 3, waiting: 2, lost: 1 };
  const notify = () => ({ channels: [{ ...channel, ...counts }], rules: [], matters: 0 });
  const { text } = await createMetrics({ house: startHouse(), events, version: '1', notify }).text();
  expect(text.split('\n').filter((line) => line.startsWith('ccu_gateway_notify'))).toEqual([
    'ccu_gateway_notify_messages{channel="app",kind="push",what="sent"} 7',
    'ccu_gateway_notify_messages{channel="app",kind="push",what="lost"} 1',
    'ccu_gateway_notify_failed_attempts{channel="app",kind="push"} 3',
    'ccu_gateway_notify_waiting{channel="app",kind="push"} 2',
    'ccu_gateway_notify_up{channel="app",kind="push"} 1',
  ]);
  await events.close();
});

it('every figure has a name, a type and a help text as promtool asks for', async () => {
  const events = createEventStream();
  const { text } = await createMetrics({
    house: startHouse(),
    events,
    version: '1',
    mqtt: () => ({ brokers: [] }),
    webhooks: () => ({ webhooks: [] }),
    notify: () => ({ channels: [], rules: [], matters: 0 }),
    matter: () => undefined,
    declareMore: (gauge) => declareFleet(gauge, { figures: () => ({ outage: false, logPending: 0, centrals: [] }) }),
  }).text();
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]));
  const helped = new Set([...text.matchAll(/^# HELP (\S+) \S/gm)].map(([, name]) => name));
  expect(types.size).toBeGreaterThan(40);
  const wrong = [...types].filter(
    ([name, type]) =>
      (type === 'counter') !== name.endsWith('_total') ||
      /_(count|sum|bucket)$/.test(name) ||
      /(^|_)(gauge|counter|histogram|summary)(_|$)/.test(name) ||
      /(^|_)(ms|us|ns|s|sec|kb|mb|gb|minutes|hours|days|bits|milliseconds)(_|$)/.test(name) ||
      !/^[a-z][a-z0-9_]*$/.test(name) ||
      !helped.has(name),
  );
  expect(wrong).toEqual([]);
  await events.close();
});
