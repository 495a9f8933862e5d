import { GatewayError } from '@ccu-gateway/gateway-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Contract, hasContract, loadContract } from './contract.js';
import { SWITCH, TWIN, twinHouse } from './house.js';
import { type RequestInput, startWorld, type World } from './world.js';

const point = `/devices/${SWITCH}/channels/1/data-points`;
const POINT = '/devices/{addr}/channels/{no}/data-points';

/** Template of the contract, and a request to it. */
const asked: readonly (readonly [path: string, input: RequestInput])[] = [
  ['/info', { target: '/info' }],
  ['/health', { target: '/health' }],
  ['/setup/status', { target: '/setup/status' }],
  [
    '/setup',
    { method: 'POST', target: '/setup', json: { admin: { username: 'a', password: 'long enough' }, locale: {} } },
  ],
  ['/setup', { method: 'POST', target: '/setup', json: { nothing: true } }],
  ['/auth/login', { method: 'POST', target: '/auth/login', json: { username: 'root', password: 'root-Passwort-1!' } }],
  ['/auth/login', { method: 'POST', target: '/auth/login', json: { username: 'root', password: 'wrong' } }],
  ['/auth/login', { method: 'POST', target: '/auth/login', json: { username: 'root' } }],
  ['/auth/logout', { method: 'POST', target: '/auth/logout' }],
  ['/auth/me', { target: '/auth/me', as: 'operator' }],
  ['/auth/me', { target: '/auth/me' }],
  [
    '/auth/me/password',
    { method: 'PATCH', target: '/auth/me/password', as: 'viewer', json: { current_password: 'x', new_password: 'y' } },
  ],
  ['/auth/users', { target: '/auth/users', as: 'admin' }],
  ['/auth/users', { target: '/auth/users', as: 'operator' }],
  [
    '/auth/tokens/v2',
    { method: 'POST', target: '/auth/tokens/v2', as: 'admin', json: { subject: 'ha', role: 'viewer' } },
  ],
  [
    '/auth/tokens/v2',
    {
      method: 'POST',
      target: '/auth/tokens/v2',
      as: 'admin',
      json: { subject: 'ha', role: 'viewer', expires_in_days: 3 },
    },
  ],
  [
    '/auth/tokens/v2',
    { method: 'POST', target: '/auth/tokens/v2', as: 'admin', json: { subject: 'ha', role: 'root' } },
  ],
  ['/auth/tokens/v2', { target: '/auth/tokens/v2', as: 'admin' }],
  ['/auth/tokens/v2/{fingerprint}', { method: 'DELETE', target: `/auth/tokens/v2/${'0'.repeat(64)}`, as: 'admin' }],
  ['/auth/tokens', { method: 'POST', target: '/auth/tokens', as: 'admin', json: { subject: 'old', role: 'viewer' } }],
  ['/auth/tokens', { method: 'POST', target: '/auth/tokens', as: 'admin', json: { role: 'viewer' } }],
  ['/auth/tokens', { target: '/auth/tokens', as: 'admin' }],
  ['/auth/tokens/{id}', { method: 'DELETE', target: '/auth/tokens/0000000000000000', as: 'admin' }],
  [
    '/users',
    {
      method: 'POST',
      target: '/users',
      as: 'admin',
      json: { username: 'neu', password: 'long enough', role: 'viewer' },
    },
  ],
  [
    '/users',
    {
      method: 'POST',
      target: '/users',
      as: 'admin',
      json: { username: 'neu', password: 'long enough', role: 'viewer' },
    },
  ],
  ['/users', { target: '/users', as: 'admin' }],
  ['/users/{subject}', { method: 'PATCH', target: '/users/neu', as: 'admin', json: { role: 'operator' } }],
  ['/users/{subject}', { method: 'DELETE', target: '/users/neu', as: 'admin' }],
  ['/users/{subject}', { method: 'DELETE', target: '/users/nobody', as: 'admin' }],
  ['/devices', { target: '/devices', as: 'viewer' }],
  ['/devices', { target: '/devices?page=0', as: 'viewer' }],
  ['/devices/{addr}', { target: `/devices/${SWITCH}`, as: 'viewer' }],
  ['/devices/{addr}', { target: '/devices/NONE', as: 'viewer' }],
  ['/devices/{addr}', { target: `/devices/${TWIN}`, as: 'viewer' }],
  ['/devices/{addr}/channels', { target: `/devices/${SWITCH}/channels`, as: 'viewer' }],
  ['/devices/{addr}/channels/{no}', { target: `/devices/${SWITCH}/channels/1`, as: 'viewer' }],
  ['/devices/{addr}/channels/{no}', { target: `/devices/${SWITCH}/channels/one`, as: 'viewer' }],
  [POINT, { target: point, as: 'viewer' }],
  [POINT, { target: `/devices/${SWITCH}/channels/0/data-points`, as: 'viewer' }],
  [`${POINT}/{param}`, { target: `${point}/STATE`, as: 'viewer' }],
  [`${POINT}/{param}`, { target: `${point}/TEMPERATURE`, as: 'viewer' }],
  [`${POINT}/{param}`, { target: `${point}/NOPE`, as: 'viewer' }],
  [`${POINT}/{param}/value`, { method: 'PUT', target: `${point}/STATE/value`, as: 'operator', json: { value: true } }],
  [`${POINT}/{param}/value`, { method: 'PUT', target: `${point}/STATE/value`, as: 'operator', json: { value: 'x' } }],
  [`${POINT}/{param}/value`, { method: 'PUT', target: `${point}/STATE/value`, as: 'viewer', json: { value: true } }],
  ['/snapshot', { target: '/snapshot', as: 'viewer' }],
  ['/snapshot', { target: '/snapshot?include=channels,data_points&anonymize=true', as: 'viewer' }],
  ['/interfaces', { target: '/interfaces', as: 'viewer' }],
  ['/interfaces/{id}', { target: '/interfaces/ccu1-HmIP-RF', as: 'viewer' }],
  ['/interfaces/{id}', { target: '/interfaces/none', as: 'viewer' }],
  ['/interfaces/{id}/reconnect', { method: 'POST', target: '/interfaces/ccu1-HmIP-RF/reconnect', as: 'admin' }],
  ['/events', { target: '/events', as: 'viewer' }],
  ['/audit', { target: '/audit', as: 'viewer' }],
  ['/audit', { target: '/audit?since=yesterday', as: 'viewer' }],
];

