import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actsWorld, POINTS, type PointName } from '../../test/acts-world.js';

const HOUR = 3_600;

describe('an act', () => {
  it('sends its values, and restores the values before at its end', async () => {
    const world = actsWorld();
    world.values.set('A/1', 21);
    const id = await world.start({ 'A/1': 17, 'B/1': 17 }, HOUR);
    expect(world.act(id)?.writes.map(({ state, before }) => [state, before])).toEqual([
      ['set', 21],
      ['set', 0],
    ]);
    await world.pass(HOUR * 1000 - 1);
    expect(world.values.get('A/1')).toBe(17);
    await world.pass(1);
    expect([world.values.get('A/1'), world.values.get('B/1'), world.act(id)?.state]).toEqual([21, 0, 'ended']);
    expect(world.sent).toHaveLength(4);
    expect(world.audited).toEqual(['act_write anna', 'act_write anna', 'act_write acts', 'act_write acts']);
  });

  it('sets nothing that a person confirms, and restores nothing that a person confirms by then', async () => {
    const world = actsWorld();
    world.confirmed.add('A/1');
    await expect(world.start({ 'A/1': 1, 'B/1': 1 }, HOUR)).rejects.toMatchObject({
      code: 'validation',
      details: { errors: [{ field: 'writes.0', reason: expect.stringContaining('asks a person first') }] },
    });
    expect([world.sent, [...world.stored]]).toEqual([[], []]);
    const id = await world.start({ 'A/2': 3, 'B/1': 3 }, HOUR);
    world.confirmed.add('A/2');
    await world.pass(HOUR * 1000);
    expect(world.act(id)?.writes.map(({ state, reason }) => [state, reason])).toEqual([
      ['kept', 'confirmation_required'],
      ['restored', undefined],
    ]);
    expect(world.values.get('A/2')).toBe(3);
  });

  it('ends early on request, and once only', async () => {
    const world = actsWorld();
    const id = await world.start({ 'A/1': 3 }, HOUR);
    await world.end(id);
    await expect(world.end(id)).rejects.toMatchObject({ code: 'conflict', details: { reason: 'act_ended' } });
    await world.pass(2 * HOUR * 1000);
    expect(world.sent).toEqual([
      { point: 'A/1', value: 3 },
      { point: 'A/1', value: 0 },
    ]);
  });

  it('without an end can be taken back for an hour, and its values stay afterwards', async () => {
    const world = actsWorld();
    const first = await world.start({ 'A/1': 3 });
    await world.end(first);
    const second = await world.start({ 'A/1': 5 });
    await world.pass(HOUR * 1000);
    expect(world.act(second)?.state).toBe('ended');
    await expect(world.end(second)).rejects.toMatchObject({ code: 'conflict' });
    expect(world.values.get('A/1')).toBe(5);
  });

  it('restores nothing that another client wrote meanwhile, even with the same value', async () => {
    const world = actsWorld();
    const id = await world.start({ 'A/1': 3, 'A/2': 3 }, HOUR);
    await world.otherWrites('A/1', 3);
    await world.pass(HOUR * 1000);
    expect(world.act(id)?.writes.map(({ state }) => state)).toEqual(['taken_over', 'restored']);
    expect([world.values.get('A/1'), world.values.get('A/2')]).toEqual([3, 0]);
  });

  it('restores the value before the first of two acts at the end of the second', async () => {
    const world = actsWorld();
    world.values.set('A/1', 21);
    const first = await world.start({ 'A/1': 17 }, HOUR);
    await world.start({ 'A/1': 19 }, 2 * HOUR);
    await world.pass(HOUR * 1000);
    expect([world.act(first)?.state, world.values.get('A/1')]).toEqual(['ended', 19]);
    await world.pass(HOUR * 1000);
    expect(world.values.get('A/1')).toBe(21);
  });

  it('goes on after a second act was refused by the CCU', async () => {
    const world = actsWorld();
    await world.start({ 'A/1': 17 }, HOUR);
    world.mood.answer = 'refuses';
    const second = await world.start({ 'A/1': 19 }, 2 * HOUR);
    expect(world.act(second)).toMatchObject({ state: 'ended', writes: [{ state: 'refused' }] });
    world.mood.answer = 'confirms';
    await world.pass(HOUR * 1000);
    expect(world.values.get('A/1')).toBe(0);
  });

  it('ends at the start where its end passed while the gateway was away and the value is still its own', async () => {
    const world = actsWorld();
    const id = await world.start({ 'A/1': 3, 'A/2': 3 }, HOUR);
    await world.restart(() => world.values.set('A/2', 9), 5 * HOUR * 1000);
    expect(world.act(id)?.writes.map(({ state }) => state)).toEqual(['restored', 'taken_over']);
    expect([world.values.get('A/1'), world.values.get('A/2')]).toEqual([0, 9]);
  });

  it('waits for its CCU at the end', async () => {
    const world = actsWorld();
    const id = await world.start({ 'A/1': 3 }, HOUR);
    await world.connect(false);
    await world.pass(5 * HOUR * 1000);
    expect(world.act(id)?.state).toBe('ending');
    await world.connect(true);
    await world.pass(60_000);
    expect([world.act(id)?.state, world.values.get('A/1')]).toEqual(['ended', 0]);
  });

  it('keeps its value with the reason after the CCU has refused five times', async () => {
    const world = actsWorld();
    const id = await world.start({ 'A/1': 3 }, HOUR);
    world.mood.answer = 'refuses';
    await world.pass(2 * HOUR * 1000);
    expect(world.act(id)).toMatchObject({
      state: 'ended',
      writes: [{ state: 'kept', reason: 'upstream_unavailable' }],
    });
  });

  it('is taken back at a device that sleeps and has reported nothing', async () => {
    const world = actsWorld();
    world.mood.answer = 'sleeps';
    const id = await world.start({ 'A/1': 3 }, HOUR);
    await world.end(id);
    expect(world.sent.at(-1)).toEqual({ point: 'A/1', value: 0 });
  });

  it('counts a write that the CCU may still take as sent', async () => {
    const world = actsWorld();
    world.mood.answer = 'delays';
    const id = await world.start({ 'A/1': 3 }, HOUR);
    expect(world.act(id)?.writes[0]?.state).toBe('set');
  });

  it('holds its claim while a blind moves, and not for a position in which it stays', async () => {
    for (const [waitMs, state] of [
      [1_000, 'set'],
      [200_000, 'taken_over'],
    ] as const) {
      const world = actsWorld('LEVEL');
      world.mood.answer = 'sleeps';
      world.values.set('A/1', 1);
      const id = await world.start({ 'A/1': 0 }, HOUR);
      await world.pass(waitMs);
      await world.deviceReports('A/1', 0.6);
      expect(world.act(id)?.writes[0]?.state).toBe(state);
    }
  });

  it('is refused as a whole, with the faults of each write, and sends nothing', async () => {
    const world = actsWorld();
    await expect(world.start({ 'A/1': 3, 'A/2': 'warm', 'C/1': 1 }, HOUR)).rejects.toMatchObject({
      code: 'validation',
      details: {
        errors: [
          { field: 'writes.1.value', reason: 'must be a number' },
          { field: 'writes.2', reason: 'no C/1' },
        ],
      },
    });
    expect([world.sent, world.keeper().list()]).toEqual([[], []]);
  });

  it('sends nothing where it cannot be stored', async () => {
    const world = actsWorld();
    world.mood.isFull = true;
    await expect(world.start({ 'A/1': 3 }, HOUR)).rejects.toMatchObject({ code: 'service_unready' });
    expect([world.sent, world.keeper().list()]).toEqual([[], []]);
  });

  it('is refused while a hundred are in force', async () => {
    const world = actsWorld();
    for (let count = 0; count < 100; count += 1) {
      world.values.set(`M/${count}`, 0);
      await world.start({ [`M/${count}`]: 1 }, HOUR);
    }
    await expect(world.start({ 'A/1': 1 }, HOUR)).rejects.toMatchObject({ details: { reason: 'too_many_acts' } });
    await world.otherWrites('M/0', 1);
    await world.start({ 'A/1': 1 }, HOUR);
    expect(world.values.get('A/1')).toBe(1);
  });

  it('is forgotten a week after its end, and twenty ended ones are kept', async () => {
    const world = actsWorld();
    for (let count = 1; count <= 25; count += 1) await world.end(await world.start({ 'A/1': count }, HOUR));
    const running = await world.start({ 'A/1': 99 }, HOUR);
    await world.pass(HOUR * 1000);
    expect(world.keeper().list()).toHaveLength(20);
    await world.restart(undefined, 8 * 86_400_000);
    expect([world.keeper().list(), world.stored.size, world.act(running)]).toEqual([[], 0, undefined]);
  });
});

