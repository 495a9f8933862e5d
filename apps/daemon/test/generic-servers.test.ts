import { type GenericServer, startGenericServer } from '@ccu-gateway/ccu-simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from './world.js';

const only = ['00F1C0DE000001'];

const PATIENCE = { timeout: 20_000, interval: 20 } as const;
const timers: Parameters<typeof startGenericServer>[0]['timers'] = {
  after(delayMs, run) {
    const handle = setTimeout(run, delayMs);
    return () => clearTimeout(handle);
  },
};
const DEVICE = 'JACK000001';
const STATE = `/api/v1/devices/${DEVICE}/channels/1/data-points/STATE`;
const KINDS = [
  { kind: 'ccu-jack', name: 'CCU-Jack', more: { encoding: 'iso-8859-1' } },
  { kind: 'homegear', name: 'Homegear', more: { remote_path: '/RPC2' } },
  { kind: 'ccu-jack', name: 'Cellar', more: { remote_path: '/RPC3' } },
] as const;

describe.each(KINDS)('an interface $name beside those of a CCU', ({ kind, name, more }) => {
  let server: GenericServer;
  let world: World;
  beforeAll(async () => {
    server = await startGenericServer({ kind, timers });
    world = await startWorld({
      only,
      central: (simulator) => ({
        interfaces: [
          { name: 'HmIP-RF', port: simulator.ports['HmIP-RF'] },
          { name, port: server.port, ...more },
        ],
      }),
    });
  });
  afterAll(async () => {
    await world.close();
    await server[Symbol.asyncDispose]();
  });

  it('is ready, with its devices, their values and events, and takes writes', async () => {
    const entry = async () => (await world.call('GET', '/api/v1/system/ccu')).json.entries[0];
    await expect.poll(async () => (await entry()).readiness, PATIENCE).toMatchObject({ phase: 'ready', ready: true });
    const { json: device } = await world.call('GET', `/api/v1/devices/${DEVICE}`);
    expect(device).toMatchObject({ address: DEVICE, interface: name, central: 'home' });
    const value = async () => (await world.call('GET', STATE)).json.value;
    await expect.poll(value, PATIENCE).toBe(false);
    await server.emit(`${DEVICE}:1`, 'STATE', true);
    await expect.poll(value, PATIENCE).toBe(true);
    const written = await world.call('PUT', `${STATE}/value`, { body: { value: false } });
    expect(written.status, written.text).toBeLessThan(300);
    await expect.poll(() => server.value(`${DEVICE}:1`, 'STATE'), PATIENCE).toBe(false);
    await expect.poll(value, PATIENCE).toBe(false);
  });

  it('is called in its encoding and shown as configured', async () => {
    const wanted = kind === 'ccu-jack' && name === 'CCU-Jack' ? 'ISO-8859-1' : 'UTF-8';
    expect(new Set(server.calls.map(({ encoding }) => encoding))).toEqual(new Set([wanted]));
    const { json } = await world.call('GET', '/api/v1/centrals/home');
    expect(json.interfaces).toContainEqual({ name, port: server.port, ...more });
  });

  it('answers a loop test and is registered at again on request', async () => {
    const { json: interfaces } = await world.call('GET', '/api/v1/interfaces');
    const id = interfaces.find((each: { readonly interface: string }) => each.interface === name)?.id;
    expect(id, JSON.stringify(interfaces)).toBeDefined();
    const looped = await world.call('POST', `/api/v1/interfaces/${id}/loop-test`);
    expect(looped.json, looped.text).toMatchObject({ ok: true });
    const before = server.calls.filter(({ method }) => method === 'init').length;
    const reconnected = await world.call('POST', `/api/v1/interfaces/${id}/reconnect`);
    expect(reconnected.status, reconnected.text).toBeLessThan(300);
    await expect
      .poll(() => server.calls.filter(({ method }) => method === 'init').length, PATIENCE)
      .toBeGreaterThan(before);
  });

  it('refuses operations outside of its list as unsupported', async () => {
    for (const [method, path] of [
      ['POST', `/api/v1/devices/${DEVICE}/config/restore`],
      ['DELETE', `/api/v1/devices/${DEVICE}`],
    ] as const) {
      const answer = await world.call(method, path);
      expect(answer.status, answer.text).toBe(422);
      expect(answer.json.detail).toContain(`${name} cannot`);
    }
    expect(server.calls.map((call) => call.method)).not.toContain('deleteDevice');
  });

  it('shows its links where it has some, of the device and among all', async () => {
    const has = kind === 'homegear';
    const ends = { sender_address: 'JACK000002:1', receiver_address: `${DEVICE}:1` };
    const own = await world.call('GET', `/api/v1/devices/${DEVICE}/links`);
    expect(own.status, own.text).toBe(200);
    expect(own.json).toMatchObject(has ? [{ ...ends, direction: 'incoming', name: 'Taster' }] : []);
    const all = await world.call('GET', '/api/v1/links');
    const found = all.json.links.filter((each: { readonly receiver_address: string }) =>
      each.receiver_address.startsWith(DEVICE),
    );
    expect(found).toMatchObject(has ? [ends] : []);
    expect(server.calls.some(({ method }) => method === 'getLinks')).toBe(has);
  });

  it('uses the names of the server for its devices', async () => {
    const { json } = await world.call('GET', `/api/v1/devices/${DEVICE}`);
    expect(json.name).toBe(kind === 'homegear' ? 'Λάμπα im Keller' : `HmIP-MIO16-PCB ${DEVICE}`);
    const asked = server.calls.filter(({ method }) => method === 'getMetadata').map(({ params }) => params);
    expect(asked.every((params) => params[0] === DEVICE && params[1] === 'NAME')).toBe(true);
    expect(asked.length > 0).toBe(kind === 'homegear');
  });
});

