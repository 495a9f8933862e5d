/**
 * The gateway did not answer. `unreachable` and `timeout` of a read, and `unreachable` of a write, say that nothing was done. A write
 * that may have arrived is `outcome_unknown`: look before you repeat it, or send it with an `Idempotency-Key`.
 *
 * @example
 * if (error instanceof UnreachableError && error.code === 'outcome_unknown') console.log('look first:', error.message);
 */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';

  constructor(
    /** `timeout`: nothing came in the time that was given. `outcome_unknown`: a change was sent, and its answer did not come. */
    readonly code: 'unreachable' | 'timeout' | 'outcome_unknown',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** The same call may succeed later. Not so where it may have succeeded already. */
  get temporary(): boolean {
    return this.code !== 'outcome_unknown';
  }
}
