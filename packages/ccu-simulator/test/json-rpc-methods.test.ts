import { encodeJsonRpcRequest, parseBrokenJson } from '@ccu-gateway/ccu-client/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inventedHouse, type Simulator } from '../src/index.js';
import { startQuietSimulator } from '../src/testing/index.js';

interface Reply {
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly result: any;
  readonly error: { readonly code: number } | null;
}

describe('by JSON-RPC, the simulated CCU', () => {
  let simulator: Simulator;
  const sessions = new Map<string, string>();
  const post = async (method: string, params: Record<string, unknown>, sessionId?: string) => {
    const body = encodeJsonRpcRequest({ id: 1, method, params, sessionId });
    const url = `http://127.0.0.1:${simulator.ports.jsonRpc}/api/homematic.cgi`;
    return parseBrokenJson(new Uint8Array(await (await fetch(url, { method: 'POST', body })).arrayBuffer())) as Reply;
  };
  const as = async (who: 'Admin' | 'Nutzer' | 'Gast', method: string, params: Record<string, unknown> = {}) =>
    post(method, params, sessions.get(who));
  const ask = async (method: string, params: Record<string, unknown> = {}) => {
    const { result, error } = await as('Admin', method, params);
    expect(error, method).toBeNull();
    return result;
  };
  const variable = (name: string) => simulator.house.sysvars().find((each) => each.name === name);

  beforeAll(async () => {
    simulator = await startQuietSimulator({
      users: [
        { name: 'Admin', password: 'a', level: 8 },
        { name: 'Nutzer', password: 'n', level: 2 },
        { name: 'Gast', password: 'g', level: 1 },
      ],
    });
    for (const username of ['Admin', 'Nutzer', 'Gast'])
      sessions.set(username, (await post('Session.login', { username, password: username[0]?.toLowerCase() })).result);
  });
  afterAll(() => simulator.close());

  it('creates variables of its three types, returns them one by one, and deletes them', async () => {
    const bool = await ask('SysVar.createBool', { name: 'B', init_val: true, internal: 0, chnID: -1 });
    expect(bool).toEqual({ name: 'B', id: expect.stringMatching(/^\d+$/), value: 'true' });
    await ask('SysVar.createFloat', { name: 'F', minValue: -5, maxValue: 40, internal: 0 });
    const choice = await ask('SysVar.createEnum', { name: 'E', valList: 'aus;an;auto', internal: 1, chnID: -1 });
    const second = await as('Nutzer', 'SysVar.createBool', { name: 'B', init_val: 0, internal: 0 });
    expect(second.result).toMatchObject({ name: 'B 1', value: 'false' });

    expect(await ask('SysVar.get', { id: bool.id })).toMatchObject({ name: 'B', type: 'LOGIC', value: 'true' });
    expect(await ask('SysVar.get', { id: choice.id })).toMatchObject({
      type: 'LIST',
      valueList: 'aus;an;auto',
      isInternal: true,
    });
    expect(variable('F')).toMatchObject({ type: 'NUMBER', minimum: -5, maximum: 40 });
    expect(await ask('SysVar.setFloat', { name: 'F', value: 21.5 })).toBe(21.5);
    expect(await ask('SysVar.getValueByName', { name: 'F' })).toBe('21.5');
    expect((await as('Admin', 'SysVar.setBool', { name: 'Nirvana', value: 1 })).error?.code).toBe(200);

    for (const name of ['B', 'F', 'E']) expect(await ask('SysVar.deleteSysVarByName', { name })).toBe(true);
    expect((await as('Admin', 'SysVar.getValue', { id: bool.id })).error?.code).toBe(501);
    expect((await as('Gast', 'SysVar.getAll')).error?.code).toBe(400);
  });

  it('answers true when a message appears for an alarm, and removes it nevertheless', async () => {
    const { id, name } = simulator.house.sysvars().find(({ type }) => type === 'ALARM')!;
    const set = (value: number) => ask('SysVar.setBool', { name: String(id), value });
    const before = variable(name)?.value === true;
    expect(await set(1)).toBe(before ? -1 : 1);
    expect(await set(1)).toBe(-1);
    expect(variable(name)?.value).toBe(true);
    expect(await set(0)).toBe(-1);
    expect(variable(name)?.value).toBe(false);
  });

  it('takes any object out of the list of variables, answers true, and keeps the name of a variable taken', async () => {
    const { name, id } = await ask('SysVar.createBool', { name: 'Weg', init_val: 0, internal: 0 });
    const room = simulator.house.rooms()[0]!;
    const before = simulator.house.sysvars().length;
    for (const other of [room.name, String(room.id), simulator.house.devices()[0]!.name])
      expect(await ask('SysVar.deleteSysVarByName', { name: other })).toBe(true);
    expect(simulator.house.sysvars()).toHaveLength(before);
    expect(await ask('SysVar.deleteSysVarByName', { name: id })).toBe(true);
    expect(variable(name)).toBeUndefined();
    expect(await ask('SysVar.createBool', { name, init_val: 0, internal: 0 })).toMatchObject({ name: 'Weg 1' });
    await expect(as('Admin', 'SysVar.deleteSysVarByName', { name: 'Nirvana' })).rejects.toThrow();
  });

  it('puts a number behind a name that another device or channel has, and returns the result', async () => {
    const [one, two, three] = [0, 1, 2].map((at) => simulator.house.devices('HmIP-RF')[at]!);
    const device = (of: { id: number } | undefined, name: string) =>
      ask('Device.setName', { id: String(of?.id), name });
    expect(await device(one, 'Flur')).toBe('Flur');
    expect(await device(two, 'Flur')).toBe('Flur 1');
    expect(await device(three, 'Flur')).toBe('Flur 2');
    expect(await device(two, 'Flur')).toBe('Flur 1');
    const now = simulator.house.devices('HmIP-RF').find(({ id }) => id === two?.id)!;
    expect(now.channels[0]?.name).toBe('Flur 1:0');
    const [first, second] = now.channels.slice(1);
    expect(await ask('Channel.setName', { id: String(first!.id), name: 'Flur' })).toBe('Flur');
    expect(await ask('Channel.setName', { id: String(second!.id), name: 'Flur' })).toBe('Flur 1');
    expect(await ask('Device.setName', { id: '4711000', name: 'Flur' })).toBe('');
  });

  it('changes the options of a list on a request to set one', async () => {
    const { id } = await ask('SysVar.createEnum', { name: 'L', valList: 'a;b', internal: 0, chnID: -1 });
    await ask('SysVar.setEnum', { name: 'L', valueList: 'x;y;z' });
    expect(variable('L')).toMatchObject({ id: Number(id), value: 0, valueList: ['x', 'y', 'z'] });
  });

  it('puts channels into rooms and functions, and takes them out again', async () => {
    for (const kind of ['Room', 'Subsection']) {
      const [id, other] = await ask(`${kind}.listAll`);
      const { channelIds } = await ask(`${kind}.get`, { id });
      const elsewhere = await ask(`${kind}.get`, { id: other });
      const [channelId] = channelIds;
      expect(await ask(`${kind}.removeChannel`, { id, channelId })).toBe(true);
      expect((await ask(`${kind}.get`, { id })).channelIds).toEqual(channelIds.slice(1));
      expect(await ask(`${kind}.addChannel`, { id, channelId })).toBe(true);
      expect((await ask(`${kind}.get`, { id })).channelIds.toSorted()).toEqual(channelIds.toSorted());
      expect(await ask(`${kind}.get`, { id: other })).toEqual(elsewhere);
      expect((await as('Nutzer', `${kind}.addChannel`, { id, channelId })).error?.code).toBe(400);
    }
  });

  it('deletes programs by name and counts the devices that wait in the inbox', async () => {
    expect(await ask('Program.deleteProgramByName', { name: 'Urlaub' })).toBe(true);
    expect(await ask('Program.deleteProgramByName', { name: 'Urlaub' })).toBe(false);
    expect(simulator.house.programs().map(({ name }) => name)).not.toContain('Urlaub');
    expect(await ask('Device.getNewDeviceCount')).toBe(1);
  });

  it('finds objects by address, and returns the name of a channel', async () => {
    const device = simulator.house.device('00F1C0DE000005');
    expect(await ask('Device.getReGaIDByAddress', { address: '00F1C0DE000005' })).toBe(String(device?.id));
    expect(await ask('Channel.getName', { address: '00F1C0DE000005:4' })).toBe('Kühlschrank');
    expect(await ask('Channel.getValue', { id: device?.channels[4]?.id })).toBe('true');
    expect((await as('Admin', 'Device.getReGaIDByAddress', { address: 'x' })).error?.code).toBe(502);
  });

  it('manages devices as their interface does', async () => {
    const at = { interface: 'HmIP-RF', address: '00F1C0DE000003:0' };
    await ask('Interface.suppressServiceMessages', {
      interface: 'HmIP-RF',
      channelAddress: at.address,
      parameterId: 'LOW_BAT',
      suppress: true,
    });
    expect(await ask('Interface.getServiceMessageCount', { interface: 'HmIP-RF' })).toBe(0);
    const note = { interface: 'BidCos-RF', objectId: 'SIM0000001', dataId: 'note' };
    await ask('Interface.setMetadata', { ...note, value: 'Grüße' });
    expect(await ask('Interface.getMetadata', note)).toBe('Grüße');
    const link = { senderAddress: 'SIM0000007:1', receiverAddress: 'SIM0000001:1' };
    expect(await ask('Interface.getLinkInfo', { interface: 'BidCos-RF', ...link })).toHaveProperty('name');
    const wired = inventedHouse().devices.find(({ interfaceName }) => interfaceName === 'BidCos-Wired');
    if (wired === undefined) throw new Error('no wired device');
    simulator.house.removeDevice(wired.description.ADDRESS);
    simulator.house.offerDevice(wired);
    expect(await ask('Interface.searchDevices', { interface: 'BidCos-Wired' })).toBe(1);
    expect((await as('Nutzer', 'Interface.searchDevices', { interface: 'BidCos-Wired' })).error?.code).toBe(400);
    expect((await as('Admin', 'Interface.searchDevices', { interface: 'HmIP-RF' })).error?.code).toBe(501);
  });

  it('lists all its methods, with the level of each', async () => {
    const methods = await ask('system.listMethods');
    expect(methods).toContainEqual({ name: 'SysVar.createEnum', level: 'USER', info: '' });
    expect(methods).toContainEqual({ name: 'Interface.addDevice', level: 'ADMIN', info: '' });
    const level = (wanted: string) => methods.find(({ name }: { readonly name: string }) => name === wanted)?.level;
    expect(new Set(methods.map(({ name }: { readonly name: string }) => name)).size).toBe(methods.length);
    // As a CCU lists them; it has neither a ping nor an install mode for every interface.
    expect([level('Interface.getMetadata'), level('Interface.setMetadata')]).toEqual(['GUEST', 'ADMIN']);
    expect([level('Interface.getInstallMode'), level('Interface.listBidcosInterfaces')]).toEqual(['ADMIN', 'USER']);
    expect([level('Interface.ping'), level('Interface.setInstallMode')]).toEqual([undefined, undefined]);
  });
});