it('a server that the CCU lists is shown as not connected, with the setting that would connect it', async () => {
  const world = await startWorld({
    only,
    simulator: { interfaces: ['HmIP-RF', 'CUxD'], otherServers: [{ name: 'CCU-Jack', port: 2121 }] },
    central: (simulator) => ({ interfaces: [{ name: 'HmIP-RF', port: simulator.ports['HmIP-RF'] }] }),
  });
  try {
    const others = async () => (await world.call('GET', '/api/v1/system/ccu')).json.entries[0].other_interfaces;
    await expect.poll(others, PATIENCE).toEqual([
      expect.objectContaining({ name: 'CUxD', connected: false }),
      expect.objectContaining({
        name: 'CCU-Jack',
        port: 2121,
        hint: expect.stringContaining('{name: CCU-Jack, port: 2121}'),
      }),
    ]);
  } finally {
    await world.close();
  }
});

describe('settings of an interface that a CCU does not have', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ only });
  });
  afterAll(() => world.close());

  const row = (entry: unknown) => ({ name: 'other', host: '127.0.0.1', enabled: false, interfaces: [entry] });

  it.each([
    [{ name: 'Cellar' }, /port/, /needs \{name, port\}/],
    [{ name: 'HmIP-RF', host: 'elsewhere' }, /host/, /where its CCU is/],
    [{ name: 'Cellar#1', port: 1 }, /name/, /letters, digits/],
    [{ name: 'Cellar', port: 1, encoding: 'utf-16' }, /encoding/, /utf-8/],
    [{ name: 'Cellar', port: 1, host: 'http://elsewhere' }, /host/, /host name or address/],
  ])('%j are refused with the field and the reason', async (entry, field, reason) => {
    const answer = await world.call('POST', '/api/v1/centrals', { body: row(entry) });
    expect(answer.status, answer.text).toBe(400);
    expect(answer.json.errors[0].field).toMatch(field);
    expect(answer.json.errors[0].reason).toMatch(reason);
    expect((await world.call('GET', '/api/v1/centrals/other')).status).toBe(404);
  });

  it('are stored and shown again completely, and probed at their own address', async () => {
    const server = await startGenericServer({ kind: 'homegear', timers });
    const entry = { name: 'Cellar', port: server.port, host: '127.0.0.1', tls: false, encoding: 'iso-8859-1' };
    const body = { ...row(entry), json_rpc_port: world.simulator.ports.jsonRpc };
    const created = await world.call('POST', '/api/v1/centrals', { body });
    expect(created.status, created.text).toBe(201);
    expect((await world.call('GET', '/api/v1/centrals/other')).json.interfaces).toEqual([entry]);
    const probe = () => world.call('POST', '/api/v1/centrals/probe', { body });
    expect((await probe()).json).toMatchObject({ reachable: true });
    await server[Symbol.asyncDispose]();
    expect((await probe()).json).toMatchObject({
      reachable: false,
      note: expect.stringContaining(`Cellar (port ${server.port})`),
    });
  });
});
