import { createHash } from 'node:crypto';
import type { ChainedEntry } from '@ccu-gateway/alarm';
import { type AlarmKeeper, type AlarmKeeperDeps, createAlarmKeeper } from '../src/alarm/keeper.js';
import type { AlarmRecords, StoredAlarm } from '../src/alarm/records.js';
import { serviceCaller } from '../src/use-case/caller.js';

type Listener = Parameters<AlarmKeeperDeps['events']['subscribe']>[1];
type ReportListener = Parameters<AlarmKeeperDeps['reports']['subscribe']>[0];

const CENTRAL = 'home';
const START = Date.UTC(2026, 5, 1);

/** Storage in memory: what it gives back went through JSON. */
function memoryRecords() {
  let documents: { config?: string; state?: string } = {};
  const rows: ChainedEntry[] = [];
  const mood = { isFull: false, isClockRight: true };
  const records: AlarmRecords = {
    async load(): Promise<StoredAlarm> {
      return {
        config: documents.config === undefined ? undefined : JSON.parse(documents.config),
        state: documents.state === undefined ? undefined : JSON.parse(documents.state),
        head: rows.at(-1) ?? { id: 0, hash: '' },
      };
    },
    async save({ config, state, entries }) {
      if (mood.isFull) throw new Error('the disk is full');
      documents = { ...documents, state: JSON.stringify(state), ...(config && { config: JSON.stringify(config) }) };
      rows.push(...entries);
    },
    query: async ({ zone, limit }) =>
      rows
        .filter((row) => zone === undefined || row.zone === zone)
        .reverse()
        .slice(0, limit),
    after: async (id) => rows.filter((row) => row.id > id),
    base: async () => ({ id: 0, hash: '' }),
  };
  return { records, rows, mood };
}

interface Variable {
  readonly value_type: string;
  readonly value_list?: readonly string[];
  readonly max?: number;
  value: unknown;
}

/** System variables of a CCU: a written value is known when they were read again. */
function memoryVariables(announce: (payload: { central: string; name: string }) => void) {
  const atCcu = new Map<string, unknown>();
  const known = new Map<string, Variable>();
  const writes: string[] = [];
  const mood = { isTakenNever: false, isRefused: false };
  const read = () => {
    for (const [name, value] of atCcu) {
      const variable = known.get(name);
      if (variable === undefined || variable.value === value) continue;
      variable.value = value;
      announce({ central: CENTRAL, name });
    }
  };
  return {
    hub: {
      sysvar: (name: string) => {
        const variable = known.get(name);
        return variable === undefined
          ? { ok: false }
          : { ok: true, value: { ...variable, name, central: CENTRAL, observed: true } };
      },
      validateSysvar: (name: string, value: unknown) => ({ ok: true, write: { central: CENTRAL, name, value } }),
      hubUnread: () => [],
    },
    sysvars: {
      async setSysvar(_central: string, name: string, value: unknown) {
        writes.push(`${name} ${value}`);
        if (mood.isRefused) throw new Error('refused');
        if (!mood.isTakenNever) atCcu.set(name, value);
      },
      refreshSysvars: async () => read(),
    },
    variables: {
      writes,
      mood,
      add: (name: string, variable: Variable) => void known.set(name, variable),
      remove: (name: string) => void known.delete(name),
      valueOf: (name: string) => known.get(name)?.value,
      /** A program of the CCU writes it, and the variables are read. */
      change(name: string, value: unknown) {
        atCcu.set(name, value);
        read();
      },
    },
  };
}

/** Writes a time as `2026-11-29 22:00`. */
export const localTimesIn = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
const localTimes = localTimesIn('Europe/Berlin');

