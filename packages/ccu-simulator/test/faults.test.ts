import { connect } from 'node:net';
import { REGA_SCRIPTS } from '@ccu-gateway/ccu-client/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Simulator, TypedValue } from '../src/index.js';
import { type CallbackListener, listenForCallbacks, startQuietSimulator, until } from '../src/testing/index.js';
import { double, text } from '../src/wire/typed-value.js';
import { decodeAnswer } from '../src/wire/xml-decode.js';
import { encodeCall } from '../src/wire/xml-encode.js';

describe('the faults of the simulated CCU', () => {
  let simulator: Simulator;
  let listener: CallbackListener;
  const url = () => `http://127.0.0.1:${simulator.ports['HmIP-RF']}/`;
  const call = async (method: string, ...params: TypedValue[]) => {
    const response = await fetch(url(), { method: 'POST', body: encodeCall(method, params, 'hmip') });
    return decodeAnswer(new Uint8Array(await response.arrayBuffer()));
  };
  const control = (name: string, args: unknown = {}) =>
    fetch(`http://127.0.0.1:${simulator.ports.control}/faults/${name}`, { method: 'POST', body: JSON.stringify(args) });

  beforeEach(async () => {
    simulator = await startQuietSimulator();
    listener = await listenForCallbacks();
    await call('init', text(listener.url), text('test'));
    await simulator.settled();
  });
  afterEach(async () => {
    await listener.close();
    await simulator.close();
  });

  it('boots with 503 and a text on every port but the control port', async () => {
    simulator.faults.boot(60);
    for (const name of ['HmIP-RF', 'BidCos-RF', 'BidCos-Wired', 'VirtualDevices', 'jsonRpc', 'rega'] as const) {
      const response = await fetch(`http://127.0.0.1:${simulator.ports[name]}/`, { method: 'POST', body: '' });
      expect([name, response.status, await response.text()]).toEqual([name, 503, 'CCU not ready yet\n']);
    }
    expect((await control('clear')).status).toBe(200);
    expect(await call('system.listMethods')).toHaveProperty('value');
  });

  it('remembers its clients over a restart, but CUxD does not, and sessions are gone', async () => {
    const before = simulator.ports['HmIP-RF'];
    await simulator.faults.restart({ downMs: 5 });
    expect(simulator.ports['HmIP-RF']).toBe(before);
    expect(simulator.registrations().map(({ interfaceId }) => interfaceId)).toEqual(['test']);
    simulator.emit('00F1C0DE000001:1', 'LEVEL', 0.3);
    await simulator.settled();
    expect(listener.events()).toEqual(['00F1C0DE000001:1.LEVEL=0.3']);
  });

  it('makes calls of one method fail, except the first ones, and records them', async () => {
    simulator.faults.refuseCalls(true, 'setValue', 1);
    const set = (value: number) => call('setValue', text('00F1C0DE000001:1'), text('LEVEL'), double(value));
    expect(await set(0.3)).toHaveProperty('value');
    expect(await set(0.4)).toMatchObject({ faultCode: -1 });
    expect(await set(0.4)).toMatchObject({ faultCode: -1 });
    expect(simulator.house.value('00F1C0DE000001:1', 'LEVEL')?.value).toBe(0.3);
    expect((await control('refuseCalls', { on: false, name: 'setValue' })).status).toBe(200);
    expect(await set(0.4)).toHaveProperty('value');

    const run = (source: string) =>
      fetch(`http://127.0.0.1:${simulator.ports.rega}/any.exe`, { method: 'POST', body: source });
    const rename = { address: '00F1C0DE000001', name: 'Anders' };
    simulator.faults.refuseCalls(true, 'rename');
    const refused = await run(REGA_SCRIPTS.rename.source(rename));
    expect(await refused.text()).toContain('@error refused');
    expect(simulator.house.device('00F1C0DE000001')?.name).not.toBe('Anders');
    expect(simulator.received.scriptCalls).toMatchObject([{ name: 'rename', args: rename }]);
    simulator.faults.clear();
    await run(REGA_SCRIPTS.rename.source(rename));
    expect(simulator.house.device('00F1C0DE000001')?.name).toBe('Anders');
  });

  it('lists a device or channel with refused descriptions, and refuses no other', async () => {
    const [device, channel] = ['00F1C0DE000001', '00F1C0DE000001:1'];
    const describe = (address: string) => call('getDeviceDescription', text(address));
    const describeParamset = (address: string) => call('getParamsetDescription', text(address), text('MASTER'));
    await control('refuseDescriptions', { on: true, address: channel });
    expect(await describe(channel)).toMatchObject({ faultCode: -1 });
    expect(await describeParamset(channel)).toMatchObject({ faultCode: -1 });
    expect(await describe(device)).toHaveProperty('value');
    expect(await describeParamset(device)).toHaveProperty('value');
    expect(JSON.stringify(await call('listDevices'))).toContain(`"${channel}"`);
    simulator.faults.clear();
    expect(await describe(channel)).toHaveProperty('value');
    expect(await describeParamset(channel)).toHaveProperty('value');
  });

  it('sends no events while it is down or boots', async () => {
    const restarted = simulator.faults.restart({ downMs: 20, bootSeconds: 3600 });
    simulator.emit('00F1C0DE000001:1', 'LEVEL', 0.3);
    await restarted;
    simulator.emit('00F1C0DE000001:1', 'LEVEL', 0.4);
    await simulator.settled();
    simulator.faults.clear();
    simulator.emit('00F1C0DE000001:1', 'LEVEL', 0.5);
    await simulator.settled();
    expect(listener.events()).toEqual(['00F1C0DE000001:1.LEVEL=0.5']);
  });

  it('restarts once for two requests, and stays closed when it was closed meanwhile', async () => {
    await Promise.all([simulator.faults.restart({ downMs: 5 }), simulator.faults.restart({ downMs: 5 })]);
    expect(await call('ping', text('x'))).toHaveProperty('value');
    const restarted = simulator.faults.restart({ downMs: 20 });
    await simulator.close();
    await restarted;
    await expect(call('ping', text('x'))).rejects.toThrow();
  });

  it('answers a request that makes no sense and lives on', async () => {
    const raw = await new Promise<string>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port: simulator.ports.jsonRpc as number });
      socket.on('data', (answer) => {
        socket.destroy();
        resolve(answer.toString());
      });
      socket.write('POST // HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
    });
    expect(raw).toMatch(/^HTTP\/1.1 400 /);
    expect(await call('ping', text('x'))).toHaveProperty('value');
  });

  it('drops a client after ten deliveries that failed', async () => {
    simulator.faults.dropCallbacks(true, 'HmIP-RF');
    for (let made = 0; made < 9; made += 1) {
      simulator.emit('00F1C0DE000001:1', 'LEVEL', made / 10);
      await simulator.settled();
    }
    expect(simulator.registrations()).toMatchObject([{ failures: 9 }]);
    simulator.emit('00F1C0DE000001:1', 'LEVEL', 1);
    await simulator.settled();
    expect(simulator.registrations()).toEqual([]);
    expect(listener.events()).toEqual([]);
  });

  it('forgets earlier failures as soon as one delivery succeeds', async () => {
    simulator.faults.dropCallbacks(true);
    simulator.emit('00F1C0DE000001:1', 'LEVEL', 0.1);
    await simulator.settled();
    simulator.faults.dropCallbacks(false);
    simulator.emit('00F1C0DE000001:1', 'LEVEL', 0.2);
    await simulator.settled();
    expect(simulator.registrations()).toMatchObject([{ failures: 0 }]);
    expect(listener.events()).toEqual(['00F1C0DE000001:1.LEVEL=0.2']);
  });

  it('delivers events twice', async () => {
    simulator.faults.duplicateEvents(true);
    simulator.emit('00F1C0DE000001:1', 'LEVEL', 0.4);
    await simulator.settled();
    expect(listener.events()).toEqual(['00F1C0DE000001:1.LEVEL=0.4', '00F1C0DE000001:1.LEVEL=0.4']);
  });

  it('keeps connections open without an answer until the fault ends', async () => {
    simulator.faults.halfOpen(true);
    const answer = call('ping', text('x')).then(
      () => 'answered',
      () => 'cut',
    );
    await until(() => simulator.received.calls.length === 1);
    expect(await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 30, 'silent'))])).toBe('silent');
    simulator.faults.clear();
    expect(await answer).toBe('cut');
    expect(await call('ping', text('x'))).toEqual({ value: { type: 'boolean', value: true } });
  });

  it('answers garbage', async () => {
    simulator.faults.garbage(true);
    await expect(call('ping', text('x'))).rejects.toThrow();
  });

  it('bursts', async () => {
    expect(await (await control('burst', { count: 250, interface: 'HmIP-RF' })).json()).toEqual({
      ok: true,
      emitted: 250,
    });
    await simulator.settled();
    expect(listener.events()).toHaveLength(250);
  });

  it('runs out of duty cycle, and names it', async () => {
    simulator.faults.dutyCycle(100);
    const answer = await call('setValue', text('00F1C0DE000001:1'), text('SET_POINT_TEMPERATURE'), double(20));
    expect(answer).toEqual({ faultCode: -1, faultString: 'Generic error (DUTY_CYCLE)' });
    expect(simulator.house.value('00F1C0DE0000C0:0', 'DUTY_CYCLE_LEVEL')?.value).toBe(100);
  });

  it('fills the duty cycle frame by frame, and refuses what does not fit into the hour', async () => {
    const dutyCycle = async () => {
      const { value } = (await call('listBidcosInterfaces')) as { readonly value: TypedValue };
      const [module] = value.type === 'array' ? value.value : [];
      return module?.type === 'struct' ? module.value.DUTY_CYCLE : undefined;
    };
    const write = () => call('setValue', text('00F1C0DE000001:1'), text('SET_POINT_TEMPERATURE'), double(20));
    simulator.faults.countAirtime(true);
    simulator.faults.dutyCycle(99.7);
    expect(await write()).toHaveProperty('value');
    for (let index = 0; index < 3; index += 1) await write();
    expect(await write()).toEqual({ faultCode: -1, faultString: 'Generic error (DUTY_CYCLE)' });
    expect(await dutyCycle()).toEqual({ type: 'int', value: 100 });
    simulator.faults.dutyCycle(50);
    expect(await write()).toHaveProperty('value');
  });

  it('loses a device: it is reported unreachable and takes no writes until it is back', async () => {
    simulator.faults.unreachable('00F1C0DE000001', true);
    const write = () => call('setValue', text('00F1C0DE000001:1'), text('SET_POINT_TEMPERATURE'), double(20));
    expect(await write()).toEqual({ faultCode: -1, faultString: 'Generic error (UNREACH)' });
    expect(simulator.house.messages().map(({ parameter }) => parameter)).toContain('UNREACH');
    simulator.faults.unreachable('00F1C0DE000001', false);
    expect(await write()).toHaveProperty('value');
  });

  it('swallows writes', async () => {
    simulator.faults.swallowWrites(true);
    await call('setValue', text('00F1C0DE000001:1'), text('SET_POINT_TEMPERATURE'), double(26));
    await simulator.settled();
    expect(simulator.house.value('00F1C0DE000001:1', 'SET_POINT_TEMPERATURE')?.value).toBe(21);
    expect(listener.events()).toEqual([]);
  });

  it('jumps its clock, which shows in the times it reports', async () => {
    simulator.faults.clockJump(3_600_000);
    simulator.emit('00F1C0DE000001:1', 'LEVEL', 0.4);
    expect((simulator.house.value('00F1C0DE000001:1', 'LEVEL')?.setAt ?? 0) - Date.now()).toBeGreaterThan(3_000_000);
  });

  it('refuses nonsense on the control port', async () => {
    expect((await control('noSuchFault')).status).toBe(404);
    expect((await control('slow', { delayMs: 'long' })).status).toBe(400);
    const broken = await fetch(`http://127.0.0.1:${simulator.ports.control}/emit`, { method: 'POST', body: '{' });
    expect(broken.status).toBe(400);
  });
});
