import type { Parameters } from '../model/parameters.js';
import type { Channel } from '../model/state.js';
import { canWrite } from './read.js';

const INFINITE = -1;
const MOST = 18;

/** Repetitions of a sound, by the name of the option: 0 is never, -1 without end. */
export function repetitions(
  channel: Channel,
  parameters: Parameters,
  name: string,
  standard?: number,
): Readonly<Record<string, unknown>> {
  const offered = channel.points.get('REPETITIONS')?.descriptor.valueList ?? [];
  if (!canWrite(channel, 'REPETITIONS')) return {};
  const counted = offered.filter((option) => option.startsWith('REPETITIONS_')).length;
  const wanted = parameters.number(name, { min: INFINITE, max: Math.min(MOST, counted) }) ?? standard;
  if (wanted === undefined) return {};
  const option =
    wanted === 0
      ? 'NO_REPETITION'
      : wanted < 0
        ? 'INFINITE_REPETITIONS'
        : `REPETITIONS_${String(Math.round(wanted)).padStart(3, '0')}`;
  return { REPETITIONS: option };
}