/** A door contact and a siren of a simulated CCU, and a clock that moves on request. */
export function alarmWorld() {
  const { records, rows, mood } = memoryRecords();
  const values = new Map<string, unknown>([
    ['DOOR:1/STATE', false],
    ['DOOR:0/UNREACH', false],
  ]);
  const unconfirmed = new Set<string>();
  const listeners = new Set<Listener>();
  const reportListeners = new Set<ReportListener>();
  const forgotten = new Set<string>();
  const seenAt = new Map<string, number>();
  const published: { readonly type: string; readonly topic: string; readonly payload: Record<string, unknown> }[] = [];
  const sent: string[] = [];
  const audited: string[] = [];
  const ccu = { key: 'key 1', isConnected: true, refuses: false, isSilent: false, hasSound: false, hasLight: false };
  let now = START;
  let seq = 0;
  const nextSeq = () => {
    seq += 1;
    return seq;
  };
  let timers: { at: number; run: () => void }[] = [];

  const reportSiren = () => {
    const report = { central: CENTRAL, channelAddress: 'SIREN:3', parameter: 'ACOUSTIC_ALARM_ACTIVE', at: now };
    for (const listen of reportListeners) listen(report);
  };
  const keyOf = ({ address, channel, parameter }: Record<string, unknown>) => `${address}:${channel}/${parameter}`;
  const devices = {
    customDataPoints: (address: string) => ({
      ok: address.startsWith('SIREN'),
      value: [
        {
          name: 'siren',
          channel_no: 3,
          supported_operations: ['turn_on', 'turn_off'],
          capabilities: { duration: true },
          config: { available_tones: ['SILENCE', 'HIGH'], available_lights: ['DARK', 'FLASH'] },
          state: {
            is_on: ccu.hasSound || ccu.hasLight,
            acoustic_alarm_active: ccu.hasSound,
            optical_alarm_active: ccu.hasLight,
          },
        },
      ],
    }),
    customSources: () => ({ ok: true, value: [{ channelAddress: 'SIREN:3', parameter: 'ACOUSTIC_ALARM_ACTIVE' }] }),
    planOperation: ({ operation, params }: { operation: string; params?: object }) => ({
      ok: true,
      writes: [{ kind: 'paramset', central: CENTRAL, address: 'SIREN:3', values: {}, operation, params }],
    }),
  };

  const { hub, sysvars, variables } = memoryVariables((payload) => {
    // An event as far as it is read here.
    for (const listen of listeners) listen({ type: 'hub.sysvar_changed', payload, seq: nextSeq() } as never);
  });
  const deps = {
    hub,
    sysvars,
    house: {
      dataPoint: (at: Record<string, unknown>) => ({
        ok: values.has(keyOf(at)),
        value: {
          source: unconfirmed.has(keyOf(at)) ? 'cache' : 'live',
          value: values.get(keyOf(at)),
          ...(at.parameter === 'ERROR' && { value_list: ['NO_ERROR', 'SABOTAGE'] }),
        },
      }),
      reading: (at: Record<string, unknown>) => ({
        ok: values.has(keyOf(at)),
        value: { value: values.get(keyOf(at)), seenAt: seenAt.get(keyOf(at)) },
      }),
      channel: ({ address }: Record<string, unknown>) => ({ ok: !forgotten.has(String(address)) }),
      interfaces: () => [{ id: 'home-HmIP-RF', interface: 'HmIP-RF', connected: ccu.isConnected }],
    },
    devices,
    ccu: {
      async write(write: { operation: string; params?: Record<string, unknown> }, { priority }: { priority: string }) {
        sent.push(`${write.operation} ${JSON.stringify(write.params ?? {})} ${priority}`);
        if (ccu.refuses) throw new Error('refused');
        if (ccu.isSilent) return;
        const isOn = write.operation === 'turn_on';
        ccu.hasSound = isOn && write.params?.tone !== 'SILENCE';
        ccu.hasLight = isOn && write.params?.light !== 'DARK';
        reportSiren();
      },
    },
    audit: { record: ({ action, user }: { action: string; user: string }) => void audited.push(`${action} ${user}`) },
    events: {
      subscribe: (_: unknown, listener: Listener) => {
        listeners.add(listener);
        return { close: () => void listeners.delete(listener) };
      },
    },
    reports: {
      subscribe: (listener: ReportListener) => {
        reportListeners.add(listener);
        return () => void reportListeners.delete(listener);
      },
    },
    publish: (event: (typeof published)[number]) => void published.push(event),
    records,
    pins: {
      hash: async (pin: string, code: string) => `hash of ${pin} for ${code} by ${ccu.key}`,
      verify: async (stored: { hash: string; code: string } | undefined, pin: string) =>
        stored?.hash === `hash of ${pin} for ${stored?.code} by ${ccu.key}`,
      isReadable: ({ hash }: { hash: string }) => hash.endsWith(ccu.key),
    },
    digest: (text: string) => createHash('sha256').update(text).digest('hex'),
    clock: { now: () => now },
    time: {
      now: () => now,
      after: (delayMs: number, run: () => void) => {
        const timer = { at: now + delayMs, run };
        timers.push(timer);
        return () => {
          timers = timers.filter((each) => each !== timer);
        };
      },
    },
    localTime: (at: number) => localTimes.format(at),
    clockIsRight: () => mood.isClockRight,
    randomHex: (digits: number) => `${nextSeq()}`.padStart(digits, '0'),
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    // Doubles of a few methods of each port.
  } as unknown as AlarmKeeperDeps;

  let keeper: AlarmKeeper = createAlarmKeeper(deps);
  /** Lets all steps in line come to their end. */
  const settle = async () => {
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
    await new Promise(setImmediate);
  };

  const world = {
    variables,
    ports: () => ({ alarm: keeper, audit: deps.audit, clock: deps.clock }),
    as: (role: 'viewer' | 'operator' | 'admin') => serviceCaller({ name: role, role }),
    rows,
    mood,
    ccu,
    sent,
    audited,
    published,
    typesOf: () => published.map(({ type }) => type),
    settle,
    /** The siren reports its state, which may be the same as before. */
    async reportSiren() {
      reportSiren();
      await settle();
    },
    /** The CCU no longer has a device: nothing of it is known. */
    forget(device: string) {
      forgotten.add(device);
      for (const point of values.keys()) if (point.startsWith(`${device}:`)) values.delete(point);
    },
    /** The CCU has the device again. */
    remember: (device: string) => void forgotten.delete(device),
    /** Points with values of an earlier run that their CCU has not confirmed. */
    unconfirmed,
    /** Changes a value of which no event arrives. */
    changeUnseen: (point: string, value: unknown) => void values.set(point, value),
    /** A CCU sends a value by itself, which the stream has no event of where it is the same. */
    async reportLive(point: string, value: unknown) {
      const [channelAddress = '', parameter = ''] = point.split('/');
      values.set(point, value);
      seenAt.set(point, now);
      for (const listen of reportListeners) listen({ central: CENTRAL, channelAddress, parameter, at: now });
      await settle();
    },
    async report(point: string, value: unknown, { type = 'datapoint.value_changed', kind = 'keypress', at = 0 } = {}) {
      const [channelAddress = '', parameter = ''] = point.split('/');
      const [address = '', channel = ''] = channelAddress.split(':');
      values.set(point, value);
      const payload = {
        central: CENTRAL,
        device_address: address,
        channel: Number(channel),
        parameter,
        value,
        ...(type === 'device.trigger' ? { event_type: `homematic.${kind}` } : {}),
      };
      // An event as far as it is read here.
      for (const listen of listeners) listen({ type, payload, seq: at || nextSeq() } as never);
      await settle();
    },
    async pass(ms: number) {
      const until = now + ms;
      for (;;) {
        const next = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        timers = timers.filter((each) => each !== next);
        now = next.at;
        next.run();
        await settle();
      }
      now = until;
      await settle();
    },
    /** The clock of the machine jumps. */
    jump: (ms: number) => {
      now += ms;
      for (const timer of timers) timer.at += ms;
    },
    /** The process ends without a word and comes back later. */
    async restart(awayMs: number) {
      listeners.clear();
      reportListeners.clear();
      timers = [];
      now += awayMs;
      keeper = createAlarmKeeper(deps);
      await keeper.restore();
      await settle();
    },
  };
  return world;
}
