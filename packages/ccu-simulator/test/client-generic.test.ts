import { type CcuEvent, type ConnectOptions, connectCcu, openCallbackServer } from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import { type GenericServerOptions, type Simulator, startGenericServer, startSimulator } from '../src/index.js';
import { FAST } from './client-world.js';

const timers: GenericServerOptions['timers'] = {
  after(delayMs, run) {
    const handle = setTimeout(run, delayMs);
    return () => clearTimeout(handle);
  },
};
const SWITCH = 'JACK000001:1';
const NAMES = { 'ccu-jack': 'CCU-Jack', homegear: 'Homegear' } as const;

interface Options extends Partial<Omit<GenericServerOptions, 'timers'>> {
  readonly client?: Partial<ConnectOptions>;
  readonly entry?: Readonly<Record<string, unknown>>;
  readonly ccu?: Simulator;
}

async function start({ kind = 'ccu-jack', client = {}, entry = {}, ccu, ...more }: Options = {}) {
  const server = await startGenericServer({ kind, timers, ...more });
  const callbacks = await openCallbackServer({ host: '127.0.0.1', port: 0, binPort: 0 });
  const name = NAMES[kind];
  const connection = connectCcu({
    name: 'sim',
    host: '127.0.0.1',
    interfaces: [
      { name, port: server.port, ...(kind === 'homegear' ? { path: '/RPC2' } : {}), ...entry },
      ...(ccu === undefined ? [] : [{ name: 'HmIP-RF', port: ccu.ports['HmIP-RF']! } as const]),
    ],
    jsonRpcPort: ccu?.ports.jsonRpc ?? server.port,
    regaPort: 0,
    instance: 'test',
    callbacks,
    timings: FAST,
    ...client,
  });
  const events: CcuEvent[] = [];
  connection.on((event) => void events.push(event));
  const values = () => {
    const shown = new Map<string, unknown>();
    for (const event of events) {
      if (event.type === 'value') shown.set(`${event.channelAddress}.${event.parameter}`, event.value);
      if (event.type === 'values_loaded') {
        for (const each of event.values) shown.set(`${each.channelAddress}.${each.parameter}`, each.value);
      }
    }
    return shown;
  };
  return {
    server,
    ccu: connection,
    name,
    values,
    status: () => connection.status().find(({ interfaceName }) => interfaceName === name)!,
    described: () =>
      events.flatMap((event) =>
        event.type === 'devices_described' && event.interfaceName === name ? event.devices : [],
      ),
    connected: () => expect.poll(() => connection.status().every(({ connected }) => connected)).toBe(true),
    async [Symbol.asyncDispose]() {
      await connection.close();
      await callbacks.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

describe.each(['ccu-jack', 'homegear'] as const)('a generic server such as %s', (kind) => {
  it('is connected by a round trip, with its devices, values, events and writes', async () => {
    await using world = await start({ kind });
    await world.connected();
    expect(world.ccu.readiness()).toMatchObject({ phase: 'ready', ready: true });
    expect(world.values().get(`${SWITCH}.STATE`)).toBe(false);
    await world.server.emit(SWITCH, 'STATE', true);
    await expect.poll(() => world.values().get(`${SWITCH}.STATE`)).toBe(true);
    const outcome = await world.ccu.write({
      interfaceName: world.name,
      channelAddress: SWITCH,
      paramsetKey: 'VALUES',
      values: { STATE: false },
      until: 'confirmed',
    });
    expect(world.server.value(SWITCH, 'STATE'), JSON.stringify(outcome)).toBe(false);
  });

  it('is read device by device, with any other entries in its list', async () => {
    await using world = await start({ kind });
    await world.connected();
    const byAddress = new Map(world.described().map((each) => [each.ADDRESS, each]));
    expect([...byAddress.keys()].sort()).toEqual(['JACK000001', 'JACK000001:0', 'JACK000001:1']);
    const device = byAddress.get('JACK000001');
    expect(device).toMatchObject({ PARAMSETS: [], VERSION: 1, FIRMWARE: '2', UPDATABLE: false });
    expect(device).toMatchObject({ LINK_SOURCE_ROLES: 'SWITCH KEY' });
    expect(device).not.toHaveProperty('FLAGS');
    expect(byAddress.get('JACK000001:0')).toMatchObject({ INDEX: 0 });
  });

  it('is registered at again when it has forgotten us without a word', async () => {
    await using world = await start({ kind });
    await world.connected();
    world.server.forget();
    await expect.poll(() => world.server.clients().length).toBe(1);
    await world.connected();
  });

  it('is unsupported for its missing methods, and gets calls of its own methods only', async () => {
    await using world = await start({ kind });
    await world.connected();
    await expect(world.ccu.rssi(world.name)).rejects.toMatchObject({ code: 'unsupported' });
    await expect(world.ccu.deviceServiceMessages(world.name)).rejects.toMatchObject({ code: 'unsupported' });
    expect(world.server.calls.map(({ method }) => method)).not.toContain('rssiInfo');
    expect(world.ccu.circuit(world.name)).toBe('closed');
  });

  it('that lists no methods is used all the same, and its refusals are understood', async () => {
    await using world = await start({ kind, listsMethods: false });
    await world.connected();
    await expect(world.ccu.rssi(world.name)).rejects.toMatchObject({ code: 'unsupported' });
    expect(world.server.calls.map(({ method }) => method)).toContain('rssiInfo');
  });

  it('without getParamset reports its values by events', async () => {
    await using world = await start({ kind, without: ['getParamset'] });
    await world.connected();
    expect(world.values().has(`${SWITCH}.STATE`)).toBe(false);
    await world.server.emit(SWITCH, 'STATE', true);
    await expect.poll(() => world.values().get(`${SWITCH}.STATE`)).toBe(true);
  });

  it('without ping reports that, and is connected by its first event', async () => {
    await using world = await start({ kind, without: ['ping'] });
    await expect.poll(() => world.status().note).toMatch(/no ping/);
    await world.server.emit(SWITCH, 'STATE', true);
    await world.connected();
  });
});

describe('calls to a generic server', () => {
  it('are written in UTF-8, or in the configured encoding, and its texts arrive unchanged', async () => {
    await using utf8 = await start({ kind: 'homegear' });
    await utf8.connected();
    expect(utf8.values().get(`${SWITCH}.LABEL`)).toBe('Λάμπα');
    expect(new Set(utf8.server.calls.map(({ encoding }) => encoding))).toEqual(new Set(['UTF-8']));
    await using latin1 = await start({ kind: 'ccu-jack', entry: { encoding: 'latin1' } });
    await latin1.connected();
    expect(new Set(latin1.server.calls.map(({ encoding }) => encoding))).toEqual(new Set(['ISO-8859-1']));
  });

  it('carry the login of the CCU on the host of the CCU only', async () => {
    const login = { username: 'Admin', password: 'secret' };
    await using here = await start({ client: login });
    await expect.poll(() => here.server.clients().length).toBe(1);
    expect(here.server.calls[0]?.authorization).toMatch(/^Basic /);
    await using elsewhere = await start({ client: { ...login, host: 'localhost' }, entry: { host: '127.0.0.1' } });
    await expect.poll(() => elsewhere.server.clients().length).toBe(1);
    expect(new Set(elsewhere.server.calls.map(({ authorization }) => authorization))).toEqual(new Set([undefined]));
  });

  it('work beside those of a CCU, which does not list the server', async () => {
    const ccu = await startSimulator({ interfaces: ['HmIP-RF'], users: [{ name: 'Admin', password: 's', level: 8 }] });
    await using world = await start({ ccu, client: { username: 'Admin', password: 's' } });
    await world.connected();
    expect(world.ccu.listDevices('HmIP-RF').length).toBeGreaterThan(0);
    await world.ccu.close();
    await ccu.close();
  });
});

describe('settings of an interface that a CCU does not have', () => {
  const connect = async (entry: unknown) => {
    const callbacks = await openCallbackServer({ host: '127.0.0.1', port: 0, binPort: 0 });
    try {
      connectCcu({ name: 'x', host: 'h', interfaces: [entry as never], instance: 'i', callbacks });
    } finally {
      await callbacks.close();
    }
  };

  it.each([
    [{ name: 'MyServer' }, 'no port'],
    [{ name: 'My Server', port: 1 }, 'name that cannot be one'],
    [{ name: 'a#b', port: 1 }, 'name that cannot be one'],
    [{ name: 'HmIP-RF', host: 'elsewhere' }, 'for generic servers'],
    [{ name: 'CUxD', encoding: 'utf8' }, 'for generic servers'],
  ])('%j are refused', async (entry, why) => {
    await expect(connect(entry)).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining(why),
    });
  });
});
