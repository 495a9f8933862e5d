import { different, ok, type Verdict } from './recorder.js';

/** Expected form of an answer, as far as this client relies on it. */
export type Shape =
  | { readonly kind: 'text' | 'flag' | 'number' }
  /** Entries that are structs have these members; some servers write an empty list as an empty text. */
  | { readonly kind: 'list'; readonly members?: readonly string[]; readonly emptyText?: boolean }
  | { readonly kind: 'struct'; readonly emptyText?: boolean };

export const TEXT: Shape = { kind: 'text' };
export const FLAG: Shape = { kind: 'flag' };
export const NUMBER: Shape = { kind: 'number' };
export const STRUCT: Shape = { kind: 'struct' };
export const LIST: Shape = { kind: 'list' };
/** The C++ servers answer an empty value where there is nothing to tell. */
export const LIST_OR_NOTHING: Shape = { kind: 'list', emptyText: true };
export const STRUCT_OR_NOTHING: Shape = { kind: 'struct', emptyText: true };
export const listOf = (...members: readonly string[]): Shape => ({ kind: 'list', members });

/** Checks an answer; the verdict has its kind and its size, never its content. */
export function judge(value: unknown, shape: Shape): Verdict {
  const seen = nameOf(value);
  const wrong = different(`${seen} instead of ${shape.kind}`);
  switch (shape.kind) {
    case 'text':
      return typeof value === 'string' ? ok(seen) : wrong;
    case 'flag':
      return isFlag(value) ? ok(seen) : wrong;
    case 'number':
      return Number.isFinite(Number(value)) && typeof value !== 'object' && value !== '' ? ok(seen) : wrong;
    case 'struct':
      return isObject(value) || (shape.emptyText === true && value === '') ? ok(seen) : wrong;
    case 'list': {
      if (shape.emptyText === true && value === '') return ok(seen);
      if (!Array.isArray(value)) return wrong;
      const missing = (shape.members ?? []).filter((member) =>
        value.some((entry) => !isObject(entry) || !Object.hasOwn(entry, member)),
      );
      return missing.length === 0 ? ok(seen) : different(`entries without ${missing.join(', ')}`);
    }
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFlag(value: unknown): boolean {
  return ['true', 'false', '0', '1'].includes(String(value));
}

function nameOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (value === '') return 'empty text';
  return isObject(value) ? `struct of ${Object.keys(value).length}` : typeof value === 'string' ? 'text' : typeof value;
}
