import { createMemoryStateStore } from '../../cache/memory-cache.js';
import { CcuError } from '../../model/errors.js';
import { INTERFACE_PROFILES } from '../../model/interfaces.js';
import type { CcuEvent, ParamsetDescription, WireValue } from '../../model/model.js';
import type { StateStore } from '../../model/ports.js';
import { DEFAULT_TIMINGS, type Timings } from '../../model/timings.js';
import { createRadioBudget } from '../../radio/budget.js';
import { createManualTime, type ManualTime } from '../../testing/manual-time.js';
import { createSteadyClock } from '../../time/steady-clock.js';
import type { OutgoingValue } from '../../wire/codecs/index.js';
import { createWriter, type Writer } from '../writer.js';

/**
 * Reaction of the simulated CCU to a write, in this order: it takes the write and sends the event, takes it silently, confirms it
 * without taking it, loses it on the radio, takes it without answering, refuses it, keeps it for a device that sleeps.
 */
export type Reaction = 'shows' | 'takes' | 'swallows' | 'times out' | 'no answer' | 'refuses' | 'sleeps';

interface Sent {
  /** `CHANNEL PARAMSET PARAMETER`. */
  readonly key: string;
  readonly value: number;
  readonly refused: boolean;
  readonly at: number;
}

/** State that outlives the program. */
export interface RememberedCcu {
  readonly time: ManualTime;
  readonly store: StateStore;
  readonly truth: Map<string, WireValue>;
  readonly asleep: (() => void)[];
  /** Sends a value to the program that is there now. */
  tell: (channelAddress: string, parameter: string, value: WireValue) => void;
  readonly state: { stored: string | undefined };
}

export interface WriterWorld {
  readonly writer: Writer;
  readonly time: ManualTime;
  readonly ccu: RememberedCcu;
  readonly sent: readonly Sent[];
  /** `KEY VALUE` of everything the writer was shown. */
  readonly shown: ReadonlySet<string>;
  readonly rolledBack: readonly { readonly key: string; readonly value: number; readonly laterOnes: readonly Sent[] }[];
  readonly events: readonly CcuEvent[];
  isRolledBack(key: string, value: number): boolean;
  /** Sets the reactions to the next writes; later ones are shown. */
  react(reactions: readonly Reaction[]): void;
  /** Lets sleeping devices take the writes that wait for them. */
  wake(): void;
  tell(channelAddress: string, parameter: string, value: WireValue): void;
  /** Ends the program: nothing it does counts any longer. */
  crash(): void;
  /** Reads everything that is true, as after a start. */
  load(): void;
  stored(): string | undefined;
}

const DESCRIPTION: ParamsetDescription = {
  STATE: { TYPE: 'FLOAT', OPERATIONS: 7 },
  LEVEL: { TYPE: 'FLOAT', OPERATIONS: 6 },
  ON_TIME: { TYPE: 'FLOAT', OPERATIONS: 2 },
  PRESS: { TYPE: 'ACTION', OPERATIONS: 6 },
};

/** Milliseconds that the CCU takes for an answer. */
export const ANSWER_MS = 100;

function remembered(): RememberedCcu {
  const memory = createMemoryStateStore();
  const state: { stored: string | undefined } = { stored: undefined };
  return {
    time: createManualTime(),
    truth: new Map(),
    asleep: [],
    tell: () => undefined,
    state,
    store: {
      load: memory.load,
      async save(key, value) {
        state.stored = value;
        await memory.save(key, value);
      },
    },
  };
}

