import type { PlannedWrite } from '@ccu-gateway/device-model';
import type { Act } from '../src/acts/act.js';
import { type ActKeeper, type ActKeeperDeps, createActKeeper } from '../src/acts/keeper.js';
import { serviceCaller } from '../src/use-case/caller.js';
import { GatewayError, NOT_TAKEN_YET } from '../src/use-case/errors.js';

/** Data points of the test: two devices with two channels each. */
export const POINTS = ['A/1', 'A/2', 'B/1', 'B/2'] as const;
export type PointName = (typeof POINTS)[number];

type Value = boolean | number | string;
type Listener = Parameters<ActKeeperDeps['events']['subscribe']>[1];

const PARAMETER = 'SET_POINT_TEMPERATURE';
const CENTRAL = 'home';
const partsOf = (name: string) => ({ address: name.split('/')[0]!, channel: Number(name.split('/')[1]) });

/** A keeper of acts over a simulated installation; its clock moves only on request. */
export function actsWorld(parameter = PARAMETER) {
  const values = new Map<string, Value>(POINTS.map((name) => [name, 0]));
  const listeners = new Set<Listener>();
  const stored = new Map<string, string>();
  const sent: { readonly point: string; readonly value: Value }[] = [];
  const audited: string[] = [];
  const mood = { isLive: true, answer: 'confirms' as 'confirms' | 'sleeps' | 'refuses' | 'delays', isFull: false };
  /** Points that a person confirms. */
  const confirmed = new Set<string>();
  let now = 1_000_000;
  let timers: { readonly at: number; readonly run: () => void }[] = [];

  function announce(point: string, value: Value): void {
    const { address, channel } = partsOf(point);
    const payload = { central: CENTRAL, device_address: address, channel, parameter, paramset_key: 'VALUES', value };
    // An event as far as it is read here.
    for (const listen of listeners) listen({ type: 'datapoint.value_changed', payload } as never);
  }

  const house = {
    validateWrite: ({ address, channel, parameter: asked, value }: Record<string, never>) => {
      const point = `${address}/${channel}`;
      if (!values.has(point) || asked !== parameter) return { ok: false, code: 'not_found', message: `no ${point}` };
      if (typeof value !== 'number') {
        const errors = [{ field: 'value', reason: 'must be a number' }];
        return { ok: false, code: 'validation', message: 'not valid', errors };
      }
      const place = { central: CENTRAL, deviceAddress: address, channel, parameter, interfaceName: 'HmIP-RF' };
      const typed = { value: { value, type: 'double' }, current: values.get(point) };
      return { ok: true, write: { kind: 'value', ...place, ...typed, momentary: false } };
    },
    dataPoint: ({ address, channel }: Record<string, never>) => ({
      ok: true,
      value: {
        source: mood.isLive ? 'live' : 'stale',
        value: values.get(`${address}/${channel}`),
        ...(confirmed.has(`${address}/${channel}`) && { confirm: { reason: 'unlock' } }),
      },
    }),
  } as unknown as ActKeeperDeps['house'];

  const ccu: ActKeeperDeps['ccu'] = {
    async write(write: PlannedWrite) {
      if (!mood.isLive || mood.answer === 'refuses') throw new GatewayError('upstream_unavailable', 'refused');
      if (write.kind !== 'value') return;
      const point = `${write.deviceAddress}/${write.channel}`;
      const { value } = write.value;
      sent.push({ point, value });
      if (mood.answer === 'delays') throw new GatewayError('upstream_unavailable', 'later', { reason: NOT_TAKEN_YET });
      if (mood.answer === 'sleeps') return;
      values.set(point, value);
      announce(point, value);
    },
  };

  const make = (): ActKeeper =>
    createActKeeper({
      house,
      ccu,
      events: {
        subscribe: (_: unknown, listener: Listener) => {
          listeners.add(listener);
          return { close: () => listeners.delete(listener) };
        },
      } as unknown as ActKeeperDeps['events'],
      publish: () => {},
      records: {
        load: async () => [...stored.values()].map((text) => JSON.parse(text) as Act),
        save: async (id, act) => {
          if (mood.isFull) throw new GatewayError('service_unready', 'The disk is full', { reason: 'disk_full' });
          if (act === undefined) stored.delete(id);
          else stored.set(id, JSON.stringify(act));
        },
      },
      audit: { record: ({ action, user }) => void audited.push(`${action} ${user}`) } as ActKeeperDeps['audit'],
      clock: { now: () => now },
      time: {
        now: () => now,
        after(delayMs, run) {
          const timer = { at: now + delayMs, run };
          timers.push(timer);
          return () => {
            timers = timers.filter((each) => each !== timer);
          };
        },
      },
      randomHex: (digits) => `${stored.size}-${now}-${sent.length}`.padEnd(digits, '0'),
      log: { debug() {}, info() {}, warn() {}, error() {} } as unknown as ActKeeperDeps['log'],
    });

  let keeper = make();
  const caller = serviceCaller({ name: 'anna', role: 'operator' });
  const plan = (point: string, value: Value) => {
    const planned = house.validateWrite({ ...partsOf(point), parameter, value, central: CENTRAL });
    if (!planned.ok) throw new Error(planned.message);
    return planned.write;
  };
  /** Everything that was begun has ended: all of it is in microtasks here. */
  const settle = async () => {
    for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
  };
  return {
    values,
    sent,
    stored,
    audited,
    mood,
    confirmed,
    settle,
    keeper: () => keeper,
    async start(writes: Readonly<Record<string, Value>>, seconds?: number): Promise<string> {
      const { id } = await keeper.start(
        {
          name: 'Test',
          writes: Object.entries(writes).map(([point, value]) => {
            const { address, channel } = partsOf(point);
            return { device_address: address, channel, parameter, value };
          }),
          ...(seconds === undefined ? {} : { duration_seconds: seconds }),
        },
        caller,
      );
      await settle();
      return id;
    },
    async end(id: string) {
      await keeper.end(id);
      await settle();
    },
    act: (id: string) => keeper.list().find((each) => each.id === id),
    /** Another client writes through this gateway. */
    async otherWrites(point: string, value: Value) {
      await keeper.watching(ccu).write(plan(point, value), { priority: 'default', signal: caller.signal });
      await settle();
    },
    /** A hand at the device, a program of the CCU: the gateway only hears of the value. */
    async deviceReports(point: string, value: Value) {
      values.set(point, value);
      if (mood.isLive) announce(point, value);
      await settle();
    },
    async pass(ms: number) {
      const until = now + ms;
      for (;;) {
        const next = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        timers = timers.filter((each) => each !== next);
        now = Math.max(now, next.at);
        next.run();
        await settle();
      }
      now = until;
    },
    /** The gateway stops, `away` happens, and it starts again. */
    async restart(away: () => void = () => {}, awayMs = 0) {
      await keeper.close();
      timers = [];
      listeners.clear();
      away();
      now += awayMs;
      keeper = make();
      await keeper.restore();
      // The CCU is read anew, and differences are reported.
      if (mood.isLive) for (const [point, value] of values) announce(point, value);
      await settle();
    },
    async connect(isLive: boolean) {
      mood.isLive = isLive;
      // Values that changed meanwhile are read, and reported.
      if (isLive) for (const [point, value] of values) announce(point, value);
      await settle();
    },
  };
}
