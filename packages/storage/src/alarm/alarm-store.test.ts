import { chain, newState } from '@ccu-gateway/alarm';
import { describe, expect, it } from 'vitest';
import { startStorage } from '../../test/fixture.js';

const DAY_MS = 86_400_000;
const digest = (text: string) => `digest ${text.length}`;
const state = newState(0);

const entriesAt = (...times: readonly number[]) =>
  chain(
    { id: 0, hash: '' },
    times.map((at, index) => ({ at, class: 'arm', event: `e${index}`, zone: index % 2 === 0 ? 'ground' : 'attic' })),
    digest,
  );

describe('the store of the alarm system', () => {
  it('gives state, configuration and head of the journal back', async () => {
    const world = await startStorage();
    const { alarm } = world.storage;
    expect(await alarm.load()).toEqual({ config: undefined, state: undefined, head: { id: 0, hash: '' } });
    const entries = entriesAt(1, 2);
    await alarm.save({ state, entries, config: { zones: [], codes: [] } });
    await alarm.save({ state: { ...state, nextIncident: 7 }, entries: [] });
    expect(await alarm.load()).toEqual({
      config: { zones: [], codes: [] },
      state: { ...state, nextIncident: 7 },
      head: { id: 2, hash: entries[1]?.hash },
    });
    world.close();
  });

  it('stores state and entries together, or nothing', async () => {
    const world = await startStorage();
    const { alarm } = world.storage;
    const entries = entriesAt(1);
    await alarm.save({ state, entries });
    await expect(alarm.save({ state: { ...state, nextIncident: 9 }, entries })).rejects.toThrow();
    expect((await alarm.load()).state).toEqual(state);
    world.close();
  });

  it('selects entries by zone, class and time, newest first', async () => {
    const world = await startStorage();
    const { alarm } = world.storage;
    await alarm.save({ state, entries: entriesAt(10, 20, 30, 40) });
    const ids = async (query: object) => (await alarm.query({ limit: 10, ...query })).map(({ id }) => id);
    expect(await ids({})).toEqual([4, 3, 2, 1]);
    expect(await ids({ zone: 'attic' })).toEqual([4, 2]);
    expect(await ids({ from: 20, to: 40 })).toEqual([3, 2]);
    expect(await ids({ class: 'fault' })).toEqual([]);
    expect(await ids({ limit: 1 })).toEqual([4]);
    expect((await alarm.after(2)).map(({ id }) => id)).toEqual([3, 4]);
    world.close();
  });

  it('keeps the newest 100 000 entries, and remembers where the chain goes on', async () => {
    const world = await startStorage();
    const { alarm } = world.storage;
    const entries = entriesAt(0, 1);
    await alarm.save({ state, entries });
    const later = chain({ id: 100_000, hash: '' }, [{ at: 2, class: 'arm', event: 'later' }], digest);
    await alarm.save({ state, entries: later });
    expect((await alarm.after(0)).map(({ id }) => id)).toEqual([2, 100_001]);
    expect(await alarm.base()).toEqual({ id: 1, hash: entries[0]?.hash });
    world.close();
  });

  it('keeps its entries when the clock jumps far ahead', async () => {
    const world = await startStorage();
    const { alarm } = world.storage;
    const entries = entriesAt(0, DAY_MS, 4_000 * DAY_MS);
    await alarm.save({ state, entries });
    expect((await alarm.after(0)).map(({ id }) => id)).toEqual([1, 2, 3]);
    world.close();
  });
});
