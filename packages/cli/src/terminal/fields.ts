import { usageError } from './exit.js';

/** Names of the fields of one entry; the values say that none is forgotten where it is made from a type. */
export type FieldNames = Readonly<Record<string, true>>;

export const fieldsArg = {
  fields: { type: 'string', valueHint: 'A,B.C', description: 'only these fields of each entry, in this order' },
} as const;

const PATH = /^[^.,\s]+(?:\.[^.,\s]+)*$/;

/** The paths that `--fields` names. @throws CliError for one that no entry can have */
export async function parseFields(text: string, known: FieldNames): Promise<readonly string[]> {
  const paths = text.split(',').map((path) => path.trim());
  for (const path of paths) {
    const [name = ''] = path.split('.');
    if (PATH.test(path) && Object.hasOwn(known, name)) continue;
    const { didYouMean } = await import('./nearest.js');
    throw usageError(
      `there is no field "${path}"${didYouMean(name, Object.keys(known))}; there are: ${Object.keys(known).join(', ')}`,
      'separate fields with commas, and the parts of one with dots',
    );
  }
  return paths;
}

/** The values of an entry at these paths, by path; null where there is none. */
export function selected(entry: unknown, paths: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(paths.map((path) => [path, valueAt(entry, path)]));
}

/** The same in the order of the paths, as the texts of a table. */
export function selectedTexts(entry: unknown, paths: readonly string[]): readonly string[] {
  return paths.map((path) => textOf(valueAt(entry, path)));
}

/** The value of an entry at a path; null where there is none. */
export const valueAt = (entry: unknown, path: string) => at(entry, path.split('.')) ?? null;

/** Of lists, the value of each entry. */
function at(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  if (Array.isArray(value)) return value.map((entry) => at(entry, [key, ...rest]) ?? null);
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  // A member of an object may have any type.
  return at((value as Readonly<Record<string, unknown>>)[key], rest);
}

/** A value as the text of a table: empty for null, JSON for a value that is no scalar. */
function textOf(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
