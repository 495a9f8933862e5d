import { GatewayError } from '@ccu-gateway/gateway-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Fakes, fakeServices, hubHouse, twinHubHouse } from './fakes.js';
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

/** Request, call of the port, and entry of the audit log afterwards. */
const writes: readonly (readonly [
  method: string,
  target: string,
  json: unknown,
  status: number,
  call: readonly unknown[],
  action: string,
])[] = [
  [
    'POST',
    '/programs/1201/execute',
    undefined,
    202,
    ['executeProgram', 'ccu1', '1201', { checkConditions: false }],
    'program_execute',
  ],
  [
    'POST',
    '/programs/1201/execute',
    { check_conditions: true },
    202,
    ['executeProgram', 'ccu1', '1201', { checkConditions: true }],
    'program_execute',
  ],
  ['PATCH', '/programs/1201', { active: false }, 202, ['setProgramActive', 'ccu1', '1201', false], 'program_write'],
  ['DELETE', '/programs/1201', undefined, 204, ['deleteProgram', 'ccu1', '1201'], 'program_delete'],
  ['PUT', '/sysvars/Anwesenheit', { value: false }, 202, ['setSysvar', 'ccu1', 'Anwesenheit', false], 'sysvar_write'],
  ['PUT', '/sysvars/Modus', { value: 'Nacht' }, 202, ['setSysvar', 'ccu1', 'Modus', 2], 'sysvar_write'],
  ['PUT', '/sysvars/Soll', { value: 30 }, 202, ['setSysvar', 'ccu1', 'Soll', 30], 'sysvar_write'],
  [
    'POST',
    '/sysvars',
    { name: 'Neu', value_type: 'FLOAT', min: '0', max: 10 },
    202,
    ['createSysvar', 'ccu1', { name: 'Neu', type: 'FLOAT', min: 0, max: 10 }],
    'sysvar_create',
  ],
  [
    'PATCH',
    '/sysvars/Text',
    { name: 'Texte', is_logged: true, channel_address: '' },
    202,
    ['changeSysvar', 'ccu1', 'Text', { name: 'Texte', logged: true, channelAddress: '' }],
    'sysvar_change',
  ],
  ['DELETE', '/sysvars/Text', undefined, 202, ['deleteSysvar', 'ccu1', 'Text'], 'sysvar_delete'],
  ['POST', '/alarm-messages/3001/ack', undefined, 202, ['acknowledge', 'ccu1', 'alarm', '3001'], 'alarm_message_ack'],
  [
    'POST',
    '/service-messages/4001/ack',
    undefined,
    202,
    ['acknowledge', 'ccu1', 'service', '4001'],
    'service_message_ack',
  ],
  [
    'POST',
    '/service-messages/ack-all',
    undefined,
    200,
    ['acknowledgeAll', 'ccu1', 'service'],
    'service_message_ack_all',
  ],
  [
    'POST',
    '/service-messages/4001/disable',
    undefined,
    202,
    ['suppress', { central: 'ccu1', interface: 'HmIP-RF', channel: '0001D3C99C0001:0', parameter: 'UNREACH' }, true],
    'service_message_disable',
  ],
  [
    'POST',
    '/service-messages/unsuppress',
    { channel: '0001D3C99C0001:0' },
    202,
    ['suppress', { central: 'ccu1', interface: 'HmIP-RF', channel: '0001D3C99C0001:0' }, false],
    'service_message_unsuppress',
  ],
  ['POST', '/devices/000A0000000001/accept', undefined, 202, ['accept', 'ccu1', '000A0000000001'], 'device_accept'],
  ['POST', '/rooms', { name: 'Bad' }, 201, ['createGroup', 'ccu1', 'room', 'Bad'], 'room_create'],
  [
    'PATCH',
    '/rooms/K%C3%BCche',
    { new_name: 'Kochen' },
    204,
    ['renameGroup', 'ccu1', 'room', 'Küche', 'Kochen'],
    'room_rename',
  ],
  ['DELETE', '/functions/Licht', undefined, 204, ['removeGroup', 'ccu1', 'function', 'Licht'], 'function_delete'],
];

