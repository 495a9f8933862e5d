import type { WireValue } from '../model.js';
import type { Now, Timers } from '../ports.js';
import { sameOnWire } from './coerce.js';
import type { ConfigWatch, Watch } from './config-watch.js';
import type { SentValue } from './journal.js';

/** `superseded`: a newer write of the same parameter is looked after instead. `closed`: nobody looks any longer. */
export type Confirmation = 'confirmed' | 'timeout' | 'mismatch' | 'superseded' | 'closed';

/** Sent values that wait for the CCU to show them. */
export interface PendingValues {
  /** Begins before sending, because the event may be faster than the answer. Ends an older one of the same parameter. */
  expect(sent: SentValue): Expectation;
  seen(channelAddress: string, parameter: string, value: WireValue): void;
  has(channelAddress: string, parameter: string): boolean;
  close(): void;
}

export interface Expectation {
  readonly outcome: Promise<Confirmation>;
  /** The CCU took it; the time it has to show it begins now. */
  taken(): void;
  /** The device sleeps: it may take long, but not for ever. */
  asleep(): void;
  /** It was not sent. */
  cancel(): void;
}

interface Waiting {
  readonly value: WireValue;
  other: boolean;
  readonly settle: (outcome: Confirmation) => void;
}

/** A blind may run for minutes before it shows where it stopped. */
const MAX_LOOKS = 10;

export function createPendingValues(deps: {
  readonly timers: Timers;
  readonly now: Now;
  readonly watch: ConfigWatch;
  readonly timeoutMs: number;
  readonly sleepMs: number;
  /** The device is on its way to what was sent. */
  readonly isMoving: (channelAddress: string) => boolean;
  /** Asked before giving up; without radio traffic. Undefined when nobody knows. */
  readonly lookUp: (channelAddress: string, parameter: string) => Promise<WireValue | undefined>;
  /** It waits from now on, or it is now known to sleep. */
  readonly keep: (sent: SentValue) => void;
  /** In the turn in which it is decided, so that nothing newer can come between. */
  readonly ended: (sent: SentValue, outcome: Confirmation) => void;
}): PendingValues {
  const waiting = new Map<string, Waiting>();

  function expect(wanted: SentValue): Expectation {
    const { channelAddress, parameter } = wanted;
    let sent = wanted;
    const key = `${channelAddress}.${parameter}`;
    waiting.get(key)?.settle('superseded');
    let looks = 0;
    let cancelTimer: (() => void) | undefined;
    let watch: Watch | undefined;
    let resolve: (outcome: Confirmation) => void = () => undefined;
    const outcome = new Promise<Confirmation>((settled) => {
      resolve = settled;
    });

    function end(): boolean {
      cancelTimer?.();
      watch?.end();
      if (waiting.get(key) !== mine) return false;
      waiting.delete(key);
      return true;
    }

    const mine: Waiting = {
      value: sent.value.value,
      other: false,
      settle(result) {
        if (!end()) return;
        deps.ended(sent, result);
        resolve(result);
      },
    };

    function lookAfter(delayMs: number): void {
      cancelTimer?.();
      if (waiting.get(key) === mine) cancelTimer = deps.timers.after(delayMs, () => void look());
    }

    async function look(): Promise<void> {
      looks += 1;
      if (looks < MAX_LOOKS && deps.isMoving(channelAddress)) {
        lookAfter(deps.timeoutMs);
        return;
      }
      const known = await deps.lookUp(channelAddress, parameter).catch(() => undefined);
      if (known !== undefined && sameOnWire(mine.value, known)) mine.settle('confirmed');
      else mine.settle(!mine.other && known === undefined ? 'timeout' : 'mismatch');
    }

    waiting.set(key, mine);
    deps.keep(sent);
    return {
      outcome,
      taken: () => lookAfter(deps.timeoutMs),
      asleep() {
        if (waiting.get(key) !== mine) return;
        sent = { ...sent, asleep: true };
        deps.keep(sent);
        lookAfter(Math.max(0, sent.at + deps.sleepMs - deps.now()));
        watch = deps.watch.begin(channelAddress, true);
        // It is awake and has everything: what it does with it shows soon, or never.
        watch.taken.addEventListener('abort', () => lookAfter(deps.timeoutMs), { once: true });
      },
      cancel: () => mine.settle('superseded'),
    };
  }

  return {
    expect,
    seen(channelAddress, parameter, value) {
      const mine = waiting.get(`${channelAddress}.${parameter}`);
      if (mine === undefined) return;
      // Another value is no refusal yet: a dimmer reports its way, a cyclic report may still carry the old state.
      if (sameOnWire(mine.value, value)) mine.settle('confirmed');
      else mine.other = true;
    },
    has: (channelAddress, parameter) => waiting.has(`${channelAddress}.${parameter}`),
    close() {
      for (const mine of [...waiting.values()]) mine.settle('closed');
    },
  };
}
