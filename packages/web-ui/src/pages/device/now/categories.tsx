import type { CustomCategory } from '@ccu-gateway/contract/types';
import type { Formats } from '../../../i18n/formats.js';
import { defineTexts, type Say } from '../../../i18n/texts.js';
import { ClimateControls } from './climate.tsx';
import type { ControlsProps } from './controls.js';
import { CoverControls } from './cover.tsx';
import { type CustomDataPoint, flagIn, numberIn, textIn } from './custom-data-points.js';
import { LightControls } from './light.tsx';
import { ButtonControls, SirenControls, TextDisplayControls } from './simple.tsx';
import { type nowTexts, wordOf } from './texts.js';

/** Names of the categories. */
export const categoryTexts = defineTexts({
  climate: { en: 'Climate', de: 'Klima' },
  cover: { en: 'Cover', de: 'Beschattung' },
  light: { en: 'Light', de: 'Licht' },
  lock: { en: 'Lock', de: 'Schloss' },
  siren: { en: 'Siren', de: 'Sirene' },
  switch: { en: 'Switch', de: 'Schalter' },
  text_display: { en: 'Display', de: 'Anzeige' },
  valve: { en: 'Valve', de: 'Ventil' },
} satisfies Record<CustomCategory, object>);

/** Controls of a category, and its state in a few words, the most telling first; undefined for a word of an unknown value. */
interface Category {
  readonly Controls: (props: ControlsProps) => preact.JSX.Element;
  words(dp: CustomDataPoint, write: Writer): readonly (string | undefined)[];
}

const CATEGORIES: Readonly<Record<CustomCategory, Category>> = {
  climate: { Controls: ClimateControls, words: ({ state }, { say, formats }) => climateWords(state, say, formats) },
  cover: {
    Controls: CoverControls,
    words: (_dp, { percent, either, onlyIf }) => [
      onlyIf('is_opening', 'opening') ?? onlyIf('is_closing', 'closing') ?? either('is_closed', 'closed', 'open'),
      percent('current_position'),
      onlyIf('is_locked', 'locked'),
    ],
  },
  light: {
    Controls: LightControls,
    words({ state }, { say, percent, either }) {
      const color = textIn(state, 'color_name');
      return [
        either('is_on', 'on', 'off'),
        flagIn(state, 'is_on') === true ? percent('brightness_pct') : undefined,
        color === undefined ? undefined : wordOf(say, color),
      ];
    },
  },
  lock: {
    Controls: ButtonControls,
    words: (_dp, { either, onlyIf }) => [
      onlyIf('is_jammed', 'jammed'),
      onlyIf('is_locking', 'closing') ?? onlyIf('is_unlocking', 'opening') ?? either('is_locked', 'locked', 'unlocked'),
    ],
  },
  siren: {
    Controls: SirenControls,
    words: ({ kind }, { either }) => [
      kind === 'siren_sound' ? either('is_on', 'on', 'off') : either('is_on', 'alarm', 'quiet'),
    ],
  },
  switch: { Controls: ButtonControls, words: (_dp, { either }) => [either('is_on', 'on', 'off')] },
  text_display: { Controls: TextDisplayControls, words: () => [] },
  valve: { Controls: ButtonControls, words: (_dp, { either }) => [either('is_open', 'open', 'closed')] },
};

/** False for a category of a newer gateway. */
export const isKnownCategory = (category: string): category is CustomCategory => Object.hasOwn(CATEGORIES, category);

/** Controls of a category; a button for each operation where the category is unknown. */
export const controlsOf = (category: string): Category['Controls'] =>
  isKnownCategory(category) ? CATEGORIES[category].Controls : ButtonControls;

/** The state of a custom data point in a few words, the most telling first; empty while nothing is known. */
export function stateText(dp: CustomDataPoint, say: Say<typeof nowTexts>, formats: Formats): readonly string[] {
  const words = isKnownCategory(dp.category) ? CATEGORIES[dp.category].words(dp, writerFor(dp, say, formats)) : [];
  return words.filter((word) => word !== undefined);
}

type Writer = ReturnType<typeof writerFor>;

/** Writes values of the state; undefined for a value that is unknown. */
function writerFor({ state }: CustomDataPoint, say: Say<typeof nowTexts>, formats: Formats) {
  return {
    say,
    formats,
    percent(name: string) {
      const value = numberIn(state, name);
      return value === undefined ? undefined : `${formats.number(value, 0)} %`;
    },
    either(name: string, yes: keyof typeof nowTexts, no: keyof typeof nowTexts) {
      const value = flagIn(state, name);
      return value === undefined ? undefined : say(value ? yes : no);
    },
    onlyIf: (name: string, yes: keyof typeof nowTexts) => (flagIn(state, name) === true ? say(yes) : undefined),
  };
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
