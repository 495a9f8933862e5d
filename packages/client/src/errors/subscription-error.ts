/**
 * The gateway does not let this program follow its events. `subscription_denied`: the credential is not accepted.
 * `subscription_refused`: the topics are not, or the address has no events.
 *
 * @example
 * if (error instanceof SubscriptionError && error.code === 'subscription_denied') console.log('mint a new token');
 */
export class SubscriptionError extends Error {
  override readonly name = 'SubscriptionError';

  constructor(
    readonly code: 'subscription_denied' | 'subscription_refused',
    message: string,
  ) {
    super(message);
  }

  /** Asking again does not help. */
  get temporary(): boolean {
    return false;
  }
}
