import type { Act } from '@ccu-gateway/gateway-core/parts';
import { describe, expect, it } from 'vitest';
import type { Log } from '../log/log.js';
import { actRecords } from './acts.js';

const warnings: string[] = [];
const log: Log = { debug() {}, info() {}, warn: (text) => void warnings.push(text), error() {}, child: () => log };

const ACT: Act = {
  id: 'a1',
  name: 'Heating 17° <b>🔥</b>',
  by: 'anna',
  startedAt: 1,
  endsAt: 2,
  state: 'active',
  writes: [
    { central: 'home', deviceAddress: 'A', channel: 1, parameter: 'P', value: 17, before: 21, state: 'set', sentAt: 1 },
    { central: 'home', deviceAddress: 'B', channel: 1, parameter: 'P', value: true, state: 'refused', reason: 'x' },
  ],
};

function store() {
  const values = new Map<string, string>();
  return {
    values,
    keys: async (prefix: string) => [...values.keys()].filter((key) => key.startsWith(prefix)),
    load: async (key: string) => values.get(key),
    save: async (key: string, value: string | undefined) =>
      void (value === undefined ? values.delete(key) : values.set(key, value)),
  };
}

describe('stored acts', () => {
  it('come back as they were, beside other documents', async () => {
    const states = store();
    states.values.set('channel-flags:home', '{}');
    const records = actRecords(states, log);
    await records?.save(ACT.id, ACT);
    expect(await records?.load()).toEqual([ACT]);
    await records?.save(ACT.id, undefined);
    expect([await records?.load(), states.values.size]).toEqual([[], 1]);
  });

  it.each(['', 'nonsense', '{}', JSON.stringify({ ...ACT, writes: [{ value: Number.NaN }] })])(
    'are left out with a warning where they are unreadable: %s',
    async (text) => {
      const states = store();
      states.values.set('acts:damaged', text);
      const records = actRecords(states, log);
      await records?.save(ACT.id, ACT);
      warnings.length = 0;
      expect(await records?.load()).toEqual([ACT]);
      expect(warnings).toHaveLength(1);
    },
  );

  it('are none without storage', () => {
    expect(actRecords(undefined, log)).toBeUndefined();
  });
});
