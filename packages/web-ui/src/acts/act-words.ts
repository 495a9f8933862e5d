import { plain } from '../find/plain.js';

/** Things that an act is about. */
export type ActKind = 'heating' | 'lights' | 'blinds';

/** An act read from a sentence. */
export interface ActWords {
  readonly kind: ActKind;
  /** °C of `heating`; part of the way, 0 closed and 1 open, of `blinds`; brightness from 0 to 1 of `lights`. */
  readonly value: number;
  readonly seconds?: number;
  /** Words for rooms, functions or names; none: everything. */
  readonly where: readonly string[];
}

const KINDS: readonly (readonly [kind: ActKind, words: RegExp])[] = [
  [
    'heating',
    /(?<!\p{L})(?:heizung(?:en)?|heizkorper|heizen|heating|heat|thermostate?|temperatur(?:en)?|temperatures?)(?!\p{L})/u,
  ],
  ['lights', /(?<!\p{L})(?:lichter|licht|lampen|lampe|lights?|lamps?|beleuchtung)(?!\p{L})/u],
  ['blinds', /(?<!\p{L})(?:roll?laden|rollos?|jalousien?|blinds?|shutters?)(?!\p{L})/u],
];

const DEGREES = /(?<![\d.,])(\d{1,2}(?:[.,]\d)?)\s*(?:°\s*c?|grad(?: celsius)?|degrees?)?(?![\d%])/;
const PERCENT = /(?<![\d.,])(\d{1,3})\s*(?:%|prozent|percent)/;
const OFF = /(?<!\p{L})(?:aus|off|ausschalten|loschen)(?!\p{L})/u;
const ON = /(?<!\p{L})(?:an|ein|on|anschalten|einschalten)(?!\p{L})/u;
const DOWN = /(?<!\p{L})(?:runter|herunter|unten|zu|schliessen|geschlossen|down|closed?)(?!\p{L})/u;
const UP = /(?<!\p{L})(?:hoch|rauf|herauf|oben|auf|offnen|offen|up|open)(?!\p{L})/u;

const COUNTS: Readonly<Record<string, number>> = { half: 0.5, halbe: 0.5 };
const FOR =
  /(?<!\p{L})(?:fur|for)\s+(?:(\d{1,4}(?:[.,]\d)?)|(?:eine?n?\s+|an?\s+)?(halbe|half)(?:\s+an?)?|eine?n?|one|an?)\s*(m|min(?:ute[ns]?)?|h|std|stunden?|hours?|tage?n?|days?|d)(?!\p{L})/u;
const UNTIL = /(?<!\p{L})(?:bis|until|till)\s+(\d{1,2})(?:[:.](\d{2}))?\s*(uhr|am|pm)?(?!\p{L})/u;
const FILLERS =
  /(?<!\p{L})(?:alle[nrs]?|all|der|die|das|den|dem|the|im|in|am|at|to|auf|of|von|bitte|please|turn|set|switch|schalte?|stelle?|mache?|uberall|everywhere)(?!\p{L})/gu;

const DAY_S = 86_400;
/** The gateway keeps an act this long. */
const MAX_S = 31 * DAY_S;

/**
 * The act that a sentence asks for, in English or German; undefined for any other text. `nowMs` is for "until 22:00".
 *
 * @example
 * actWords('heating 17° for one hour', Date.now()); // { kind: 'heating', value: 17, seconds: 3600, where: [] }
 */
export function actWords(text: string, nowMs: number): ActWords | undefined {
  let rest = ` ${plain(text).replaceAll(/[.!?](?=[.!?\s]|$)/g, ' ')} `;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    const match = pattern.exec(rest) ?? undefined;
    if (match !== undefined) rest = rest.replace(match[0], ' ');
    return match;
  };
  const kind = KINDS.find(([, words]) => take(words) !== undefined)?.[0];
  if (kind === undefined) return undefined;
  const seconds = secondsOf(take(FOR), take(UNTIL), nowMs);
  const value = kind === 'heating' ? degreesOf(take(DEGREES)) : shareOf(kind, take);
  if (value === undefined || seconds === 'never') return undefined;
  const where = rest
    .replaceAll(FILLERS, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
  return { kind, value, where, ...(seconds === undefined ? {} : { seconds }) };
}

function degreesOf(match: RegExpExecArray | undefined): number | undefined {
  const degrees = Number((match?.[1] ?? '').replace(',', '.'));
  return match !== undefined && degrees >= 5 && degrees <= 30 ? degrees : undefined;
}

function shareOf(kind: ActKind, take: (pattern: RegExp) => RegExpExecArray | undefined): number | undefined {
  const percent = take(PERCENT);
  if (percent !== undefined) return Number(percent[1]) <= 100 ? Number(percent[1]) / 100 : undefined;
  const [none, whole] = kind === 'lights' ? [OFF, ON] : [DOWN, UP];
  if (take(none) !== undefined) return 0;
  return take(whole) === undefined ? undefined : 1;
}

function secondsOf(
  lasting: RegExpExecArray | undefined,
  until: RegExpExecArray | undefined,
  nowMs: number,
): number | 'never' | undefined {
  if (lasting !== undefined) {
    const [, number, part, unit = ''] = lasting;
    const count = part === undefined ? Number((number ?? '1').replace(',', '.')) : (COUNTS[part] ?? 1);
    const each = unit.startsWith('m') ? 60 : /^(?:t|d)/.test(unit) ? DAY_S : 3_600;
    const seconds = Math.round(count * each);
    return seconds >= 1 && seconds <= MAX_S ? seconds : 'never';
  }
  if (until === undefined) return undefined;
  const [, hours = '', minutes = '0', half] = until;
  const hour = half === 'pm' ? (Number(hours) % 12) + 12 : half === 'am' ? Number(hours) % 12 : Number(hours);
  if (hour > 24 || Number(minutes) > 59) return 'never';
  const end = new Date(nowMs);
  end.setHours(hour, Number(minutes), 0, 0);
  if (end.getTime() <= nowMs) end.setDate(end.getDate() + 1);
  return Math.max(1, Math.round((end.getTime() - nowMs) / 1000));
}
