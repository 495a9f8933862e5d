import { apiOperations } from '@ccu-gateway/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasContract, loadContract } from '../../../packages/server/test/contract.js';
import { EXPECTED_BROADCASTS, faultsOfBroadcasts } from './conformance/broadcasts.js';
import { driveDevices, driveSchedules } from './conformance/drive-devices.js';
import { driveEnd, driveHouse } from './conformance/drive-house.js';
import { driveRefusals } from './conformance/drive-refusals.js';
import { createDriver, type Driver } from './conformance/driver.js';
import { operationLeftOut, reasonsOf } from './conformance/scope.js';
import { makeTrouble } from './conformance/trouble.js';
import { openSocket, subscribe } from './socket.js';
import { startWorld, type World } from './world.js';

/** Operations that cannot succeed in this house, and why. */
const NEVER: Readonly<Record<string, string>> = {
  'GET /events': 'is an upgrade to WebSocket, which is looked at apart',
  'POST /setup': 'this gateway has users already',
  'GET /auth/oidc/start': 'no identity provider is configured',
  'GET /auth/oidc/callback': 'no identity provider is configured',
  'POST /system/firmware/download': 'a CCU offers no way to be told',
  'POST /system/update/install': 'this CCU runs in a container, which gets its firmware from outside',
  'POST /devices/{addr}/channels/{no}/paramsets/{key}/determine': 'no device here measures anything on request',
  'POST /backups/{id}/restore': 'a CCU offers no way to be told',
  'GET /matter/fabrics': 'the Matter bridge is not enabled',
  'DELETE /matter/fabrics/{id}': 'the Matter bridge is not enabled',
  'GET /matter/exposable': 'the Matter bridge is not enabled',
  'PUT /matter/exposable': 'the Matter bridge is not enabled',
  'POST /matter/exposable/bulk': 'the Matter bridge is not enabled',
  'POST /matter/commissioning/window': 'the Matter bridge is not enabled',
  'POST /matter/commissioning/window/close': 'the Matter bridge is not enabled',
  'POST /matter/share': 'the Matter bridge is not enabled',
  'GET /matter/setup-payload': 'the Matter bridge is not enabled',
};

if (!hasContract) {
  describe.skip('conformance: set CCU_GATEWAY_CONTRACT to the folder of contract-openapi.yaml', () => {
    it('is not checked', () => undefined);
  });
} else {
  describe('a running gateway answers by the reference contract', { timeout: 600_000 }, () => {
    const all = loadContract().operations;
    const served = new Set(apiOperations.map(({ method, path }) => `${method} ${path}`));
    const why = (operation: string) => operationLeftOut(operation.split(' ')[1] ?? '');
    const inScope = all.filter((operation) => why(operation) === undefined);
    let world: World;
    let driver: Driver;
    beforeAll(async () => {
      world = await startWorld({ history: true, simulator: { product: 'container' } });
      driver = createDriver(world);
    });
    afterAll(async () => {
      await world.close();
      const faulty = new Set(driver.faults.map((each) => each.split(' -> ')[0]));
      const there = inScope.filter((operation) => served.has(operation));
      const conforming = there.filter((operation) => !faulty.has(operation)).length;
      const lines = [
        `served ${there.length} of ${inScope.length}, conforming ${conforming} of ${there.length}`,
        ...reasonsOf(all, why).map((line) => `left out, ${line}`),
      ];
      process.stdout.write(`${lines.join('\n')}\n`);
    });

    it('serves every operation that is not left out with a reason', () => {
      expect(inScope.filter((operation) => !served.has(operation))).toEqual([]);
      expect(inScope.length).toBeGreaterThan(150);
    });

    it('for every device of the invented installation', async () => {
      const { json } = await driver.ask('GET /devices', { query: { per_page: '500' } });
      await driveDevices(driver, json.items);
      await driveSchedules(driver);
      expect(driver.faults).toEqual([]);
    });

    it('to unauthorized callers, to unknown addresses and to wrong bodies', async () => {
      await driveRefusals(driver, inScope);
      expect(driver.faults).toEqual([]);
    });

    it('for its hub, its administration and all that people do with it', async () => {
      const socket = await openSocket(world);
      await subscribe(socket, ['*']);
      await makeTrouble(world);
      await driveHouse(driver);
      const unheard = () => EXPECTED_BROADCASTS.filter((type) => !socket.frames.some((frame) => frame.type === type));
      await expect.poll(unheard, { timeout: 15_000 }).toEqual([]);
      await driveEnd(driver);
      expect(driver.faults).toEqual([]);
      expect(faultsOfBroadcasts(socket.frames)).toEqual([]);
      socket.close();
    });

    it('and every operation has succeeded at least once, except for those that cannot', () => {
      const succeeded = (operation: string) =>
        [...(driver.statuses.get(operation) ?? [])].some((status) => status < 400);
      const never = inScope.filter((operation) => !succeeded(operation));
      expect(never.toSorted()).toEqual(Object.keys(NEVER).toSorted());
    });
  });
}
