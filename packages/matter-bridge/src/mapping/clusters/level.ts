import { brightnessOf, levelOf, MAX_LEVEL, MIN_LEVEL } from '../convert.js';
import { clamp, fieldsOf, numberIn, truth } from '../numbers.js';
import type { ClusterPlan, CustomDataPointRef, Meaning, ValueReader } from '../plan.js';
import { badArgument, cluster, NOTHING, operation, refused, stateOf } from './cluster.js';

/** A light that is dimmed. */
export interface Dimmed {
  readonly of: CustomDataPointRef;
  /** The longest time in seconds in which it changes; absent where it takes none. */
  readonly ramp: number | undefined;
}

const LONGEST = 65_534;
const UP = 0;
const DOWN = 1;

/** The time of a transition, for lights that take one: tenths of a second become seconds. */
export function rampOf({ ramp }: Dimmed, args: unknown): Readonly<Record<string, number>> {
  const tenths = ramp === undefined ? undefined : numberIn(args, 'transitionTime', 1, LONGEST);
  return tenths === undefined || ramp === undefined ? {} : { ramp_time: Math.min(tenths / 10, ramp) };
}

/** Matter's commands for a light that is off do nothing, unless they say otherwise. */
export function isIgnoredWhileOff({ of }: Dimmed, args: unknown, values: ValueReader): boolean {
  const { optionsMask, optionsOverride } = fieldsOf(args);
  const executes = fieldsOf(optionsMask).executeIfOff === true && fieldsOf(optionsOverride).executeIfOff === true;
  return !executes && truth(stateOf(values, of).is_on) === false;
}

export const isOff = ({ of }: Dimmed, values: ValueReader): boolean => truth(stateOf(values, of).is_on) === false;

function toLevel(light: Dimmed, level: number, args: unknown) {
  if (level < MIN_LEVEL) return operation(light.of, 'turn_off', rampOf(light, args), 'level');
  return operation(light.of, 'turn_on', { brightness: brightnessOf(level), ...rampOf(light, args) }, 'level');
}

/** `withOnOff` commands switch the light on and off; the others dim a light that is on, down to the least level. */
const moveToLevel =
  (light: Dimmed, withOnOff: boolean): Meaning<unknown> =>
  (args, values) => {
    const level = numberIn(args, 'level', 0, MAX_LEVEL);
    if (level === undefined) return badArgument('level');
    if (withOnOff) return toLevel(light, level, args);
    if (isIgnoredWhileOff(light, args, values) || isOff(light, values)) return NOTHING;
    return toLevel(light, Math.max(MIN_LEVEL, level), args);
  };

const step =
  (light: Dimmed, withOnOff: boolean): Meaning<unknown> =>
  (args, values) => {
    const size = numberIn(args, 'stepSize', 1, 255);
    if (size === undefined) return badArgument('stepSize');
    const mode = fieldsOf(args).stepMode;
    if (mode !== UP && mode !== DOWN) return badArgument('stepMode');
    const off = isOff(light, values);
    if (off && (!withOnOff || mode === DOWN)) return NOTHING;
    const present = off ? 0 : levelOf(stateOf(values, light.of).brightness);
    if (present === undefined) return refused('invalid_in_state', 'how bright it is now is not known');
    const least = withOnOff ? 0 : MIN_LEVEL;
    return toLevel(light, clamp(present + (mode === UP ? size : -size), least, MAX_LEVEL), args);
  };

const move: Meaning<unknown> = () => refused('unsupported', 'a light moves to a level, not on and on');

/** Nothing moves on and on, so that there is nothing to stop. */
const stop: Meaning<unknown> = () => NOTHING;

/** How bright a light is. A light that is off keeps the level that it had. */
export function levelControl(light: Dimmed): ClusterPlan {
  return cluster('LevelControl', {
    features: ['OnOff', 'Lighting'],
    fixed: { minLevel: MIN_LEVEL, maxLevel: MAX_LEVEL },
    attributes: (values) => ({ currentLevel: levelOf(stateOf(values, light.of).brightness) }),
    commands: {
      moveToLevel: moveToLevel(light, false),
      moveToLevelWithOnOff: moveToLevel(light, true),
      step: step(light, false),
      stepWithOnOff: step(light, true),
      move,
      moveWithOnOff: move,
      stop,
      stopWithOnOff: stop,
    },
  });
}
