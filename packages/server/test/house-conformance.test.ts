import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Contract, hasContract, loadContract } from './contract.js';
import { fakeServices, hubHouse } from './fakes.js';
import { SWITCH } from './house.js';
import { type RequestInput, startWorld, type World } from './world.js';

const ccu = { name: 'ccu2', host: '192.168.1.11', enabled: true, interfaces: [{ name: 'HmIP-RF' }] };
const lock = { key: `channel:${SWITCH}:1:MASTER` };
const backup = 'ccu1-20260101T120000Z-abcd';

type Asked = readonly [path: string, method: string, target: string, json?: unknown];

/** Template of the contract, and a request to it by an admin. */
const asked: readonly Asked[] = [
  ['/programs', 'GET', '/programs?include_internal=true'],
  ['/programs/{id}', 'GET', '/programs/1201'],
  ['/programs/{id}', 'GET', '/programs/9'],
  ['/programs/{id}/execute', 'POST', '/programs/1201/execute', { check_conditions: true }],
  ['/programs/{id}', 'PATCH', '/programs/1201', { active: false }],
  ['/programs/{id}', 'PATCH', '/programs/1201', {}],
  ['/programs/{id}', 'DELETE', '/programs/1201'],
  ['/sysvars', 'GET', '/sysvars'],
  ['/sysvars', 'POST', '/sysvars', { name: 'Neu', value_type: 'BOOL' }],
  ['/sysvars', 'POST', '/sysvars', { name: 'Neu', value_type: 'COLOR' }],
  ['/sysvars/fetch', 'POST', '/sysvars/fetch'],
  ['/sysvars/{name}', 'GET', '/sysvars/Modus'],
  ['/sysvars/{name}', 'GET', '/sysvars/None'],
  ['/sysvars/{name}', 'PUT', '/sysvars/Modus', { value: 2 }],
  ['/sysvars/{name}', 'PUT', '/sysvars/Modus', { value: {} }],
  ['/sysvars/{name}', 'PATCH', '/sysvars/Text', { unit: 'm' }],
  ['/sysvars/{name}', 'DELETE', '/sysvars/Text'],
  ['/sysvars/{name}/usage', 'GET', '/sysvars/Modus/usage'],
  ['/inbox', 'GET', '/inbox'],
  ['/devices/{addr}/accept', 'POST', '/devices/000A0000000001/accept', { name: 'Neu' }],
  ['/alarm-messages', 'GET', '/alarm-messages'],
  ['/service-messages', 'GET', '/service-messages'],
  ['/alarm-messages/{id}/ack', 'POST', '/alarm-messages/3001/ack'],
  ['/service-messages/{id}/ack', 'POST', '/service-messages/4001/ack'],
  ['/alarm-messages/ack-all', 'POST', '/alarm-messages/ack-all'],
  ['/service-messages/ack-all', 'POST', '/service-messages/ack-all'],
  ['/service-messages/{id}/disable', 'POST', '/service-messages/4001/disable'],
  ['/service-messages/suppressed', 'GET', '/service-messages/suppressed'],
  ['/service-messages/unsuppress', 'POST', '/service-messages/unsuppress', { channel: `${SWITCH}:0` }],
  ['/service-messages/unsuppress', 'POST', '/service-messages/unsuppress', {}],
  ['/install-mode/interfaces', 'GET', '/install-mode/interfaces'],
  ['/install-mode/interfaces', 'POST', '/install-mode/interfaces', { interface: 'HmIP-RF', active: true }],
  ['/install-mode/interfaces', 'POST', '/install-mode/interfaces', { interface: 'none', active: true }],
  ['/install-mode/search', 'POST', '/install-mode/search', { interface: 'HmIP-RF' }],
  ['/devices/{addr}/install-mode', 'POST', `/devices/${SWITCH}/install-mode`],
  ['/rooms', 'GET', '/rooms'],
  ['/rooms', 'POST', '/rooms', { name: 'Bad' }],
  ['/rooms/{name}', 'PATCH', '/rooms/K%C3%BCche', { new_name: 'Kochen' }],
  ['/rooms/{name}', 'DELETE', '/rooms/K%C3%BCche'],
  ['/functions', 'GET', '/functions'],
  ['/functions', 'POST', '/functions', { name: 'Licht' }],
  ['/functions/{name}', 'PATCH', '/functions/Licht', { new_name: 'Lampen' }],
  ['/functions/{name}', 'DELETE', '/functions/Licht'],
  ['/hub/data-points', 'GET', '/hub/data-points'],
  ['/system/ccu', 'GET', '/system/ccu'],
  ['/system/ccu/{central}/reboot', 'POST', '/system/ccu/ccu1/reboot'],
  ['/system/ccu/{central}/reboot', 'POST', '/system/ccu/none/reboot'],
  ['/system/restart', 'POST', '/system/restart'],
  ['/system/restart-pending', 'GET', '/system/restart-pending'],
  ['/system/config-changes', 'GET', '/system/config-changes'],
  ['/system/status', 'GET', '/system/status'],
  ['/system/update', 'GET', '/system/update'],
  ['/system/update/install', 'POST', '/system/update/install'],
  ['/system/metrics', 'GET', '/system/metrics'],
  ['/config', 'GET', '/config'],
  ['/config/schema', 'GET', '/config/schema'],
  ['/config/effective', 'GET', '/config/effective'],
  ['/config/sections/{section}', 'GET', '/config/sections/backup'],
  ['/config/sections/{section}', 'GET', '/config/sections/none'],
  ['/config/sections/{section}', 'PUT', '/config/sections/backup', { keep_last: 3 }],
  ['/config/sections/{section}', 'DELETE', '/config/sections/backup'],
  ['/config/fields/{path}', 'DELETE', '/config/fields/backup.keep_last'],
  ['/centrals', 'GET', '/centrals'],
  ['/centrals', 'POST', '/centrals', ccu],
  ['/centrals', 'POST', '/centrals', { name: 'x' }],
  ['/centrals/{name}', 'GET', '/centrals/ccu1'],
  ['/centrals/{name}', 'GET', '/centrals/none'],
  ['/centrals/{name}', 'PUT', '/centrals/ccu1', { ...ccu, name: 'ccu1' }],
  ['/centrals/{name}', 'DELETE', '/centrals/ccu1'],
  ['/centrals/discovered', 'GET', '/centrals/discovered'],
  ['/centrals/discovered/{serial}/ignore', 'POST', '/centrals/discovered/NEQ1/ignore'],
  ['/centrals/discovered/ignored', 'GET', '/centrals/discovered/ignored'],
  ['/centrals/discovered/{serial}/ignore', 'DELETE', '/centrals/discovered/NEQ1/ignore'],
  ['/visibility/unignore', 'GET', '/visibility/unignore'],
  ['/visibility/unignore', 'PUT', '/visibility/unignore', { central_name: 'ccu1', patterns: [] }],
  ['/visibility/unignore/candidates', 'GET', '/visibility/unignore/candidates?include_master=true'],
  ['/backups', 'GET', '/backups'],
  ['/backups', 'POST', '/backups', { central_name: 'ccu1' }],
  ['/backups/{id}/download', 'GET', '/backups/none/download'],
  ['/backups/{id}/restore', 'POST', `/backups/${backup}/restore`],
  ['/incidents', 'GET', '/incidents'],
  ['/incidents', 'GET', '/incidents?since=soon'],
  ['/incidents', 'DELETE', '/incidents'],
  ['/diagnostics', 'GET', '/diagnostics?anonymize=0'],
  ['/diagnostics/logs', 'GET', '/diagnostics/logs'],
  ['/diagnostics/log-level', 'GET', '/diagnostics/log-level'],
  ['/diagnostics/log-level', 'PUT', '/diagnostics/log-level', { level: 'debug' }],
  ['/diagnostics/log-levels', 'GET', '/diagnostics/log-levels'],
  ['/diagnostics/log-levels/{path}', 'PUT', '/diagnostics/log-levels/a.b', { level: 'debug', ttl_seconds: 60 }],
  ['/diagnostics/log-levels/{path}', 'DELETE', '/diagnostics/log-levels/a.b'],
  ['/diagnostics/reliability', 'GET', '/diagnostics/reliability'],
  ['/diagnostics/rssi', 'GET', '/diagnostics/rssi'],
  ['/matter/status', 'GET', '/matter/status'],
  ['/matter/fabrics', 'GET', '/matter/fabrics'],
  ['/matter/fabrics/{id}', 'DELETE', '/matter/fabrics/1'],
  ['/matter/setup-payload', 'GET', '/matter/setup-payload'],
  ['/matter/exposable', 'GET', '/matter/exposable'],
  ['/matter/exposable', 'PUT', '/matter/exposable', {}],
  ['/matter/exposable/bulk', 'POST', '/matter/exposable/bulk', { items: [] }],
  ['/matter/commissioning/window', 'POST', '/matter/commissioning/window'],
  ['/matter/commissioning/window/close', 'POST', '/matter/commissioning/window/close'],
  ['/matter/share', 'POST', '/matter/share'],
  ['/me/preferences/{key}', 'GET', '/me/preferences/k'],
  ['/me/preferences/{key}', 'PUT', '/me/preferences/k', [1]],
  ['/me/preferences/{key}', 'GET', '/me/preferences/k'],
  ['/me/preferences/{key}', 'DELETE', '/me/preferences/k'],
  ['/ui/event', 'POST', '/ui/event', { event: 'a' }],
  ['/ui/event', 'POST', '/ui/event', {}],
  ['/sessions/edit', 'POST', '/sessions/edit', lock],
  ['/sessions/edit', 'POST', '/sessions/edit', {}],
  ['/sessions/edit/heartbeat', 'POST', '/sessions/edit/heartbeat', lock],
  ['/sessions/edit/heartbeat', 'POST', '/sessions/edit/heartbeat', { key: 'none' }],
  ['/sessions/edit/take-over', 'POST', '/sessions/edit/take-over', lock],
  ['/sessions/edit', 'DELETE', '/sessions/edit', lock],
];

if (!hasContract) {
  describe.skip('conformance of the hub: set CCU_GATEWAY_CONTRACT to the folder of contract-openapi.yaml', () => {
    it('is not checked', () => undefined);
  });
} else {
  describe('every answer of hub and administration follows the reference contract', () => {
    let contract: Contract;
    let world: World;
    beforeAll(async () => {
      contract = loadContract();
      const house = hubHouse();
      world = await startWorld({ house, server: fakeServices(house).ports });
    });
    afterAll(() => world.close());

    it.each(asked.map(([path, method, target, json]) => ({ path, method, target, json })))(
      '$method $target $json',
      async ({ path, method, target, json }) => {
        expect(contract.has(method, path), 'is in the contract').toBe(true);
        const input: RequestInput = { method, target: `/api/v1${target}`, as: 'admin', json };
        const response = await world.request(input);
        const body = await response.text();
        const contentType = response.headers.get('content-type');
        const answer = { method, path, status: response.status, contentType, body };
        expect(contract.faultsOf(answer), `${response.status} ${body.slice(0, 400)}`).toEqual([]);
        expect(response.status).not.toBe(500);
      },
    );
  });
}
