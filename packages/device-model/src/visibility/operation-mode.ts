import type { Channel, DataPoint } from '../model/state.js';

const MODE = 'CHANNEL_OPERATION_MODE';

/** Modes of a multi-purpose input in which a parameter has a meaning; the others are always on. */
const SPEAKING: Readonly<Record<string, ReadonlySet<string>>> = {
  STATE: new Set(['BINARY_BEHAVIOR']),
  PRESS_SHORT: new Set(['KEY_BEHAVIOR', 'SWITCH_BEHAVIOR']),
  PRESS_LONG: new Set(['KEY_BEHAVIOR', 'SWITCH_BEHAVIOR']),
  PRESS_LONG_START: new Set(['KEY_BEHAVIOR', 'SWITCH_BEHAVIOR']),
  PRESS_LONG_RELEASE: new Set(['KEY_BEHAVIOR', 'SWITCH_BEHAVIOR']),
};

/** The name of the mode an input works in: as configured, until that was read as delivered. */
export function operationModeOf(channel: Channel): string | undefined {
  const described = channel.paramsets.get('MASTER')?.[MODE];
  const options = described?.VALUE_LIST;
  if (described === undefined || options?.includes('KEY_BEHAVIOR') !== true) return undefined;
  const raw = channel.master.get(MODE) ?? described.DEFAULT;
  return typeof raw === 'number' ? options[raw] : typeof raw === 'string' ? raw : undefined;
}

/** Nothing will ever come from this parameter, because its channel is configured to be something else. */
export function isOutOfMode({ channel, parameter }: DataPoint): boolean {
  const speaking = Object.hasOwn(SPEAKING, parameter) ? SPEAKING[parameter] : undefined;
  if (speaking === undefined) return false;
  const mode = operationModeOf(channel);
  return mode !== undefined && !speaking.has(mode);
}