describe('a write to the hub', () => {
  it.each(writes)('%s %s %j reaches the CCU and the history', async (method, target, json, status, call, action) => {
    const as = method === 'DELETE' ? 'admin' : 'operator';
    const response = await ask({ method, target, as, json });
    expect(response.status, await response.clone().text()).toBe(status);
    expect(fakes.calls).toEqual([call]);
    expect(world.entries).toMatchObject([{ action, central: 'ccu1' }]);
    expect(world.entries[0]?.user).toBeTypeOf('string');
  });

  it.each(writes)('%s %s %j of a viewer touches nothing', async (method, target, json) => {
    expect((await ask({ method, target, as: 'viewer', json })).status).toBe(403);
    expect(fakes.calls).toEqual([]);
    expect(world.entries).toEqual([]);
  });

  it.each(writes)(
    '%s %s %j that the CCU refuses is a 502 and no entry in the history',
    async (method, target, json) => {
      fakes.fail(new GatewayError('upstream_unavailable', 'the CCU is gone', { reason: 'unreachable' }));
      const response = await ask({ method, target, as: 'admin', json });
      expect(response.status).toBe(502);
      expect(await body(response)).toMatchObject({ code: 'upstream_unavailable', reason: 'unreachable' });
      expect(world.entries).toEqual([]);
    },
  );

  it.each([
    ['PUT', '/sysvars/Anwesenheit', { value: 'ja' }, 400, 'validation'],
    ['PUT', '/sysvars/Soll', { value: 31 }, 400, 'validation'],
    ['PUT', '/sysvars/Modus', { value: 3 }, 400, 'validation'],
    ['PUT', '/sysvars/Modus', { value: 'Abend' }, 400, 'validation'],
    ['PUT', '/sysvars/None', { value: 1 }, 404, 'not_found'],
    ['PUT', '/sysvars/Soll', { wert: 1 }, 400, 'validation'],
    ['POST', '/sysvars', { name: 'Text', value_type: 'STRING' }, 409, 'conflict'],
    ['POST', '/sysvars', { name: 'Liste', value_type: 'ENUM' }, 422, 'validation'],
    ['POST', '/sysvars', { name: 'a\nb', value_type: 'STRING' }, 400, 'validation'],
    ['POST', '/sysvars', { name: 'X', value_type: 'FLOAT', min: 3, max: 2 }, 422, 'validation'],
    ['POST', '/sysvars', { name: 'X', value_type: 'BOOL', channel_address: 'NONE:1' }, 404, 'not_found'],
    ['PATCH', '/sysvars/Text', { name: 'Modus' }, 409, 'conflict'],
    ['POST', '/programs/9/execute', undefined, 404, 'not_found'],
    ['POST', '/programs/abc/execute', undefined, 400, 'bad_request'],
    ['POST', '/service-messages/4002/ack', undefined, 409, 'conflict'],
    ['POST', '/service-messages/9/ack', undefined, 404, 'not_found'],
    ['POST', '/service-messages/unsuppress', { channel: '0001D3C99C0001:0', interface: 'CUxD' }, 422, 'validation'],
    ['POST', '/devices/0001D3C99C0001/accept', undefined, 404, 'not_found'],
    ['POST', '/rooms', { name: 'Küche' }, 409, 'conflict'],
    ['PATCH', '/rooms/None', { new_name: 'Bad' }, 404, 'not_found'],
  ] as const)('%s %s %j is refused with %i and touches nothing', async (method, target, json, status, code) => {
    const response = await ask({ method, target, as: 'admin', json });
    expect(response.status).toBe(status);
    expect(await body(response)).toMatchObject({ status, code });
    expect(fakes.calls).toEqual([]);
    expect(world.entries).toEqual([]);
  });

  it('names the bounds of a value that is out of range', async () => {
    const response = await ask({ method: 'PUT', target: '/sysvars/Soll', as: 'operator', json: { value: 4 } });
    expect(await body(response)).toMatchObject({ errors: [{ field: 'value', min: 5, max: 30 }] });
  });

  it('is done once for one idempotency key', async () => {
    const run = () =>
      ask({ method: 'POST', target: '/programs/1201/execute', as: 'operator', headers: { 'Idempotency-Key': 'k1' } });
    const first = await run();
    const second = await run();
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.headers.get('idempotent-replay')).toBe('true');
    expect(fakes.calls).toHaveLength(1);
  });

  it('reports an accepted device when only its configuration failed', async () => {
    fakes.ports.inbox.label = async () => {
      throw new GatewayError('not_found', 'no room named Bad');
    };
    const response = await ask({
      method: 'POST',
      target: '/devices/000A0000000001/accept',
      as: 'operator',
      json: { name: 'Bad', rooms: ['Bad'] },
    });
    expect(response.status).toBe(502);
    expect(await body(response)).toMatchObject({ reason: 'accepted_not_configured' });
    expect(fakes.calls.filter(([name]) => name !== 'checkLabels')).toEqual([['accept', 'ccu1', '000A0000000001']]);
  });
});

