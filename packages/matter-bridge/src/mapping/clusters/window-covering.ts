import { CLOSED, closedHundredths, openPercent } from '../convert.js';
import { numberIn, truth } from '../numbers.js';
import type { ClusterPlan, CustomDataPointRef, Meaning } from '../plan.js';
import { badArgument, cluster, operation, refused, stateOf, staysAs } from './cluster.js';

/** A shutter, blind, window drive or door drive. */
export interface Covering {
  readonly of: CustomDataPointRef;
  readonly hasTilt: boolean;
  readonly hasStop: boolean;
  /** `window` and `door` are no coverings, and Matter has no better word for them. */
  readonly kind: 'shutter' | 'blind' | 'window' | 'door';
}

const STOPPED = 0;
const OPENING = 1;
const CLOSING = 2;

/** Matter's type and product of each: roller shutter outside, exterior venetian blind, unknown. */
const TYPES: Readonly<Record<Covering['kind'], readonly [type: number, product: number]>> = {
  shutter: [2, 17],
  blind: [8, 13],
  window: [255, 255],
  door: [255, 255],
};

/** Nothing of it can be set at a CCU. */
const MODE = { motorDirectionReversed: false, calibrationMode: false, maintenanceMode: false, ledFeedback: false };

function movementOf(state: Readonly<Record<string, unknown>>): number | undefined {
  const [opening, closing] = [truth(state.is_opening), truth(state.is_closing)];
  if (opening === true) return OPENING;
  if (closing === true) return CLOSING;
  return opening === undefined && closing === undefined ? undefined : STOPPED;
}

/** Position, target and movement of lift or tilt, by the names that Matter has for either. */
function positionOf(axis: 'Lift' | 'Tilt', open: unknown, isMoving: boolean): Readonly<Record<string, unknown>> {
  const hundredths = closedHundredths(open);
  if (hundredths === undefined) return { [`targetPosition${axis}Percent100ths`]: null };
  return {
    [`currentPosition${axis}Percent100ths`]: hundredths,
    [`currentPosition${axis}Percentage`]: Math.floor(hundredths / 100),
    // In motion the target comes from the command; at rest it is the position.
    ...(isMoving ? {} : { [`targetPosition${axis}Percent100ths`]: hundredths }),
  };
}

function goTo(covering: Covering, argument: string, name: string, parameter: string): Meaning<unknown> {
  return (args) => {
    const hundredths = numberIn(args, argument, 0, CLOSED);
    if (hundredths === undefined) return badArgument(argument);
    return operation(covering.of, name, { [parameter]: openPercent(hundredths) }, name);
  };
}

/** Position and motion of a covering, with its commands. Closed is 10000 for Matter and 0 for a CCU. */
export function windowCovering(covering: Covering): ClusterPlan {
  const { of, hasTilt, hasStop } = covering;
  const [type, endProductType] = TYPES[covering.kind];
  return cluster('WindowCovering', {
    features: ['Lift', 'PositionAwareLift', ...(hasTilt ? ['Tilt', 'PositionAwareTilt'] : [])],
    fixed: {
      type,
      endProductType,
      mode: MODE,
      configStatus: {
        operational: true,
        onlineReserved: true,
        liftMovementReversed: false,
        liftPositionAware: true,
        tiltPositionAware: hasTilt,
        liftEncoderControlled: false,
        tiltEncoderControlled: false,
      },
    },
    initial: {
      operationalStatus: { global: STOPPED, lift: STOPPED, tilt: STOPPED },
      currentPositionLiftPercent100ths: null,
      currentPositionLiftPercentage: null,
      targetPositionLiftPercent100ths: null,
      ...(hasTilt
        ? {
            currentPositionTiltPercent100ths: null,
            currentPositionTiltPercentage: null,
            targetPositionTiltPercent100ths: null,
          }
        : {}),
    },
    keeps: ['targetPositionLiftPercent100ths', 'targetPositionTiltPercent100ths'],
    attributes(values) {
      const state = stateOf(values, of);
      const movement = movementOf(state);
      const isMoving = movement !== undefined && movement !== STOPPED;
      return {
        ...positionOf('Lift', state.current_position, isMoving),
        ...(hasTilt ? positionOf('Tilt', state.current_tilt_position, isMoving) : {}),
        // The slats turn with the covering; a CCU does not tell the two apart.
        ...(movement === undefined ? {} : { operationalStatus: { global: movement, lift: movement, tilt: STOPPED } }),
      };
    },
    writable: { mode: staysAs('mode', MODE) },
    commands: {
      upOrOpen: () => operation(of, 'open', {}, 'set_position'),
      downOrClose: () => operation(of, 'close', {}, 'set_position'),
      stopMotion: () =>
        hasStop ? operation(of, 'stop', {}, 'set_position') : refused('unsupported', 'it cannot be stopped on its way'),
      goToLiftPercentage: goTo(covering, 'liftPercent100thsValue', 'set_position', 'position'),
      ...(hasTilt
        ? { goToTiltPercentage: goTo(covering, 'tiltPercent100thsValue', 'set_tilt_position', 'tilt_position') }
        : {}),
    },
  });
}
