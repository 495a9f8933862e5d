import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inventedHouse, type Simulator } from '../src/index.js';
import { startQuietSimulator, until } from '../src/testing/index.js';

interface RpcClient {
  methodCall(
    method: string,
    params: readonly unknown[],
    done: (error: (Error & { faultCode?: number }) | null, value: unknown) => void,
  ): void;
}
interface RpcServer {
  on(
    method: string,
    listener: (error: unknown, params: readonly never[], done: (error: unknown, value: unknown) => void) => void,
  ): void;
  readonly httpServer: { address(): { port: number }; close(): void; closeAllConnections(): void };
}

const require = createRequire(import.meta.url);
const xmlrpc = require('homematic-xmlrpc') as {
  createClient(options: { host: string; port: number; path: string }): RpcClient;
  createServer(options: { host: string; port: number }, listening: () => void): RpcServer;
};

function ask(simulator: Simulator, name: 'HmIP-RF' | 'BidCos-RF' | 'VirtualDevices', path = '/') {
  const client = xmlrpc.createClient({ host: simulator.host, port: simulator.ports[name] as number, path });
  return (method: string, ...params: unknown[]) =>
    new Promise<unknown>((resolve, reject) =>
      client.methodCall(method, params, (error, value) => (error ? reject(error) : resolve(value))),
    );
}

/** A callback server made of the independent implementation. */
function foreignListener(): Promise<{ url: string; calls: [string, readonly unknown[]][]; close(): void }> {
  return new Promise((resolve) => {
    const calls: [string, readonly unknown[]][] = [];
    const server = xmlrpc.createServer({ host: '127.0.0.1', port: 0 }, () =>
      resolve({
        url: `http://127.0.0.1:${server.httpServer.address().port}`,
        calls,
        close: () => {
          server.httpServer.close();
          server.httpServer.closeAllConnections();
        },
      }),
    );
    for (const method of [
      'event',
      'newDevices',
      'deleteDevices',
      'updateDevice',
      'system.multicall',
      'listDevices',
      'system.listMethods',
    ]) {
      server.on(method, (_, params, done) => {
        calls.push([method, params]);
        done(null, method.startsWith('list') || method.startsWith('system') ? [] : '');
      });
    }
  });
}

