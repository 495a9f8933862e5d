import type { Formats } from '../../../i18n/formats.js';
import type { Say } from '../../../i18n/texts.js';
import { unitOf } from '../../../ui/value/value-text.js';
import type { Parameter } from './fields.js';
import { optionText } from './groups.js';
import type { configureTexts } from './texts.js';

/** A setting as people read it: with its unit, its option in words, or the name of its special value. */
export function valueWords(
  parameter: Parameter,
  value: unknown,
  say: Say<typeof configureTexts>,
  formats: Formats,
): string {
  if (value === undefined || value === null) return say('unknown');
  const option = optionText(parameter, value);
  if (option !== undefined) return option;
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
  if (typeof value !== 'number') return String(value);
  const special = parameter.specials?.find((each) => each.value === value);
  if (special !== undefined) return special.id;
  return `${formats.number(value * (parameter.multiplier ?? 1), 3)}${unitOf(parameter)}`;
}
