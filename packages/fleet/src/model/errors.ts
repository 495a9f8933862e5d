/** Data on the broker must not be used as they are. Nothing of them was changed; `remedy` names the way out. */
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
