/** A finite number; a CCU may send anything. */
export function finite(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Yes or no; a CCU writes it as a boolean, and here and there as 0 or 1. */
export function truth(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 0 || value === 1 ? value === 1 : undefined;
}

export const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/** The nearest integer, inside the range. */
export const whole = (value: number, min: number, max: number): number => clamp(Math.round(value), min, max) + 0;

/** The members of an object; none of anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** A member that is a number within the range; undefined for a missing or other value. */
export function numberIn(value: unknown, name: string, min: number, max: number): number | undefined {
  const number = finite(fieldsOf(value)[name]);
  return number !== undefined && number >= min && number <= max ? number : undefined;
}
