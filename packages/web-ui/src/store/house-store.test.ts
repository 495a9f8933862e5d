import type { GatewayEvent } from '@ccu-gateway/client';
import type { DataPointSummary, Snapshot } from '@ccu-gateway/contract/types';
import { effect } from '@preact/signals';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHouseStore } from './house-store.js';

const EPOCH_MS = Date.parse('2026-11-22T10:00:00.000Z');
const at = (seq: number) => new Date(EPOCH_MS + seq * 1000).toISOString();

function point(parameter: string, change: Partial<DataPointSummary> = {}): DataPointSummary {
  return {
    parameter,
    parameter_label: parameter,
    unique_id: parameter,
    observed: false,
    source: 'unobserved',
    operations: { read: true, write: true, event: true },
    usage: 'data_point',
    ...change,
  };
}

/** A house of two CCUs with the same addresses, as the gateway would say it. */
function house(
  values: ReadonlyMap<string, readonly [unknown, number]>,
  away: ReadonlySet<string>,
  seq: number,
): Snapshot {
  const addresses = ['a/DEV1', 'a/DEV2', 'b/DEV1'].map((key) => key.split('/') as [string, string]);
  return {
    generated_at: at(seq),
    seq,
    epoch: 'e',
    not_read: [],
    devices: addresses.map(([central, address]) => ({
      address,
      central,
      interface: 'HmIP-RF',
      interface_id: `${central}-HmIP-RF`,
      model: 'M',
      name: address,
      available: !away.has(`${central}/${address}`),
      channels_count: 1,
      updatable: false,
      update_available: false,
      master_pushes_config_pending: false,
      config_restore_supported: false,
      communication_test_supported: false,
      team_supported: false,
      has_sub_devices: false,
      firmware: {},
      availability: { IsReachable: !away.has(`${central}/${address}`) },
    })),
    programs: [],
    sysvars: [],
    rooms: [],
    functions: [],
    interfaces: [],
    device_channels: addresses.map(([central, device_address]) => ({
      central,
      device_address,
      channels: [
        {
          address: `${device_address}:1`,
          number: 1,
          paramset_key: 'VALUES',
          data_points_count: 2,
          data_points: ['STATE', 'LEVEL'].map((parameter) => {
            const known = values.get(`${central}/${device_address}/${parameter}`);
            if (known === undefined) return point(parameter);
            const [value, changedAt] = known;
            return point(parameter, { observed: true, source: 'live', value, modified_at: at(changedAt) });
          }),
        },
      ],
    })),
  };
}

type Step =
  | { readonly kind: 'value'; readonly device: string; readonly parameter: string; readonly value: unknown }
  | { readonly kind: 'rollback'; readonly device: string; readonly parameter: string }
  | { readonly kind: 'availability'; readonly device: string; readonly available: boolean };

const device = fc.constantFrom('a/DEV1', 'a/DEV2', 'b/DEV1');
const parameter = fc.constantFrom('STATE', 'LEVEL');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('value' as const),
    device,
    parameter,
    value: fc.oneof(fc.boolean(), fc.double(), fc.string()),
  }),
  fc.record({ kind: fc.constant('rollback' as const), device, parameter }),
  fc.record({ kind: fc.constant('availability' as const), device, available: fc.boolean() }),
);

function eventOf(each: Step, seq: number): GatewayEvent {
  const [central = '', device_address = ''] = each.device.split('/');
  const base = { seq, kind: 'change', topic: 't', ts: at(seq) } as const;
  const owner = { central, device_address, channel: 1, paramset_key: 'VALUES', unique_id: 'u' } as const;
  if (each.kind === 'availability') {
    const payload = { central, device_address, interface_id: `${central}-HmIP-RF`, available: each.available };
    return { ...base, type: 'device.availability_changed', payload };
  }
  if (each.kind === 'rollback') {
    const payload = { ...owner, parameter: each.parameter, reason: 'timeout' } as const;
    return { ...base, type: 'datapoint.optimistic_rolled_back', payload };
  }
  const payload = { ...owner, parameter: each.parameter, value: each.value, available: true, modified_at: at(seq) };
  return { ...base, type: 'datapoint.value_changed', payload };
}

function startStore() {
  const frames: (() => void)[] = [];
  const store = createHouseStore({ onFrame: (run) => void frames.push(run), now: () => EPOCH_MS, later: () => {} });
  return {
    store,
    frames,
    paint: () => {
      for (const run of frames.splice(0)) run();
    },
  };
}

