import { GatewayError } from '@ccu-gateway/gateway-core';
import { createEditLocks } from '@ccu-gateway/gateway-core/use-cases';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AT, emptyHouse, type Fakes, fakeServices, hubHouse } from './fakes.js';
import { SWITCH, TWIN, twinHouse } from './house.js';
import { type RequestInput, startWorld, type World } from './world.js';

let world: World;
let fakes: Fakes;
beforeAll(async () => {
  const house = hubHouse();
  fakes = fakeServices(house);
  world = await startWorld({ house, server: fakes.ports });
});
afterAll(() => world.close());
beforeEach(() => {
  fakes.calls.length = 0;
  world.entries.length = 0;
  fakes.fail(undefined);
});

const ask = (input: RequestInput) => world.request({ ...input, target: `/api/v1${input.target}` });
const body = async (response: Response) => (await response.json()) as never;
const ccu = { name: 'ccu2', host: '192.168.1.11', enabled: true, interfaces: [{ name: 'HmIP-RF' }] };

const writes: readonly (readonly [string, string, unknown, number, readonly unknown[], string])[] = [
  ['POST', '/system/ccu/ccu1/reboot', undefined, 202, ['reboot', 'ccu1'], 'ccu_reboot'],
  ['POST', '/system/ccu/ccu1/poweroff', undefined, 202, ['powerOff', 'ccu1'], 'ccu_power_off'],
  ['POST', '/system/ccu/ccu1/safe-mode', undefined, 202, ['safeMode', 'ccu1'], 'ccu_safe_mode'],
  ['POST', '/system/ccu/ccu1/recovery-mode', undefined, 202, ['recoveryMode', 'ccu1'], 'ccu_recovery_mode'],
  [
    'PUT',
    '/system/ccu/ccu1/position',
    { latitude: -33.9, longitude: 18.4 },
    202,
    ['setPosition', 'ccu1', { latitude: -33.9, longitude: 18.4 }],
    'ccu_position',
  ],
  ['POST', '/system/restart', undefined, 202, ['restart'], 'gateway_restart'],
  [
    'PUT',
    '/config/sections/backup',
    { keep_last: 3 },
    200,
    ['saveSection', 'backup', { keep_last: 3 }],
    'config_write',
  ],
  ['DELETE', '/config/sections/backup', undefined, 204, ['resetSection', 'backup'], 'config_reset'],
  ['DELETE', '/config/fields/backup.keep_last', undefined, 204, ['resetField', 'backup.keep_last'], 'config_reset'],
  ['POST', '/centrals', ccu, 201, ['create', ccu], 'central_create'],
  [
    'PUT',
    '/centrals/ccu1',
    { ...ccu, name: 'ccu1', password_plain: '' },
    204,
    ['replace', { ...ccu, name: 'ccu1', password_plain: '' }],
    'central_write',
  ],
  ['DELETE', '/centrals/ccu1', undefined, 204, ['remove', 'ccu1'], 'central_delete'],
  [
    'PUT',
    '/visibility/unignore',
    { central_name: 'ccu1', patterns: ['RSSI_PEER'] },
    200,
    ['replaceVisibility', 'ccu1', ['RSSI_PEER']],
    'visibility_write',
  ],
  ['POST', '/backups', undefined, 202, ['startBackup', 'ccu1'], 'backup_create'],
  ['DELETE', '/backups/x', undefined, 204, ['removeBackup', 'x'], 'backup_delete'],
  ['DELETE', '/incidents', undefined, 204, ['clearIncidents'], 'incidents_clear'],
];

