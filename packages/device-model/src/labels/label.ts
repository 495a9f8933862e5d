import type { Locale } from '../requests/requests.js';
import { BUILT_IN_NAMES } from './built-in.js';
import { CHANNEL_TYPE_LABELS } from './channel-types.js';
import { PARAMETER_LABELS } from './parameters.js';
import { VALUE_LABELS } from './values.js';

type Table = Readonly<Record<string, readonly [de: string, en: string]>>;

function look(table: Table, key: string, locale: Locale): string | undefined {
  if (!Object.hasOwn(table, key)) return undefined;
  return table[key]?.[locale === 'de' ? 0 : 1];
}

/** Always a caption: translated, or the name in plain letters (`RSSI_DEVICE` → `Rssi Device`). */
export function parameterLabel(parameter: string, locale: Locale): string {
  return look(PARAMETER_LABELS, parameter, locale) ?? titleCase(parameter);
}

export const channelTypeLabel = (type: string, locale: Locale): string | undefined =>
  look(CHANNEL_TYPE_LABELS, type, locale);

/** Translations of those options that have one. */
export function valueLabels(options: readonly string[], locale: Locale): Readonly<Record<string, string>> | undefined {
  const found = options.flatMap((option) => {
    const label = look(VALUE_LABELS, option, locale);
    return label === undefined ? [] : [[option, label] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** A key in a text; the CCU's own methods may write a backslash before its braces. */
const PLACEHOLDER = /\$\\?\{(\w+)\\?\}/g;

/**
 * A text of the CCU as its web interface shows it: keys as `${roomKitchen}` anywhere in it, or a key alone, are
 * translated. Undefined if the text has no known key: people wrote it, in any language.
 */
export function builtInName(text: string, locale: Locale): string | undefined {
  const shown =
    look(BUILT_IN_NAMES, text, locale) ??
    text.replace(PLACEHOLDER, (whole, key: string) => look(BUILT_IN_NAMES, key, locale) ?? whole);
  return shown === text ? undefined : shown;
}

/**
 * Everything there is in one language, by `<table>.<key>`, for clients that translate themselves.
 *
 * @example
 * allLabels('de')['value.BLUE']; // 'Blau'
 */
export function allLabels(locale: Locale): Readonly<Record<string, string>> {
  const entries = [
    ['parameter', PARAMETER_LABELS],
    ['value', VALUE_LABELS],
    ['channel_type', CHANNEL_TYPE_LABELS],
    ['name', BUILT_IN_NAMES],
  ] as const;
  return Object.fromEntries(
    entries.flatMap(([name, table]) =>
      Object.keys(table).map((key) => [`${name}.${key}`, look(table, key, locale) as string] as const),
    ),
  );
}

function titleCase(name: string): string {
  return name
    .split('_')
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join(' ');
}
