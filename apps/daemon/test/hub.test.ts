import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openSocket, type Socket } from './socket.js';
import { startWorld, type World } from './world.js';

let world: World;
let socket: Socket;
beforeAll(async () => {
  world = await startWorld();
  await vi.waitFor(
    async () => {
      if ((await get('/system/update'))[0].observed !== true) throw new Error('the hub was not read yet');
      if ((await get('/programs')).length === 0) throw new Error('no programs yet');
    },
    { timeout: 50_000, interval: 50 },
  );
  socket = await openSocket(world);
  socket.send({ op: 'subscribe', topics: ['hub.*'] });
  await socket.until((frame) => frame.op === 'subscribed');
});
afterAll(() => world.close());

const call = (method: string, path: string, body?: unknown) =>
  world.call(method, `/api/v1${path}`, body === undefined ? {} : { body });
const get = async (path: string) => {
  const answer = await call('GET', path);
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
};
const variable = (name: string) => world.simulator.house.sysvars().find((each) => each.name === name);
const program = (name: string) => world.simulator.house.programs().find((each) => each.name === name);
const programId = async (name: string) =>
  (await get('/programs')).find((each: { name: string }) => each.name === name).id as string;

describe('system variables of a CCU', () => {
  it('that it came with are translated beside the name that addresses and topics have', async () => {
    const path = `/sysvars/${encodeURIComponent(`\${sysVarAlarmMessages}`)}`;
    expect(await get(path)).toMatchObject({ name: `\${sysVarAlarmMessages}`, translated_name: 'Alarm messages' });
    expect(await get(`${path}?locale=de`)).toMatchObject({ translated_name: 'Alarmmeldungen' });
    const listed = await get('/sysvars?locale=de');
    expect(listed.find((each: { vid: number }) => each.vid === 41)).toMatchObject({
      name: `\${sysVarServiceMessages}`,
      translated_name: 'Servicemeldungen',
      translated_description: 'Anzahl Servicemeldungen',
    });
    expect((await call('GET', '/sysvars?locale=fr')).status).toBe(400);
  });

  it('are translated like the rooms that it came with', async () => {
    expect((await call('POST', '/rooms', { name: `\${roomKitchen}` })).status).toBe(201);
    const rooms = await get('/rooms?locale=de');
    expect(rooms.find(({ name }: { name: string }) => name === `\${roomKitchen}`)).toMatchObject({
      translated_name: 'Küche',
    });
    expect((await call('DELETE', `/rooms/${encodeURIComponent(`\${roomKitchen}`)}`)).status).toBe(204);
  });

  it('are set at the CCU, and the change comes on the stream', async () => {
    expect((await call('PUT', '/sysvars/Jahreszeit', { value: 'Sommer' })).status).toBe(202);
    expect(variable('Jahreszeit')?.value).toBe(1);
    const frame = await socket.until((each) => each.type === 'hub.sysvar_changed' && each.payload.value === 1);
    expect(frame).toMatchObject({
      topic: 'hub.home.sysvars.Jahreszeit',
      payload: { central: 'home', name: 'Jahreszeit', previous: 3, value_type: 'LIST' },
    });
    expect(await get('/sysvars/Jahreszeit')).toMatchObject({ value: 1, observed: true });
  });

  it('that the CCU changed by itself are seen when a program presses a key of a virtual remote', async () => {
    const name = 'Außentemperatur Mittel';
    world.simulator.house.setSysvar(name, -4.5);
    expect(await get(`/sysvars/${encodeURIComponent(name)}`)).toMatchObject({ value: 6.25 });
    const remote = world.simulator.house
      .devices()
      .find(({ description }) => /^(HmIP-RCV|BidCoS)/i.test(description.ADDRESS));
    if (remote === undefined) expect((await call('POST', '/sysvars/fetch')).status).toBe(202);
    else world.simulator.emit(`${remote.description.ADDRESS}:1`, 'PRESS_SHORT', true);
    const frame = await socket.until((each) => each.payload?.name === name);
    expect(frame.payload).toMatchObject({ value: -4.5, previous: 6.25 });
  });

  it('are refused before the CCU receives them', async () => {
    world.simulator.received.clear();
    const answer = await call('PUT', '/sysvars/Strompreis', { value: 501 });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ code: 'validation', errors: [{ field: 'value', min: 0, max: 500 }] });
    // What is polled meanwhile is no part of this.
    expect(world.simulator.received.scripts).not.toContain('variable_set');
  });

  it('are created, changed and deleted', async () => {
    const created = await call('POST', '/sysvars', { name: 'Prüfung', value_type: 'ENUM', value_list: ['a', 'b'] });
    expect(created.status, created.text).toBe(202);
    expect(await get('/sysvars/Pr%C3%BCfung')).toMatchObject({ value_type: 'LIST', value_list: ['a', 'b'] });
    expect((await call('POST', '/sysvars', { name: 'Prüfung', value_type: 'BOOL' })).status).toBe(409);
    const changed = await call('PATCH', '/sysvars/Pr%C3%BCfung', { name: 'Test "1"', description: 'neu' });
    expect(changed.status, changed.text).toBe(202);
    expect(await get('/sysvars/Test%20%221%22')).toMatchObject({ description: 'neu' });
    expect((await call('DELETE', '/sysvars/Test%20%221%22')).status).toBe(202);
    expect((await call('GET', '/sysvars/Test%20%221%22')).status).toBe(404);
    expect(variable('Test "1"')).toBeUndefined();
  });

  it('say which programs use them', async () => {
    const usage = await get('/sysvars/Anwesenheit/usage');
    expect(usage.programs.map((each: { name: string }) => each.name)).toContain('Guten Morgen "früh"');
  });
});

