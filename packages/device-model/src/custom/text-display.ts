import { type Behaviour, urgentDraft } from './behaviour.js';
import { statePoints } from './read.js';

const optionsOf = (channel: Parameters<Behaviour['config']>[0], parameter: string): readonly string[] =>
  channel.points.get(parameter)?.descriptor.valueList ?? [];

/** Displays with lines of text; a line is sent whole and shown on commit. */
export const textDisplayBehaviour: Behaviour = {
  category: 'text_display',
  kind: 'text_display',
  parameter: 'DISPLAY_DATA_STRING',
  sources: (channel) => statePoints(channel, 'BURST_LIMIT_WARNING'),
  operations: () => ['send_text'],
  capabilities: (channel) => ({ icons: channel.points.has('DISPLAY_DATA_ICON') }),
  config: (channel) => ({
    available_icons: optionsOf(channel, 'DISPLAY_DATA_ICON'),
    available_background_colors: optionsOf(channel, 'DISPLAY_DATA_BACKGROUND_COLOR'),
    available_text_colors: optionsOf(channel, 'DISPLAY_DATA_TEXT_COLOR'),
    available_alignments: optionsOf(channel, 'DISPLAY_DATA_ALIGNMENT'),
  }),
  state: () => ({}),
  plan(channel, _operation, parameters) {
    const optional = (name: string, parameter: string): Readonly<Record<string, unknown>> => {
      const options = optionsOf(channel, parameter);
      if (options.length === 0) return {};
      const chosen = parameters.text(name, options);
      return chosen === undefined ? {} : { [parameter]: chosen };
    };
    const line = parameters.number('display_id', { min: 1, max: 5 }) ?? 1;
    return urgentDraft(channel, {
      DISPLAY_DATA_STRING: parameters.requiredText('text') ?? '',
      ...optional('icon', 'DISPLAY_DATA_ICON'),
      ...optional('background_color', 'DISPLAY_DATA_BACKGROUND_COLOR'),
      ...optional('text_color', 'DISPLAY_DATA_TEXT_COLOR'),
      ...optional('alignment', 'DISPLAY_DATA_ALIGNMENT'),
      DISPLAY_DATA_ID: line,
      DISPLAY_DATA_COMMIT: true,
    });
  },
};
