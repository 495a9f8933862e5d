import type { WireValue } from '../model/model.js';
import type { Now, Timers } from '../model/ports.js';
import { sameOnWire } from './coerce.js';
import type { ConfigWatch, Watch } from './config-watch.js';
import type { SentValue } from './journal-records.js';

/** `superseded`: a newer write of the same parameter is looked after instead. `closed`: the watch has ended. */
export type Confirmation = 'confirmed' | 'timeout' | 'mismatch' | 'superseded' | 'closed';

export interface Expectation {
  readonly outcome: Promise<Confirmation>;
  /** The CCU took it; the time it has to show it begins now. */
  taken(): void;
  /** The device sleeps: it may take long, but not for ever. */
  asleep(): void;
  /** It was not sent. */
  cancel(): void;
}

export interface PendingDeps {
  readonly timers: Timers;
  readonly now: Now;
  readonly watch: ConfigWatch;
  readonly timeoutMs: number;
  readonly sleepMs: number;
  /** The device is on its way to what was sent. */
  readonly isMoving: (channelAddress: string) => boolean;
  /** Asked before giving up; without radio traffic. Undefined when it is not known. */
  readonly lookUp: (channelAddress: string, parameter: string) => Promise<WireValue | undefined>;
  /** It waits from now on, or it is now known to sleep. */
  readonly keep: (sent: SentValue) => void;
  /** In the turn in which it is decided, so that nothing newer can come between. */
  readonly ended: (sent: SentValue, outcome: Confirmation) => void;
}

/** A blind may run for minutes before it shows where it stopped. */
const MAX_LOOKS = 10;

/** One sent value that waits for the CCU to show it; over once it is settled. */
export class PendingValue implements Expectation {
  readonly outcome: Promise<Confirmation>;
  readonly #deps: PendingDeps;
  readonly #leave: () => void;
  #sent: SentValue;
  #resolve: (outcome: Confirmation) => void = () => undefined;
  #isOver = false;
  /** The CCU has shown another value meanwhile. */
  #sawOther = false;
  #looks = 0;
  #cancelTimer: (() => void) | undefined;
  #watch: Watch | undefined;

  /** `leave` is called when it is over, before `ended` is told. */
  constructor(deps: PendingDeps, sent: SentValue, leave: () => void) {
    this.#deps = deps;
    this.#sent = sent;
    this.#leave = leave;
    this.outcome = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  seen(value: WireValue): void {
    // Another value is no refusal yet: a dimmer reports its way, a cyclic report may still carry the old state.
    if (sameOnWire(this.#sent.value.value, value)) this.settle('confirmed');
    else this.#sawOther = true;
  }

  taken(): void {
    this.#lookAfter(this.#deps.timeoutMs);
  }

  asleep(): void {
    if (this.#isOver) return;
    const { keep, now, sleepMs, timeoutMs, watch } = this.#deps;
    this.#sent = { ...this.#sent, asleep: true };
    keep(this.#sent);
    this.#lookAfter(Math.max(0, this.#sent.at + sleepMs - now()));
    this.#watch = watch.begin(this.#sent.channelAddress, true);
    // It is awake and has everything: what it does with it shows soon, or never.
    this.#watch.taken.addEventListener('abort', () => this.#lookAfter(timeoutMs), { once: true });
  }

  cancel(): void {
    this.settle('superseded');
  }

  settle(outcome: Confirmation): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelTimer?.();
    this.#watch?.end();
    this.#leave();
    this.#deps.ended(this.#sent, outcome);
    this.#resolve(outcome);
  }

  #lookAfter(delayMs: number): void {
    this.#cancelTimer?.();
    if (!this.#isOver) this.#cancelTimer = this.#deps.timers.after(delayMs, () => void this.#look());
  }

  async #look(): Promise<void> {
    const { isMoving, lookUp, timeoutMs } = this.#deps;
    const { channelAddress, parameter, value } = this.#sent;
    this.#looks += 1;
    if (this.#looks < MAX_LOOKS && isMoving(channelAddress)) {
      this.#lookAfter(timeoutMs);
      return;
    }
    const known = await lookUp(channelAddress, parameter).catch(() => undefined);
    if (known !== undefined && sameOnWire(value.value, known)) this.settle('confirmed');
    else this.settle(!this.#sawOther && known === undefined ? 'timeout' : 'mismatch');
  }
}