if (!hasContract) {
  describe.skip('conformance: set CCU_GATEWAY_CONTRACT to the folder of contract-openapi.yaml', () => {
    it('is not checked', () => undefined);
  });
} else {
  describe('every JSON answer follows the reference contract', () => {
    let contract: Contract;
    let world: World;
    beforeAll(async () => {
      contract = loadContract();
      world = await startWorld({ house: twinHouse() });
    });
    afterAll(() => world.close());

    const ask = async (path: string, input: RequestInput) => {
      const response = await world.request({ ...input, target: `/api/v1${input.target}` });
      const answer = {
        method: input.method ?? 'GET',
        path,
        status: response.status,
        contentType: response.headers.get('content-type'),
        body: await response.text(),
      };
      return { answer, faults: contract.faultsOf(answer) };
    };

    it.each(asked.map(([path, input]) => ({ path, input, name: `${input.method ?? 'GET'} ${input.target}` })))(
      '$name $input.as $input.json',
      async ({ path, input }) => {
        expect(contract.has(input.method ?? 'GET', path), 'is in the contract').toBe(true);
        const { answer, faults } = await ask(path, input);
        expect(faults, `${answer.status} ${answer.body.slice(0, 300)}`).toEqual([]);
        expect(answer.status).not.toBe(500);
      },
    );

    it('and the check itself finds violations', () => {
      const info = {
        method: 'GET',
        path: '/info',
        status: 200,
        contentType: 'application/json',
        body: '{"version":1}',
      };
      expect(contract.faultsOf(info).length).toBeGreaterThan(1);
      expect(contract.faultsOf({ ...info, status: 201 })).toEqual(['status 201 is not declared']);
      expect(contract.faultsOf({ ...info, contentType: 'text/html' })).toEqual([
        'content type text/html is not declared',
      ]);
      expect(
        contract.faultsOf({ ...info, status: 404, contentType: 'application/problem+json', body: '{}' }),
      ).not.toEqual([]);
    });

    it('also when the CCU or a part of the gateway is ill', async () => {
      const put = { method: 'PUT', target: `${point}/STATE/value`, as: 'operator', json: { value: true } } as const;
      for (const [code, status] of [
        ['upstream_unavailable', 502],
        ['service_unready', 503],
        ['locked', 423],
      ] as const) {
        world.failWrites(new GatewayError(code, 'as the test wants it'));
        const { answer, faults } = await ask(`${POINT}/{param}/value`, put);
        expect(faults).toEqual([]);
        expect(answer.status).toBe(status);
      }
      world.health.status = 'unhealthy';
      expect(await ask('/health', { target: '/health' })).toMatchObject({ answer: { status: 503 }, faults: [] });
    });
  });
}
