import {
  degreesOfHue,
  hueStepOf,
  percentOfSaturation,
  pointOf,
  saturationStepOf,
  type Tint,
  tintOf,
  tintOfKelvin,
} from '../color.js';
import { reciprocalMega } from '../convert.js';
import { clamp, fieldsOf, finite, numberIn, whole } from '../numbers.js';
import type { ClusterPlan, Meaning, Refused, ValueReader, WriteIntent } from '../plan.js';
import { badArgument, cluster, NOTHING, operation, refused, stateOf } from './cluster.js';
import { type Dimmed, isIgnoredWhileOff, isOff, rampOf } from './level.js';

/** A light with colours, with whites from warm to cold, or with both. */
export interface Colored extends Dimmed {
  readonly hasTint: boolean;
  /** In kelvin; absent where the light has no whites of its own. */
  readonly whites: { readonly min: number; readonly max: number } | undefined;
}

/** Range that lights without whites of their own imitate: from daylight to candle light. */
const IMITATED = { min: 2000, max: 6536 } as const;
const NEUTRAL_MIRED = 250;

const WHITE_POINT = pointOf({ hue: 0, saturation: 0 });

const TINT_MODE = 0;
const WHITE_MODE = 2;
const MAX_STEP = 254;
const MAX_COORDINATE = 65_279;
const UP = 1;
const DOWN = 3;

type State = Readonly<Record<string, unknown>>;

const limitsOf = ({ whites = IMITATED }: Colored): { readonly min: number; readonly max: number } => ({
  min: whole(1_000_000 / whites.max, 1, MAX_COORDINATE),
  max: whole(1_000_000 / whites.min, 1, MAX_COORDINATE),
});

function modeOf(light: Colored, state: State): number | undefined {
  if (light.whites === undefined) return TINT_MODE;
  if (!light.hasTint) return WHITE_MODE;
  if (state.color_mode === 'hs') return TINT_MODE;
  return state.color_mode === 'color_temp' ? WHITE_MODE : undefined;
}

function tintAttributes(state: State): State {
  const currentHue = hueStepOf(state.hue);
  const currentSaturation = saturationStepOf(state.saturation);
  if (currentHue === undefined || currentSaturation === undefined) return {};
  const { x, y } = pointOf({ hue: Number(state.hue), saturation: Number(state.saturation) });
  return { currentHue, currentSaturation, currentX: x, currentY: y };
}

function miredOf(light: Colored, state: State): number | undefined {
  const kelvin = finite(state.color_temp_kelvin);
  const { min, max } = limitsOf(light);
  return kelvin === undefined || kelvin <= 0 ? undefined : whole(1_000_000 / kelvin, min, max);
}

function attributesOf(light: Colored, values: ValueReader): State {
  const state = stateOf(values, light.of);
  const mode = modeOf(light, state);
  return {
    ...(mode === undefined ? {} : { colorMode: mode, enhancedColorMode: mode }),
    ...(light.hasTint ? tintAttributes(state) : {}),
    ...(light.whites === undefined ? {} : { colorTemperatureMireds: miredOf(light, state) }),
  };
}

type Wanted<Result> = (args: unknown, state: State, shown: State) => Result | Refused | undefined;

const isRefused = (value: unknown): value is Refused => fieldsOf(value).kind === 'refused';

/** A change of the colour: it has no effect on a light that is off, and the last waiting one is sent. */
function changing<Result>(
  light: Colored,
  wanted: Wanted<Result>,
  write: (result: Result, args: unknown) => WriteIntent,
): Meaning<unknown> {
  return (args, values, shown = {}) => {
    const result = wanted(args, stateOf(values, light.of), shown);
    if (result === undefined) return badArgument('an argument');
    if (isRefused(result)) return result;
    // A colour can only be sent to a light together with switching it on.
    if (isIgnoredWhileOff(light, args, values) || isOff(light, values)) return NOTHING;
    return write(result, args);
  };
}

const unknown = (): Refused => refused('invalid_in_state', 'the colour that it has now is not known');

/** The tint of now, in Matter's steps. */
function present(state: State): { readonly hue: number; readonly saturation: number } | undefined {
  const [hue, saturation] = [hueStepOf(state.hue), saturationStepOf(state.saturation)];
  return hue === undefined || saturation === undefined ? undefined : { hue, saturation };
}

const tint = (hue: number, saturation: number): Tint => ({
  hue: degreesOfHue(hue),
  saturation: percentOfSaturation(saturation),
});

/** How far a step goes; undefined for arguments that say no step. */
function stepOf(args: unknown, size = 'stepSize', most = 255): number | undefined {
  const { stepMode } = fieldsOf(args);
  const step = numberIn(args, size, 1, most);
  if (step === undefined || (stepMode !== UP && stepMode !== DOWN)) return undefined;
  return stepMode === UP ? step : -step;
}

const around = (hue: number): number => ((hue % (MAX_STEP + 1)) + MAX_STEP + 1) % (MAX_STEP + 1);

