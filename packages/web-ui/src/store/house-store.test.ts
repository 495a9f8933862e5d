import type { GatewayEvent } from '@ccu-gateway/client';
import type { DataPointDescription, DataPointSummary, DataPointValue, Snapshot } from '@ccu-gateway/contract/types';
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

/** What is true in the house. */
interface Truth {
  readonly values: Map<string, readonly [unknown, number]>;
  readonly away: Set<string>;
  readonly sysvars: Map<string, unknown>;
  readonly active: Map<string, boolean>;
  readonly executed: Map<string, number>;
}

const truth = (values: Truth['values'] = new Map()): Truth => ({
  values,
  away: new Set(),
  sysvars: new Map(),
  active: new Map(),
  executed: new Map(),
});

const CENTRALS = ['a', 'b'] as const;

/** Programs and variables of two CCUs, which have the same names. */
function hubOf({ sysvars, active, executed }: Truth): Pick<Snapshot, 'programs' | 'sysvars'> {
  return {
    programs: CENTRALS.flatMap((central) =>
      ['1', '2'].map((id) => {
        const key = `${central}/${id}`;
        const [isActive, ranAt] = [active.get(key), executed.get(key)];
        return {
          id,
          central,
          unique_id: key,
          name: `Program ${id}`,
          ...(isActive === undefined ? {} : { active: isActive, execute_available: true }),
          ...(ranAt === undefined ? {} : { last_executed: at(ranAt) }),
        };
      }),
    ),
    sysvars: CENTRALS.flatMap((central) =>
      ['Anwesenheit', 'Zähler'].map((name) => {
        const key = `${central}/${name}`;
        return {
          name,
          central,
          unique_id: key,
          value_type: 'NUMBER' as const,
          observed: sysvars.has(key),
          ...(sysvars.has(key) ? { value: sysvars.get(key) } : {}),
        };
      }),
    ),
  };
}

/** A house of two CCUs with the same addresses, as the gateway would say it. */
function house(known: Truth, seq: number): Snapshot {
  const { values, away } = known;
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
    ...hubOf(known),
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
            const entry = values.get(`${central}/${device_address}/${parameter}`);
            if (entry === undefined) return point(parameter);
            const [value, changedAt] = entry;
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
  | { readonly kind: 'availability'; readonly device: string; readonly available: boolean }
  | { readonly kind: 'sysvar'; readonly central: string; readonly name: string; readonly value: unknown }
  | { readonly kind: 'program'; readonly central: string; readonly id: string; readonly active: boolean }
  | { readonly kind: 'executed'; readonly central: string; readonly id: string };

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
  fc.record({
    kind: fc.constant('sysvar' as const),
    central: fc.constantFrom(...CENTRALS),
    name: fc.constantFrom('Anwesenheit', 'Zähler', 'made since'),
    value: fc.oneof(fc.boolean(), fc.double(), fc.string()),
  }),
  fc.record({
    kind: fc.constant('program' as const),
    central: fc.constantFrom(...CENTRALS),
    id: fc.constantFrom('1', '2', '3'),
    active: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('executed' as const),
    central: fc.constantFrom(...CENTRALS),
    id: fc.constantFrom('1', '2', '3'),
  }),
);

/** What a step makes true. */
function happen({ values, away, sysvars, active, executed }: Truth, each: Step, seq: number): void {
  if (each.kind === 'value') values.set(`${each.device}/${each.parameter}`, [each.value, seq]);
  if (each.kind === 'availability') away[each.available ? 'delete' : 'add'](each.device);
  if (each.kind === 'sysvar') sysvars.set(`${each.central}/${each.name}`, each.value);
  if (each.kind === 'program') active.set(`${each.central}/${each.id}`, each.active);
  if (each.kind === 'executed') executed.set(`${each.central}/${each.id}`, seq);
}

function hubEventOf(each: Extract<Step, { readonly central: string }>, base: EventBase): GatewayEvent {
  const { central } = each;
  if (each.kind === 'sysvar') {
    const { name, value } = each;
    return { ...base, type: 'hub.sysvar_changed', payload: { central, name, value, unique_id: 'u' } };
  }
  if (each.kind === 'program') {
    const payload = { central, program_id: each.id, active: each.active, execute_available: true };
    return { ...base, type: 'hub.program_changed', payload };
  }
  return { ...base, type: 'hub.program_executed', payload: { central, program_id: each.id, success: true } };
}

type EventBase = { readonly seq: number; readonly kind: 'change'; readonly topic: string; readonly ts: string };

function eventOf(each: Step, seq: number): GatewayEvent {
  const base: EventBase = { seq, kind: 'change', topic: 't', ts: at(seq) };
  if ('central' in each) return hubEventOf(each, base);
  const [central = '', device_address = ''] = each.device.split('/');
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
  const clock = { now: EPOCH_MS };
  const timers: { readonly run: () => void; readonly dueAt: number }[] = [];
  const store = createHouseStore({
    onFrame: (run) => void frames.push(run),
    now: () => clock.now,
    later: (run, delayMs) => void timers.push({ run, dueAt: clock.now + delayMs }),
  });
  /** Lets timers fire that are due then. */
  const advance = (ms: number) => {
    clock.now += ms;
    for (const timer of timers.splice(0)) {
      if (timer.dueAt <= clock.now) timer.run();
      else timers.push(timer);
    }
  };
  return {
    store,
    frames,
    advance,
    /** Shows what there is to show, after the pause between two frames. */
    paint: () => {
      advance(200);
      for (const run of frames.splice(0)) run();
    },
  };
}

