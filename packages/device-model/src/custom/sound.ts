import { type Behaviour, urgentDraft } from '../model/custom.js';
import type { Channel } from '../model/state.js';
import { readDuration, timeValues } from './duration.js';
import { FULL, motionOf, numberOf, optionOf, reading, statePoints } from './read.js';
import { repetitions } from './repetitions.js';

const optionsOf = (channel: Channel, parameter: string): readonly string[] =>
  (channel.points.get(parameter)?.descriptor.valueList ?? []).filter((name) => name !== '');

/** Options of a sound file that name none: they stand for the last one, or for one by chance. */
const soundsOf = (channel: Channel): readonly string[] =>
  optionsOf(channel, 'SOUNDFILE').filter((name) => !/^(OLD_VALUE|DO_NOT_CARE)$/.test(name));

const DEFAULT_VOLUME_PERCENT = 50;
const DEFAULT_SECONDS = 10;

/** Plays sound files. All that belongs to a sound goes out together. */
export const soundPlayerBehaviour: Behaviour = {
  category: 'siren',
  kind: 'siren_sound',
  parameter: 'SOUNDFILE',
  sources: (channel) => statePoints(channel, 'LEVEL', 'ACTIVITY_STATE', 'SOUNDFILE'),
  operations: () => ['turn_on', 'turn_off'],
  capabilities: () => ({ tones: true, lights: false, duration: true, volume: true }),
  config: (channel) => ({ available_tones: soundsOf(channel) }),
  state(channel) {
    const motion = motionOf(channel);
    const level = numberOf(reading(channel, 'LEVEL'));
    const isLoud = level === null || level > FULL ? null : level > 0;
    return {
      is_on: motion === null ? isLoud : motion !== 'none',
      tone: optionOf(reading(channel, 'SOUNDFILE')),
    };
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
