import type { Say } from '../../i18n/texts.js';
import type { FieldErrors } from '../../ui/form/form.tsx';
import type { sysvarsTexts } from './texts.js';

/** The types of which a variable can be made. */
export const CREATED_TYPES = ['BOOL', 'FLOAT', 'INTEGER', 'ENUM', 'STRING', 'ALARM'] as const;
export type CreatedType = (typeof CREATED_TYPES)[number];

interface Details {
  description?: string;
  unit?: string;
  min?: number;
  max?: number;
  value_list?: string[];
  value_name_0?: string;
  value_name_1?: string;
}

/** Reads the form of a variable, with faults by field. */
export function readDetails(
  fields: FormData,
  type: CreatedType,
  say: Say<typeof sysvarsTexts>,
): { readonly errors: FieldErrors; readonly details: Details } {
  const errors: Record<string, string> = {};
  const details: Details = {};
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value.trim() : undefined;
  };
  if (!text('name')) errors.name = say('nameMissing');
  for (const name of ['description', 'unit', 'value_name_0', 'value_name_1'] as const) {
    const value = text(name);
    if (value !== undefined) details[name] = value;
  }
  for (const name of ['min', 'max'] as const) {
    const value = text(name)?.replace(',', '.');
    if (value === undefined || value === '') continue;
    if (Number.isFinite(Number(value))) details[name] = Number(value);
    else errors[name] = say('notANumber', { field: say(name) });
  }
  if (type === 'ENUM') {
    const list = (text('value_list') ?? '')
      .split('\n')
      .map((each) => each.trim())
      .filter((each) => each !== '');
    if (list.length === 0) errors.value_list = say('listMissing');
    else details.value_list = list;
  }
  return { errors, details };
}