describe('programs of a CCU', () => {
  it('run under any conditions, but not while they are switched off if that counts, and report that on the stream', async () => {
    const id = await programId('Alles aus');
    const before = program('Alles aus')?.executions ?? 0;
    const answer = await call('POST', `/programs/${id}/execute`);
    expect([answer.status, answer.json]).toEqual([202, { executed: true }]);
    expect(program('Alles aus')?.executions).toBe(before + 1);
    const frame = await socket.until((each) => each.type === 'hub.program_executed' && each.payload.program_id === id);
    expect(frame.payload).toMatchObject({ central: 'home', success: true, trigger: 'api' });

    world.simulator.house.setSysvar('Anwesenheit', false);
    const morning = await programId('Guten Morgen "früh"');
    const execute = () => call('POST', `/programs/${morning}/execute`, { check_conditions: true });
    expect((await execute()).json).toEqual({ executed: true });
    expect((await call('PATCH', `/programs/${morning}`, { active: false })).status).toBe(202);
    const refused = await execute();
    expect([refused.status, refused.json]).toEqual([202, { executed: false }]);
    expect((await call('PATCH', `/programs/${morning}`, { active: true })).status).toBe(202);
  });

  it('are switched off and on', async () => {
    const id = await programId('Alles aus');
    expect((await call('PATCH', `/programs/${id}`, { active: false })).status).toBe(202);
    expect(program('Alles aus')?.active).toBe(false);
    expect(await get(`/programs/${id}`)).toMatchObject({ active: false });
    const frame = await socket.until((each) => each.type === 'hub.program_changed' && each.payload.program_id === id);
    expect(frame.payload).toMatchObject({ active: false });
    expect((await call('PATCH', `/programs/${id}`, { active: true })).status).toBe(202);
  });

  it('without conditions run when they are switched on, which is reported', async () => {
    const id = await programId('Urlaub');
    const runs = () => program('Urlaub')?.executions;
    const before = runs() ?? 0;
    const on = await call('PATCH', `/programs/${id}`, { active: true });
    expect([on.status, on.json]).toEqual([202, { active: true, executed: true }]);
    expect(runs()).toBe(before + 1);
    const off = await call('PATCH', `/programs/${id}`, { active: false });
    expect([off.status, off.json]).toEqual([202, { active: false, executed: false }]);
    expect(runs()).toBe(before + 1);
    const documented = (await get('/openapi.json')).paths['/programs/{id}'].patch;
    expect(documented.description).toContain('runs a program without conditions at once');
    world.simulator.faults.refuseCalls(true, 'programs', 0, 1);
    expect((await call('PATCH', `/programs/${id}`, { active: true })).json).toEqual({ active: true, executed: null });
  });

  it('are deleted, by admins alone', async () => {
    const id = await programId('Urlaub');
    expect((await world.call('DELETE', `/api/v1/programs/${id}`, { as: 'operator' })).status).toBe(403);
    expect((await call('DELETE', `/programs/${id}`)).status).toBe(204);
    expect(program('Urlaub')).toBeUndefined();
    expect((await call('GET', `/programs/${id}`)).status).toBe(404);
  });
});