const TINTS: Readonly<Record<string, Wanted<Tint>>> = {
  moveToHue(args, state) {
    const hue = numberIn(args, 'hue', 0, MAX_STEP);
    return hue === undefined ? undefined : tint(hue, present(state)?.saturation ?? MAX_STEP);
  },
  moveToSaturation(args, state) {
    const saturation = numberIn(args, 'saturation', 0, MAX_STEP);
    return saturation === undefined ? undefined : tint(present(state)?.hue ?? 0, saturation);
  },
  moveToHueAndSaturation(args) {
    const [hue, saturation] = [numberIn(args, 'hue', 0, MAX_STEP), numberIn(args, 'saturation', 0, MAX_STEP)];
    return hue === undefined || saturation === undefined ? undefined : tint(hue, saturation);
  },
  stepHue(args, state) {
    const step = stepOf(args);
    if (step === undefined) return undefined;
    const now = present(state);
    return now === undefined ? unknown() : tint(around(now.hue + step), now.saturation);
  },
  stepSaturation(args, state) {
    const step = stepOf(args);
    if (step === undefined) return undefined;
    const now = present(state);
    return now === undefined ? unknown() : tint(now.hue, clamp(now.saturation + step, 0, MAX_STEP));
  },
  moveToColor(args) {
    const [x, y] = [numberIn(args, 'colorX', 0, MAX_COORDINATE), numberIn(args, 'colorY', 0, MAX_COORDINATE)];
    return x === undefined || y === undefined ? undefined : tintOf({ x, y });
  },
  stepColor(args, state) {
    const [x, y] = [numberIn(args, 'stepX', -32_768, 32_767), numberIn(args, 'stepY', -32_768, 32_767)];
    if (x === undefined || y === undefined) return undefined;
    if (present(state) === undefined) return unknown();
    const now = pointOf({ hue: Number(state.hue), saturation: Number(state.saturation) });
    return tintOf({ x: clamp(now.x + x, 0, MAX_COORDINATE), y: clamp(now.y + y, 0, MAX_COORDINATE) });
  },
};

/** White in both units: kelvin for the CCU, mired for controllers. */
interface White {
  readonly kelvin: number;
  readonly mired: number;
}

function whiteCommands(light: Colored): Readonly<Record<string, Wanted<White>>> {
  const { whites = IMITATED } = light;
  const { min, max } = limitsOf(light);
  const toWhite = (wanted: number, args: unknown): White => {
    const least = numberIn(args, 'colorTemperatureMinimumMireds', 1, MAX_COORDINATE) ?? min;
    const most = numberIn(args, 'colorTemperatureMaximumMireds', 1, MAX_COORDINATE) ?? max;
    const mired = clamp(clamp(wanted, least, Math.max(least, most)), min, max);
    // A mired is coarser than the kelvin that a light takes.
    return { kelvin: clamp(reciprocalMega(mired), whites.min, whites.max), mired };
  };
  return {
    moveToColorTemperature(args) {
      const mired = numberIn(args, 'colorTemperatureMireds', 0, MAX_COORDINATE);
      return mired === undefined ? undefined : toWhite(mired, {});
    },
    stepColorTemperature(args, state, shown) {
      const step = stepOf(args, 'stepSize', 65_535);
      if (step === undefined) return undefined;
      // A light with tints only reports no temperature, nor does one that shows a tint: the step begins at the value
      // that controllers see.
      const now = miredOf(light, state) ?? numberIn(shown, 'colorTemperatureMireds', 1, MAX_COORDINATE);
      return now === undefined ? unknown() : toWhite(now + step, args);
    },
  };
}

/** A light with tints only reports a tint and no temperature, so the temperature is remembered. */
const imitated = (mired: number): State => ({
  colorMode: WHITE_MODE,
  enhancedColorMode: WHITE_MODE,
  colorTemperatureMireds: mired,
});

const move: Meaning<unknown> = () => refused('unsupported', 'a light moves to a colour, not on and on');

function commandsOf(light: Colored): Readonly<Record<string, Meaning<unknown>>> {
  const { of } = light;
  const writeTint = ({ hue, saturation }: Tint, args: unknown) =>
    operation(of, 'set_color', { hue, saturation, ...rampOf(light, args) }, 'color');
  const writeWhite = ({ kelvin, mired }: White, args: unknown): WriteIntent =>
    light.whites === undefined
      ? { ...writeTint(tintOfKelvin(kelvin), args), shows: imitated(mired) }
      : operation(of, 'set_color_temp', { color_temp_kelvin: kelvin, ...rampOf(light, args) }, 'color');
  const named = <Result>(
    wanted: Readonly<Record<string, Wanted<Result>>>,
    write: (result: Result, args: unknown) => WriteIntent,
  ) => Object.fromEntries(Object.entries(wanted).map(([name, each]) => [name, changing(light, each, write)]));
  return {
    ...named(whiteCommands(light), writeWhite),
    moveColorTemperature: move,
    stopMoveStep: () => NOTHING,
    ...(light.hasTint ? { ...named(TINTS, writeTint), moveHue: move, moveSaturation: move, moveColor: move } : {}),
  };
}

/** The colour of a light: tints as hue and saturation and as a point of the diagram, whites as mired. */
export function colorControl(light: Colored): ClusterPlan {
  const { hasTint } = light;
  const { min, max } = limitsOf(light);
  return cluster('ColorControl', {
    features: [...(hasTint ? ['HueSaturation', 'Xy'] : []), 'ColorTemperature'],
    fixed: {
      colorCapabilities: {
        hueSaturation: hasTint,
        enhancedHue: false,
        colorLoop: false,
        xy: hasTint,
        colorTemperature: true,
      },
      colorTempPhysicalMinMireds: min,
      colorTempPhysicalMaxMireds: max,
      coupleColorTempToLevelMinMireds: min,
    },
    initial: {
      colorMode: hasTint ? TINT_MODE : WHITE_MODE,
      enhancedColorMode: hasTint ? TINT_MODE : WHITE_MODE,
      colorTemperatureMireds: clamp(NEUTRAL_MIRED, min, max),
      ...(hasTint ? { currentHue: 0, currentSaturation: 0, currentX: WHITE_POINT.x, currentY: WHITE_POINT.y } : {}),
    },
    attributes: (values) => attributesOf(light, values),
    commands: commandsOf(light),
  });
}
