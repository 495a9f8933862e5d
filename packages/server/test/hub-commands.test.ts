import { GatewayError } from '@ccu-gateway/gateway-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Fakes, fakeServices, hubHouse } from './fakes.js';
import { SWITCH } from './house.js';
import { type OpenSocket, openSocket } from './socket.js';
import { startWorld, type World } from './world.js';

type Role = 'viewer' | 'operator' | 'admin';

let world: World;
let fakes: Fakes;
const sockets = new Map<Role, OpenSocket>();
beforeAll(async () => {
  const house = hubHouse();
  fakes = fakeServices(house);
  world = await startWorld({ house, server: fakes.ports });
  const { url } = await world.server.listen({ host: '127.0.0.1', port: 0 });
  for (const role of ['viewer', 'operator', 'admin'] as const) {
    sockets.set(role, await openSocket(url, { headers: { Authorization: `Bearer ${world.tokens[role]}` } }));
  }
});
afterAll(() => world.close());
beforeEach(() => {
  fakes.calls.length = 0;
  world.entries.length = 0;
  fakes.fail(undefined);
});

let calls = 0;
async function call(role: Role, command: string, args: object = {}) {
  const id = String(++calls);
  const socket = sockets.get(role)!;
  socket.send({ op: 'call', id, command, args });
  return socket.next((frame) => frame.op === 'result' && frame.id === id);
}

const done = (action: string) => world.entries.filter((entry) => entry.action === action);

/** Name, least role, arguments, answer, call of the port, and entry of the audit log. */
const writing: readonly (readonly [string, Role, object, object, readonly unknown[], string])[] = [
  [
    'programs.execute',
    'operator',
    { id: '1201' },
    { id: '1201', executed: true },
    ['executeProgram', 'ccu1', '1201', { checkConditions: false }],
    'program_execute',
  ],
  [
    'programs.delete',
    'admin',
    { id: '1201', central_name: 'ccu1' },
    { id: '1201', deleted: true },
    ['deleteProgram', 'ccu1', '1201'],
    'program_delete',
  ],
  [
    'sysvars.set',
    'operator',
    { name: 'Modus', value: 'Nacht' },
    { name: 'Modus' },
    ['setSysvar', 'ccu1', 'Modus', 2],
    'sysvar_write',
  ],
  [
    'alarm_messages.ack',
    'operator',
    { id: '3001' },
    { id: '3001', acknowledged: true },
    ['acknowledge', 'ccu1', 'alarm', '3001'],
    'alarm_message_ack',
  ],
  [
    'service_messages.ack_all',
    'operator',
    {},
    { acknowledged: 2 },
    ['acknowledgeAll', 'ccu1', 'service'],
    'service_message_ack_all',
  ],
  [
    'service_messages.disable',
    'operator',
    { id: '4001' },
    { id: '4001', disabled: true },
    ['suppress', { central: 'ccu1', interface: 'HmIP-RF', channel: `${SWITCH}:0`, parameter: 'UNREACH' }, true],
    'service_message_disable',
  ],
  [
    'service_messages.unsuppress',
    'operator',
    { channel: `${SWITCH}:0`, parameter: 'UNREACH' },
    { channel: `${SWITCH}:0`, unsuppressed: true },
    ['suppress', { central: 'ccu1', interface: 'HmIP-RF', channel: `${SWITCH}:0`, parameter: 'UNREACH' }, false],
    'service_message_unsuppress',
  ],
  [
    'inbox.accept',
    'operator',
    { device_address: '000A0000000001' },
    { device_address: '000A0000000001', accepted: true },
    ['accept', 'ccu1', '000A0000000001'],
    'device_accept',
  ],
  [
    'install_mode.enable',
    'admin',
    { interface_id: 'ccu1-HmIP-RF', duration_seconds: 30 },
    { interface_id: 'ccu1-HmIP-RF', enabled: true },
    ['setInstallMode', { central: 'ccu1', interface: 'HmIP-RF', active: true, seconds: 30 }],
    'install_mode',
  ],
  [
    'install_mode.disable',
    'admin',
    { interface_id: 'HmIP-RF' },
    { interface_id: 'ccu1-HmIP-RF', enabled: false },
    ['setInstallMode', { central: 'ccu1', interface: 'HmIP-RF', active: false, seconds: 60 }],
    'install_mode',
  ],
  [
    'backups.trigger',
    'admin',
    { central_name: 'ccu1' },
    { id: 'ccu1-20260101T120000Z-abcd', central_name: 'ccu1' },
    ['startBackup', 'ccu1'],
    'backup_create',
  ],
  ['incidents.clear', 'admin', {}, { cleared: true }, ['clearIncidents'], 'incidents_clear'],
];

const BELOW: Readonly<Record<string, Role>> = { operator: 'viewer', admin: 'operator' };

