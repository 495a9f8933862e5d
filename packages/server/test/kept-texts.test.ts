import { bearer } from '@ccu-gateway/auth-core/testing';
import type { HouseModel } from '@ccu-gateway/device-model';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { SWITCH, smallHouse, valueEvent } from './house.js';
import { startWorld, type World } from './world.js';

const DEVICE = `/api/v1/devices/${SWITCH}`;
const ROLES = [undefined, 'viewer', 'operator', 'admin'] as const;

/** Paths whose answers are made of kept texts, and the same answer made anew. */
const READS: Readonly<Record<string, (house: HouseModel) => unknown>> = {
  [DEVICE]: (house) => presentIn(house.device(SWITCH)),
  [`${DEVICE}?locale=de`]: (house) => presentIn(house.device(SWITCH, { locale: 'de' })),
  [`${DEVICE}/channels`]: (house) => presentIn(house.channels(SWITCH)),
  [`${DEVICE}/channels/1/data-points`]: (house) => presentIn(house.dataPoints({ address: SWITCH, channel: 1 })),
  [`${DEVICE}/channels/1/data-points/STATE`]: (house) =>
    presentIn(house.dataPoint({ address: SWITCH, channel: 1, parameter: 'STATE' })),
  '/api/v1/devices?per_page=1': (house) => ({
    items: house.devices({ limit: 1 }),
    page: 1,
    per_page: 1,
    total: house.deviceCount(),
  }),
};

const presentIn = <Value>(found: { readonly ok: true; readonly value: Value } | { readonly ok: false }) =>
  found.ok ? found.value : undefined;

type Step = (house: HouseModel) => unknown;
const named =
  (name: string): Step =>
  (house) =>
    house.apply({
      type: 'names_loaded',
      central: 'ccu1',
      at: 1,
      names: [{ address: SWITCH, name }],
      rooms: [{ name: `Room ${name}`, channelAddresses: [`${SWITCH}:1`] }],
      functions: [],
    });
const removed: Step = (house) =>
  house.apply({ type: 'devices_removed', central: 'ccu1', interfaceName: 'HmIP-RF', at: 1, addresses: [SWITCH] });
const step = fc.oneof(
  {
    arbitrary: fc.boolean().map(
      (on): Step =>
        (house) =>
          house.apply(valueEvent(`${SWITCH}:1`, 'STATE', on)),
    ),
    weight: 4,
  },
  {
    arbitrary: fc.boolean().map(
      (away): Step =>
        (house) =>
          house.apply(valueEvent(`${SWITCH}:0`, 'UNREACH', away)),
    ),
    weight: 2,
  },
  { arbitrary: fc.string({ minLength: 1, maxLength: 5, unit: 'grapheme' }).map(named), weight: 2 },
  {
    arbitrary: fc.boolean().map(
      (hidden): Step =>
        (house) =>
          house.setChannelFlags({ address: SWITCH, channel: 1 }, { hidden }),
    ),
    weight: 1,
  },
  { arbitrary: fc.constant(removed), weight: 1 },
);

/** Reads a path as a role and compares it with the answer made anew; without a role there is no answer. */
async function expectFresh(world: World, path: string, as: (typeof ROLES)[number]): Promise<void> {
  const answer = await world.request({ target: path, ...(as === undefined ? {} : { as }) });
  const text = await answer.text();
  const fresh = READS[path]?.(world.house);
  if (as === undefined) {
    expect([answer.status, text.includes(SWITCH) && !text.includes('"instance"')]).toEqual([401, false]);
  } else if (fresh === undefined) expect(answer.status).toBe(404);
  else expect([answer.status, text]).toEqual([200, JSON.stringify(fresh)]);
}

describe('answers of kept texts', () => {
  it('equal those made anew for every role, however changes and readings are mixed, and need a role', async () => {
    const reading = fc.tuple(fc.constantFrom(...Object.keys(READS)), fc.constantFrom(...ROLES));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(step, reading), { maxLength: 25 }), async (all) => {
        const world = await startWorld({ house: smallHouse() });
        for (const each of all) {
          if (typeof each === 'function') each(world.house);
          else await expectFresh(world, ...each);
        }
        for (const path of Object.keys(READS)) for (const as of ROLES) await expectFresh(world, path, as);
        await world.close();
      }),
      { numRuns: 15 },
    );
  });

  it.each(['/api/v1/devices?per_page=1', '/api/v1/snapshot'])(
    'of %s are sent without a turn of their own until anything changes',
    async (target) => {
      const world = await startWorld({ house: smallHouse() });
      const turns = vi.spyOn(globalThis, 'setImmediate');
      const turnsOf = async (path: string) => {
        turns.mockClear();
        expect((await world.request({ target: path, as: 'viewer' })).status).toBe(200);
        return turns.mock.calls.length;
      };
      expect(await turnsOf(target)).toBe(1);
      expect(await turnsOf(target)).toBe(0);
      world.house.apply(valueEvent(`${SWITCH}:1`, 'STATE', true));
      expect(await turnsOf(target)).toBe(1);
      expect(await turnsOf(`${target}${target.includes('?') ? '&' : '?'}locale=de`)).toBe(1);
      turns.mockRestore();
      await world.close();
    },
  );

  it('are sent without the values that they show', async () => {
    const world = await startWorld({ house: smallHouse() });
    const made = (['device', 'devices', 'channels', 'dataPoint', 'dataPoints'] as const).map((name) =>
      vi.spyOn(world.house, name),
    );
    for (const target of Object.keys(READS)) {
      expect((await world.request({ target, as: 'viewer' })).status).toBe(200);
    }
    expect(made.map(({ mock }) => mock.calls.length)).toEqual(made.map(() => 0));
    await world.close();
  });

  it('are refused to a token that was revoked after it had read them', async () => {
    const world = await startWorld();
    const made = await world.auth.tokens.create(
      { subject: 'panel', role: 'viewer' },
      { subject: 'root', scheme: 'cli', peer: 'local' },
    );
    if (!made.ok) throw new Error('no token');
    const read = () => world.request({ target: DEVICE, headers: { Authorization: bearer(made.value.token) } });
    expect((await read()).status).toBe(200);
    await world.auth.tokens.revoke(made.value.fingerprint, { subject: 'root', scheme: 'cli', peer: 'local' });
    expect((await read()).status).toBe(401);
    await world.close();
  });
});
