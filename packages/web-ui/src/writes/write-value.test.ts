import { ProblemError } from '@ccu-gateway/client';
import type { Snapshot } from '@ccu-gateway/contract/types';
import { describe, expect, it } from 'vitest';
import { createHouseStore } from '../store/house-store.js';
import type { Consent } from './consent.js';
import { createValueWriter } from './write-value.js';

const KEY = 'home/DEV/1/LEVEL';
// A brand has no value.
const CONSENT = {} as Consent;

/** A house of one data point, and a gateway whose answers the test gives. */
function startWorld(point: Readonly<Record<string, unknown>> = {}) {
  const asked: { body: unknown; answer: () => void; refuse: (error: unknown) => void }[] = [];
  const announced: string[] = [];
  const store = createHouseStore({ onFrame: (run) => run(), now: () => 5, later: (run) => run() });
  const operations = { read: true, write: true, event: true };
  const summary = { parameter: 'LEVEL', operations, observed: true, value: 0.2, source: 'live', ...point };
  // As little of a snapshot as has this data point.
  store.load({
    seq: 1,
    generated_at: '2026-11-22T10:00:00Z',
    devices: [{ address: 'DEV', central: 'home' }],
    device_channels: [{ central: 'home', device_address: 'DEV', channels: [{ number: 1, data_points: [summary] }] }],
  } as unknown as Snapshot);
  const call = (_: string, input: { readonly body: unknown }) =>
    new Promise<void>((resolve, reject) => asked.push({ body: input.body, answer: resolve, refuse: reject }));
  const writer = createValueWriter({
    gateway: { call } as never,
    store,
    now: () => 5,
    announce: (what) => announced.push(what),
  });
  let seq = 1;
  return {
    writer,
    asked,
    announced,
    shown: () => store.point(KEY).value?.write,
    confirm(value: unknown) {
      seq += 1;
      const payload = {
        central: 'home',
        device_address: 'DEV',
        channel: 1,
        parameter: 'LEVEL',
        paramset_key: 'VALUES',
      };
      const rest = { value, modified_at: '2026-11-22T10:00:01Z', available: true, unique_id: 'u' };
      const frame = { type: 'datapoint.value_changed', seq, kind: 'change', topic: 't', ts: '' } as const;
      store.apply({ ...frame, payload: { ...payload, ...rest } } as never);
    },
  };
}

const locked = new ProblemError(423, {
  type: 'urn:x',
  title: 'Locked',
  status: 423,
  code: 'locked',
  detail: 'It is locked',
} as never);

describe('a value that is written', () => {
  it('is pending at once, also after the gateway took it, until the CCU confirms it', async () => {
    const { writer, asked, shown, confirm, announced } = startWorld();
    const done = writer.write(KEY, 0.5, CONSENT);
    expect(shown()).toEqual({ state: 'pending', value: 0.5, at: 5 });
    asked[0]!.answer();
    await done;
    expect([shown()?.state, announced]).toEqual(['pending', ['saved']]);
    confirm(0.5);
    expect(shown()).toBeUndefined();
  });

  it('is not waited for where no event can come: the same value again, an action, a silent data point', async () => {
    for (const [value, point] of [
      [0.2, {}],
      [true, { type: 'ACTION' }],
      [0.7, { operations: { read: true, write: true, event: false } }],
    ] as const) {
      const { writer, asked, shown } = startWorld(point);
      const done = writer.write(KEY, value, CONSENT);
      asked[0]!.answer();
      await done;
      expect(shown()).toBeUndefined();
    }
  });

  it('is taken back with the reason of the gateway, or because it is out of reach', async () => {
    const { writer, asked, shown, announced } = startWorld();
    const refused = writer.write(KEY, 0.5, CONSENT);
    asked[0]!.refuse(locked);
    await refused;
    expect(shown()).toEqual({ state: 'rolled_back', value: 0.5, reason: 'It is locked', at: 5 });
    const lost = writer.write(KEY, 0.6, CONSENT);
    expect(shown()?.state).toBe('pending');
    asked[1]!.refuse(new TypeError('fetch failed'));
    await lost;
    expect([shown(), announced]).toEqual([
      { state: 'rolled_back', value: 0.6, reason: 'unreachable', at: 5 },
      ['failed', 'failed'],
    ]);
  });

  it('has the outcome of the newest write, and hides the outcome of an earlier one', async () => {
    const { writer, asked, shown, confirm } = startWorld();
    const first = writer.write(KEY, 0.5, CONSENT);
    const second = writer.write(KEY, 0.6, CONSENT);
    asked[0]!.refuse(locked);
    await first;
    expect(shown()).toEqual({ state: 'pending', value: 0.6, at: 5 });
    asked[1]!.answer();
    await second;
    confirm(0.6);
    expect(shown()).toBeUndefined();
  });

  it('goes nowhere for a data point that is not there', async () => {
    const { writer, asked } = startWorld();
    await writer.write('home/DEV/1/OTHER', 1, CONSENT);
    expect(asked).toEqual([]);
  });
});
