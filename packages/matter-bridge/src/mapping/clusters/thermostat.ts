import { degreesOf, hundredths } from '../convert.js';
import { finite, numberIn, whole } from '../numbers.js';
import type { ClusterPlan, CustomDataPointRef, Meaning, ValueReader } from '../plan.js';
import { badArgument, cluster, NOTHING, operation, refused, stateOf, staysAs } from './cluster.js';

/** A thermostat, or a group of them. */
export interface Heating {
  readonly of: CustomDataPointRef;
  /** Degrees Celsius that a setpoint may have. */
  readonly min: number;
  readonly max: number;
  /** True when the heating system cools at the moment. */
  readonly cools: boolean;
  /** True when it can be switched off and on, beside its temperature. */
  readonly hasModes: boolean;
  /** True when its state has the position of the valve. */
  readonly hasValve: boolean;
  /** True when its state has the current action. */
  readonly tellsAction: boolean;
}

const OFF = 0;
const COOL = 3;
const HEAT = 4;

const COOLING_AND_HEATING = 4;
const HEATING_ONLY = 2;

/** Range of Matter's temperatures: sixteen bits of hundredths. */
const COLDEST = -50;
const HOTTEST = 125;

type State = Readonly<Record<string, unknown>>;

function modeOf(heating: Heating, state: State): number | undefined {
  switch (state.hvac_mode) {
    case 'off':
      return OFF;
    case 'cool':
      return heating.cools ? COOL : HEAT;
    case 'heat':
      return HEAT;
    // Automatic of a CCU is a week program; of Matter it is the choice between heating and cooling.
    case 'auto':
      return heating.cools ? COOL : HEAT;
    default:
      return undefined;
  }
}

/** The setpoint of a thermostat that is off is below its limits: the lowest temperature is shown. */
const setpointOf = ({ min, max }: Heating, state: State): number | undefined => {
  const target = finite(state.target_temperature);
  return target === undefined ? undefined : whole(target * 100, min * 100, max * 100);
};

const RUNNING = {
  heat: false,
  cool: false,
  fan: false,
  heatStage2: false,
  coolStage2: false,
  fanStage2: false,
  fanStage3: false,
} as const;

function actionOf(state: State): State {
  const action = state.hvac_action;
  if (typeof action !== 'string') return {};
  return { thermostatRunningState: { ...RUNNING, heat: action === 'heating', cool: action === 'cooling' } };
}

function attributesOf(heating: Heating, values: ValueReader): State {
  const state = stateOf(values, heating.of);
  const setpoint = setpointOf(heating, state);
  const valve = heating.hasValve ? finite(state.valve_position) : undefined;
  return {
    localTemperature: hundredths(state.current_temperature, COLDEST, HOTTEST),
    occupiedHeatingSetpoint: setpoint,
    ...(heating.cools ? { occupiedCoolingSetpoint: setpoint } : {}),
    systemMode: modeOf(heating, state),
    ...(heating.tellsAction ? actionOf(state) : {}),
    ...(valve === undefined || valve < 0 ? {} : { piHeatingDemand: whole(valve, 0, 100) }),
  };
}

const toDegrees = ({ of, min, max }: Heating, degrees: number) =>
  operation(of, 'set_temperature', { temperature: Math.min(max, Math.max(min, degrees)) }, 'set_temperature');

/** A setpoint outside of the reported limits is refused; inside, the thermostat rounds to its steps. */
const writeSetpoint =
  (heating: Heating): Meaning<unknown> =>
  (value) => {
    const setpoint = finite(value);
    const isAllowed = setpoint !== undefined && setpoint >= heating.min * 100 && setpoint <= heating.max * 100;
    return isAllowed ? toDegrees(heating, degreesOf(setpoint)) : badArgument('setpoint');
  };

function writeMode(heating: Heating): Meaning<unknown> {
  return (value, values) => {
    const allowed = heating.cools ? [OFF, COOL, HEAT] : [OFF, HEAT];
    if (typeof value !== 'number' || !allowed.includes(value)) return badArgument('systemMode');
    const present = modeOf(heating, stateOf(values, heating.of));
    if (value === present) return NOTHING;
    if (!heating.hasModes) return refused('constraint_error', 'it knows a temperature and no modes');
    if (value === OFF) return operation(heating.of, 'set_mode', { mode: 'off' }, 'set_mode');
    if (heating.cools && value === HEAT) return refused('invalid_in_state', 'the heating system cools at the moment');
    // A thermostat that follows its week program heats already; only one that is off is switched on.
    return operation(heating.of, 'set_mode', { mode: value === COOL ? 'cool' : 'heat' }, 'set_mode');
  };
}

/** Up or down by tenths of a degree. */
function raiseOrLower(heating: Heating): Meaning<unknown> {
  return (args, values) => {
    const amount = numberIn(args, 'amount', -128, 127);
    const mode = numberIn(args, 'mode', 0, 2);
    if (amount === undefined || mode === undefined || !Number.isInteger(mode)) return badArgument('amount or mode');
    if (mode === 1 && !heating.cools) return refused('constraint_error', 'it does not cool');
    const present = setpointOf(heating, stateOf(values, heating.of));
    if (present === undefined) return refused('invalid_in_state', 'the setpoint of now is not known');
    return toDegrees(heating, Math.round(present + amount * 10) / 100);
  };
}

/** Setpoint, measured temperature and current action. */
export function thermostat(heating: Heating): ClusterPlan {
  const { cools } = heating;
  const [min, max] = [Math.round(heating.min * 100), Math.round(heating.max * 100)];
  const controlSequenceOfOperation = cools ? COOLING_AND_HEATING : HEATING_ONLY;
  const limits = {
    minHeatSetpointLimit: min,
    maxHeatSetpointLimit: max,
    ...(cools ? { minCoolSetpointLimit: min, maxCoolSetpointLimit: max } : {}),
  };
  return cluster('Thermostat', {
    features: ['Heating', ...(cools ? ['Cooling'] : [])],
    fixed: {
      controlSequenceOfOperation,
      absMinHeatSetpointLimit: min,
      absMaxHeatSetpointLimit: max,
      ...(cools ? { absMinCoolSetpointLimit: min, absMaxCoolSetpointLimit: max } : {}),
      ...limits,
    },
    initial: {
      localTemperature: null,
      ...(heating.hasValve ? { piHeatingDemand: 0 } : {}),
      ...(heating.tellsAction ? { thermostatRunningState: RUNNING } : {}),
      systemMode: cools ? COOL : HEAT,
      occupiedHeatingSetpoint: whole(2000, min, max),
      ...(cools ? { occupiedCoolingSetpoint: whole(2000, min, max) } : {}),
    },
    attributes: (values) => attributesOf(heating, values),
    commands: { setpointRaiseLower: raiseOrLower(heating) },
    writable: {
      occupiedHeatingSetpoint: writeSetpoint(heating),
      ...(cools ? { occupiedCoolingSetpoint: writeSetpoint(heating) } : {}),
      systemMode: writeMode(heating),
      // Narrower limits would hide an existing temperature.
      ...Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, staysAs(name, limit)])),
      controlSequenceOfOperation: staysAs('controlSequenceOfOperation', controlSequenceOfOperation),
    },
  });
}
