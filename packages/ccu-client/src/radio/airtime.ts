import type { InterfaceProfile } from '../model/interfaces.js';
import type { ParamsetKey } from '../model/model.js';

/** Milliseconds that a radio module may send in an hour: one percent of it. */
export const SENDING_MS_AN_HOUR = 36_000;

/**
 * When a device receives messages. `none`: not over the air at all; `burst`: after a long signal that wakes it; `asleep`: when
 * it wakes by itself.
 */
export type Reception = 'none' | 'always' | 'burst' | 'asleep';

/** Ways of receiving that a device announces. */
export interface ReceptionModes {
  readonly always?: boolean | undefined;
  readonly burst?: boolean | undefined;
  readonly config?: boolean | undefined;
  readonly wakeup?: boolean | undefined;
  readonly lazyConfig?: boolean | undefined;
}

/** One write to a device: the paramset, and the number of its parameters. */
export interface RadioMessage {
  readonly paramsetKey: ParamsetKey;
  readonly parameters: number;
  readonly reception: Reception;
  /** The request asks for the signal that wakes the device, whatever the device announces. */
  readonly wakes?: boolean;
}

/** Cost of a write on the air. */
export interface RadioCost {
  /** Frames that the radio module of the CCU sends. */
  readonly frames: number;
  /** Milliseconds of sending. */
  readonly airtimeMs: number;
}

const BITS = { always: 1, burst: 2, config: 4, wakeup: 8, lazyConfig: 16 } as const;

/**
 * The ways of receiving in `RX_MODE`, a set of bits.
 *
 * @example
 * receptionModes(2); // { always: false, burst: true, config: false, wakeup: false, lazyConfig: false }
 */
export function receptionModes(rxMode: number): ReceptionModes {
  return {
    always: (rxMode & BITS.always) !== 0,
    burst: (rxMode & BITS.burst) !== 0,
    config: (rxMode & BITS.config) !== 0,
    wakeup: (rxMode & BITS.wakeup) !== 0,
    lazyConfig: (rxMode & BITS.lazyConfig) !== 0,
  };
}

/**
 * When a device of this interface receives messages.
 *
 * @example
 * receptionOf(factsOf('HmIP-RF'), 'HmIPW-DRS8', { always: true }); // 'none'
 */
export function receptionOf(
  { airtime, productGroups }: Pick<InterfaceProfile, 'airtime' | 'productGroups'>,
  model: string,
  modes: ReceptionModes | undefined,
): Reception {
  const isWired = productGroups.some(({ prefix, isWired }) => isWired && model.startsWith(prefix));
  if (airtime === undefined || isWired) return 'none';
  if (modes === undefined || modes.always) return 'always';
  if (modes.burst) return 'burst';
  return modes.wakeup || modes.config || modes.lazyConfig ? 'asleep' : 'always';
}

/**
 * Cost of a write: frames of the radio module, and its sending time. An estimate, because repetitions and the length of
 * values are unknown; each reading of the duty cycle corrects the sum.
 *
 * @example
 * radioCost(factsOf('BidCos-RF'), { paramsetKey: 'VALUES', parameters: 1, reception: 'burst' }).frames; // 1
 */
export function radioCost(
  { airtime, valuesTogether }: Pick<InterfaceProfile, 'airtime' | 'valuesTogether'>,
  { paramsetKey, parameters, reception, wakes = false }: RadioMessage,
): RadioCost {
  if (airtime === undefined || reception === 'none' || parameters === 0) return { frames: 0, airtimeMs: 0 };
  const isCommand = paramsetKey === 'VALUES';
  const calls = isCommand && !valuesTogether ? parameters : 1;
  const frames = isCommand ? calls : airtime.configurationFrames + Math.ceil(parameters / airtime.parametersPerFrame);
  const wakings = wakes || reception === 'burst' ? calls : 0;
  return {
    frames,
    airtimeMs: frames * airtime.frameMs + parameters * airtime.parameterMs + wakings * airtime.wakeMs,
  };
}
