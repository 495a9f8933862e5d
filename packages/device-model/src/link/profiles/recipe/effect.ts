import { valueLabels } from '../../../labels/label.js';
import type { Locale } from '../../../requests/requests.js';
import type { Human } from './draft.js';
import { type HumanId, humanLabel, type KindKey, kindSentence } from './texts.js';

/** Words of sentences that stand for a setting: the first of these settings that a profile has takes their position. */
const PHRASES: Readonly<
  Record<Locale, readonly { readonly words: string; readonly as: string; readonly ids: readonly HumanId[] }[]>
> = {
  de: [
    { words: 'für die eingestellte Zeit', as: 'für {}', ids: ['time'] },
    { words: 'nach der eingestellten Zeit', as: 'nach {}', ids: ['time', 'delay'] },
    { words: 'auf die eingestellte Höhe', as: 'auf {} Höhe', ids: ['position'] },
    { words: 'stellt die Lamellen', as: 'stellt die Lamellen auf {}', ids: ['slats'] },
    { words: 'bis zur eingestellten Weite', as: 'bis {}', ids: ['position'] },
    { words: 'stellt die eingestellte Temperatur ein', as: 'stellt {} ein', ids: ['temperature'] },
    { words: 'stellt die eine Temperatur ein', as: 'stellt {} ein', ids: ['temperature'] },
    { words: 'ein langer die andere', as: 'ein langer {}', ids: ['long_temperature'] },
    { words: 'mit dieser Temperatur', as: 'mit {}', ids: ['temperature'] },
    { words: 'stellt die Temperatur für', as: 'stellt {} für', ids: ['temperature'] },
    { words: 'verschiebt die Temperatur', as: 'verschiebt die Temperatur um {}', ids: ['shift'] },
    { words: 'Senkt die Temperatur,', as: 'Senkt die Temperatur auf {},', ids: ['temperature'] },
    { words: 'Senkt die Temperatur nur', as: 'Senkt die Temperatur auf {}, aber nur', ids: ['temperature'] },
    { words: 'der Schwellwert', as: 'der Schwellwert ({})', ids: ['threshold'] },
    { words: 'den Schwellwert', as: 'den Schwellwert ({})', ids: ['threshold'] },
    { words: 'dem Schwellwert', as: 'dem Schwellwert ({})', ids: ['threshold'] },
    { words: 'mit der eingestellten Farbtemperatur', as: 'mit {}', ids: ['color_temperature'] },
  ],
  en: [
    { words: 'for the set time', as: 'for {}', ids: ['time'] },
    { words: 'after the set time', as: 'after {}', ids: ['time', 'delay'] },
    { words: 'to the set position', as: 'to {} of the height', ids: ['position'] },
    { words: 'turns the slats', as: 'turns the slats to {}', ids: ['slats'] },
    { words: 'as far as set', as: 'to {}', ids: ['position'] },
    { words: 'sets one temperature', as: 'sets {}', ids: ['temperature'] },
    { words: 'a long press the other', as: 'a long press {}', ids: ['long_temperature'] },
    { words: 'at this temperature', as: 'at {}', ids: ['temperature'] },
    { words: 'sets the temperature', as: 'sets the temperature to {}', ids: ['temperature'] },
    { words: 'shifts the temperature', as: 'shifts the temperature by {}', ids: ['shift'] },
    { words: 'Lowers the temperature', as: 'Lowers the temperature to {}', ids: ['temperature'] },
    { words: 'the threshold', as: 'the threshold ({})', ids: ['threshold'] },
    { words: 'at the set colour temperature', as: 'at {}', ids: ['color_temperature'] },
  ],
};

/** Settings of which 0 means that there is none. */
const NONE_AT_ZERO: ReadonlySet<HumanId> = new Set(['delay', 'ramp']);

/**
 * The event and the reaction of a profile in words, with its settings. Settings without words of their own follow in a
 * second sentence.
 *
 * @example
 * effectInWords('on_for', humans, { time: 180 }, 'en'); // 'A key press switches on for 3 minutes.'
 */
export function effectInWords(
  key: KindKey,
  humans: readonly Human[],
  settings: Readonly<Record<string, number>>,
  locale: Locale,
): string {
  const said = new Set<HumanId>();
  const inWords = (human: Human) => settingInWords(human, settings[human.id] ?? human.default, locale);
  const sentence = PHRASES[locale].reduce(
    (text, { words, as, ids }) => {
      const human = humans.find(({ id }) => ids.includes(id) && !said.has(id));
      if (human === undefined || !text.includes(words)) return text;
      said.add(human.id);
      return text.replace(words, as.replace('{}', inWords(human)));
    },
    kindSentence(key, locale),
  );
  const rest = humans
    .filter(({ id, default: standard }) => !said.has(id) && !(NONE_AT_ZERO.has(id) && (settings[id] ?? standard) === 0))
    .map((human) => `${humanLabel(human.id, locale)}: ${inWords(human)}`);
  return rest.length === 0 ? sentence : `${sentence} ${rest.join(', ')}.`;
}

function settingInWords({ id, unit, options }: Human, value: number, locale: Locale): string {
  const word = options?.find((option) => option.value === value)?.word;
  if (word !== undefined) return valueLabels([word], locale)?.[word] ?? word;
  if (unit === 's') return durationInWords(value, locale);
  const sign = id === 'shift' && value > 0 ? '+' : '';
  return `${sign}${numberInWords(value, locale)}${unit === undefined ? '' : ` ${unit}`}`;
}

function numberInWords(value: number, locale: Locale): string {
  const text = String(Math.round(value * 100) / 100);
  return locale === 'de' ? text.replace('.', ',') : text;
}

const UNITS = [
  { seconds: 3600, de: ['Stunde', 'Stunden'], en: ['hour', 'hours'] },
  { seconds: 60, de: ['Minute', 'Minuten'], en: ['minute', 'minutes'] },
  { seconds: 1, de: ['Sekunde', 'Sekunden'], en: ['second', 'seconds'] },
] as const;

/** Such as `1 hour 30 minutes`; parts of 0 are left out. */
function durationInWords(seconds: number, locale: Locale): string {
  let rest = Math.round(seconds * 100) / 100;
  const parts = UNITS.flatMap((unit) => {
    const count = unit.seconds === 1 ? Math.round(rest * 100) / 100 : Math.floor(rest / unit.seconds);
    rest -= count * unit.seconds;
    return count === 0 ? [] : `${numberInWords(count, locale)} ${unit[locale][count === 1 ? 0 : 1]}`;
  });
  return parts.length === 0 ? `0 ${UNITS[2][locale][1]}` : parts.join(' ');
}
