import { encodeJsonRpcRequest, parseBrokenJson, REGA_SCRIPTS } from '@ccu-gateway/ccu-client/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Simulator } from '../src/index.js';
import { startQuietSimulator } from '../src/testing/index.js';

const USERS = [
  { name: 'Admin', password: 'geheim', level: 8 },
  { name: 'Nutzer', password: 'n', level: 2 },
  { name: 'Gast', password: 'g', level: 1 },
  { name: 'Niemand', password: 'x', level: 0 },
] as const;

interface Reply {
  readonly result: unknown;
  readonly error: { readonly code: number; readonly message: string } | null;
}

function api(simulator: Simulator) {
  return async (method: string, params: Record<string, unknown> = {}, sessionId?: string) => {
    const response = await fetch(`http://127.0.0.1:${simulator.ports.jsonRpc}/api/homematic.cgi`, {
      method: 'POST',
      body: encodeJsonRpcRequest({ id: 1, method, params, sessionId }),
    });
    return parseBrokenJson(new Uint8Array(await response.arrayBuffer())) as Reply;
  };
}

describe('the JSON-RPC of the simulated CCU', () => {
  let simulator: Simulator;
  let ask: ReturnType<typeof api>;
  const login = async (username: string, password: string) =>
    (await ask('Session.login', { username, password })).result as string;
  beforeEach(async () => {
    simulator = await startQuietSimulator({ users: USERS, sessionLimit: 3 });
    ask = api(simulator);
  });
  afterEach(() => simulator.close());

  it('gives a session of ten characters, keeps its id when renewed, and ends it', async () => {
    const sid = await login('Admin', 'geheim');
    expect(sid).toMatch(/^\w{10}$/);
    expect((await ask('Session.renew', {}, sid)).result).toBe(true);
    expect((await ask('Session.logout', {}, sid)).result).toBe(true);
    expect((await ask('Session.renew', {}, sid)).error?.code).toBe(400);
  });

  it('answers wrong credentials and too many sessions with the same words', async () => {
    const wrong = await ask('Session.login', { username: 'Admin', password: 'falsch' });
    for (let taken = 0; taken < 3; taken += 1) await login('Admin', 'geheim');
    const full = await ask('Session.login', { username: 'Admin', password: 'geheim' });
    expect(full).toEqual(wrong);
    expect(full.error).toMatchObject({ code: 501, message: 'invalid credentials or too many sessions' });
  });

  it('gives each level its methods and no more', async () => {
    const codes = async (name: string, password: string) => {
      const sid = await login(name, password);
      const script = REGA_SCRIPTS.names.source({});
      const answers = [
        await ask('Interface.listInterfaces', {}, sid),
        await ask('Program.getAll', {}, sid),
        await ask('ReGa.runScript', { script }, sid),
      ];
      await ask('Session.logout', {}, sid);
      return answers.map(({ error }) => error?.code ?? 0);
    };
    expect(await codes('Admin', 'geheim')).toEqual([0, 0, 0]);
    expect(await codes('Nutzer', 'n')).toEqual([0, 0, 400]);
    expect(await codes('Gast', 'g')).toEqual([0, 400, 400]);
    expect(await codes('Niemand', 'x')).toEqual([400, 400, 400]);
  });

  it('runs the scripts of the client and answers nothing to any other', async () => {
    const sid = await login('Admin', 'geheim');
    const run = async (script: string) => (await ask('ReGa.runScript', { script }, sid)).result as string;
    const names = REGA_SCRIPTS.names.decode(await run(REGA_SCRIPTS.names.source({})));
    expect(names.kind === 'rows' && names.rows.find((row) => row.address === '00F1C0DE000002')?.name).toBe(
      'Heizkörper "Schlafzimmer"',
    );
    expect(await run('WriteLine("hello");')).toBe('');
    expect(simulator.received.scripts).toEqual(['names', '?']);
  });

  it('pages bulk values until all devices were included', async () => {
    const sid = await login('Admin', 'geheim');
    const points = new Set<string>();
    let pages = 0;
    for (let from: number | undefined = 0; from !== undefined; pages += 1) {
      const source = REGA_SCRIPTS.values.source({ interfaceName: 'BidCos-RF', from, count: 5 });
      const output = REGA_SCRIPTS.values.decode(
        (await ask('ReGa.runScript', { script: source }, sid)).result as string,
      );
      if (output.kind !== 'rows') throw new Error(output.code);
      for (const row of output.rows) points.add(row.point);
      from = output.next;
    }
    expect(pages).toBe(Math.ceil(simulator.house.devices('BidCos-RF').length / 5));
    expect(points).toContain('BidCos-RF.SIM0000011:4.SET_TEMPERATURE');
  });

  it('creates, sets, changes and deletes a system variable, and shows an alarm as a message', async () => {
    const sid = await login('Admin', 'geheim');
    const run = async (script: string) => (await ask('ReGa.runScript', { script }, sid)).result as string;
    const name = 'Größe "XL"';
    expect(await run(REGA_SCRIPTS.variable_create.source({ name, type: 'ALARM' }))).toMatch(/^\d+\n@end/);
    expect(await run(REGA_SCRIPTS.variable_create.source({ name, type: 'ALARM' }))).toMatch(/^@error conflict/);
    await run(REGA_SCRIPTS.variable_set.source({ name, value: true }));
    const alarms = REGA_SCRIPTS.alarm_messages.decode(await run(REGA_SCRIPTS.alarm_messages.source({})));
    if (alarms.kind !== 'rows') throw new Error(alarms.code);
    expect(alarms.rows.map((row) => row.name)).toEqual([name]);
    await run(REGA_SCRIPTS.message_ack.source({ id: alarms.rows[0]?.id as number }));
    expect(simulator.house.messages().filter(({ kind }) => kind === 'alarm')).toEqual([]);
    await run(REGA_SCRIPTS.variable_change.source({ name, change: { name: 'Neu', valueName1: 'an' } }));
    expect(simulator.house.sysvars().find((variable) => variable.name === 'Neu')).toMatchObject({
      valueNames: ['', 'an'],
    });
    await run(REGA_SCRIPTS.variable_delete.source({ name: 'Neu' }));
    expect(simulator.house.sysvars().some((variable) => variable.name === 'Neu')).toBe(false);
  });

  it('accepts a device from the inbox', async () => {
    const sid = await login('Admin', 'geheim');
    const run = async (script: string) => (await ask('ReGa.runScript', { script }, sid)).result as string;
    const waiting = REGA_SCRIPTS.inbox.decode(await run(REGA_SCRIPTS.inbox.source({})));
    expect(waiting.kind === 'rows' && waiting.rows.map((row) => row.address)).toEqual(['00F1C0DE00001A']);
    await run(REGA_SCRIPTS.inbox_accept.source({ address: '00F1C0DE00001A' }));
    expect(simulator.house.device('00F1C0DE00001A')?.ready).toBe(true);
  });

  it('names objects as the web interface does', async () => {
    const sid = await login('Gast', 'g');
    const devices = (await ask('Device.listAllDetail', {}, sid)).result as {
      address: string;
      id: string;
      channels: { id: string }[];
    }[];
    const rooms = (await ask('Room.getAll', {}, sid)).result as { name: string; channelIds: string[] }[];
    const ids = new Set(devices.flatMap((device) => device.channels.map((channel) => channel.id)));
    expect(devices).toHaveLength(simulator.house.devices().filter((device) => device.ready).length);
    expect(rooms.flatMap((room) => room.channelIds).every((id) => ids.has(id))).toBe(true);
    const links = await ask('Interface.getLinks', { interface: 'BidCos-RF', address: 'SIM0000001:1' }, sid);
    expect(links.result).toMatchObject([{ sender: 'SIM0000007:1', receiver: 'SIM0000001:1', flags: 0 }]);
    expect(
      (await ask('Interface.getValue', { interface: 'Nirvana', address: 'x', valueKey: 'y' }, sid)).error?.code,
    ).toBe(500);
    expect(
      (await ask('Interface.getValue', { interface: 'HmIP-RF', address: 'x:1', valueKey: 'y' }, sid)).error?.code,
    ).toBe(502);
  });

  it('gives an administrator a backup and other users the login page', async () => {
    const download = async (sid: string) => {
      const response = await fetch(
        `http://127.0.0.1:${simulator.ports.jsonRpc}/config/cp_security.cgi?sid=@${sid}@&action=create_backup`,
      );
      return Buffer.from(await response.arrayBuffer());
    };
    const archive = await download(await login('Admin', 'geheim'));
    expect(archive.toString('latin1', 257, 262)).toBe('ustar');
    expect(archive.length % 512).toBe(0);
    expect((await download(await login('Gast', 'g'))).toString()).toContain('<html>');
  });

  it('never remembers a password or a session id', async () => {
    const sid = await login('Admin', 'geheim');
    await ask('Session.renew', {}, sid);
    const remembered = JSON.stringify(simulator.received.jsonCalls);
    expect(remembered).not.toContain('geheim');
    expect(remembered).not.toContain(sid);
  });

  it('answers scripts on their own port, followed by an echo of the variables', async () => {
    const response = await fetch(`http://127.0.0.1:${simulator.ports.rega}/tclrega.exe`, {
      method: 'POST',
      body: REGA_SCRIPTS.programs.source({}),
    });
    const output = Buffer.from(await response.arrayBuffer()).toString('latin1');
    expect(output).toContain('@end programs\n<xml><exec>/tclrega.exe</exec>');
    const programs = REGA_SCRIPTS.programs.decode(output.slice(0, output.lastIndexOf('<xml>')));
    expect(programs.kind === 'rows' && programs.rows.map((row) => row.name)).toContain('Guten Morgen "früh"');
  });
});