/** All that the store says of devices and values; what this browser tried to write is no part of the house. */
function contentsOf({ store }: ReturnType<typeof startStore>) {
  const devices = store.devices.value.map((key) => {
    const { lastEventAt, ...rest } = store.device(key).value!;
    return { ...rest, lastEventAt };
  });
  const points = [...store.points()].map(([key]) => {
    const { write: _, ...rest } = store.point(key).value!;
    return rest;
  });
  return { devices, points, seq: store.seq.value };
}

describe('the house store', () => {
  it('says the same after a snapshot and its events as after a fresh snapshot', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.nat(40), (steps, cut) => {
        const values = new Map<string, readonly [unknown, number]>();
        const away = new Set<string>();
        const followed = startStore();
        if (cut === 0 || steps.length === 0) followed.store.load(house(values, away, 0));
        steps.forEach((each, index) => {
          const seq = index + 1;
          if (each.kind === 'value') values.set(`${each.device}/${each.parameter}`, [each.value, seq]);
          if (each.kind === 'availability') away[each.available ? 'delete' : 'add'](each.device);
          if (seq <= Math.min(cut, steps.length)) {
            if (seq === Math.min(cut, steps.length)) followed.store.load(house(values, away, seq));
          } else followed.store.apply(eventOf(each, seq));
        });
        followed.paint();
        const fresh = startStore();
        fresh.store.load(house(values, away, steps.length));
        expect(contentsOf(followed)).toEqual(contentsOf(fresh));
      }),
    );
  });

  it('writes a snapshot from which another store knows the same, with no value that passes for live', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const followed = startStore();
        followed.store.load(house(new Map([['a/DEV1/STATE', [true, 0]]]), new Set(), 0));
        for (const [index, each] of steps.entries()) followed.store.apply(eventOf(each, index + 1));
        followed.paint();
        const again = startStore();
        again.store.load(followed.store.snapshot(at(99)), { kept: true });
        expect([again.store.kept.value, again.store.loadedAt.value]).toEqual([true, Date.parse(at(99))]);
        const { devices, points, seq } = contentsOf(followed);
        const stale = points.map((each) =>
          each.summary.source === 'live' ? { ...each, summary: { ...each.summary, source: 'stale' } } : each,
        );
        expect(contentsOf(again)).toEqual({ devices, points: stale, seq });
        again.store.load(house(new Map(), new Set(), 100));
        expect(again.store.kept.value).toBe(false);
      }),
    );
  });

  it('tells of many events once per frame, and only those who look at what changed', () => {
    const { store, frames, paint } = startStore();
    store.load(house(new Map(), new Set(), 0));
    const seen: unknown[] = [];
    const other: unknown[] = [];
    effect(() => void seen.push(store.point('a/DEV1/1/LEVEL').value?.summary.value));
    effect(() => void other.push(store.point('a/DEV2/1/LEVEL').value?.summary.value));
    for (let seq = 1; seq <= 100; seq += 1) {
      store.apply(eventOf({ kind: 'value', device: 'a/DEV1', parameter: 'LEVEL', value: seq }, seq));
    }
    expect(frames).toHaveLength(1);
    expect(seen).toEqual([undefined]);
    paint();
    expect(seen).toEqual([undefined, 100]);
    expect(other).toEqual([undefined]);
  });

  it('keeps a rollback with its reason until the next write, and ends a pending write with its confirmation', () => {
    const { store, paint } = startStore();
    store.load(house(new Map(), new Set(), 0));
    const key = 'a/DEV1/1/STATE';
    store.mark(key, { state: 'pending', value: true, at: 0 });
    store.apply(eventOf({ kind: 'rollback', device: 'a/DEV1', parameter: 'STATE' }, 1));
    store.apply(eventOf({ kind: 'value', device: 'a/DEV1', parameter: 'STATE', value: false }, 2));
    paint();
    expect(store.point(key).value?.write).toMatchObject({ state: 'rolled_back', reason: 'timeout' });
    store.mark(key, { state: 'pending', value: true, at: 0 });
    store.apply(eventOf({ kind: 'value', device: 'a/DEV1', parameter: 'STATE', value: true }, 3));
    paint();
    expect(store.point(key).value?.write).toBeUndefined();
  });
});
