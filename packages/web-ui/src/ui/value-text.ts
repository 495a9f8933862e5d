import type { DataPointSummary } from '@ccu-gateway/contract/types';
import type { Formats } from '../i18n/formats.js';
import type { Say } from '../i18n/texts.js';
import type { uiTexts } from './texts.js';

/** A value as people read it: label of an ENUM, number with its unit, on or off. */
export function valueText(point: DataPointSummary, value: unknown, say: Say<typeof uiTexts>, formats: Formats): string {
  if (value === undefined || value === null || value === '') return '—';
  if (typeof value === 'boolean') return say(booleanWord(point, value));
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return '—';
    const entry = point.value_list?.[value];
    if (entry !== undefined) return point.value_translations?.[entry] ?? wordsOf(entry);
    return `${formats.number(value * (point.multiplier ?? 1))}${unitOf(point)}`;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** With the space before it, where there is one. */
export function unitOf({ unit = '' }: Pick<DataPointSummary, 'unit'>): string {
  if (unit === '' || unit === '""') return '';
  return unit === '°' ? unit : `\u202f${unit === '100%' ? '%' : unit}`;
}

function booleanWord(
  { ui_hint, category, parameter }: DataPointSummary,
  value: boolean,
): 'on' | 'off' | 'open' | 'closed' | 'yes' | 'no' {
  if (ui_hint?.semantic === 'window' || (category === 'binary_sensor' && parameter === 'STATE'))
    return value ? 'open' : 'closed';
  if (category === 'switch') return value ? 'on' : 'off';
  return value ? 'yes' : 'no';
}

/** `SLIGHTLY_OPEN` → "Slightly open", for what nothing translates. */
function wordsOf(entry: string): string {
  const text = entry.replaceAll('_', ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