describe('messages, rooms and install mode', () => {
  it('an alarm appears with the next read, and disappears when it is acknowledged', async () => {
    world.simulator.house.setSysvar('Alarmzone 1', true);
    world.simulator.emit('00F1C0DE000001:0', 'LOW_BAT', true);
    const frame = await socket.until((each) => each.type === 'hub.alarm_message');
    expect(frame.payload).toMatchObject({ central: 'home', count: 1 });
    const [alarm] = await get('/alarm-messages');
    expect(alarm).toMatchObject({ name: 'Alarmzone 1' });
    expect((await call('POST', `/alarm-messages/${alarm.id}/ack`)).status).toBe(202);
    expect(await get('/alarm-messages')).toEqual([]);
    expect((await get('/hub/data-points'))[0]).toMatchObject({ central: 'home', alarm_messages: { value: 0 } });
  });

  it('an alarm variable is an alarm message as soon as it is set', async () => {
    const before = socket.frames.length;
    const counted = (count: number) =>
      socket.until(
        (frame) =>
          frame.type === 'hub.alarm_message' && frame.payload.count === count && socket.frames.indexOf(frame) >= before,
      );
    expect((await call('PUT', '/sysvars/Alarmzone%201', { value: true })).status).toBe(202);
    await counted(1);
    const [message] = await get('/alarm-messages');
    expect(message).toMatchObject({ name: 'Alarmzone 1' });
    expect((await call('POST', `/alarm-messages/${message.id}/ack`)).status).toBe(202);
    await counted(0);
    expect(await get('/sysvars/Alarmzone%201')).toMatchObject({ value: false });
  });

  it('a service message is switched off permanently, and on again', async () => {
    world.simulator.emit('00F1C0DE000001:0', 'LOW_BAT', true);
    const found = async () =>
      (await get('/service-messages')).find((each: { address: string }) => each.address === '00F1C0DE000001:0');
    await expect.poll(found).toBeDefined();
    const { id } = await found();
    const disabled = await call('POST', `/service-messages/${id}/disable`);
    expect(disabled.status, disabled.text).toBe(202);
    expect(await get('/service-messages/suppressed')).toMatchObject([
      { central: 'home', channel: '00F1C0DE000001:0', parameter: 'LOW_BAT' },
    ]);
    const back = await call('POST', '/service-messages/unsuppress', { channel: '00F1C0DE000001:0' });
    expect(back.status, back.text).toBe(202);
    expect(await get('/service-messages/suppressed')).toEqual([]);
  });

  it('rooms are created, renamed and deleted', async () => {
    const names = () => world.simulator.house.rooms().map(({ name }) => name);
    expect((await call('POST', '/rooms', { name: 'Dachboden' })).status).toBe(201);
    expect(names()).toContain('Dachboden');
    await expect
      .poll(async () => (await get('/rooms')).map((each: { name: string }) => each.name))
      .toContain('Dachboden');
    expect((await call('PATCH', '/rooms/Dachboden', { new_name: 'Speicher' })).status).toBe(204);
    await expect
      .poll(async () => (await get('/rooms')).map((each: { name: string }) => each.name))
      .toContain('Speicher');
    expect((await call('DELETE', '/rooms/Speicher')).status).toBe(204);
    expect(names()).not.toContain('Speicher');
  });

  it('install mode counts down at the CCU and here', async () => {
    expect((await call('POST', '/install-mode', { interface: 'HmIP-RF', active: true, seconds: 90 })).status).toBe(202);
    expect(world.simulator.house.installModes()).toMatchObject([{ interfaceName: 'HmIP-RF' }]);
    const modes = await get('/install-mode/interfaces');
    expect(modes.find((each: { interface: string }) => each.interface === 'home-HmIP-RF')).toMatchObject({
      active: true,
    });
    const frame = await socket.until((each) => each.type === 'hub.install_mode_changed' && each.payload.enabled);
    expect(frame.payload.remaining_s).toBeGreaterThan(80);
    expect((await call('POST', '/install-mode', { interface: 'HmIP-RF', active: false })).status).toBe(202);
    expect(world.simulator.house.installModes()).toEqual([]);
  });
});

