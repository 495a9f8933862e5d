/** A shared log must not be used as it is. Nothing of it was changed; `remedy` names the way out. */
export class SharedLogRefusedError extends Error {
  readonly code = 'shared_log_refused';

  constructor(
    readonly reason: string,
    readonly remedy: string,
  ) {
    super(`${reason}: ${remedy}`);
    this.name = 'SharedLogRefusedError';
  }
}
