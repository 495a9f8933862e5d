import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Frame, openSocket, type Socket } from './socket.js';
import { startWorld, type World } from './world.js';

const RADIATOR = '00F1C0DE000001';
const at = { channel_address: `${RADIATOR}:1`, paramset_key: 'MASTER' };

describe('editing a paramset step by step, against a simulated CCU', () => {
  let world: World;
  let operator: Socket;
  let admin: Socket;
  let last = 0;
  beforeAll(async () => {
    world = await startWorld();
    operator = await openSocket(world, 'operator');
    admin = await openSocket(world, 'admin');
  });
  afterAll(() => world.close());

  async function call(socket: Socket, command: string, args: object = {}): Promise<Frame> {
    last += 1;
    const id = String(last);
    socket.send({ op: 'call', id, command: `config.session.${command}`, args: { ...at, ...args } });
    return socket.until((frame) => frame.op === 'result' && frame.id === id);
  }
  const written = () => world.simulator.received.calls.filter(({ method }) => method === 'putParamset');

  it('writes nothing before it is saved, and then only the differences, as one call', async () => {
    const { data: opened } = await call(operator, 'open');
    const before = opened.values.TEMPERATURE_OFFSET;
    const offset = before === 1 ? 0.5 : 1;
    world.simulator.received.clear();
    const { data: staged } = await call(operator, 'set', { parameter: 'TEMPERATURE_OFFSET', value: offset });
    expect(staged).toMatchObject({ changes: { TEMPERATURE_OFFSET: offset }, can_undo: true, can_redo: false });
    const { data: undone } = await call(operator, 'undo');
    expect(undone).toMatchObject({ changes: {}, can_undo: false, can_redo: true });
    expect(undone.values.TEMPERATURE_OFFSET).toBe(before);
    expect((await call(operator, 'redo')).data.values.TEMPERATURE_OFFSET).toBe(offset);
    expect(written()).toEqual([]);
    expect((await call(operator, 'save')).data).toEqual({ written: 1 });
    expect(written()).toHaveLength(1);
    expect((await call(operator, 'changes')).error.code).toBe('not_found');
  });

  it('refuses an invalid value at once, and keeps the previous one', async () => {
    await call(operator, 'open');
    const { error } = await call(operator, 'set', { parameter: 'TEMPERATURE_OFFSET', value: 99 });
    expect(error).toMatchObject({ code: 'bad_request' });
    expect((await call(operator, 'set', { parameter: 'NO_SUCH_THING', value: 1 })).error.code).toBe('bad_request');
    expect((await call(operator, 'changes')).data.changes).toEqual({});
    await call(operator, 'discard');
  });

  it('keeps all other users out until it is discarded', async () => {
    await call(operator, 'open');
    expect((await call(admin, 'open')).error.code).toBe('locked');
    const path = `/api/v1/devices/${RADIATOR}:1/paramsets/MASTER`;
    expect((await world.call('PUT', path, { body: { TEMPERATURE_OFFSET: 0 } })).status).toBe(423);
    expect((await call(operator, 'discard')).data).toEqual({ discarded: true });
    expect((await call(admin, 'open')).data.values).toHaveProperty('TEMPERATURE_OFFSET');
    await call(admin, 'discard');
  });

  it('shows a form in the language of its reader, with the set values and without parameters for devices only', async () => {
    const path = `/api/v1/devices/${RADIATOR}/channels/1/ui-schema?paramset=`;
    const form = async (more: string) => (await world.call('GET', path + more, { as: 'viewer' })).json;
    const labels = ({ parameters }: Frame) => parameters.map(({ label }: { label: string }) => label);
    expect(labels(await form('VALUES&locale=de'))).not.toEqual(labels(await form('VALUES&locale=en')));
    const [usual, expert] = [await form('MASTER'), await form('MASTER&expert=true')];
    expect(expert.parameters.length).toBeGreaterThanOrEqual(usual.parameters.length);
    expect(usual.parameters.some(({ internal }: Frame) => internal)).toBe(false);
    const offset = usual.parameters.find((each: Frame) => each.parameter === 'TEMPERATURE_OFFSET');
    const { json: values } = await world.call('GET', `/api/v1/devices/${RADIATOR}:1/paramsets/MASTER`);
    expect(offset.value).toBe(values.TEMPERATURE_OFFSET);
    const link = await world.call('GET', `/api/v1/devices/${RADIATOR}/channels/1/ui-schema?paramset=LINK`);
    expect([link.status, link.json.errors[0].field]).toEqual([400, 'peer']);
  });

  it('shows the settings that a BidCos device keeps at its own address, and writes them there', async () => {
    const { json: list } = await world.call('GET', '/api/v1/devices?per_page=200');
    const { address } = list.items.find((each: Frame) => each.model === 'HM-CC-RT-DN');
    const { json: detail } = await world.call('GET', `/api/v1/devices/${address}`);
    expect(detail.paramset_keys).toEqual(['MASTER']);
    const form = (path: string) => world.call('GET', `/api/v1/devices/${path}`, { as: 'viewer' });
    const { json } = await form(`${address}/ui-schema?locale=en`);
    const named = (name: string) => json.parameters.find(({ parameter }: Frame) => parameter === name);
    expect(json).toMatchObject({ device_address: address, paramset: 'MASTER' });
    const limit = named('LOW_BAT_LIMIT');
    expect(limit).toMatchObject({ type: 'FLOAT', value: expect.any(Number) });
    const body = { LOW_BAT_LIMIT: limit.value === 2.5 ? 2.6 : 2.5 };
    world.simulator.received.clear();
    await world.call('PUT', `/api/v1/devices/${address}/paramsets/MASTER`, { body });
    expect(written().map(({ params }) => params.slice(0, 2).map(({ value }: Frame) => value))).toEqual([
      [address, 'MASTER'],
    ]);
    const { json: after } = await form(`${address}/ui-schema`);
    expect(after.parameters).toContainEqual(
      expect.objectContaining({ parameter: 'LOW_BAT_LIMIT', value: body.LOW_BAT_LIMIT }),
    );
    expect((await form('NONE0000001/ui-schema')).status).toBe(404);
    const { json: radiator } = await form(RADIATOR);
    expect(radiator).not.toHaveProperty('paramset_keys');
    expect((await form(`${RADIATOR}/ui-schema`)).status).toBe(404);
  });
});
