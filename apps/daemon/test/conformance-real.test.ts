import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasContract } from '../../../packages/server/test/contract.js';
import { driveDevices, driveSchedules, type Listed } from './conformance/drive-devices.js';
import { createDriver, type Driver } from './conformance/driver.js';
import { startWorld, type World } from './world.js';

const dataDir = process.env.CCU_GATEWAY_CCU_DATA ?? '';
const hasData = existsSync(join(dataDir, 'device_descriptions'));

describe.skipIf(!hasContract || !hasData)(
  'a running gateway answers by the reference contract for all real devices (skipped without the data of CCU_GATEWAY_CONTRACT and CCU_GATEWAY_CCU_DATA)',
  { timeout: 600_000 },
  () => {
    let real: World;
    let driver: Driver;
    let devices: readonly Listed[] = [];
    beforeAll(async () => {
      real = await startWorld({ history: true, simulator: { dataDir } });
      driver = createDriver(real);
      devices = (await driver.ask('GET /devices', { query: { per_page: '500' } })).json.items;
    });
    afterAll(() => real.close());

    // A share at a time: together they take longer than one test may on a busy machine.
    const SHARES = 4;
    it.each(Array.from({ length: SHARES }, (_, share) => [share + 1, share] as const))(
      `share %i of ${SHARES}`,
      async (_, share) => {
        expect(devices).toHaveLength(73);
        const mine = devices.filter((_device, index) => index % SHARES === share);
        await driveDevices(driver, mine);
        expect(driver.faults).toEqual([]);
      },
    );

    it('their schedules and all at once', async () => {
      await driveSchedules(driver);
      await driver.ask('GET /snapshot', { query: { include: 'data_points' } });
      expect(driver.faults).toEqual([]);
    });
  },
);
