/**
 * The gateway did not answer. A write may have arrived nevertheless: an `Idempotency-Key` makes it safe to repeat.
 *
 * @example
 * if (error instanceof UnreachableError && error.code === 'timeout') console.log('slow:', error.message);
 */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';

  constructor(
    /** `timeout`: nothing came in the time that was given. */
    readonly code: 'unreachable' | 'timeout',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** The same call may succeed later. */
  get temporary(): boolean {
    return true;
  }
}
