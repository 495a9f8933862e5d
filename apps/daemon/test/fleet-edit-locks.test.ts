import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fleetForEach, noNats, noNatsNote, patience } from './fleet-worlds.js';
import { openSocket } from './socket.js';
import type { World } from './world.js';

const RADIATOR = '00F1C0DE000001';
const MASTER = `/api/v1/devices/${RADIATOR}:1/paramsets/MASTER`;
const key = `channel:${RADIATOR}:1:MASTER`;
type Role = 'admin' | 'operator';

describe.skipIf(noNats)(`edit locks in a fleet${noNatsNote}`, () => {
  const { start } = fleetForEach();
  let link: World;
  beforeEach(async () => {
    link = await start('link', 'link');
  });

  const ask = (world: World, as: Role, method: string, path: string, body?: object) =>
    world.call(method, `/api/v1/sessions/edit${path}`, { as, ...(body && { body }) });
  const shown = async (world: World, as: Role) => (await ask(world, as, 'GET', `?key=${encodeURIComponent(key)}`)).json;
  /** Until the gateway can ask the one with the CCU. */
  const ready = (world: World) =>
    vi.waitFor(async () => expect((await world.call('GET', MASTER)).status).toBe(200), patience);
  const write = async (world: World, as: Role, token?: string) => {
    const body = { TEMPERATURE_OFFSET: 0.5 };
    const headers = { ...(token !== undefined && { 'x-edit-token': token }) };
    const { status, json } = await world.call('PUT', MASTER, { as, body, headers });
    return { status, code: json?.code, reason: json?.reason };
  };

  it('are held at all gateways, whichever of them was asked for one', async () => {
    const [first, second] = [await start('first', 'serve'), await start('second', 'serve')];
    for (const world of [link, first, second]) await ready(world);
    const taken = await ask(first, 'operator', 'POST', '', { key });
    expect(taken).toMatchObject({ status: 200, json: { key, subject: 'test-operator' } });
    for (const world of [link, first, second]) {
      expect(await shown(world, 'admin')).toMatchObject({ own: false, holder: { subject: 'test-operator' } });
      expect(await write(world, 'admin')).toMatchObject({ status: 423, code: 'locked', reason: 'edit_lock' });
      const refused = await ask(world, 'admin', 'POST', '', { key });
      expect(refused).toMatchObject({
        status: 423,
        json: { reason: 'edit_locked', holder: { subject: 'test-operator' } },
      });
    }
    expect((await ask(second, 'operator', 'POST', '/heartbeat', { key, token: taken.json.token })).status).toBe(200);
    expect((await write(second, 'operator', taken.json.token)).status).toBe(202);
    expect((await ask(second, 'admin', 'POST', '/take-over', { key })).status).toBe(204);
    expect((await ask(first, 'operator', 'POST', '/heartbeat', { key })).status).toBe(410);
    expect((await write(first, 'admin')).status).toBe(202);
  });

  it('on other objects than devices are held at all gateways, too', async () => {
    const serve = await start('serve', 'serve');
    await ready(serve);
    expect((await ask(serve, 'operator', 'POST', '', { key: 'program:7' })).status).toBe(200);
    expect((await ask(link, 'admin', 'POST', '', { key: 'program:7' })).status).toBe(423);
  });

  it('of edit sessions on a WebSocket keep out writers at other gateways until they are saved', async () => {
    const serve = await start('serve', 'serve');
    await ready(serve);
    const socket = await openSocket(serve, 'operator');
    const run = async (command: string, args: object = {}) => {
      const id = command;
      socket.send({
        op: 'call',
        id,
        command: `config.session.${command}`,
        args: { channel_address: `${RADIATOR}:1`, ...args },
      });
      return await socket.until((frame) => frame.op === 'result' && frame.id === id);
    };
    expect(await run('open')).toMatchObject({ data: { token: expect.any(String) } });
    expect(await write(link, 'admin')).toMatchObject({ status: 423 });
    await run('set', { parameter: 'TEMPERATURE_OFFSET', value: 1 });
    expect(await run('save')).toMatchObject({ data: { written: 1 } });
    expect((await write(link, 'admin')).status).toBe(202);
    socket.close();
  });

  it('are refused where no gateway is connected with the CCU, and are free at the one that takes over', async () => {
    const serve = await start('serve', 'serve');
    await ready(serve);
    expect((await ask(serve, 'operator', 'POST', '', { key })).status).toBe(200);
    await link.gateway.stop('test');
    const alone = await ask(serve, 'operator', 'POST', '', { key });
    expect(alone).toMatchObject({ status: 503, json: { code: 'service_unready', reason: 'no_central' } });
    await start('next', 'link');
    await ready(serve);
    expect(await shown(serve, 'admin')).toEqual({ key, own: false });
    expect((await ask(serve, 'operator', 'POST', '/heartbeat', { key })).status).toBe(410);
  });
});