describe('a write of an admin', () => {
  it.each(writes.filter(([, , , , , action]) => /^(central|config)_/.test(action)))(
    '%s %s with an unknown outcome is answered and recorded as such',
    async (method, target, json) => {
      fakes.fail(
        new GatewayError('upstream_unavailable', 'The database gave no answer', { reason: 'outcome_unknown' }),
      );
      const answer = await ask({ method, target, as: 'admin', ...(json !== undefined && { json }) } as RequestInput);
      expect(await body(answer)).toMatchObject({
        status: 502,
        title: 'The outcome is not known',
        reason: 'outcome_unknown',
      });
      expect(world.entries).toMatchObject([{ outcome: 'pending' }]);
    },
  );

  it.each(writes)('%s %s %j reaches its port and the history', async (method, target, json, status, call, action) => {
    const response = await ask({ method, target, as: 'admin', json });
    expect(response.status, await response.clone().text()).toBe(status);
    expect(fakes.calls).toHaveLength(1);
    expect(fakes.calls[0]?.slice(0, call.length)).toEqual(call);
    expect(world.entries).toMatchObject([{ action }]);
  });

  it.each(writes)('%s %s %j of an operator touches nothing', async (method, target, json) => {
    expect((await ask({ method, target, as: 'operator', json })).status).toBe(403);
    expect(fakes.calls).toEqual([]);
    expect(world.entries).toEqual([]);
  });

  it.each([
    ['POST', '/centrals', { ...ccu, name: 'CCU1' }, 409],
    ['POST', '/centrals', { ...ccu, host: 'http://x' }, 400],
    ['POST', '/centrals', { ...ccu, interfaces: [] }, 400],
    ['POST', '/centrals', { ...ccu, visibility: { un_ignore: ['RSSI_PEER', 'A:B'] } }, 400],
    ['POST', '/centrals', { ...ccu, interfaces: [{ name: 'HmIP-RF' }, { name: 'HmIP-RF' }] }, 400],
    ['POST', '/centrals', { ...ccu, interfaces: [{ name: 'HmIP-RF', rpc_type: 'binrpc' }] }, 400],
    ['POST', '/centrals', { ...ccu, primary_interfaces: 'CUxD' }, 400],
    ['PUT', '/centrals/ccu1', ccu, 400],
    ['PUT', '/centrals/ccu9', { ...ccu, name: 'ccu9' }, 404],
    ['DELETE', '/centrals/ccu9', undefined, 404],
    ['PUT', '/config/sections/none', {}, 400],
    ['DELETE', '/config/fields/data_dir', undefined, 400],
    ['PUT', '/visibility/unignore', { central_name: 'ccu9', patterns: [] }, 404],
    ['POST', '/backups', { central_name: 'ccu9' }, 404],
    ['POST', '/system/ccu/ccu9/reboot', undefined, 404],
    ['POST', '/system/ccu/ccu9/poweroff', undefined, 404],
    ['POST', '/system/ccu/ccu9/recovery-mode', undefined, 404],
    ['PUT', '/system/ccu/ccu1/position', { latitude: 90.1, longitude: 0 }, 400],
    ['PUT', '/system/ccu/ccu1/position', { latitude: '1', longitude: 0 }, 400],
    ['PUT', '/system/ccu/ccu1/position', { latitude: 1 }, 400],
    ['DELETE', '/centrals/discovered/NEQ9/ignore', undefined, 404],
  ] as const)('%s %s %j is refused with %i and touches nothing', async (method, target, json, status) => {
    expect((await ask({ method, target, as: 'admin', json })).status).toBe(status);
    expect(fakes.calls).toEqual([]);
    expect(world.entries).toEqual([]);
  });
});

it('names the invalid pattern of a CCU, and the reason', async () => {
  const json = { ...ccu, visibility: { un_ignore: ['RSSI_PEER', 'A:B'] } };
  expect(await body(await ask({ method: 'POST', target: '/centrals', as: 'admin', json }))).toMatchObject({
    code: 'validation',
    reason: 'validation_failed',
    errors: [
      {
        field: 'visibility.un_ignore.1',
        reason: 'must be PARAM, PARAM:PARAMSET@MODEL:CHANNEL or MODEL:CHANNEL:PARAM',
      },
    ],
  });
});

