/**
 * Lets no error of outside code escape, thrown now or as a rejected promise: later work in the same turn belongs to
 * others.
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
