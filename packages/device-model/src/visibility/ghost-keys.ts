import { triggerKindOf } from '../announce/trigger.js';
import type { DataPoint } from '../model/state.js';

/** Types with a key channel that reports presses although its key switches the device itself and nothing else. */
const MODELS: ReadonlySet<string> = new Set(['HMIP-PS']);

/** True for false key presses: the plug reports presses that happened at no key. */
export function isGhostKey(point: DataPoint): boolean {
  return MODELS.has(point.channel.device.description.TYPE.toUpperCase()) && triggerKindOf(point) === 'keypress';
}