/** Steps of a random history of an installation. Values are few, so that foreign ones often equal those of acts. */
const value = fc.integer({ min: 0, max: 3 });
const point = fc.constantFrom(...POINTS);
const happening = fc.oneof(
  fc.record({
    kind: fc.constant('start' as const),
    writes: fc.dictionary(point, value, { minKeys: 1, maxKeys: 3 }),
    minutes: fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('otherWrites' as const), point, value }),
  fc.record({ kind: fc.constant('deviceReports' as const), point, value }),
  fc.record({ kind: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('end' as const), which: fc.nat({ max: 5 }) }),
  fc.record({ kind: fc.constant('connect' as const), isLive: fc.boolean() }),
  fc.record({
    kind: fc.constant('restart' as const),
    point,
    value,
    isTurned: fc.boolean(),
    minutes: fc.integer({ min: 0, max: 90 }),
  }),
);

/** The same rules, in as few words as possible: whose value a data point has, and the value before. */
function reference() {
  const values = new Map<string, number>(POINTS.map((name) => [name, 0]));
  const claims = new Map<string, { readonly id: string; readonly set: number; readonly before: number }>();
  return {
    values,
    start(id: string, writes: Readonly<Record<string, number>>) {
      for (const [name, set] of Object.entries(writes)) {
        claims.set(name, { id, set, before: claims.get(name)?.before ?? values.get(name)! });
        values.set(name, set);
      }
    },
    otherWrites(name: string, written: number) {
      claims.delete(name);
      values.set(name, written);
    },
    deviceReports(name: string, reported: number) {
      if (claims.get(name)?.set !== reported) claims.delete(name);
      values.set(name, reported);
    },
    /** A change while the CCU is away, of which nobody learns before `seen`. */
    unseen(name: string, value: number) {
      values.set(name, value);
    },
    /** The CCU is there: its present values count. */
    seen() {
      for (const [name, claim] of claims) if (values.get(name) !== claim.set) claims.delete(name);
    },
    end(id: string, isRestored: boolean) {
      for (const [name, claim] of claims) {
        if (claim.id !== id) continue;
        claims.delete(name);
        if (isRestored) values.set(name, claim.before);
      }
    },
  };
}