describe('install mode', () => {
  const key = '0123456789ABCDEF0123456789ABCDEF';
  const sgtin = '3014F711A0001F5A4993AAAA';

  it.each(['/install-mode', '/install-mode/interfaces'])('POST %s begins it on one interface', async (target) => {
    const json = { interface: 'HmIP-RF', active: true, seconds: 120 };
    expect((await ask({ method: 'POST', target, as: 'admin', json })).status).toBe(202);
    expect(fakes.calls).toEqual([
      ['setInstallMode', { central: 'ccu1', interface: 'HmIP-RF', active: true, seconds: 120 }],
    ]);
    expect(world.entries).toMatchObject([{ action: 'install_mode', central: 'ccu1' }]);
  });

  it('is for admins alone', async () => {
    const json = { interface: 'HmIP-RF', active: true };
    for (const target of ['/install-mode', '/install-mode/interfaces', '/install-mode/search']) {
      expect((await ask({ method: 'POST', target, as: 'operator', json })).status, target).toBe(403);
    }
    const device = '/devices/0001D3C99C0001/install-mode';
    expect((await ask({ method: 'POST', target: device, as: 'operator' })).status).toBe(403);
    expect(fakes.calls).toEqual([]);
  });

  it('takes the key of one device, which is never written down', async () => {
    const json = { interface: 'ccu1-HmIP-RF', active: true, sgtin, key };
    expect((await ask({ method: 'POST', target: '/install-mode', as: 'admin', json })).status).toBe(202);
    expect(fakes.calls).toMatchObject([['setInstallMode', { whitelist: { sgtin, key } }]]);
    expect(JSON.stringify([world.entries, world.lines])).not.toContain(key);
  });

  it.each([
    [{ interface: 'HmIP-RF', active: true, sgtin }, 422],
    [{ interface: 'HmIP-RF', active: false, sgtin, key }, 422],
    [{ interface: 'HmIP-RF', active: true, device_address: 'ABC0000001' }, 422],
    [{ interface: 'BidCos-RF', active: true }, 404],
    [{ interface: 'HmIP-RF', active: true, seconds: 601 }, 400],
    [{ interface: 'HmIP-RF' }, 400],
  ])('refuses %j with %i', async (json, status) => {
    expect((await ask({ method: 'POST', target: '/install-mode', as: 'admin', json })).status).toBe(status);
    expect(fakes.calls).toEqual([]);
  });

  it('answers 422 where an interface cannot search or pair one device', async () => {
    const search = await ask({
      method: 'POST',
      target: '/install-mode/search',
      as: 'admin',
      json: { interface: 'HmIP-RF' },
    });
    expect(search.status).toBe(422);
    expect(await body(search)).toMatchObject({ code: 'unsupported' });
    const device = await ask({ method: 'POST', target: '/devices/0001D3C99C0001/install-mode', as: 'admin' });
    expect(device.status).toBe(422);
  });
});

describe('reading the hub', () => {
  it('leaves internal programs out unless they are asked for, and counts', async () => {
    const some = await ask({ target: '/programs', as: 'viewer' });
    expect(await body(some)).toMatchObject([{ id: '1201', name: 'Licht aus', active: true }]);
    const all = await ask({ target: '/programs?include_internal=true&per_page=1&page=2', as: 'viewer' });
    expect(all.headers.get('x-total-count')).toBe('2');
    expect(await body(all)).toMatchObject([{ id: '1202' }]);
  });

  it('shows variables with their values and when they were read', async () => {
    const response = await ask({ target: '/sysvars/Modus', as: 'viewer' });
    expect(await body(response)).toMatchObject({ value: 1, value_list: ['Aus', 'Tag', 'Nacht'], observed: true });
    const usage = await ask({ target: '/sysvars/Modus/usage', as: 'viewer' });
    expect(await body(usage)).toMatchObject({ sysvar: 'Modus', programs: [{ id: '1201', active: true }] });
  });

  it('asks which CCU is meant when two have the same name, and does nothing', async () => {
    const house = twinHubHouse();
    const twin = fakeServices(house);
    const two = await startWorld({ house, server: twin.ports });
    const put = (query: string) =>
      two.request({
        method: 'PUT',
        target: `/api/v1/sysvars/Text${query}`,
        as: 'operator',
        json: { value: 'x' },
      });
    const ambiguous = await put('');
    expect(ambiguous.status).toBe(409);
    expect(await body(ambiguous)).toMatchObject({ reason: 'central_required', centrals: ['ccu1', 'ccu2'] });
    expect((await put('?central=ccu3')).status).toBe(404);
    expect(twin.calls).toEqual([]);
    expect((await put('?central=ccu2')).status).toBe(202);
    expect(twin.calls).toEqual([['setSysvar', 'ccu2', 'Text', 'x']]);
    // Acknowledging everything, and reading everything anew, may mean all CCUs.
    const all = await two.request({ method: 'POST', target: '/api/v1/alarm-messages/ack-all', as: 'operator' });
    expect(await body(all)).toEqual({ acknowledged: 4 });
    await two.close();
  });
});