/** All that the store says of devices and values; what this browser tried to write is no part of the house. */
function contentsOf({ store }: Pick<ReturnType<typeof startStore>, 'store'>) {
  const devices = store.devices.value.map((key) => {
    const { lastEventAt, ...rest } = store.device(key).value!;
    return { ...rest, lastEventAt };
  });
  const points = [...store.points()].map(([key]) => {
    const { write: _, ...rest } = store.point(key).value!;
    return rest;
  });
  return { devices, points, seq: store.seq.value, programs: store.programs.value, sysvars: store.sysvars.value };
}

/** Which of the new devices comes first is not told. */
function inOrder(contents: ReturnType<typeof contentsOf>) {
  const { devices, points, ...rest } = withoutUnused(contents);
  const byKey = (a: { readonly key: string }, b: { readonly key: string }) => (a.key < b.key ? -1 : 1);
  return { ...rest, devices: devices.toSorted(byKey), points: points.toSorted(byKey) };
}

/** The same house without some of its devices. */
function without({ devices, device_channels = [], ...rest }: Snapshot, keys: readonly string[]): Snapshot {
  return {
    ...rest,
    devices: devices.filter(({ central, address }) => !keys.includes(`${central}/${address}`)),
    device_channels: device_channels.filter(({ central, device_address: at }) => !keys.includes(`${central}/${at}`)),
  };
}

/** The same house with what data points have in common said once, as this app asks for it. */
function sharing({ device_channels = [], ...rest }: Snapshot): Snapshot {
  const descriptions: DataPointDescription[] = [];
  const texts: string[] = [];
  const toValue = ({ unique_id: _, observed: __, ...point }: DataPointSummary): DataPointValue => {
    const { value, modified_at, source, ...description } = point;
    const text = JSON.stringify(description);
    if (!texts.includes(text)) descriptions[texts.push(text) - 1] = description;
    return { description: texts.indexOf(text), value, modified_at, source };
  };
  return {
    ...rest,
    device_channels: device_channels.map(({ channels, ...device }) => ({
      ...device,
      channels: channels.map(({ data_points: _, ...channel }) => channel),
      values: channels.map(({ data_points = [] }) => data_points.map(toValue)),
    })),
    descriptions,
  };
}

/** What this app leaves out when it asks for the house. */
const withoutUnused = ({ points, ...rest }: ReturnType<typeof contentsOf>) => ({
  ...rest,
  points: points.map(({ summary, ...point }) => {
    const { unique_id: _, ...used } = summary as DataPointSummary;
    return { ...point, summary: used };
  }),
});

