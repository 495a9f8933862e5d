import { pick } from '../environment/random.js';
import type { Timers } from '../environment/time.js';
import { can, OPERATION, toNumber } from './defaults.js';
import type { SimulatedHouse } from './house.js';
import { nextValue } from './vary.js';

export interface LifeOptions {
  readonly state: SimulatedHouse;
  readonly timers: Timers;
  readonly random: () => number;
  readonly eventsPerSecond: number;
}

interface Actor {
  readonly channelAddress: string;
  readonly parameter: string;
  readonly kind: 'drift' | 'toggle' | 'press';
}

/** Parameters that wander, and the channels that people use, by channel type. */
const DRIFTING =
  /^(ACTUAL_TEMPERATURE|TEMPERATURE|HUMIDITY|ILLUMINATION|CURRENT_ILLUMINATION|POWER|VOLTAGE|RSSI_DEVICE|BRIGHTNESS)$/;
const TOGGLING = /^(SHUTTER_CONTACT|ROTARY_HANDLE|MOTIONDETECTOR|MOTION_DETECTOR)/;

/**
 * Simulates daily life: temperatures drift, doors and windows open and close, keys are pressed. Returns a function that
 * ends it.
 */
export function startLife({ state, timers, random, eventsPerSecond }: LifeOptions): () => void {
  let cancel = () => {};
  let actors = actorsOf(state);
  const stopListening = state.on((event) => {
    if (event.type !== 'value') actors = actorsOf(state);
  });

  function schedule(): void {
    cancel = timers.after((1000 / eventsPerSecond) * (0.5 + random()), () => {
      if (actors.length > 0) act(choose());
      schedule();
    });
  }

  /** Mostly the weather; now and then a door; seldom a key. */
  function choose(): Actor {
    const chance = random();
    const kind = chance < 0.8 ? 'drift' : chance < 0.95 ? 'toggle' : 'press';
    const able = actors.filter((actor) => actor.kind === kind);
    return pick(random, able.length > 0 ? able : actors);
  }

  function act({ channelAddress, parameter, kind }: Actor): void {
    const described = state.describe(channelAddress)[parameter];
    if (described === undefined) return;
    const current = state.store.value(channelAddress, parameter)?.value;
    if (kind === 'press') state.speak({ channelAddress, parameter, value: true });
    else if (kind === 'toggle' && described.TYPE === 'ENUM')
      state.speak({ channelAddress, parameter, value: toNumber(current) === 0 ? 1 : 0 });
    else state.speak({ channelAddress, parameter, value: nextValue(described, current, random) });
  }

  schedule();
  return () => {
    cancel();
    stopListening();
  };
}

function actorsOf(state: SimulatedHouse): readonly Actor[] {
  return state.registry.all().flatMap(({ ready, channels }) =>
    !ready
      ? []
      : channels.flatMap(({ description: { ADDRESS, TYPE } }) =>
          Object.entries(state.describe(ADDRESS)).flatMap(([parameter, described]): Actor[] => {
            const at = { channelAddress: ADDRESS, parameter };
            if (!can(described, OPERATION.event)) return [];
            if (DRIFTING.test(parameter)) return [{ ...at, kind: 'drift' }];
            if (TOGGLING.test(TYPE) && (parameter === 'STATE' || parameter === 'MOTION'))
              return [{ ...at, kind: 'toggle' }];
            return parameter === 'PRESS_SHORT' && !/VIRTUAL/.test(TYPE) ? [{ ...at, kind: 'press' }] : [];
          }),
        ),
  );
}
