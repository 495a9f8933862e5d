import type { MatterExposure, MatterExposureUpdate } from '@ccu-gateway/contract/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exposablesIn } from '../src/index.js';
import { createTestHouse, plugAddresses, startTestBridge, type TestBridge } from './bridge-world.js';

const ADDRESSES = plugAddresses(84);
const [FIRST = '', SECOND = '', BROKEN = ''] = ADDRESSES;
const LAST = ADDRESSES.at(-1) ?? '';

let world: TestBridge;
let assemblies = 0;
beforeAll(async () => {
  world = await startTestBridge({
    house: createTestHouse(ADDRESSES),
    profile: 'alexa',
    mapping(devices, options) {
      assemblies += 1;
      return exposablesIn(devices.map(spoilt), options).map((each) =>
        each.address === SECOND ? { ...each, kind: undefined } : each,
      );
    },
  });
});
afterAll(() => world?.stop());

/** One device whose description says nothing that can be understood. */
function spoilt(view: Parameters<typeof exposablesIn>[0][number]) {
  return view.device.address === BROKEN ? { ...view, dataPoints: new Map([[3, [null]]]) as never } : view;
}

const shownAs = (address: string): MatterExposure => {
  const found = world.bridge.exposable().find((each) => each.device_address === address);
  if (found === undefined) throw new Error(`${address} is not listed`);
  return found;
};
const updateOf = (address: string, change: Partial<MatterExposureUpdate>): MatterExposureUpdate => {
  const { central_name, device_address, channel_no, dp_kind, dp_key, enabled } = shownAs(address);
  return { central_name, device_address, channel_no, dp_kind, dp_key, enabled, ...change };
};

describe('a bridge for a system with a limit', () => {
  it('exposes as much as the system accepts, and reports the things left out with the reason', () => {
    expect(world.supervised.status()).toMatchObject({
      profile: 'alexa',
      endpoint_limit: 80,
      endpoints_used: 80,
      endpoint_count: 80,
      enabled_count: 80,
      warnings: [{ code: 'limit_passed', things: 3, message: expect.stringContaining('80') }],
    });
    expect(shownAs(LAST)).toMatchObject({
      enabled: false,
      shown: false,
      reason_code: 'over_limit',
      mappable: 'mappable',
    });
    expect(shownAs(FIRST)).toMatchObject({ enabled: true, shown: true, endpoints: 1, kind: 'plug' });
    expect(world.logged.filter((line) => line.includes('limit_passed'))).toHaveLength(1);
  });

  it('exposes chosen things before default ones', async () => {
    const before = world.bridge.exposable().filter(({ shown }) => shown);
    await world.bridge.expose(updateOf(LAST, { enabled: true }));
    expect(shownAs(LAST)).toMatchObject({ enabled: true, shown: true });
    const after = new Set(world.bridge.exposable().flatMap((each) => (each.shown ? each.device_address : [])));
    expect(before.filter(({ device_address: address }) => !after.has(address))).toHaveLength(1);
    expect(world.supervised.status()).toMatchObject({ endpoint_count: 80, enabled_count: 80 });
  });
});

describe('a choice', () => {
  it('makes a plug a light at once, under its number, and is kept', async () => {
    const key = `home/${FIRST}:3`;
    const number = world.store.knownNumber(key);
    await world.bridge.expose(updateOf(FIRST, { kind: 'light' }));
    expect(shownAs(FIRST)).toMatchObject({ kind: 'light', device_type_label: 'OnOffLight', shown: true });
    expect(world.store.choices().get(key)).toEqual({ enabled: true, kind: 'light' });
    await world.bridge.expose(updateOf(FIRST, { friendly_name: 'Stehlampe' }));
    expect(world.store.choices().get(key)).toEqual({ enabled: true, kind: 'light', name: 'Stehlampe' });
    expect(world.store.knownNumber(key)).toBe(number);
  });

  it('of a kind is refused for a thing without kinds, and changes nothing', async () => {
    await expect(world.bridge.expose(updateOf(SECOND, { kind: 'light' }))).rejects.toMatchObject({
      code: 'unprocessable',
      details: { reason: 'matter_no_kind' },
    });
    expect(world.store.choices().has(`home/${SECOND}:3`)).toBe(false);
  });

  it('for many things at once reads the devices once, and leaves out refused ones', async () => {
    const before = assemblies;
    const away = ADDRESSES.slice(10, 20).map((address) => updateOf(address, { enabled: false }));
    const unknown = { ...updateOf(FIRST, {}), device_address: 'NONE' };
    expect(await world.bridge.exposeAll([...away, unknown])).toEqual(away);
    expect(assemblies).toBe(before + 1);
    expect(world.supervised.status()).toMatchObject({ endpoint_count: 73 });
    expect(world.supervised.status().warnings).toBeUndefined();
    expect(await world.bridge.exposeAll([unknown])).toEqual([]);
    expect(assemblies).toBe(before + 1);
  });
});

describe('a device that cannot be made out', () => {
  it('is one thing that is not exposed, and one incident, for any number of reads', async () => {
    expect(shownAs(BROKEN)).toMatchObject({ mappable: 'unmappable', shown: false, reason_code: 'failed' });
    expect(assemblies).toBeGreaterThan(2);
    expect(world.incidents).toMatchObject([
      { summary: expect.stringContaining('cannot be shown'), detail: expect.stringContaining('TypeError') },
    ]);
    await expect(world.bridge.expose(updateOf(BROKEN, { enabled: true }))).rejects.toMatchObject({
      details: { reason: 'matter_unmappable' },
    });
  });
});
