import { expect, it } from 'vitest';
import { startBroker } from './mqtt-broker.js';
import { openSocket, subscribe } from './socket.js';
import { startWorld, type World } from './world.js';

const only = ['00F1C0DE000001'];

const THERMOSTAT = '00F1C0DE000001';
const TEMPERATURE = `ccu/home/status/${THERMOSTAT}/1/ACTUAL_TEMPERATURE`;

async function configure(world: World, brokers: object) {
  return await world.call('PUT', '/api/v1/config/sections/mqtt', { body: { brokers } });
}

const components = async (world: World): Promise<readonly { readonly name: string }[]> =>
  (await world.call('GET', '/api/v1/health')).json.components.filter((each: { name: string }) =>
    each.name.startsWith('mqtt'),
  );

it('sends clients an event for changed settings, once `/info` has the new state', async () => {
  const world = await startWorld({ only });
  const socket = await openSocket(world);
  await subscribe(socket, ['system/#']);
  const capabilities = async () => (await world.call('GET', '/api/v1/info', { as: 'viewer' })).json.capabilities;
  expect(await capabilities()).not.toContain('mqtt.raw.v1');
  await configure(world, { house: { url: 'mqtt://127.0.0.1:1' } });
  const told = await socket.until(({ type }) => type === 'config.changed');
  expect(told).toMatchObject({ topic: 'system.config', payload: { section: 'mqtt' } });
  expect(await capabilities()).toContain('mqtt.raw.v1');
  await world.close();
});

it('keeps all devices on a broker from its configuration until its removal, and takes commands', async () => {
  const broker = await startBroker();
  const world = await startWorld({ only });
  expect(await components(world)).toEqual([]);
  const answer = await configure(world, { house: { url: broker.url, username: 'gateway', password: 'hidden' } });
  expect(answer.json, answer.text).toMatchObject({ applied: true, restart_required: false });
  await expect
    .poll(() => JSON.parse(broker.newest.get(TEMPERATURE) ?? 'null'))
    .toMatchObject({ val: expect.any(Number) });
  await expect.poll(() => components(world)).toMatchObject([{ name: 'mqtt.house', status: 'healthy' }]);
  world.simulator.emit(`${THERMOSTAT}:1`, 'ACTUAL_TEMPERATURE', 11.5);
  await expect.poll(() => JSON.parse(broker.newest.get(TEMPERATURE) ?? 'null')).toMatchObject({ val: 11.5 });
  broker.send(`ccu/home/set/${THERMOSTAT}/1/SET_POINT_TEMPERATURE`, '23.5');
  const setPoint = `ccu/home/status/${THERMOSTAT}/1/SET_POINT_TEMPERATURE`;
  await expect.poll(() => JSON.parse(broker.newest.get(setPoint) ?? 'null')).toMatchObject({ val: 23.5 });
  const jack = `device/status/${THERMOSTAT}/1/SET_POINT_TEMPERATURE`;
  expect(broker.newest.has(jack)).toBe(false);
  const { brokers } = (await world.call('GET', '/api/v1/mqtt/status', { as: 'viewer' })).json;
  expect(brokers).toMatchObject([
    {
      name: 'house',
      state: 'connected',
      protocol: '3.1.1',
      prefix: 'ccu',
      refused: 0,
      commands: { taken: 1, refused: 0 },
    },
  ]);
  expect(brokers[0].topics).toBeGreaterThan(10);
  expect(brokers[0]).toMatchObject({ address: broker.url, qos: 1, write: ['#'], home_assistant: { enabled: false } });
  expect(brokers[0]).toMatchObject({ hm2mqtt: { enabled: false }, ccu_jack: { enabled: false } });
  const shown = (await world.call('GET', `/api/v1/mqtt/brokers/house/devices/${THERMOSTAT}`, { as: 'viewer' })).json;
  const { payload } = shown.topics.find(({ topic }: { topic: string }) => topic === TEMPERATURE);
  expect(JSON.parse(payload)).toMatchObject({ val: 11.5 });
  expect(shown.discovery).toMatchObject({ enabled: false, payload: { dev: { serial_number: THERMOSTAT } } });
  expect(shown.discovery.entities).toContainEqual({ key: expect.any(String), platform: 'climate', name: null });
  const audit = (await world.call('GET', '/api/v1/audit?limit=20')).json;
  expect(JSON.stringify(audit)).toContain('mqtt:house');
  const section = await world.call('GET', '/api/v1/config/sections/mqtt');
  expect(section.json.brokers.house).toMatchObject({ url: broker.url, password: '***', prefix: 'ccu' });

  const ccu_jack = { enabled: true, central: 'home' };
  const more = await configure(world, { house: { url: broker.url, ccu_jack } });
  expect(more.json, more.text).toMatchObject({ applied: true, restart_required: false });
  await expect.poll(() => JSON.parse(broker.newest.get(jack) ?? 'null')).toMatchObject({ v: 23.5, s: 0 });
  const trees = (await world.call('GET', '/api/v1/mqtt/status', { as: 'viewer' })).json.brokers;
  expect(trees).toMatchObject([
    {
      ccu_jack: {
        program: 'CCU-Jack',
        topics: ['device', 'virtdev', 'sysvar', 'program'],
        central: 'home',
        prefix: '',
      },
      hm2mqtt: { program: 'hm2mqtt', prefix: 'hm' },
    },
  ]);
  broker.send(jack.replace('status', 'set'), '{"v":22.5}');
  await expect.poll(() => JSON.parse(broker.newest.get(jack) ?? 'null')).toMatchObject({ v: 22.5 });

  broker.newest.clear();
  const again = await world.restart();
  await expect
    .poll(() => JSON.parse(broker.newest.get(TEMPERATURE) ?? 'null'))
    .toMatchObject({ val: expect.any(Number) });
  expect((await configure(again, {})).status).toBe(200);
  expect(await components(again)).toEqual([]);
  expect(broker.newest.get('ccu/bridge/state')).toBe('offline');
  await again.close();
  await broker.stop();
});