describe('the configuration', () => {
  it('shows hosts of CCUs to admins alone', async () => {
    expect(await body(await ask({ target: '/config', as: 'operator' }))).toMatchObject({
      centrals: [{ name: 'ccu1', host: '' }],
    });
    expect(await body(await ask({ target: '/config', as: 'admin' }))).toMatchObject({
      centrals: [{ host: '192.168.1.10' }],
      callback_ports: { xmlrpc: 8120, binrpc: 8129 },
    });
    for (const target of ['/config/effective', '/system/ccu', '/centrals', '/config/sections/backup']) {
      expect((await ask({ target, as: 'operator' })).status, target).toBe(403);
      expect((await ask({ target, as: 'admin' })).status, target).toBe(200);
    }
  });

  it('names the settings that wait for a restart', async () => {
    const pending = await ask({ target: '/system/restart-pending', as: 'viewer' });
    expect(await body(pending)).toEqual({ pending: true, fields: ['locale'] });
    const changes = await ask({ target: '/system/config-changes', as: 'viewer' });
    expect(await body(changes)).toEqual({ fields: ['locale', 'backup.keep_last'] });
  });
});

describe('a backup', () => {
  it('comes as a file with a safe name, and that is written down', async () => {
    const response = await ask({ target: '/backups/ccu1-20260101T120000Z-abcd/download', as: 'admin' });
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="a_b.sbk"');
    expect(await response.text()).toBe('abc');
    expect(world.entries).toMatchObject([{ action: 'backup_download' }]);
    for (const id of ['none', '..%2Fsecret', '%2e%2e']) {
      expect((await ask({ target: `/backups/${id}/download`, as: 'admin' })).status, id).toBeOneOf([400, 404]);
    }
    expect((await ask({ target: '/backups/x/download', as: 'viewer' })).status).toBe(403);
  });

  it('is read as a whole before it is restored, and 501 names the reason of a CCU that cannot', async () => {
    const target = '/backups/ccu1-20260101T120000Z-abcd/restore';
    const response = await ask({ method: 'POST', target, as: 'admin' });
    expect(response.status).toBe(501);
    expect(await body(response)).toMatchObject({ code: 'unsupported', reason: 'restore_unsupported' });
    expect(fakes.calls).toEqual([['verify', 'ccu1-20260101T120000Z-abcd']]);
    fakes.fail(new GatewayError('unprocessable', 'it ends too early', { reason: 'backup_damaged' }));
    const damaged = await ask({ method: 'POST', target, as: 'admin' });
    expect(damaged.status).toBe(422);
    expect(await body(damaged)).toMatchObject({ reason: 'backup_damaged' });
  });

  it('is taken as part of a form', async () => {
    const body_ = [
      '--x',
      'Content-Disposition: form-data; name="file"; filename="old.sbk"',
      '',
      'the archive',
      '--x--',
      '',
    ].join('\r\n');
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    let text = '';
    fakes.ports.backups.store = async ({ central, filename, content }) => {
      for await (const part of content) text += Buffer.from(part).toString();
      return { id: 'x', central, filename, bytes: text.length, createdAt: AT };
    };
    const response = await ask({ method: 'POST', target: '/backups/upload', as: 'admin', headers, body: body_ });
    expect(response.status).toBe(201);
    expect(await body(response)).toMatchObject({ id: 'x', central: 'ccu1', filename: 'old.sbk', bytes: 11 });
    expect(text).toBe('the archive');
    expect(world.entries).toMatchObject([{ action: 'backup_upload', central: 'ccu1' }]);
    const json = await ask({ method: 'POST', target: '/backups/upload', as: 'admin', json: {} });
    expect(json.status).toBe(415);
  });

  it('of no CCU at all is not ready', async () => {
    const house = emptyHouse();
    const empty = await startWorld({ house, server: fakeServices(house).ports });
    const response = await empty.request({ method: 'POST', target: '/api/v1/backups', as: 'admin' });
    expect(response.status).toBe(503);
    expect(await body(response)).toMatchObject({ reason: 'no_central' });
    await empty.close();
  });
});

