import { CcuError } from '../model/errors.js';
import type { InterfaceName } from '../model/model.js';
import type { Now } from '../model/ports.js';

/**
 * After some failures in a row nothing is tried for a while: a daemon that hangs gets air, callers get their answer at
 * once. Then one call may try; its success closes the circuit.
 */
export interface Circuit {
  /** Throws `circuit_open`. */
  check(): void;
  succeeded(): void;
  failed(): void;
  /** The call ended without a result about the daemon: it was aborted, or refused on the way. */
  undecided(): void;
  state(): CircuitState;
}

/** `half_open`: the time is over, and the next call decides. */
export type CircuitState = 'closed' | 'open' | 'half_open';

export function createCircuit(options: {
  readonly interfaceName: InterfaceName;
  readonly failures: number;
  readonly openMs: number;
  readonly now: Now;
}): Circuit {
  let inARow = 0;
  let openedAt: number | undefined;
  let trying = false;
  const isOver = (since: number) => options.now() - since >= options.openMs;
  return {
    check() {
      if (openedAt === undefined) return;
      if (!trying && isOver(openedAt)) {
        trying = true;
        return;
      }
      throw new CcuError('circuit_open', 'not tried, because the last calls all failed', {
        interfaceName: options.interfaceName,
      });
    },
    succeeded() {
      inARow = 0;
      openedAt = undefined;
      trying = false;
    },
    failed() {
      inARow += 1;
      trying = false;
      if (inARow >= options.failures) openedAt = options.now();
    },
    undecided() {
      trying = false;
    },
    state() {
      if (openedAt === undefined) return 'closed';
      return trying || isOver(openedAt) ? 'half_open' : 'open';
    },
  };
}
