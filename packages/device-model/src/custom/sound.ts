import type { Channel } from '../state.js';
import { type Behaviour, urgentDraft } from './behaviour.js';
import { readDuration, timeValues } from './duration.js';
import type { Parameters } from './parameters.js';
import { canWrite, FULL, numberOf, reading, statePoints } from './read.js';

const optionsOf = (channel: Channel, parameter: string): readonly string[] =>
  (channel.points.get(parameter)?.descriptor.valueList ?? []).filter((name) => name !== '');

/** Options of a sound file that name none: they stand for the last one, or for one by chance. */
const soundsOf = (channel: Channel): readonly string[] =>
  optionsOf(channel, 'SOUNDFILE').filter((name) => !/^(OLD_VALUE|DO_NOT_CARE)$/.test(name));

const INFINITE = -1;
const MOST = 18;

/** How often a sound is repeated, by the name of the option: 0 is never, -1 without end. */
export function repetitions(
  channel: Channel,
  parameters: Parameters,
  name: string,
  standard?: number,
): Readonly<Record<string, unknown>> {
  const offered = optionsOf(channel, 'REPETITIONS');
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

const DEFAULT_VOLUME_PERCENT = 50;
const DEFAULT_SECONDS = 10;

/** Plays sound files. All that belongs to a sound goes out together. */
export const soundPlayerBehaviour: Behaviour = {
  category: 'siren',
  kind: 'siren_sound',
  parameter: 'SOUNDFILE',
  sources: (channel) => statePoints(channel, 'LEVEL', 'SOUNDFILE'),
  operations: () => ['turn_on', 'turn_off'],
  capabilities: () => ({ tones: true, lights: false, duration: true, volume: true }),
  config: (channel) => ({ available_tones: soundsOf(channel) }),
  state(channel) {
    const level = numberOf(reading(channel, 'LEVEL'));
    const file = reading(channel, 'SOUNDFILE');
    const name = typeof file?.value === 'number' ? file.descriptor.valueList?.[file.value] : undefined;
    return { is_on: level === null || level > FULL ? null : level > 0, tone: name ?? null };
  },
  plan(channel, operation, parameters) {
    if (operation === 'turn_off') {
      return urgentDraft(channel, { ...timeValues(channel, 0, 'DURATION'), LEVEL: 0 });
    }
    const sounds = soundsOf(channel);
    const tone = parameters.text('tone', sounds) ?? sounds[0];
    const volume = parameters.number('volume_pct', { min: 0, max: 100 }) ?? DEFAULT_VOLUME_PERCENT;
    const ramp = readDuration(parameters, 'ramp_time') ?? 0;
    return urgentDraft(channel, {
      ...(tone === undefined ? {} : { SOUNDFILE: tone }),
      ...repetitions(channel, parameters, 'repetitions', 0),
      ...timeValues(channel, ramp, 'RAMP_TIME'),
      ...timeValues(channel, readDuration(parameters, 'duration') ?? DEFAULT_SECONDS, 'DURATION'),
      LEVEL: volume / 100,
    });
  },
};
