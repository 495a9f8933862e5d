import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startWorld } from './world.js';

const dir = process.env.CCU_GATEWAY_CCU_DATA ?? '';
const present = existsSync(join(dir, 'device_descriptions'));

interface Description {
  readonly ADDRESS: string;
  readonly PARENT?: string;
  readonly PARAMSETS: readonly string[];
}

/** Counts straight from the files, with nothing of the product in between. */
function countFiles() {
  const read = <T>(folder: string, file: string) => JSON.parse(readFileSync(join(dir, folder, file), 'utf8')) as T;
  let devices = 0;
  let channels = 0;
  let dataPoints = 0;
  for (const file of readdirSync(join(dir, 'device_descriptions'))) {
    const described = read<readonly Description[]>('device_descriptions', file);
    const paramsets = read<Record<string, { VALUES?: Record<string, unknown> }>>('paramset_descriptions', file);
    for (const each of described) {
      if (!each.ADDRESS.includes(':')) {
        devices += 1;
        continue;
      }
      channels += 1;
      dataPoints += Object.keys(paramsets[each.ADDRESS]?.VALUES ?? {}).length;
    }
  }
  return { devices, channels, dataPoints };
}

describe.skipIf(!present)('all real devices (skipped without the directory that CCU_GATEWAY_CCU_DATA names)', () => {
  it('appear with every device, channel and data point', async () => {
    const expected = countFiles();
    expect(expected.devices).toBe(73);
    const world = await startWorld({ simulator: { dataDir: dir } });
    const { json } = await world.call('GET', '/api/v1/snapshot?include=data_points');
    const perDevice: { channels: { data_points: unknown[] }[] }[] = json.device_channels;
    const channels = perDevice.flatMap((each) => each.channels);
    expect({
      devices: json.devices.length,
      channels: channels.length,
      dataPoints: channels.reduce((sum, each) => sum + (each.data_points?.length ?? 0), 0),
    }).toEqual(expected);
    expect(world.logged()).not.toMatch(/description.*(refused|malformed|invalid)/i);
    await world.close();
  });
});
