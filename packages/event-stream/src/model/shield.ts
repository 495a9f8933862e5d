/**
 * Lets nothing escape that code from outside throws, now or as a rejected promise: what comes after it in the same turn
 * belongs to others.
 */
export function shield<Arguments extends readonly unknown[]>(
  run: (...args: Arguments) => unknown,
  onError: (error: unknown) => void,
): (...args: Arguments) => void {
  return (...args) => {
    try {
      const answer = run(...args);
      if (answer instanceof Promise) answer.catch(onError);
    } catch (error) {
      onError(error);
    }
  };
}
