import { ProblemError } from '@ccu-gateway/client';

/** Faults, by name of the field. */
export type FieldErrors = Readonly<Record<string, string>>;

export interface ProblemFields {
  readonly errors: FieldErrors;
  /** Each fault of the problem belongs to a field of the form. */
  readonly isWhole: boolean;
}

/**
 * Assigns the faults of a problem to the fields of a form. A path without a field of its own belongs to the nearest one above it,
 * such as `members.2` to `members`. `labelOf` answers undefined for a name that is no field.
 *
 * @example
 * problemFields(error, (name) => (name === 'settings.time' ? 'Time (s)' : undefined));
 */
export function problemFields(error: unknown, labelOf: (name: string) => string | undefined): ProblemFields {
  if (!(error instanceof ProblemError)) return { errors: {}, isWhole: false };
  const found: Record<string, string> = {};
  let isWhole = true;
  for (const { field = '', reason, min, max } of error.errors) {
    const name = pathsAbove(field.replace(/^body\./, '')).find((path) => labelOf(path) !== undefined);
    if (name === undefined) {
      isWhole = false;
      continue;
    }
    const range = min === undefined && max === undefined ? '' : ` (${min ?? '…'} – ${max ?? '…'})`;
    found[name] = `${labelOf(name)}: ${reason.replaceAll('_', ' ')}${range}`;
  }
  return { errors: found, isWhole };
}

/** A path, and those above it: `a.b.c`, `a.b`, `a`. */
function pathsAbove(path: string): readonly string[] {
  const parts = path.split('.');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('.'));
}
