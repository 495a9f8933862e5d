import type { Formats } from '../../i18n/formats.js';
import type { Say } from '../../i18n/texts.js';
import type { PointSummary } from '../../store/points.js';
import type { uiTexts } from './texts.js';

/** A value as people read it: label of an ENUM, number with its unit, on or off. */
export function valueText(point: PointSummary, value: unknown, say: Say<typeof uiTexts>, formats: Formats): string {
  if (value === undefined || value === null || value === '') return '—';
  if (typeof value === 'boolean') {
    const { confirm } = point;
    // A lock, valve, siren or permission is more than on or off.
    return say(confirm === undefined ? booleanWord(point, value) : `${value ? 'is' : 'not'}_${confirm.reason}`);
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return '—';
    const entry = point.value_list?.[value];
    if (entry !== undefined) return entryText(point, entry);
    const { multiplier = 1 } = point;
    // A share below 0 % means "locked": a window drive that is locked is closed.
    const shown = multiplier === 1 ? value : Math.max(0, value) * multiplier;
    return `${formats.number(shown)}${unitOf(point)}`;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** With the space before it, where there is one. */
export function unitOf({ unit = '' }: Pick<PointSummary, 'unit'>): string {
  if (unit === '' || unit === '""') return '';
  return unit === '°' ? unit : `\u202f${unit === '100%' ? '%' : unit}`;
}

function booleanWord(
  { ui_hint, category, parameter, control = '' }: PointSummary,
  value: boolean,
): 'on' | 'off' | 'open' | 'closed' | 'yes' | 'no' {
  // Only the control identifies a contact: channels that report the state of a switch have a read-only STATE as well.
  if (ui_hint?.semantic === 'window' || control.startsWith('DOOR_SENSOR.')) return value ? 'open' : 'closed';
  if (category === 'switch' || parameter === 'STATE') return value ? 'on' : 'off';
  return value ? 'yes' : 'no';
}

/** A member of the list of values as people read it. */
export function entryText({ value_translations }: Pick<PointSummary, 'value_translations'>, entry: string): string {
  return value_translations?.[entry] ?? wordsOf(entry);
}

/** `SLIGHTLY_OPEN` → "Slightly open", for texts without a translation. */
function wordsOf(entry: string): string {
  const text = entry.replaceAll('_', ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
