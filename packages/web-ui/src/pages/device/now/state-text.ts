import type { Formats } from '../../../i18n/formats.js';
import type { Say } from '../../../i18n/texts.js';
import { type CustomDataPoint, flagIn, numberIn, textIn } from './custom-data-points.js';
import { type nowTexts, wordOf } from './texts.js';

/** The state of a custom data point in a few words, the most telling first; empty while nothing is known. */
export function stateText(
  { category, kind, state }: CustomDataPoint,
  say: Say<typeof nowTexts>,
  formats: Formats,
): readonly string[] {
  const percent = (name: string) => {
    const value = numberIn(state, name);
    return value === undefined ? undefined : `${formats.number(value, 0)} %`;
  };
  const either = (name: string, yes: keyof typeof nowTexts, no: keyof typeof nowTexts) => {
    const value = flagIn(state, name);
    return value === undefined ? undefined : say(value ? yes : no);
  };
  const if_ = (name: string, yes: keyof typeof nowTexts) => (flagIn(state, name) === true ? say(yes) : undefined);
  const words = {
    light: () => [
      either('is_on', 'on', 'off'),
      flagIn(state, 'is_on') === true ? percent('brightness_pct') : undefined,
      textIn(state, 'color_name') === undefined ? undefined : wordOf(say, textIn(state, 'color_name')!),
    ],
    cover: () => [
      if_('is_opening', 'opening') ?? if_('is_closing', 'closing') ?? either('is_closed', 'closed', 'open'),
      percent('current_position'),
      if_('is_locked', 'locked'),
    ],
    climate: () => climateWords(state, say, formats),
    lock: () => [
      if_('is_jammed', 'jammed'),
      if_('is_locking', 'closing') ?? if_('is_unlocking', 'opening') ?? either('is_locked', 'locked', 'unlocked'),
    ],
    switch: () => [either('is_on', 'on', 'off')],
    siren: () => [kind === 'siren_sound' ? either('is_on', 'on', 'off') : either('is_on', 'alarm', 'quiet')],
    valve: () => [either('is_open', 'open', 'closed')],
  }[category];
  return (words?.() ?? []).filter((word) => word !== undefined);
}

function climateWords(state: CustomDataPoint['state'], say: Say<typeof nowTexts>, formats: Formats) {
  const current = numberIn(state, 'current_temperature');
  const humidity = numberIn(state, 'current_humidity');
  const valve = numberIn(state, 'valve_position');
  const action = textIn(state, 'hvac_action');
  return [
    current === undefined ? undefined : `${formats.number(current, 1)} °C`,
    humidity === undefined ? undefined : `${say('humidity')} ${formats.number(humidity, 0)} %`,
    action === undefined ? undefined : wordOf(say, action),
    valve === undefined ? undefined : `${say('valvePosition')} ${formats.number(valve, 0)} %`,
    flagIn(state, 'window_open') === true ? say('windowOpen') : undefined,
  ];
}