it('sends clients an event for a connected broker, and one with the reason of a lost connection', async () => {
  const broker = await startBroker();
  const world = await startWorld({ only });
  const socket = await openSocket(world);
  await subscribe(socket, ['mqtt/#']);
  await configure(world, { house: { url: broker.url, password: 'hidden', username: 'gateway' } });
  const connected = await socket.until(({ type }) => type === 'mqtt.broker_connected');
  expect(connected).toMatchObject({
    topic: 'mqtt.brokers.house',
    payload: { broker: 'house', protocol: '3.1.1', event_at: expect.any(String) },
  });
  await broker.stop();
  const away = await socket.until(({ type }) => type === 'mqtt.broker_disconnected');
  expect(away).toMatchObject({
    topic: 'mqtt.brokers.house',
    payload: { broker: 'house', fault: { kind: expect.any(String), message: expect.any(String) } },
  });
  // Its reasons are tried for ever and told when they change.
  const refused = await socket.until(
    ({ type, payload }) =>
      type === 'mqtt.broker_disconnected' && JSON.stringify(payload).includes('nothing listens there'),
  );
  expect(JSON.stringify([away, refused])).not.toContain('hidden');
  await world.close();
});

it('names an unreachable broker with the reason, and refuses invalid settings', async () => {
  const world = await startWorld({ only });
  const nowhere = await startBroker();
  await nowhere.stop();
  expect((await configure(world, { house: { url: nowhere.url } })).status).toBe(200);
  await expect
    .poll(() => components(world))
    .toMatchObject([
      { name: 'mqtt.house', status: 'degraded', note: expect.stringContaining('nothing listens there') },
    ]);
  const { brokers } = (await world.call('GET', '/api/v1/mqtt/status')).json;
  expect(brokers).toMatchObject([
    {
      name: 'house',
      topics: 0,
      fault: { kind: 'unreachable' },
      last_errors: [{ kind: 'connection', at: expect.any(String) }],
    },
  ]);
  for (const [broker, field] of [
    [{ url: 'http://127.0.0.1' }, 'url'],
    [{ url: 'mqtt://anna:secret@127.0.0.1' }, 'url'],
    [{ url: 'mqtt://127.0.0.1', prefix: 'a/#' }, 'prefix'],
    [{ url: 'mqtt://127.0.0.1', publish: ['a#'] }, 'publish'],
    [{ url: 'mqtt://127.0.0.1', cert_file: '/nowhere.pem' }, 'key_file'],
    [{ url: 'mqtt://127.0.0.1', ca_file: '/nowhere/ca.pem' }, 'ca_file'],
    [{ url: 'mqtt://127.0.0.1', role: 'admin' }, 'role'],
    [{ url: 'mqtt://127.0.0.1', password: 'secret' }, 'username'],
    [{ url: 'mqtt://127.0.0.1', hm2mqtt: { enabled: true } }, 'hm2mqtt.central'],
    [{ url: 'mqtt://127.0.0.1', hm2mqtt: { enabled: true, central: 'home', prefix: 'ccu' } }, 'hm2mqtt.prefix'],
    [{ url: 'mqtt://127.0.0.1', prefix: 'device/x', ccu_jack: { enabled: true, central: 'home' } }, 'ccu_jack.prefix'],
  ] as const) {
    const answer = await configure(world, { house: broker });
    expect([answer.status, JSON.stringify(answer.json.errors)]).toEqual([400, expect.stringContaining(field)]);
    expect(answer.text).not.toContain('secret');
  }
  const tree = { url: 'mqtt://127.0.0.1', ccu_jack: { enabled: true, central: 'home' } };
  const twice = await world.call('PUT', '/api/v1/config/sections/mqtt', {
    body: { brokers: { one: tree, two: tree } },
  });
  expect([twice.status, JSON.stringify(twice.json.errors)]).toEqual([
    400,
    expect.stringContaining('two.ccu_jack.prefix'),
  ]);
  expect(await components(world)).toMatchObject([{ name: 'mqtt.house', status: 'degraded' }]);
  await world.close();
});
