import { triggerKindOf } from '../announce/trigger.js';
import type { DataPoint } from '../model/state.js';

/** Types whose key channel reports presses although its key switches the device itself and nothing else. */
const MODELS: ReadonlySet<string> = new Set(['HMIP-PS']);

/** A key press that is none: the plug tells of presses that happened at no key. */
export function isGhostKey(point: DataPoint): boolean {
  return MODELS.has(point.channel.device.description.TYPE.toUpperCase()) && triggerKindOf(point) === 'keypress';
}
