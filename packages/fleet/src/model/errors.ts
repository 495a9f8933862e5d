/** What is on the broker must not be used as it is. Nothing of it was changed; `remedy` says what to do. */
export class FleetRefusedError extends Error {
  readonly code = 'fleet_refused';

  constructor(
    readonly reason: string,
    readonly remedy: string,
  ) {
    super(`${reason}: ${remedy}`);
    this.name = 'FleetRefusedError';
  }
}