describe('diagnostics', () => {
  it('hide addresses and names, unless an admin requests them', async () => {
    const hidden = await (await ask({ target: '/diagnostics', as: 'admin' })).text();
    expect(JSON.parse(hidden)).toMatchObject({ schema_version: '1', anonymized: true });
    for (const telling of ['ccu1', '192.168.1.10', SWITCH]) expect(hidden, telling).not.toContain(telling);
    const open = await (await ask({ target: '/diagnostics?anonymize=0', as: 'admin' })).text();
    expect(open).toContain('ccu1');
    expect((await ask({ target: '/diagnostics', as: 'operator' })).status).toBe(403);
  });

  it('show the log as JSON, as lines, and as a file', async () => {
    const logs = await ask({ target: '/diagnostics/logs?min_level=info', as: 'admin' });
    expect(await body(logs)).toMatchObject({
      last_seq: 2,
      records: [{ seq: 2, level: 'warn', msg: 'gone', attrs: { central: 'ccu1' }, time: new Date(AT).toISOString() }],
    });
    const lines = await ask({ target: '/diagnostics/logs?format=ndjson&download=1', as: 'admin' });
    expect(lines.headers.get('content-type')).toBe('application/x-ndjson');
    expect(lines.headers.get('content-disposition')).toBe('attachment; filename="log.ndjson"');
    expect(
      (await lines.text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).seq),
    ).toEqual([1, 2]);
  });

  it('stream new lines until the reader leaves', async () => {
    const response = await ask({ target: '/diagnostics/logs/stream?since=1&min_level=info', as: 'admin' });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (wanted: string) => {
      while (!text.includes(wanted)) text += (await reader.read()).value ?? '';
    };
    await until('id: 2\n');
    fakes.log.emit({ seq: 3, at: AT, level: 'debug', logger: 'x', message: 'not wanted' });
    fakes.log.emit({ seq: 4, at: AT, level: 'error', logger: 'x', message: 'wanted' });
    await until('id: 4\n');
    expect(text).not.toContain('not wanted');
    await reader.cancel();
    expect(fakes.log.listeners()).toBe(0);
  });

  it('streams of the log take the places of other streams, and give them back', async () => {
    const small = await startWorld({ server: { log: fakes.ports.log, limits: { socketsPerPrincipal: 2 } } });
    const open = (method = 'GET') => small.request({ method, target: '/api/v1/diagnostics/logs/stream', as: 'admin' });
    for (let attempt = 0; attempt < 3; attempt += 1) expect((await open('HEAD')).status).toBe(200);
    expect(fakes.log.listeners()).toBe(0);
    const first = await open();
    const second = await small.request({ target: '/api/v1/events/stream', as: 'admin' });
    const refused = await open();
    expect([first.status, second.status, refused.status]).toEqual([200, 200, 429]);
    expect(await refused.json()).toMatchObject({ code: 'rate_limited', reason: 'too_many_connections' });
    expect(fakes.log.listeners()).toBe(1);
    await first.body?.cancel();
    expect((await open()).status).toBe(200);
    await small.close();
    expect(fakes.log.listeners()).toBe(0);
  });

  it('set log levels for a while, and write it down', async () => {
    const put = (target: string, json: unknown) => ask({ method: 'PUT', target, as: 'admin', json });
    expect((await put('/diagnostics/log-levels/gateway.ccu', { level: 'debug', ttl_seconds: 99_999_999 })).status).toBe(
      204,
    );
    const day = new Date(world.clock.now() + 86_400_000).toISOString();
    expect(await body(await ask({ target: '/diagnostics/log-levels', as: 'viewer' }))).toEqual({
      default: 'info',
      items: [{ path: 'gateway.ccu', level: 'debug', expires_at: day }],
    });
    expect(await body(await put('/diagnostics/log-level', { level: 'warn' }))).toEqual({ level: 'warn' });
    const gone = await ask({ method: 'DELETE', target: '/diagnostics/log-levels/gateway.ccu', as: 'admin' });
    expect(gone.status).toBe(204);
    expect((await put('/diagnostics/log-level', { level: 'loud' })).status).toBe(400);
    expect(world.entries.map(({ action }) => action)).toEqual([
      'logging.override_set',
      'logging.level_set',
      'logging.override_reset',
    ]);
  });

  it('give figures below the API and at the root', async () => {
    for (const target of ['/api/v1/metrics', '/metrics']) {
      const response = await world.request({ target, as: 'viewer' });
      expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4');
      expect(await response.text()).toBe('up 1\n');
      expect((await world.request({ target })).status).toBe(401);
    }
  });

  it('give present values of chosen data points, and refuse a request that chooses none', async () => {
    const ask = (query: string, root = '') =>
      world.request({ target: `${root}/metrics/values?${query}`, as: 'viewer' });
    for (const root of ['/api/v1', '']) {
      const response = await ask('points=STATE,*:1:TEMPERATURE', root);
      expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
      const lines = (await response.text()).trimEnd().split('\n');
      const figures = lines.filter((line) => !line.startsWith('#'));
      expect(figures.at(-1)).toBe('ccu_gateway_values_left_out 0');
      const form =
        /^ccu_gateway_value\{central="ccu1",channel="1",device="[^"]+",name="(?:[^"\\]|\\.)*",parameter="(STATE|TEMPERATURE)",unit="[^"]*"\} -?[\d.]+$/;
      expect(figures.length).toBeGreaterThan(1);
      for (const line of figures.slice(0, -1)) expect(line).toMatch(form);
    }
    expect((await ask('points=,', '/api/v1')).status).toBe(400);
    const none = await ask('', '/api/v1');
    expect([none.status, await none.text()]).toEqual([200, expect.stringMatching(/left_out 0\n$/)]);
    expect((await ask('points=STATE&central=none', '/api/v1')).status).toBe(404);
    expect((await world.request({ target: '/metrics/values?points=STATE' })).status).toBe(401);
  });

  it('answer a broken loop with the broken step, not with an error', async () => {
    const response = await ask({ method: 'POST', target: '/interfaces/ccu1-HmIP-RF/loop-test', as: 'admin' });
    expect(await body(response)).toEqual({
      interface_id: 'ccu1-HmIP-RF',
      ok: false,
      hop: 'callback',
      cause: 'a firewall',
    });
    expect((await ask({ method: 'POST', target: '/interfaces/none/loop-test', as: 'admin' })).status).toBe(404);
  });
});