/** Makes a writer between a caller and a simulated CCU, with a clock that stands still. */
export function createWriterWorld(
  options: {
    readonly ccu?: RememberedCcu;
    readonly profile?: { readonly concurrency: number; readonly valuesTogether: boolean };
    /** Percent that the CCU reports. */
    readonly dutyCycle?: number;
    readonly isMoving?: () => boolean;
    readonly timings?: Partial<Timings>;
  } = {},
): WriterWorld {
  const ccu = options.ccu ?? remembered();
  const { time, truth } = ccu;
  const sent: Sent[] = [];
  const shown = new Set<string>();
  const events: CcuEvent[] = [];
  const known = new Map<string, WireValue>();
  const rolledBack: { key: string; value: number; laterOnes: Sent[] }[] = [];
  const budget = createRadioBudget(createSteadyClock(time.now));
  if (options.dutyCycle !== undefined) budget.measured(options.dutyCycle);
  let reactions: readonly Reaction[] = [];
  let isDead = false;

  function tell(channelAddress: string, parameter: string, value: WireValue): void {
    truth.set(`${channelAddress} VALUES ${parameter}`, value);
    known.set(`${channelAddress} ${parameter}`, value);
    if (isDead) return;
    shown.add(`${channelAddress} VALUES ${parameter} ${value}`);
    writer.seen(channelAddress, parameter, value);
  }

  const answer = () =>
    new Promise<void>((resolve) => void time.timers.after(ANSWER_MS, () => (isDead ? undefined : resolve())));

  async function take(channelAddress: string, paramset: string, values: Readonly<Record<string, WireValue>>) {
    const [reaction = 'shows', ...rest] = reactions;
    reactions = rest;
    const refused = reaction === 'refuses' || reaction === 'times out' || reaction === 'no answer';
    const keys = Object.entries(values).map(([parameter, value]) => ({
      key: `${channelAddress} ${paramset} ${parameter}`,
      parameter,
      value: Number(value),
    }));
    for (const { key, value } of keys) sent.push({ key, value, refused, at: time.now() });
    const apply = () => {
      for (const { key, value } of keys) truth.set(key, value);
    };
    const show = () => {
      apply();
      for (const { parameter, value } of keys) if (paramset === 'VALUES') ccu.tell(channelAddress, parameter, value);
    };
    const maintenance = `${channelAddress.split(':')[0]}:0`;
    if (reaction === 'sleeps') {
      ccu.asleep.push(() => {
        show();
        ccu.tell(maintenance, 'CONFIG_PENDING', false);
      });
      ccu.tell(maintenance, 'CONFIG_PENDING', true);
    }
    await answer();
    switch (reaction) {
      case 'shows':
        show();
        break;
      case 'takes':
        apply();
        break;
      case 'swallows':
        break;
      case 'times out':
        throw new CcuError('timeout', 'no answer');
      case 'no answer':
        apply();
        throw new CcuError('timeout', 'no answer', { mayHaveRun: true });
      case 'refuses':
        throw new CcuError('fault', 'unknown', { faultCode: -2 });
      case 'sleeps':
        throw new CcuError('fault', 'pending', { faultCode: -10 });
    }
    return '';
  }

  const rpc = {
    async call(method: string, params: readonly OutgoingValue[] = []): Promise<WireValue> {
      const [channelAddress, name, value] = params as [string, string, OutgoingValue];
      const plain = (one: OutgoingValue) => Number(typeof one === 'object' ? (one as { value: unknown }).value : one);
      if (method === 'setValue') return await take(channelAddress, 'VALUES', { [name]: plain(value) });
      if (method === 'putParamset') {
        const struct = Object.entries(value as Readonly<Record<string, OutgoingValue>>);
        return await take(channelAddress, name, Object.fromEntries(struct.map(([key, one]) => [key, plain(one)])));
      }
      await answer();
      const prefix = `${channelAddress} ${name} `;
      const paramset: Record<string, WireValue> = {};
      for (const parameter of Object.keys(DESCRIPTION)) {
        const known = truth.get(prefix + parameter) ?? 0;
        paramset[parameter] = known;
        shown.add(`${prefix}${parameter} ${known}`);
      }
      return paramset;
    },
  };

  const writer = createWriter({
    central: 'home',
    interfaceName: 'HmIP-RF',
    profile: { ...INTERFACE_PROFILES['HmIP-RF'], ...options.profile },
    rpc,
    store: {
      load: ccu.store.load,
      save: async (key, value) => (isDead ? undefined : await ccu.store.save(key, value)),
    },
    timings: { ...DEFAULT_TIMINGS, ...options.timings },
    timers: time.timers,
    now: time.now,
    random: () => 0.5,
    emit(event) {
      if (isDead) return;
      events.push(event);
      if (event.type !== 'write_rolled_back') return;
      const key = `${event.channelAddress} ${event.paramsetKey} ${event.parameter}`;
      const value = Number(event.sent);
      rolledBack.push({
        key,
        value,
        laterOnes: sent.filter((other) => other.key === key && other.value > value && !other.refused),
      });
    },
    complain: () => undefined,
    describe: async () => DESCRIPTION,
    confirmedValue: (channelAddress, parameter) => known.get(`${channelAddress} ${parameter}`),
    async lookUp(channelAddress, parameter) {
      await answer();
      const known = truth.get(`${channelAddress} VALUES ${parameter}`);
      shown.add(`${channelAddress} VALUES ${parameter} ${known}`);
      return known;
    },
    isMoving: options.isMoving ?? (() => false),
    budget,
    receptionOf: () => 'always',
  });

  ccu.tell = tell;
  return {
    writer,
    time,
    ccu,
    sent,
    shown,
    rolledBack,
    events,
    isRolledBack: (key, value) => rolledBack.some((one) => one.key === key && one.value === value),
    react(next) {
      reactions = next;
    },
    wake() {
      for (const device of ccu.asleep.splice(0)) device();
    },
    tell,
    crash() {
      isDead = true;
    },
    load() {
      for (const [key, value] of truth) {
        const [channelAddress, paramset, parameter] = key.split(' ') as [string, string, string];
        if (paramset === 'VALUES') tell(channelAddress, parameter, value);
      }
    },
    stored: () => ccu.state.stored,
  };
}
