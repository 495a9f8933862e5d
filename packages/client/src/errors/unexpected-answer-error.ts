/**
 * The answer does not come from a gateway, or does not have the form of the operation. `redirected`: the answer leads
 * elsewhere, where the client does not go, because it would take the credential along.
 *
 * @example
 * if (error instanceof UnexpectedAnswerError && error.code === 'redirected') console.log('mind http and https');
 */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';

  constructor(
    readonly code: 'unexpected_answer' | 'redirected',
    message: string,
    /** HTTP status; 0 where a browser does not tell it. */
    readonly status: number,
  ) {
    super(message);
  }

  /** Asking again does not help. */
  get temporary(): boolean {
    return false;
  }
}
