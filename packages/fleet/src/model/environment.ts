/** Time and chance, so that tests can drive them. */
export interface FleetEnvironment {
  /** Milliseconds of a clock that never jumps: never more than have passed. */
  readonly elapsed: () => number;
  /** Milliseconds of a clock that never goes back: never less than have passed, also while the machine slept. */
  readonly elapsedAtMost: () => number;
  /** Runs something after a while; returns how to call it off. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** A number in [0, 1). */
  readonly random: () => number;
}
