import type { LivingState } from '../store/aspects.js';
import { plain } from './plain.js';

/** State that words can name, beside those of `LivingState`. */
export type NamedState =
  | LivingState
  | 'window_closed'
  | 'locked'
  | 'light_off'
  | 'blind_up'
  | 'unreachable'
  | 'reachable'
  | 'low_battery'
  | 'config_pending'
  | 'update'
  | 'sabotage';

/** A limit for a measured value. */
export interface Limit {
  readonly of: 'temperature' | 'humidity';
  readonly is: 'above' | 'below';
  readonly value: number;
}

/** Conditions read from the words of a search. */
export interface StateWords {
  /** A device is in each of them. */
  readonly states: readonly NamedState[];
  /** A device is in this state, or its texts have the word. */
  readonly either?: { readonly state: NamedState; readonly word: string };
  readonly limits: readonly Limit[];
  /** `lasts` this long or longer, where a state is named; else `changed` in this time. Midnights count from today's. */
  readonly since?: { readonly ms: number } | { readonly midnightsAgo: number };
  /** The text without these words. */
  readonly rest: string;
}

const OPENING = '(?:fenster|tur|turen|windows?|doors?)';
const LIGHT = '(?:lichter|licht|lampen|lampe|lights?|lamps?)';
const BLIND = '(?:rollladen|rolladen|rollos?|jalousien?|blinds?|shutters?)';
const IS = '(?:ist |sind |steht |stehen |is |are )?(?:noch |still )?';

/** Phrases in both languages, longest meaning first. They are compared in lower case, without accents. */
const PHRASES: readonly (readonly [state: NamedState, phrase: string])[] = [
  ['unreachable', 'nicht erreichbar\\w*|unerreichbar\\w*|unreachable|offline|out of reach'],
  [
    'low_battery',
    'low ?battery|low_?bat|battery low|empty batter(?:y|ies)|batterien? (?:leer|schwach)|leere batterien?',
  ],
  ['config_pending', 'config[ _]?pending|configuration pending|konfiguration steht aus'],
  ['update', 'updates? available|firmware-update|updates? verfugbar|updatable'],
  ['sabotage', 'sabotage|tampered'],
  ['blind_down', `${BLIND} ${IS}(?:unten|zu|runter|geschlossen|down|closed)|closed ${BLIND}|geschlossene ${BLIND}`],
  ['blind_up', `${BLIND} ${IS}(?:oben|auf|offen|hoch|up|open)|open ${BLIND}|offene ${BLIND}`],
  ['window_open', `${OPENING} ${IS}(?:offen|auf|gekippt|open)|(?:offene[rs]?|open|gekippte[rs]?) ${OPENING}`],
  ['window_closed', `${OPENING} ${IS}(?:zu|geschlossen|closed)|(?:geschlossene[rs]?|closed) ${OPENING}`],
  ['light_on', `${LIGHT} ${IS}(?:an|ein|on)|brennende ${LIGHT}|burning ${LIGHT}`],
  ['light_off', `${LIGHT} ${IS}(?:aus|off)`],
  [
    'unlocked',
    'unlocked|entriegelt|unverriegelt|unverschlossen|aufgeschlossen|nicht (?:verriegelt|abgeschlossen)|not locked',
  ],
  ['locked', 'locked|verriegelt|abgeschlossen'],
  ['motion', 'bewegung (?:erkannt|jetzt)|motion (?:detected|now)|wer ist da|who is there'],
  ['window_open', 'offen|geoffnet|gekippt|open|tilted'],
];

/** A whole search that names a state and is a likely part of a name, too. */
const ALONE: readonly (readonly [state: NamedState, phrase: RegExp])[] = [
  ['low_battery', /^(?:batterien?|batter(?:y|ies)|akku)$/],
  ['motion', /^(?:bewegung(?:en)?|motion|presence)$/],
  ['heating', /^(?:heizung(?:en)?|heating|heaters?)$/],
  ['light_on', /^(?:an|ein|on|eingeschaltet|switched on)$/],
  ['window_closed', /^(?:geschlossen|closed)$/],
  ['reachable', /^(?:erreichbar|reachable|online)$/],
];