describe('a command that writes', () => {
  it.each(writing)(
    '%s of an %s has the effect of its REST twin',
    async (command, role, args, data, received, action) => {
      expect(await call(role, command, args)).toEqual({ op: 'result', id: String(calls), data });
      expect(fakes.calls).toEqual([received]);
      expect(done(action)).toHaveLength(1);
    },
  );

  it.each(writing)('%s is refused below %s and touches nothing', async (command, role, args, _data, _call, action) => {
    expect(await call(BELOW[role]!, command, args)).toMatchObject({ error: { code: 'forbidden' } });
    expect(fakes.calls).toEqual([]);
    expect(done(action)).toEqual([]);
  });

  it.each([
    ['programs.execute', { id: '9' }, 'not_found'],
    ['programs.execute', { id: 'x' }, 'bad_request'],
    ['programs.execute', {}, 'bad_request'],
    ['sysvars.set', { name: 'Soll', value: 99 }, 'bad_request'],
    ['sysvars.set', { name: 'Soll', value: 20, central_name: 'none' }, 'not_found'],
    ['service_messages.ack', { id: '4002' }, 'conflict'],
    ['install_mode.search', { interface_id: 'HmIP-RF' }, 'unsupported'],
    ['firmware.update', {}, 'not_implemented'],
  ])('%s %j is refused with %s', async (command, args, code) => {
    expect(await call('admin', command, args)).toMatchObject({ error: { code, message: expect.any(String) } });
    expect(fakes.calls).toEqual([]);
  });

  it('reports a refusal by the CCU', async () => {
    fakes.fail(new GatewayError('upstream_unavailable', 'the CCU is gone'));
    expect(await call('operator', 'programs.execute', { id: '1201' })).toMatchObject({
      error: { code: 'upstream_unavailable', message: 'the CCU is gone' },
    });
    expect(done('program_execute')).toEqual([]);
  });
});

describe('a command that reads', () => {
  it.each([
    ['programs.list', 'viewer', '/programs'],
    ['sysvars.list', 'viewer', '/sysvars'],
    ['alarm_messages.list', 'viewer', '/alarm-messages'],
    ['service_messages.list', 'viewer', '/service-messages'],
    ['service_messages.suppressed', 'operator', '/service-messages/suppressed'],
    ['inbox.list', 'viewer', '/inbox'],
    ['install_mode.status', 'viewer', '/install-mode/interfaces'],
    ['firmware.info', 'viewer', '/system/update'],
    ['central.info', 'admin', '/system/ccu'],
    ['central.connectivity', 'viewer', '/interfaces'],
    ['central.system_health', 'viewer', '/system/metrics'],
    ['ccu.get_hub_data', 'viewer', '/hub/data-points'],
    ['ccu.get_rssi_info', 'admin', '/diagnostics/rssi'],
    ['ccu.throttle_stats', 'admin', '/diagnostics/reliability'],
    ['incidents.list', 'viewer', '/incidents'],
  ] as const)('%s answers the same as GET %3$s', async (command, role, path) => {
    const response = await world.request({ target: `/api/v1${path}`, as: role });
    expect(await call(role, command)).toEqual({ op: 'result', id: String(calls), data: await response.json() });
  });

  it('counts devices by interface', async () => {
    const counts = { total: 2, unreachable: 0, firmware_updatable: 0 };
    expect(await call('viewer', 'ccu.device_statistics')).toMatchObject({
      data: { interfaces: { 'ccu1-HmIP-RF': counts }, totals: counts },
    });
  });

  it('shows the changes of one device', async () => {
    await call('operator', 'sysvars.set', { name: 'Text', value: 'neu' });
    expect(await call('viewer', 'change_history.list', { limit: 5 })).toMatchObject({
      data: [{ action: 'sysvar_write', changes: [{ parameter: 'Text', before: 'hallo', after: 'neu' }] }],
    });
  });

  it('begins the history of changes anew, while the audit log keeps everything', async () => {
    await call('operator', 'sysvars.set', { name: 'Text', value: 'alt' });
    expect(await call('viewer', 'change_history.clear')).toMatchObject({ error: { code: 'forbidden' } });
    expect(await call('operator', 'change_history.clear')).toMatchObject({ data: { cleared: true } });
    expect(await call('viewer', 'change_history.list')).toMatchObject({ data: [] });
    expect(done('sysvar_write')).toHaveLength(1);
    expect(done('change_history_clear')).toHaveLength(1);
  });

  it('without its ports answers not_implemented', async () => {
    const bare = await startWorld();
    const { url } = await bare.server.listen({ host: '127.0.0.1', port: 0 });
    const socket = await openSocket(url, { headers: { Authorization: `Bearer ${bare.tokens.viewer}` } });
    socket.send({ op: 'call', id: 'x', command: 'programs.list' });
    expect(await socket.next((frame) => frame.op === 'result')).toMatchObject({ error: { code: 'not_implemented' } });
    await bare.close();
  });
});