describe('the house store', () => {
  it('has the same state after a snapshot and its events as after a fresh snapshot', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.nat(40), (steps, cut) => {
        const known = truth();
        const followed = startStore();
        if (cut === 0 || steps.length === 0) followed.store.load(house(known, 0));
        steps.forEach((each, index) => {
          const seq = index + 1;
          happen(known, each, seq);
          if (seq <= Math.min(cut, steps.length)) {
            if (seq === Math.min(cut, steps.length)) followed.store.load(house(known, seq));
          } else followed.store.apply(eventOf(each, seq));
        });
        followed.paint();
        const fresh = startStore();
        fresh.store.load(house(known, steps.length));
        expect(contentsOf(followed)).toEqual(contentsOf(fresh));
        const shared = startStore();
        shared.store.load(sharing(house(known, steps.length)));
        expect(withoutUnused(contentsOf(shared))).toEqual(withoutUnused(contentsOf(fresh)));
      }),
    );
  });

  it('has the same state after devices were reloaded between events, some of them new and some removed', () => {
    const places = fc.tuple(fc.nat(30), fc.nat(30), fc.nat(30)).map((all) => all.sort((a, b) => a - b));
    const keys = fc.uniqueArray(device);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), places, keys, keys, (steps, cuts, fresh, gone) => {
        const [askedAt, madeAt, cameAt] = cuts.map((cut) => Math.min(cut, steps.length)) as [number, number, number];
        const known = truth();
        const { store, paint } = startStore();
        store.load(sharing(without(house(known, 0), fresh)));
        let part = without(house(known, 0), gone);
        const events: GatewayEvent[] = [];
        const arrive = () => store.renew({ part, asked: ['a/DEV1', 'a/DEV2', 'b/DEV1'], events });
        if (cameAt === 0) arrive();
        steps.forEach((each, index) => {
          const seq = index + 1;
          happen(known, each, seq);
          if (seq === madeAt) part = without(house(known, seq), gone);
          const event = eventOf(each, seq);
          store.apply(event);
          if (seq > askedAt) events.push(event);
          if (seq === cameAt) arrive();
        });
        paint();
        const asNow = startStore();
        asNow.store.load(without(house(known, steps.length), gone));
        expect(inOrder(contentsOf({ store }))).toEqual(inOrder(contentsOf(asNow)));
      }),
    );
  });

  it('notifies readers of a reloaded or removed device, and no others, and keeps pending writes there', () => {
    const { store, paint } = startStore();
    store.load(house(truth(), 0));
    store.mark('a/DEV1/1/STATE', { state: 'pending', value: true, at: 0 });
    paint();
    const seen = { renewed: 0, gone: 0, other: 0 };
    effect(() => {
      if (store.device('a/DEV1').value !== undefined) seen.renewed += 1;
    });
    effect(() => {
      if (store.device('a/DEV2').value === undefined) seen.gone += 1;
    });
    effect(() => {
      if (store.device('b/DEV1').value !== undefined) seen.other += 1;
    });
    const part = without(house(truth(new Map([['a/DEV1/STATE', [true, 5]]])), 5), ['a/DEV2', 'b/DEV1']);
    store.renew({ part, asked: ['a/DEV1', 'a/DEV2'], events: [] });
    expect(seen).toEqual({ renewed: 2, gone: 1, other: 1 });
    expect(store.devices.value).toEqual(['a/DEV1', 'b/DEV1']);
    expect(store.point('a/DEV2/1/STATE').value).toBeUndefined();
    expect(store.point('a/DEV1/1/STATE').value).toMatchObject({
      summary: { value: true },
      write: { state: 'pending' },
    });
    expect([store.seq.value, store.recent.value]).toEqual([0, []]);
    store.renew({ part: without(house(truth(), 6), ['a/DEV1', 'b/DEV1']), asked: ['a/DEV2'], events: [] });
    expect(store.devices.value).toEqual(['a/DEV1', 'a/DEV2', 'b/DEV1']);
  });

  it('writes a snapshot that gives another store the same state, without live values', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const followed = startStore();
        followed.store.load(house(truth(new Map([['a/DEV1/STATE', [true, 0]]])), 0));
        for (const [index, each] of steps.entries()) followed.store.apply(eventOf(each, index + 1));
        followed.paint();
        const again = startStore();
        again.store.load(followed.store.snapshot(at(99)), { kept: true });
        expect([again.store.kept.value, again.store.loadedAt.value]).toEqual([true, Date.parse(at(99))]);
        const { points, ...others } = contentsOf(followed);
        const stale = points.map((each) =>
          each.summary.source === 'live' ? { ...each, summary: { ...each.summary, source: 'stale' } } : each,
        );
        expect(contentsOf(again)).toEqual({ ...others, points: stale });
        again.store.load(house(truth(), 100));
        expect(again.store.kept.value).toBe(false);
      }),
    );
  });

  it('notifies readers of many events once per frame, and only readers of changed entries', () => {
    const { store, frames, advance, paint } = startStore();
    store.load(house(truth(), 0));
    const seen: unknown[] = [];
    const other: unknown[] = [];
    effect(() => void seen.push(store.point('a/DEV1/1/LEVEL').value?.summary.value));
    effect(() => void other.push(store.point('a/DEV2/1/LEVEL').value?.summary.value));
    for (let seq = 1; seq <= 100; seq += 1) {
      store.apply(eventOf({ kind: 'value', device: 'a/DEV1', parameter: 'LEVEL', value: seq }, seq));
    }
    advance(200);
    expect(frames).toHaveLength(1);
    expect(seen).toEqual([undefined]);
    paint();
    expect(seen).toEqual([undefined, 100]);
    expect(other).toEqual([undefined]);
  });

  it('shows a lone event in the next frame, and those that follow after a pause, also by a clock that was set back', () => {
    const { store, frames, advance, paint } = startStore();
    store.load(house(truth(), 0));
    const report = (seq: number) => {
      store.apply(eventOf({ kind: 'value', device: 'a/DEV1', parameter: 'LEVEL', value: seq }, seq));
    };
    advance(200);
    report(1);
    expect(frames).toHaveLength(1);
    paint();
    for (const change of [0, -3_600_000]) {
      advance(change);
      report(2);
      advance(199);
      expect(frames).toHaveLength(0);
      advance(1);
      expect(frames).toHaveLength(1);
      paint();
    }
  });

  it('shows an action of the person at this page in the next frame, with the events that wait for the pause', () => {
    const { store, frames, paint } = startStore();
    store.load(house(truth(), 0));
    store.apply(eventOf({ kind: 'value', device: 'a/DEV1', parameter: 'LEVEL', value: 0.5 }, 1));
    expect(frames).toHaveLength(0);
    store.mark('a/DEV1/1/STATE', { state: 'pending', value: true, at: 0 });
    expect(frames).toHaveLength(1);
    paint();
    expect(store.point('a/DEV1/1/LEVEL').value?.summary.value).toBe(0.5);
    expect(frames).toHaveLength(0);
  });

  it('keeps a rollback with its reason until the next write, and ends a pending write with its confirmation', () => {
    const { store, paint } = startStore();
    store.load(house(truth(), 0));
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
