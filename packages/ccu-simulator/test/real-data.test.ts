import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HouseDataError, loadHouse, startSimulator } from '../src/index.js';
import { createManualTime } from '../src/testing/index.js';

const directory = process.env.CCU_GATEWAY_CCU_DATA ?? '';

describe('an installation from a directory', () => {
  it('names a directory that it cannot read', async () => {
    await expect(loadHouse('/nowhere')).rejects.toThrow(HouseDataError);
    await expect(loadHouse('/nowhere')).rejects.toThrow('/nowhere/device_descriptions');
  });

  it.skipIf(!existsSync(directory))(
    'plays every real device type, with a daily life (skipped without the directory that CCU_GATEWAY_CCU_DATA names)',
    async () => {
      const files = (await readdir(join(directory, 'device_descriptions'))).filter((file) => file.endsWith('.json'));
      const time = createManualTime();
      const simulator = await startSimulator({
        dataDir: directory,
        life: true,
        clock: time.clock,
        timers: time.timers,
      });
      let said = 0;
      simulator.on(() => {
        said += 1;
      });
      time.advance(600_000);
      const devices = simulator.house.devices();
      await simulator.close();
      expect(said).toBeGreaterThan(400);
      expect(devices.map(({ description }) => `${description.TYPE}.json`).sort()).toEqual(files.sort());
      expect([...simulator.interfaces].sort()).toEqual(['BidCos-RF', 'BidCos-Wired', 'HmIP-RF', 'VirtualDevices']);
      const described = devices.flatMap((device) =>
        [device.description, ...device.channels.map(({ description }) => description)].flatMap(({ ADDRESS }) =>
          Object.values(simulator.house.descriptions(ADDRESS)).flatMap((set) => Object.values(set ?? {})),
        ),
      );
      expect(described.length).toBeGreaterThan(20_000);
      expect(described.every((parameter) => Object.values(parameter).every((member) => member !== null))).toBe(true);
    },
  );
});