describe('the XML-RPC wire, spoken by an independent client and server', () => {
  let simulator: Simulator & AsyncDisposable;
  let hmip: (method: string, ...params: unknown[]) => Promise<unknown>;
  let bidcos: (method: string, ...params: unknown[]) => Promise<unknown>;
  beforeEach(async () => {
    simulator = await startQuietSimulator();
    hmip = ask(simulator, 'HmIP-RF');
    bidcos = ask(simulator, 'BidCos-RF');
  });
  afterEach(() => simulator.close());

  it('lists devices and channels of its own interface only', async () => {
    const listed = (await bidcos('listDevices')) as { ADDRESS: string; TYPE: string }[];
    const expected = inventedHouse().devices.filter((device) => device.interfaceName === 'BidCos-RF');
    expect(listed).toHaveLength(expected.reduce((sum, device) => sum + 1 + device.channels.length, 0));
    expect(listed.find((entry) => entry.ADDRESS === 'SIM0000001:1')).toMatchObject({ TYPE: 'SWITCH', DIRECTION: 2 });
  });

  it('writes BidCos strings without a type tag, in ISO-8859-1', async () => {
    const raw = async (method: string, ...params: string[]) => {
      const values = params.map((param) => `<param><value>${param}</value></param>`).join('');
      const xml = `<?xml version="1.0" encoding="ISO-8859-1"?><methodCall><methodName>${method}</methodName><params>${values}</params></methodCall>`;
      return fetch(`http://127.0.0.1:${simulator.ports['BidCos-RF']}/`, {
        method: 'POST',
        body: Buffer.from(xml, 'latin1'),
      });
    };
    await raw('setLinkInfo', 'SIM0000007:1', 'SIM0000001:1', 'Tür', '');
    const response = await raw('getLinkInfo', 'SIM0000007:1', 'SIM0000001:1');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.toString('latin1')).toBe(
      '<?xml version="1.0" encoding="iso-8859-1"?>\n<methodResponse><params><param><value><struct><member><name>DESCRIPTION</name><value></value></member><member><name>NAME</name><value>Tür</value></member></struct></value></param></params></methodResponse>',
    );
  });

  it('types bounds as the parameter is typed, and lists special values', async () => {
    const response = await fetch(`http://127.0.0.1:${simulator.ports['BidCos-RF']}/`, {
      method: 'POST',
      body: '<?xml version="1.0"?><methodCall><methodName>getParamsetDescription</methodName><params><param><value>SIM0000002:1</value></param><param><value>VALUES</value></param></params></methodCall>',
    });
    const xml = await response.text();
    const level = xml.slice(xml.indexOf('<name>LEVEL</name>'), xml.indexOf('<name>OLD_LEVEL</name>'));
    expect(level).toContain('<name>MAX</name><value><double>1.000000</double></value>');
    expect(level).toContain(
      '<name>ID</name><value>OLD_LEVEL</value></member><member><name>VALUE</name><value><double>1.005000</double></value>',
    );
    expect(level).toContain('<name>OPERATIONS</name><value><i4>7</i4></value>');
  });

  it('sends a new client everything: it asks for its devices, then sends new ones, then events in a multicall', async () => {
    const listener = await foreignListener();
    await hmip('init', listener.url, 'test-hmip');
    expect(listener.calls.map(([method]) => method).slice(0, 2)).toEqual(['system.listMethods', 'listDevices']);
    await until(() => listener.calls.some(([method]) => method === 'newDevices'));
    const announced = listener.calls.find(([method]) => method === 'newDevices')?.[1] as [string, unknown[]];
    expect(announced[0]).toBe('test-hmip');
    expect(announced[1]).toHaveLength(((await hmip('listDevices')) as unknown[]).length);
    simulator.emit('00F1C0DE000001:1', 'ACTUAL_TEMPERATURE', 21);
    simulator.emit('00F1C0DE000001:1', 'LEVEL', 0.5);
    await simulator.settled();
    const multicall = listener.calls.find(([method]) => method === 'system.multicall')?.[1];
    expect(multicall).toEqual([
      [
        { methodName: 'event', params: ['test-hmip', '00F1C0DE000001:1', 'ACTUAL_TEMPERATURE', 21] },
        { methodName: 'event', params: ['test-hmip', '00F1C0DE000001:1', 'LEVEL', 0.5] },
      ],
    ]);
    listener.close();
  });

  it('confirms a write by an event of the actor and of its transmitter', async () => {
    const listener = await foreignListener();
    await hmip('init', listener.url, 'id');
    await simulator.settled();
    listener.calls.length = 0;
    await hmip('setValue', '00F1C0DE000005:4', 'STATE', false);
    await simulator.settled();
    const events = listener.calls.flatMap(([, params]) =>
      (params[0] as { params: unknown[] }[]).map((call) => call.params.slice(1)),
    );
    expect(events).toContainEqual(['00F1C0DE000005:4', 'STATE', false]);
    expect(events).toContainEqual(['00F1C0DE000005:3', 'STATE', false]);
    expect(simulator.house.value('00F1C0DE000005:3', 'STATE')?.value).toBe(false);
    listener.close();
  });

  it('refuses wrong types and unknown things with the codes of a CCU', async () => {
    const code = (call: Promise<unknown>) =>
      call.then(
        () => 0,
        (error: { faultCode?: number }) => error.faultCode,
      );
    expect(await code(bidcos('setValue', 'SIM0000001:1', 'STATE', 1))).toBe(-1);
    expect(await code(bidcos('setValue', 'SIM0000002:1', 'LEVEL', 1))).toBe(-1);
    expect(await code(bidcos('setValue', 'SIM0000001:1', 'WORKING', true))).toBe(-1);
    expect(await code(bidcos('setValue', 'NOBODY:1', 'STATE', true))).toBe(-2);
    expect(await code(bidcos('getParamset', 'SIM0000001:1', 'NONSENSE'))).toBe(-3);
    expect(await code(bidcos('deleteDevice', 'SIM0000001:1', 0))).toBe(-4);
    expect(await code(bidcos('setValue', 'SIM0000001:1', 'NONSENSE', true))).toBe(-5);
    expect(await code(bidcos('noSuchMethod'))).toBe(-1);
    expect(await code(hmip('setInstallMode', true, 60, 1))).toBe(-1);
    expect(simulator.received.calls.map((call) => call.faultCode)).toEqual([-1, -1, -1, -2, -3, -4, -5, -1, -1]);
  });

  it('refuses the ramp of a light without a duration, and takes one that is not used', async () => {
    const light = (set: Record<string, unknown>) => hmip('putParamset', '00F1C0DE00000C:1', 'VALUES', set);
    await expect(light({ RAMP_TIME_VALUE: 5, RAMP_TIME_UNIT: 0, LEVEL: 1 })).rejects.toMatchObject({ faultCode: -1 });
    await expect(light({ DURATION_VALUE: 16_344, LEVEL: 1 })).rejects.toMatchObject({ faultCode: -1 });
    await light({ RAMP_TIME_VALUE: 5, DURATION_VALUE: 111_600, DURATION_UNIT: 2 });
  });

  it('answers ping as a list on BidCos-RF and sends PONG to every client', async () => {
    const [one, two] = await Promise.all([foreignListener(), foreignListener()]);
    await bidcos('init', one.url, 'one');
    await bidcos('init', two.url, 'two');
    await simulator.settled();
    expect(await bidcos('ping', 'one#1')).toEqual([true]);
    await simulator.settled();
    for (const { calls } of [one, two]) expect(JSON.stringify(calls)).toContain('"CENTRAL","PONG","one#1"');
    one.close();
    two.close();
  });

  it('serves groups under their own path only', async () => {
    expect(await ask(simulator, 'VirtualDevices', '/groups')('getValue', 'INT0000001:1', 'SET_POINT_TEMPERATURE')).toBe(
      21,
    );
    await expect(ask(simulator, 'VirtualDevices', '/')('listDevices')).rejects.toThrow();
  });

  it('shows a changed configuration as pending for a moment and answers it afterwards', async () => {
    const listener = await foreignListener();
    await hmip('init', listener.url, 'id');
    await hmip('putParamset', '00F1C0DE000001:1', 'MASTER', { P1_ENDTIME_MONDAY_1: 375 });
    await until(() => JSON.stringify(listener.calls).includes('"CONFIG_PENDING",false'));
    expect(JSON.stringify(listener.calls)).toMatch(/"CONFIG_PENDING",true.*"CONFIG_PENDING",false/);
    expect(await hmip('getParamset', '00F1C0DE000001:1', 'MASTER')).toMatchObject({
      P1_ENDTIME_MONDAY_1: 375,
      P1_ENDTIME_MONDAY_2: 540,
    });
    listener.close();
  });

  it('takes the week of a thermostat that is described without any operation, and nothing else of that kind', async () => {
    const seed = inventedHouse().devices.find(({ interfaceName }) => interfaceName === 'BidCos-RF');
    const address = 'SIM0000999';
    const device = JSON.parse(JSON.stringify(seed).replaceAll(seed?.description.ADDRESS ?? '', address));
    const closed = { TYPE: 'INTEGER', OPERATIONS: 0, FLAGS: 0, DEFAULT: 1, MIN: 0, MAX: 1440, UNIT: '' };
    device.paramsets[`${address}:1`].MASTER = { TIMEOUT_MONDAY_1: closed, OTHER: closed };
    device.channels[1].PARAMSETS = ['MASTER', 'VALUES'];
    simulator.house.addDevice(device);
    const rf = ask(simulator, 'BidCos-RF');
    await rf('putParamset', `${address}:1`, 'MASTER', { TIMEOUT_MONDAY_1: 360, OTHER: 2 });
    await simulator.settled();
    expect(await rf('getParamset', `${address}:1`, 'MASTER')).toEqual({
      TIMEOUT_MONDAY_1: 360,
      OTHER: 1,
    });
  });
});