const FILLERS = /\b(?:which|what|welche[rs]?|ist|sind|is|are|alle|all|das|die|der|the|gerade|jetzt|now|noch|still)\b/g;
const NUMBER = '(\\d+(?:[.,]\\d+)?)';
const LIMIT = new RegExp(
  `(?:(feuchte|feuchtigkeit|luftfeuchte|humidity|temperatur|temperature)\\s*)?(uber|above|over|warmer (?:than|als)|mehr als|more than|>|unter|below|under|kalter als|colder than|less than|weniger als|<)\\s*(-?)${NUMBER}\\s*(%|prozent|percent|°\\s*c?|grad|degrees?)?`,
);
const SINCE = new RegExp(
  `(?:seit|since|for|langer als|longer than|>)\\s*(?:(gestern|yesterday)|(heute|today)|${NUMBER}\\s*(s|sek\\w*|sec\\w*|m|min\\w*|h|std|stunden?|hours?|d|tage?n?|days?|w|wochen?|weeks?)\\b)`,
);
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const ABOVE = /^(?:uber|above|over|warmer|mehr|more|>)/;

/**
 * The states, limits and times that a text names, in English and German at once.
 *
 * @example
 * stateWords('Welche Fenster sind offen?').states; // ['window_open']
 */
export function stateWords(text: string): StateWords {
  let rest = ` ${plain(text).replaceAll(/[?!]/g, ' ')} `;
  const whole = rest.replaceAll(FILLERS, ' ').trim().replaceAll(/\s+/g, ' ');
  const alone = ALONE.find(([, phrase]) => phrase.test(whole));
  if (alone !== undefined) return { states: [], either: { state: alone[0], word: whole }, limits: [], rest: '' };
  const taken = take(rest, SINCE);
  rest = taken.rest;
  const limits: Limit[] = [];
  for (let found = take(rest, LIMIT); found.match !== undefined; found = take(rest, LIMIT)) {
    limits.push(limitOf(found.match));
    rest = found.rest;
  }
  const states = new Set<NamedState>();
  for (const [state, phrase] of PHRASES) {
    const found = take(rest, new RegExp(`(?<![\\p{L}\\d])(?:${phrase})(?![\\p{L}\\d])`, 'u'));
    if (found.match === undefined) continue;
    states.add(state);
    rest = found.rest;
  }
  const since = taken.match && sinceOf(taken.match);
  const isQuestion = states.size > 0 || limits.length > 0 || since !== undefined;
  return {
    states: [...states],
    limits,
    ...(since === undefined ? {} : { since }),
    rest: (isQuestion ? rest.replaceAll(FILLERS, ' ') : rest).trim(),
  };
}

function take(text: string, pattern: RegExp): { readonly match?: RegExpExecArray; readonly rest: string } {
  const match = pattern.exec(text);
  return match === null ? { rest: text } : { match, rest: text.replace(match[0], ' ') };
}

function limitOf([, subject = '', is = '', sign = '', number = '', unit = '']: RegExpExecArray): Limit {
  const isHumidity = /^(?:feuchte|feuchtigkeit|luftfeuchte|humidity)$/.test(subject) || /^(?:%|proz|perc)/.test(unit);
  return {
    of: isHumidity ? 'humidity' : 'temperature',
    is: ABOVE.test(is) ? 'above' : 'below',
    value: Number(`${sign}${number.replace(',', '.')}`),
  };
}

function sinceOf([, yesterday, today, number = '', unit = '']: RegExpExecArray): StateWords['since'] {
  if (yesterday !== undefined) return { midnightsAgo: 1 };
  if (today !== undefined) return { midnightsAgo: 0 };
  // German: s is Sekunde and Stunde, t is Tag.
  const letter = /^(?:std|stund)/.test(unit) ? 'h' : unit.startsWith('t') ? 'd' : unit.slice(0, 1);
  return { ms: Number(number.replace(',', '.')) * (UNIT_MS[letter] ?? 0) };
}
