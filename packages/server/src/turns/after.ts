/** A value, or the promise of one. */
export type Awaitable<Value> = Value | Promise<Value>;

/**
 * Continues with a value at once where it is no promise: most readings have nothing to wait for, and a promise for each
 * step costs more than the steps.
 */
export function after<Value, Next>(value: Awaitable<Value>, next: (value: Value) => Awaitable<Next>): Awaitable<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
