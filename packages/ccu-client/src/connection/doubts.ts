import type { Now } from '../model/ports.js';
import type { Miss } from './pinger.js';

/**
 * Why something that the CCU sent may not have arrived. These are no causes, because each happens without a loss:
 *
 * - A callback connection that opens or ends between two calls: CCUs open one for each delivery or several at once, and both ends
 *   close idle ones. A connection that is cut within a call is a cause.
 * - A jump of the CCU's clock: a CCU sends no event because of its clock, and what it missed itself as it stood still is in no memory. A
 *   restart of its daemon is a cause, and each jump of the own clock.
 * - A pong of another client that is missing in its rhythm: clients end, pause and ping only when they hear nothing. Own pings
 *   and the witness are as frequent.
 */
export type DoubtCause =
  | Miss
  /** A call of ours had no answer. */
  | 'call_failed'
  /** A call of the CCU arrived and could not be read or worked on. */
  | 'unreadable'
  /** This process or its clock stood still, or the clock was set. */
  | 'stalled'
  /** A daemon of the CCU has restarted. */
  | 'restarted'
  /** The interface was registered anew. */
  | 'registered'
  /** The logic layer knows an event that never arrived. */
  | 'event_missing';

/** Something may be lost of what the CCU sent after `since`. */
export interface Doubt {
  readonly cause: DoubtCause;
  /** Milliseconds since the Unix epoch of the last proof before, or of what is known to be lost. Undefined: there was none. */
  readonly since: number | undefined;
  readonly number: number;
}

/** The doubts about what arrived here. One stands until everything that may be lost was read again. */
export interface Doubts {
  current(): Doubt | undefined;
  /** `since`: when something was lost that is older than the last proof. */
  raise(cause: DoubtCause, since?: number): void;
  /** The way back is proved at this moment. */
  proved(): void;
  /** What may be lost by this doubt was read again after a proof. A doubt that was raised later stands. */
  settle(doubt: Doubt): void;
}

/** Makes the doubts of one connection, without any. */
export function createDoubts(now: Now): Doubts {
  let current: Doubt | undefined;
  let provedAt: number | undefined;
  let raised = 0;
  /** What is known to be lost since then, and the doubt that has it. */
  let loss: { readonly since: number; readonly number: number } | undefined;

  /** A link that was never proved has lost nothing that a client had. */
  const reaching = (since: number | undefined) =>
    since === undefined || loss === undefined ? since : Math.min(since, loss.since);

  return {
    current: () => current,
    raise(cause, since) {
      raised += 1;
      if (since !== undefined) loss = { since: Math.min(since, loss?.since ?? since), number: raised };
      // The first cause explains the later ones, and the time of the last proof before counts for all of them.
      current = {
        cause: current?.cause ?? cause,
        since: reaching(current === undefined ? provedAt : current.since),
        number: raised,
      };
    },
    proved() {
      provedAt = now();
    },
    settle(doubt) {
      if (current === undefined) return;
      if (loss !== undefined && loss.number <= doubt.number) loss = undefined;
      const isOver = current.number === doubt.number;
      current = isOver ? undefined : { ...current, since: reaching(provedAt) };
      // Whoever is told of this doubt is told of everything until now.
      if (isOver) provedAt = now();
    },
  };
}
