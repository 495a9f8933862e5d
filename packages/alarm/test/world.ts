import {
  type Actor,
  type AlarmConfig,
  type AlarmInput,
  type AlarmState,
  type CodeConfig,
  type Effect,
  givenUpOf,
  type JournalEntry,
  newState,
  type OutputConfig,
  planOf,
  type Refusal,
  renewedOf,
  type SensorConfig,
  statusOf,
  step,
  type ZoneConfig,
} from '../src/index.js';

export const START = Date.UTC(2026, 5, 1);

export const anna: Actor = { name: 'anna', source: 'rest', authority: { kind: 'operator' } };
export const admin: Actor = { name: 'root', source: 'rest', authority: { kind: 'admin' } };
export const byCode = (code: string): Actor => ({ name: code, source: 'rest', authority: { kind: 'code', code } });

const pointOf = (id: string) => ({
  central: 'home',
  interfaceId: 'HmIP-RF',
  channelAddress: `${id}:1`,
  parameter: 'STATE',
});

export function sensor(id: string, change: Partial<SensorConfig> = {}): SensorConfig {
  return {
    id,
    name: id,
    kind: 'window',
    point: pointOf(id),
    activeValues: [],
    modes: ['full', 'perimeter'],
    reaction: 'instant',
    isAlways: false,
    bypass: 'allowed',
    chimes: false,
    ...change,
  };
}

export function output(id: string, change: Partial<OutputConfig> = {}): OutputConfig {
  return {
    id,
    name: id,
    class: 'acoustic_siren',
    central: 'home',
    channelAddress: `${id}:3`,
    durationMs: 180_000,
    stages: ['alarm'],
    modes: [],
    ...change,
  };
}

/** A zone with a door, a window, motion, a tamper contact and smoke, and with a siren. */
export function zone(change: Partial<ZoneConfig> = {}): ZoneConfig {
  return {
    id: 'ground',
    name: 'Ground floor',
    position: 0,
    modes: {
      full: { exitDelayMs: 30_000, entryDelayMs: 20_000 },
      perimeter: { exitDelayMs: 0, entryDelayMs: 20_000 },
    },
    preAlarmMs: 0,
    alarmMs: 180_000,
    coolDownMs: 60_000,
    rearms: true,
    swingerLimit: 3,
    needsCode: { arm: false, disarm: false },
    groups: [],
    sensors: [
      sensor('door', { kind: 'door', reaction: 'entry' }),
      sensor('window', { bypass: 'automatic' }),
      sensor('motion', { kind: 'motion', reaction: 'follower', modes: ['full'] }),
      sensor('case', { kind: 'tamper', bypass: 'never' }),
      sensor('smoke', { kind: 'hazard', isAlways: true, modes: [] }),
    ],
    outputs: [output('siren')],
    ...change,
  };
}

export function code(id: string, change: Partial<CodeConfig> = {}): CodeConfig {
  return {
    id,
    name: id,
    kind: 'pin',
    hash: 'hash',
    isDuress: false,
    isOneTime: false,
    isEnabled: true,
    perms: { arm: true, disarm: true, silence: true },
    zones: [],
    createdAt: 0,
    updatedAt: 0,
    ...change,
  };
}

export const key = (id: string, change: Partial<CodeConfig['binding']> = {}): CodeConfig =>
  code(id, {
    kind: 'remote_key',
    hash: undefined,
    binding: { point: { ...pointOf('fob'), parameter: 'PRESS_SHORT' }, verb: 'disarm', zone: 'ground', ...change },
  });

/** `Omit` of each member of a union. */
type Untimed<T> = T extends unknown ? Omit<T, 'at'> : never;

/** A running engine: its state is written and read between two steps. */
export function alarmWorld(config: Partial<AlarmConfig> = {}) {
  let plan = planOf({ zones: [zone()], codes: [], ...config });
  let state: AlarmState = newState(START);
  let at = START;
  const effects: Effect[] = [];

  function send(input: Untimed<AlarmInput>): Refusal | undefined {
    const result = step(plan, JSON.parse(JSON.stringify(state)), { ...input, at } as AlarmInput);
    state = result.state;
    effects.push(...result.effects);
    return result.refusal;
  }

  const world = {
    send,
    state: () => state,
    plan: () => plan,
    effects,
    now: () => at,
    /** Lets time pass in ticks of a second. */
    pass(ms: number) {
      for (let left = ms; left > 0; left -= 1_000) {
        at += Math.min(left, 1_000);
        send({ kind: 'tick' });
      }
    },
    /** The clock of the machine jumps. */
    jump(ms: number) {
      at += ms;
    },
    configure(next: Partial<AlarmConfig>) {
      const config = { ...plan.config, ...next };
      const givenUp = givenUpOf(plan.config, config, state);
      const renewed = renewedOf(plan.config, config);
      plan = planOf(config);
      return send({ kind: 'configured', by: 'root', source: 'rest', subject: 'zones', givenUp, renewed });
    },
    sensor: (id: string, isActive = true) => send({ kind: 'sensor', sensor: id, isActive }),
    arm: (mode: 'full' | 'perimeter' = 'full', change: object = {}) =>
      send({ kind: 'arm', zone: 'ground', mode, isForced: false, skipsDelay: false, bypass: [], by: anna, ...change }),
    disarm: (by: Actor = anna, id = 'ground') => send({ kind: 'disarm', zone: id, by }),
    zone: (id = 'ground') => {
      const found = statusOf(plan, state).find((each) => each.id === id);
      if (found === undefined) throw new Error(`no zone ${id}`);
      return found;
    },
    journal: (): readonly JournalEntry[] =>
      effects.flatMap((effect) => (effect.kind === 'journal' ? effect.entry : [])),
    events: () => world.journal().map(({ event }) => event),
    /** Writes of an output: `on` with seconds, `off`. */
    writes: (id = 'siren') =>
      effects.flatMap((effect) =>
        effect.kind === 'output' && effect.output === id
          ? [effect.isOn ? `on ${effect.durationMs / 1000}${effect.opticalOnly ? ' optical' : ''}` : 'off']
          : [],
      ),
    /** Its CCU is connected, and every sensor has reported that it is not active. */
    ready() {
      send({ kind: 'central', central: 'home', isConnected: true });
      for (const id of plan.sensors.keys()) send({ kind: 'sensor', sensor: id, isActive: false });
      effects.length = 0;
      return world;
    },
  };
  return world;
}