describe('acts among people, programs and restarts', () => {
  it('give back exactly the values that are still theirs, and override none of anyone else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 25 }), async (happenings) => {
        const world = actsWorld();
        const expected = reference();
        let now = 0;
        let running: { readonly id: string; readonly until: number; readonly isTimed: boolean }[] = [];
        const started: string[] = [];
        // An act that ends while its CCU is away ends when the CCU is back.
        const endDue = () => {
          for (const { id, until, isTimed } of running) {
            if (until > now) continue;
            if (isTimed && !world.mood.isLive) continue;
            expected.end(id, isTimed);
            running = running.filter((each) => each.id !== id);
          }
        };
        const pass = async (minutes: number) => {
          for (let minute = 0; minute < minutes; minute += 1) {
            await world.pass(60_000);
            now += 60_000;
            endDue();
          }
        };
        for (const each of happenings) {
          if (each.kind === 'start' && world.mood.isLive) {
            const writes = each.writes as Readonly<Record<PointName, number>>;
            const id = await world.start(writes, each.minutes === undefined ? undefined : each.minutes * 60);
            expected.start(id, writes);
            started.push(id);
            running.push({ id, until: now + (each.minutes ?? 60) * 60_000, isTimed: each.minutes !== undefined });
          } else if (each.kind === 'otherWrites' && world.mood.isLive) {
            await world.otherWrites(each.point, each.value);
            expected.otherWrites(each.point, each.value);
          } else if (each.kind === 'deviceReports' && world.mood.isLive) {
            await world.deviceReports(each.point, each.value);
            expected.deviceReports(each.point, each.value);
          } else if (each.kind === 'pass') await pass(each.minutes);
          else if (each.kind === 'end' && world.mood.isLive) {
            const id = started[each.which];
            if (id === undefined || world.act(id)?.state === 'ended' || world.act(id) === undefined) continue;
            await world.end(id);
            expected.end(id, true);
            running = running.filter((one) => one.id !== id);
          } else if (each.kind === 'connect') {
            await world.connect(each.isLive);
            if (each.isLive) expected.seen();
            // The next attempt is at most fifteen seconds away.
            await pass(1);
          } else if (each.kind === 'restart') {
            await world.restart(() => each.isTurned && world.values.set(each.point, each.value), each.minutes * 60_000);
            if (each.isTurned && world.mood.isLive) expected.deviceReports(each.point, each.value);
            else if (each.isTurned) expected.unseen(each.point, each.value);
            now += each.minutes * 60_000;
            endDue();
          }
        }
        await world.connect(true);
        expected.seen();
        await pass(120);
        expect(Object.fromEntries(world.values)).toEqual(Object.fromEntries(expected.values));
        expect(
          world
            .keeper()
            .list()
            .every(({ state }) => state === 'ended'),
        ).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