describe('what is small', () => {
  it('Matter reports honestly that it is not enabled', async () => {
    expect(await body(await ask({ target: '/matter/status', as: 'viewer' }))).toMatchObject({ enabled: false });
    const fabrics = await ask({ target: '/matter/fabrics', as: 'viewer' });
    expect(fabrics.status).toBe(503);
    expect(await body(fabrics)).toMatchObject({ code: 'service_unready', reason: 'matter_disabled' });
    expect((await ask({ target: '/matter/setup-payload', as: 'operator' })).status).toBe(403);
  });

  it('preferences belong to the user that set them', async () => {
    const target = '/me/preferences/dashboard';
    expect(await body(await ask({ target, as: 'viewer' }))).toEqual({ key: 'dashboard', value: null });
    expect((await ask({ method: 'PUT', target, as: 'viewer', json: { tiles: [1, 2] } })).status).toBe(204);
    expect(await body(await ask({ target, as: 'viewer' }))).toEqual({ key: 'dashboard', value: { tiles: [1, 2] } });
    expect(await body(await ask({ target, as: 'operator' }))).toEqual({ key: 'dashboard', value: null });
    expect((await ask({ method: 'DELETE', target, as: 'viewer' })).status).toBe(204);
    const large = await ask({ method: 'PUT', target, as: 'viewer', json: 'x'.repeat(256 * 1024) });
    expect(large.status).toBe(413);
    const put = (key: string, as: 'viewer' | 'operator') =>
      ask({ method: 'PUT', target: `/me/preferences/${key}`, as, json: 1 });
    for (let key = 0; key < 100; key += 1) expect((await put(`k${key}`, 'viewer')).status).toBe(204);
    const full = await put('one-more', 'viewer');
    expect(full.status).toBe(413);
    expect(await full.json()).toMatchObject({ reason: 'preferences_full' });
    expect((await put('k7', 'viewer')).status).toBe(204);
    expect((await put('one-more', 'operator')).status).toBe(204);
  });

  it('an icon never reveals the existence of a device', async () => {
    const known = await ask({ target: `/devices/${SWITCH}/icon` });
    expect([known.status, known.headers.get('content-type')]).toEqual([200, 'image/png']);
    const unknown = await ask({ target: '/devices/NONE/icon' });
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });

  it('an icon is left out without artwork where only artwork is requested', async () => {
    const known = await ask({ target: `/devices/${SWITCH}/icon?artwork_only=true` });
    expect([known.status, known.headers.get('content-type')]).toEqual([200, 'image/png']);
    const unknown = await ask({ target: '/devices/NONE/icon?artwork_only=true' });
    expect([unknown.status, await unknown.text()]).toEqual([204, '']);
    expect((await ask({ target: '/devices/NONE/icon?artwork_only=false' })).status).toBe(200);
  });

  it('an icon of an address that two CCUs have is that of the CCU that was named', async () => {
    const artworkOf: unknown[] = [];
    const icons = {
      async artwork(central: string) {
        artworkOf.push(central);
        return { contentType: 'image/png', bytes: new Uint8Array([1]) } as const;
      },
    };
    const twins = await startWorld({ house: twinHouse(), server: { ...fakes.ports, icons } });
    const picture = async (query: string) =>
      (await twins.request({ target: `/api/v1/devices/${TWIN}/icon${query}` })).headers.get('content-type');
    expect(await picture('?central=ccu2')).toBe('image/png');
    expect(artworkOf).toEqual(['ccu2']);
    expect([await picture(''), await picture('?central=none')]).toEqual(['image/svg+xml', 'image/svg+xml']);
    await twins.close();
  });

  it('an icon is a plain one where no gateway answers for the CCU of the device', async () => {
    const icons = {
      async artwork(): Promise<never> {
        throw new GatewayError('service_unready', 'No gateway is connected with the CCU', { reason: 'no_central' });
      },
    };
    const world = await startWorld({ server: { ...fakes.ports, icons } });
    const { status, headers } = await world.request({ target: `/api/v1/devices/${SWITCH}/icon` });
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    await world.close();
  });

  it('an event of the web UI becomes one line of the log', async () => {
    const json = { event: 'view.changed', properties: { to: 'tiles' } };
    expect((await ask({ method: 'POST', target: '/ui/event', as: 'viewer', json })).status).toBe(204);
    expect(fakes.calls).toEqual([['uiLog', 'ui.event', { ui_event: 'view.changed', ui_properties: { to: 'tiles' } }]]);
  });

  it('an event of the web UI cannot forge the fields of a line of the log', async () => {
    const properties = { level: 'error', msg: 'forged', time: 0, logger: 'auth', request_id: 'x' };
    const json = { event: 'view.changed', properties };
    expect((await ask({ method: 'POST', target: '/ui/event', as: 'viewer', json })).status).toBe(204);
    expect(fakes.calls).toEqual([['uiLog', 'ui.event', { ui_event: 'view.changed', ui_properties: properties }]]);
  });

  it('an account notes 120 events of the web UI in a minute, and more of them are refused', async () => {
    const world = await startWorld({ server: fakes.ports });
    const post = () =>
      world.request({ method: 'POST', target: '/api/v1/ui/event', as: 'viewer', json: { event: 'view.changed' } });
    for (let i = 0; i < 120; i += 1) expect((await post()).status).toBe(204);
    const refused = await post();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    await world.close();
  });

  it('a port that an embedder leaves out answers 404', async () => {
    const bare = await startWorld();
    expect((await bare.request({ target: '/api/v1/programs', as: 'viewer' })).status).toBe(404);
    expect((await bare.request({ target: '/api/v1/matter/status', as: 'viewer' })).status).toBe(200);
    await bare.close();
  });
});