describe('the CCU itself', () => {
  it('introduces itself, and the loop of each interface can be proved', async () => {
    await expect.poll(async () => (await get('/system/ccu')).entries[0].serial).toBeTypeOf('string');
    const [state] = await get('/interfaces');
    const answer = await call('POST', `/interfaces/${state.id}/loop-test`);
    expect(answer.json).toMatchObject({ interface_id: state.id, ok: true });
    expect(answer.json.rtt_ms).toBeGreaterThanOrEqual(0);
  });

  it('gives a backup that is inspected, kept, downloaded and cannot be restored', async () => {
    const started = await call('POST', '/backups', {});
    expect(started.status, started.text).toBe(202);
    const done = await socket.until((each) => each.type === 'backup.progress' && each.payload.state !== 'running');
    expect(done).toMatchObject({ topic: 'hub.home.backup', payload: { id: started.json.id, state: 'done' } });
    const [entry] = await get('/backups');
    expect(entry).toMatchObject({
      id: started.json.id,
      central: 'home',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const file = await world.call('GET', `/api/v1/backups/${entry.id}/download`);
    expect(file.headers.get('content-length')).toBe(String(entry.bytes));
    const restore = await call('POST', `/backups/${entry.id}/restore`);
    expect([restore.status, restore.json.code]).toEqual([501, 'unsupported']);
    const broken = await world.call('POST', '/api/v1/backups/upload', {
      body: 'this is no archive'.repeat(100),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect([broken.status, broken.json.reason]).toEqual([422, 'backup_damaged']);
    expect(await get('/backups/storage')).toMatchObject({ available: true, count: 1 });
    expect((await call('DELETE', `/backups/${entry.id}`)).status).toBe(204);
    expect(await get('/backups')).toEqual([]);
  });

  it('can be joined by another one, changed and let go', async () => {
    const { host, ports } = world.simulator;
    const second = {
      name: 'second',
      host,
      enabled: true,
      interfaces: [{ name: 'CUxD', port: ports.CUxD }],
      json_rpc_port: ports.jsonRpc,
      username: 'Gateway',
      password_plain: 'geheim-und-lang',
    };
    const created = await call('POST', '/centrals', second);
    expect(created.status, created.text).toBe(201);
    expect(created.json).toMatchObject({ name: 'second', password_plain: '***' });
    // The first change takes those of the file over.
    expect((await get('/centrals')).map((each: { name: string }) => each.name)).toEqual(['home', 'second']);
    await expect
      .poll(async () => (await call('GET', '/interfaces/second-CUxD')).json?.connected, { timeout: 10_000 })
      .toBe(true);
    const put = await call('PUT', '/centrals/second', { ...second, password_plain: '***', enabled: false });
    expect(put.status, put.text).toBe(204);
    expect((await call('GET', '/interfaces/second-CUxD')).status).toBe(404);
    expect((await call('DELETE', '/centrals/second')).status).toBe(204);
    expect((await call('DELETE', '/centrals/home')).json).toMatchObject({ reason: 'configured_in_file' });
    expect(world.logged()).not.toContain('geheim-und-lang');
  });

  it('shows itself in figures, in the log and in the history', async () => {
    const metrics = await world.call('GET', '/metrics', { as: 'viewer' });
    expect(metrics.text).toMatch(/^ccu_gateway_interface_connected\{central="home",interface="HmIP-RF"\} 1$/m);
    const logs = await get('/diagnostics/logs?min_level=info');
    expect(logs.records.length).toBeGreaterThan(0);
    const actions = (await get('/audit')).map((each: { action: string }) => each.action);
    expect(actions).toEqual(expect.arrayContaining(['sysvar_write', 'program_execute', 'central_create']));
    expect((await get('/diagnostics')).anonymized).toBe(true);
    expect(await get('/i18n/entities?locale=de')).toMatchObject({ locale: 'de' });
    const candidates = await get('/visibility/unignore/candidates');
    expect(candidates.candidates.length).toBeGreaterThan(0);
  });

  it('keeps settings over a restart', async () => {
    expect((await call('PUT', '/config/sections/backup', { keep_last: 7 })).json).toMatchObject({ applied: true });
    expect((await call('PUT', '/me/preferences/tiles', { a: 1 })).status).toBe(204);
    expect((await call('PUT', '/visibility/unignore', { central_name: 'home', patterns: ['RSSI_PEER'] })).status).toBe(
      200,
    );
    socket.close();
    world = await world.restart();
    expect(await get('/config/sections/backup')).toMatchObject({ keep_last: 7 });
    expect((await get('/visibility/unignore')).centrals).toMatchObject([{ patterns: [{ pattern: 'RSSI_PEER' }] }]);
    expect((await get('/centrals')).map((each: { name: string }) => each.name)).toEqual(['home']);
    expect((await get('/system/restart-pending')).pending).toBe(false);
  });
});
