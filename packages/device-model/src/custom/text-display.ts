import { type Behaviour, urgentDraft } from '../model/custom.js';
import { canWrite, flagOf } from './read.js';
import { repetitions } from './repetitions.js';

const optionsOf = (channel: Parameters<Behaviour['config']>[0], parameter: string): readonly string[] =>
  channel.points.get(parameter)?.descriptor.valueList ?? [];

/** A sound with the text: how often, and with how much time between the tones. */
function soundOf(
  channel: Parameters<Behaviour['config']>[0],
  parameters: Parameters<Behaviour['plan']>[2],
): Readonly<Record<string, unknown>> {
  const sounds = optionsOf(channel, 'ACOUSTIC_NOTIFICATION_SELECTION');
  const sound = sounds.length === 0 ? undefined : parameters.text('sound', sounds);
  if (sound === undefined) return {};
  const interval = canWrite(channel, 'INTERVAL')
    ? (parameters.number('interval', { min: 1, max: 15 }) ?? 1)
    : undefined;
  return {
    ACOUSTIC_NOTIFICATION_SELECTION: sound,
    ...repetitions(channel, parameters, 'repeat', 1),
    ...(interval === undefined ? {} : { INTERVAL: interval }),
  };
}

/** Data point of the warning that it will refuse more texts; the maintenance channel may have it. */
const burstLimit = (channel: Parameters<Behaviour['config']>[0]) =>
  channel.points.get('BURST_LIMIT_WARNING') ?? channel.device.channels.get(0)?.points.get('BURST_LIMIT_WARNING');

/** Displays with lines of text; a line is sent whole and shown on commit. */
export const textDisplayBehaviour: Behaviour = {
  category: 'text_display',
  kind: 'text_display',
  parameter: 'DISPLAY_DATA_STRING',
  sources(channel) {
    const limit = burstLimit(channel);
    return limit === undefined ? [] : [limit];
  },
  operations: () => ['send_text'],
  capabilities: (channel) => ({
    icons: channel.points.has('DISPLAY_DATA_ICON'),
    sounds: canWrite(channel, 'ACOUSTIC_NOTIFICATION_SELECTION'),
  }),
  config: (channel) => ({
    available_icons: optionsOf(channel, 'DISPLAY_DATA_ICON'),
    available_background_colors: optionsOf(channel, 'DISPLAY_DATA_BACKGROUND_COLOR'),
    available_text_colors: optionsOf(channel, 'DISPLAY_DATA_TEXT_COLOR'),
    available_alignments: optionsOf(channel, 'DISPLAY_DATA_ALIGNMENT'),
    available_sounds: optionsOf(channel, 'ACOUSTIC_NOTIFICATION_SELECTION'),
  }),
  state(channel) {
    const limit = burstLimit(channel);
    return limit === undefined ? {} : { burst_limit_warning: flagOf(limit) };
  },
  plan(channel, _operation, parameters) {
    const optional = (name: string, parameter: string, standard?: string): Readonly<Record<string, unknown>> => {
      const options = optionsOf(channel, parameter);
      if (options.length === 0) return {};
      const chosen = parameters.text(name, options) ?? (options.includes(standard ?? '') ? standard : undefined);
      return chosen === undefined ? {} : { [parameter]: chosen };
    };
    const line = parameters.number('display_id', { min: 1, max: 5 }) ?? 1;
    return urgentDraft(channel, {
      DISPLAY_DATA_STRING: parameters.requiredText('text') ?? '',
      ...optional('icon', 'DISPLAY_DATA_ICON', 'NO_ICON'),
      ...optional('background_color', 'DISPLAY_DATA_BACKGROUND_COLOR', 'WHITE'),
      ...optional('text_color', 'DISPLAY_DATA_TEXT_COLOR', 'BLACK'),
      ...optional('alignment', 'DISPLAY_DATA_ALIGNMENT', 'CENTER'),
      DISPLAY_DATA_ID: line,
      ...soundOf(channel, parameters),
      // The commit comes last.
      DISPLAY_DATA_COMMIT: true,
    });
  },
};
