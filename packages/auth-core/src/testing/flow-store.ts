import type { FlowRecord, FlowStore } from '../model/ports.js';
import type { TestFramework } from './framework.js';

const ids = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(64));
const [a = '', b = '', c = '', d = '', e = ''] = ids;

function flowRecord(change: Partial<FlowRecord>): FlowRecord {
  return {
    idHash: a,
    returnTo: '/devices?room=1',
    lane: 'oidc_start 192.168.1.7',
    startedAt: 1_700_000_000_000,
    ...change,
  };
}

/**
 * Contract suite for stores of sign-ins under way. `other` is the same store of another program, if there is one.
 *
 * @example
 * describeFlowStore({ describe, it, expect }, 'in my database', async () => ({ store: openMyStores().flows, close: () => {} }));
 */
export function describeFlowStore(
  framework: TestFramework,
  name: string,
  open: () => Promise<{ readonly store: FlowStore; readonly other?: FlowStore; close(): unknown }>,
): void {
  const { describe, it, expect } = framework;
  const limits = { capacity: 200, over: 0 };
  const test = (title: string, body: (store: FlowStore, other: FlowStore) => Promise<void>) =>
    it(title, async () => {
      const { store, other = store, close } = await open();
      try {
        await body(store, other);
      } finally {
        await close();
      }
    });

  describe(`the store of sign-ins under way ${name}`, () => {
    test('returns an added flow to exactly one of its callers', async (store, other) => {
      await store.add(flowRecord({}), limits);
      expect(await other.take(b, 0)).toBeNull();
      const taken = await Promise.all([store, other, store, other].map((each) => each.take(a, 0)));
      expect(taken.filter((flow) => flow !== null)).toEqual([flowRecord({})]);
    });

    test('gives back nothing that is over', async (store, other) => {
      const { startedAt } = flowRecord({});
      await store.add(flowRecord({}), limits);
      await store.add(flowRecord({ idHash: b, startedAt: startedAt + 1 }), limits);
      expect(await other.take(a, startedAt)).toBeNull();
      expect(await other.take(b, startedAt)).toEqual(flowRecord({ idHash: b, startedAt: startedAt + 1 }));
    });

    test('lets go of the oldest of the lane that holds the most where there is no room', async (store, other) => {
      const lanes = ['one', 'two', 'two', 'one', 'two'];
      for (const [index, idHash] of ids.entries()) {
        const flow = flowRecord({ idHash, lane: lanes[index] ?? '' });
        await (index % 2 === 0 ? store : other).add(flow, { capacity: 4, over: 0 });
      }
      // Of two lanes of one size the oldest went.
      const kept = await Promise.all([a, b, c, d, e].map((idHash) => store.take(idHash, 0)));
      expect(kept.map((flow) => flow?.lane ?? null)).toEqual([null, 'two', 'two', 'one', 'two']);
    });

    test('removes expired flows before any other one', async (store) => {
      const { startedAt } = flowRecord({});
      await store.add(flowRecord({ lane: 'one', startedAt: startedAt + 1 }), limits);
      await store.add(flowRecord({ idHash: b, lane: 'two' }), limits);
      await store.add(flowRecord({ idHash: c, lane: 'one', startedAt: startedAt + 2 }), {
        capacity: 2,
        over: startedAt,
      });
      const kept = await Promise.all([a, b, c].map((idHash) => store.take(idHash, 0)));
      expect(kept.map((flow) => flow !== null)).toEqual([true, false, true]);
    });
  });
}