describe('an edit lock', () => {
  const key = `channel:${SWITCH}:1:MASTER`;
  const at = (afterMs: number) => new Date(AT + afterMs).toISOString();
  const post = (target: string, as: 'operator' | 'admin', json: unknown) => ask({ method: 'POST', target, as, json });

  it('is held by one, renewed by its holder, and can be taken over', async () => {
    const lock = await body(await post('/sessions/edit', 'operator', { key }));
    expect(lock).toMatchObject({ token: 'edit-token', key, expires: new Date(AT + 300_000).toISOString() });
    expect((await post('/sessions/edit', 'operator', { key })).status).toBe(200);
    const held = await post('/sessions/edit', 'admin', { key });
    expect(held.status).toBe(423);
    const holder = { subject: 'operator-client', since: at(0), expires: at(300_000) };
    expect(await body(held)).toMatchObject({ code: 'locked', reason: 'edit_locked', holder });
    expect((await post('/sessions/edit/heartbeat', 'admin', { key })).status).toBe(410);
    expect((await post('/sessions/edit/heartbeat', 'operator', { key, token: 'edit-token' })).status).toBe(200);
    expect((await ask({ method: 'DELETE', target: '/sessions/edit', as: 'admin', json: { key } })).status).toBe(204);
    expect((await post('/sessions/edit', 'admin', { key })).status).toBe(423);
    expect((await post('/sessions/edit/take-over', 'admin', { key })).status).toBe(204);
    expect((await post('/sessions/edit', 'admin', { key })).status).toBe(200);
    expect((await post('/sessions/edit', 'admin', {})).status).toBe(422);
  });

  it('names its holder and its time to others, and never its token', async () => {
    const about = (as: 'operator' | 'admin', wanted: string) =>
      ask({ target: `/sessions/edit?key=${encodeURIComponent(wanted)}`, as });
    const key = `channel:${SWITCH}:2:MASTER`;
    await post('/sessions/edit', 'operator', { key });
    const holder = { subject: 'operator-client', since: at(0), expires: at(300_000) };
    expect(await body(await about('admin', key))).toEqual({ key, own: false, holder });
    expect(await body(await about('operator', key))).toEqual({ key, own: true, holder });
    expect(await body(await about('admin', 'channel:free'))).toEqual({ key: 'channel:free', own: false });
    expect((await about('admin', '')).status).toBe(400);
  });

  it('is of one CCU where two have the address, and one that names none of them is asked which', async () => {
    const locks = createEditLocks({ clock: { now: () => AT }, newToken: () => 't' });
    const twins = await startWorld({ house: twinHouse(), server: { editLocks: locks } });
    const key = `channel:${TWIN}:1:MASTER`;
    const open = async (as: 'operator' | 'admin', central?: string) =>
      (await twins.request({ method: 'POST', target: '/api/v1/sessions/edit', as, json: { key, central } })).status;
    expect([await open('operator', 'ccu1'), await open('admin', 'ccu2')]).toEqual([200, 200]);
    expect([await open('admin', 'ccu1'), await open('operator', 'ccu2')]).toEqual([423, 423]);
    expect(await open('admin')).toBe(409);
    const state = await twins.request({ target: `/api/v1/sessions/edit?key=${key}&central=ccu2`, as: 'admin' });
    expect(await body(state)).toMatchObject({ key, own: true });
    await twins.close();
  });

  it('reports to its holder that it was held before: another window of the same user may edit', async () => {
    const key = `channel:${SWITCH}:7:MASTER`;
    expect(await body(await post('/sessions/edit', 'operator', { key }))).toMatchObject({ key, held_before: false });
    expect(await body(await post('/sessions/edit', 'operator', { key }))).toMatchObject({ key, held_before: true });
  });
});
