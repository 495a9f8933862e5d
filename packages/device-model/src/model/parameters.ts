import type { FieldError } from '../requests/result.js';

/** Reads the parameters of one operation; their faults are collected, so that all are reported at once. */
export interface Parameters {
  number(name: string, bounds?: { readonly min?: number; readonly max?: number }): number | undefined;
  text(name: string, allowed?: readonly string[]): string | undefined;
  flag(name: string): boolean | undefined;
  /** `number`, but absent is an error too. */
  requiredNumber(name: string, bounds?: { readonly min?: number; readonly max?: number }): number | undefined;
  requiredText(name: string, allowed?: readonly string[]): string | undefined;
  /** True when it was given at all, valid or not. */
  has(name: string): boolean;
  /** Faults, including unexpected parameters. */
  problems(): readonly FieldError[];
}

export function createParameters(given: Readonly<Record<string, unknown>>): Parameters {
  const errors: FieldError[] = [];
  const asked = new Set<string>();

  function take(name: string): unknown {
    asked.add(name);
    return Object.hasOwn(given, name) ? given[name] : undefined;
  }

  function fail(name: string, reason: string, bounds: { min?: number; max?: number } = {}): undefined {
    errors.push({ field: `params.${name}`, reason, ...bounds });
    return undefined;
  }

  function number(name: string, bounds: { readonly min?: number; readonly max?: number } = {}): number | undefined {
    const value = take(name);
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'number' || !Number.isFinite(value)) return fail(name, 'must be a number');
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = bounds;
    if (value >= min && value <= max) return value;
    return fail(name, `must be between ${min} and ${max}`, bounds);
  }

  function text(name: string, allowed?: readonly string[]): string | undefined {
    const value = take(name);
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string') return fail(name, 'must be text');
    if (allowed !== undefined && !allowed.includes(value)) return fail(name, `must be one of ${allowed.join(', ')}`);
    return value;
  }

  function required<T>(name: string, value: T | undefined): T | undefined {
    const reported = errors.some((error) => error.field === `params.${name}`);
    return value === undefined && !reported ? fail(name, 'is required') : value;
  }

  return {
    number,
    text,
    flag(name) {
      const value = take(name);
      if (value === undefined || value === null || typeof value === 'boolean') return value ?? undefined;
      return fail(name, 'must be true or false');
    },
    requiredNumber: (name, bounds) => required(name, number(name, bounds)),
    requiredText: (name, allowed) => required(name, text(name, allowed)),
    has: (name) => Object.hasOwn(given, name),
    problems() {
      const foreign = Object.keys(given)
        .filter((name) => !asked.has(name))
        .map((name) => ({ field: `params.${name}`, reason: 'is not a parameter of this operation' }));
      return [...errors, ...foreign];
    },
  };
}
