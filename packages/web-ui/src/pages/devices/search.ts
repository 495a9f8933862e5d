import type { Device } from '../../store/points.js';
import type { Facts } from './facts.js';

/** Parsed search text. All its terms must match. */
export interface Search {
  /** Parts of names, rooms, models, addresses …, as they are compared. */
  readonly words: readonly string[];
  readonly unreachable?: boolean;
  /** Unreachable for longer than this. */
  readonly longerThanMs?: number;
  readonly lowBattery?: boolean;
  readonly configPending?: boolean;
  readonly updatable?: boolean;
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

const MEANINGS = [
  { name: 'unreachable', pattern: /\b(?:nicht erreichbar\w*|unerreichbar\w*|unreachable|offline|out of reach)\b/ },
  {
    name: 'lowBattery',
    pattern: /\b(?:low ?battery|low_?bat|lowbat|battery low|batterie (?:leer|schwach)|leere batterie\w*)\b/,
  },
  { name: 'configPending', pattern: /\b(?:config ?pending|config_pending|konfiguration steht aus)\b/ },
  { name: 'updatable', pattern: /\b(?:update available|firmware-update|update verfugbar|updatable)\b/ },
] as const;

/** "> 1 d", "> 3 Stunden", "länger als 2 h". */
const LONGER = /(?:>|longer than|langer als|seit|since)\s*(\d+(?:[.,]\d+)?)\s*([a-z]+)/;

export function parseSearch(text: string): Search {
  let rest = plain(text);
  const meant: Record<string, true> = {};
  for (const { name, pattern } of MEANINGS) {
    if (!pattern.test(rest)) continue;
    meant[name] = true;
    rest = rest.replace(pattern, ' ');
  }
  const longer = meant.unreachable ? LONGER.exec(rest) : null;
  const unitMs = UNIT_MS[unitOf(longer?.[2] ?? '')];
  if (longer !== null && unitMs !== undefined) rest = rest.replace(longer[0], ' ');
  return {
    words: (rest.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', '')).filter((word) => word !== ''),
    ...meant,
    ...(longer === null || unitMs === undefined ? {} : { longerThanMs: Number(longer[1]!.replace(',', '.')) * unitMs }),
  };
}

/** `t` is Tag, `w` Woche or week, `m` minute. */
function unitOf(word: string): string {
  return word.startsWith('t') ? 'd' : word.slice(0, 1);
}

/** True for a device that matches. `text` is `searchText` of it. */
export function matches(search: Search, facts: Facts, text: string, nowMs: number): boolean {
  if (search.unreachable && facts.available) return false;
  if (search.longerThanMs !== undefined) {
    if (facts.unreachableSince === undefined || nowMs - facts.unreachableSince < search.longerThanMs) return false;
  }
  if (search.lowBattery && !facts.lowBattery) return false;
  if (search.configPending && !facts.configPending) return false;
  if (search.updatable && !facts.updatable) return false;
  return search.words.every((word) => text.includes(word));
}

/** Everything that a device is found by. */
export function searchText({ summary, channels }: Device): string {
  const text = plain(
    [
      summary.name,
      summary.address,
      summary.model,
      summary.model_label ?? '',
      summary.interface,
      summary.central ?? '',
      ...(summary.rooms ?? []),
      ...(summary.functions ?? []),
      ...channels.map((channel) => channel.summary.name ?? ''),
    ].join('\n'),
  );
  // Quotes hold words of a search together, and are taken off there.
  return text.replaceAll('"', '');
}

/** Without case and accents: "Küche" is found by "kuche", "Straße" by "strasse". */
export function plain(text: string): string {
  return text.toLowerCase().replaceAll('ß', 'ss').normalize('NFD').replaceAll(/\p{M}/gu, '');
}
