import { deviceOf } from '../model/address.js';
import type { WireValue } from '../model/model.js';
import type { Now, Timers } from '../model/ports.js';
import { sameOnWire } from './coerce.js';
import type { SentValue } from './journal.js';

/**
 * Finds out when a device has taken its configuration: the CCU shows it by CONFIG_PENDING on the maintenance channel, which
 * rises when there is something to transmit and falls when the device has it.
 */
export interface ConfigWatch {
  /**
   * Begin before sending, because the CCU may be faster than its answer. `sleeps`: the device is known to wait for
   * something, even if it has sent nothing yet.
   */
  begin(address: string, sleeps?: boolean): Watch;
  /** A value arrived. */
  seen(channelAddress: string, parameter: string, value: WireValue): void;
}

export interface Watch {
  /** True while the device waits for configuration. */
  isPending(): boolean;
  /** Aborts when the device has taken it. Never, if the device does not show it. */
  readonly taken: AbortSignal;
  /** Ends the watch. */
  end(): void;
}

const PARAMETER = 'CONFIG_PENDING';

export function createConfigWatch(
  known: (channelAddress: string, parameter: string) => WireValue | undefined,
): ConfigWatch {
  const watching = new Map<string, Set<(value: boolean) => void>>();

  return {
    begin(address, sleeps = false) {
      const maintenance = `${deviceOf(address)}:0`;
      const taken = new AbortController();
      const shown = known(maintenance, PARAMETER);
      let isPending = shown === true || (shown === undefined && sleeps);
      const look = (value: boolean) => {
        if (isPending && !value) taken.abort();
        isPending = value;
      };
      const others = watching.get(maintenance) ?? new Set();
      watching.set(maintenance, others.add(look));
      return {
        isPending: () => isPending,
        taken: taken.signal,
        end() {
          others.delete(look);
          if (others.size === 0 && watching.get(maintenance) === others) watching.delete(maintenance);
        },
      };
    },
    seen(channelAddress, parameter, value) {
      if (parameter !== PARAMETER || typeof value !== 'boolean') return;
      for (const look of [...(watching.get(channelAddress) ?? [])]) look(value);
    },
  };
}

/** `superseded`: a newer write of the same parameter is tracked instead. `closed`: the watch has ended. */
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

interface PendingDeps {
  readonly timers: Timers;
  readonly now: Now;
  readonly watch: ConfigWatch;
  readonly timeoutMs: number;
  readonly sleepMs: number;
  /** True while the device is on its way to the sent value. */
  readonly isMoving: (channelAddress: string) => boolean;
  /** Reads the value before giving up, without radio traffic. Undefined when it is not known. */
  readonly lookUp: (channelAddress: string, parameter: string) => Promise<WireValue | undefined>;
  /** The value waits from now on, or its device is now known to sleep. */
  readonly keep: (sent: SentValue) => void;
  /** Runs in the turn of the decision, so that nothing newer can come between. */
  readonly ended: (sent: SentValue, outcome: Confirmation) => void;
}

/** A blind may run for minutes before it shows where it stopped. */
const MAX_LOOKS = 10;

/** One sent value that waits for the CCU to show it; over once it is settled. */
class PendingValue implements Expectation {
  readonly outcome: Promise<Confirmation>;
  readonly #deps: PendingDeps;
  readonly #leave: () => void;
  #sent: SentValue;
  #resolve: (outcome: Confirmation) => void = () => undefined;
  #isOver = false;
  /** True when the CCU has shown another value meanwhile. */
  #sawOther = false;
  #looks = 0;
  #cancelTimer: (() => void) | undefined;
  #watch: Watch | undefined;

  /** `leave` is called when it is over, before `ended`. */
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
    // The device is awake and has everything: the result shows soon, or never.
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

/** Sent values that wait for the CCU to show them. */
export interface PendingValues {
  /** Begins before sending, because the event may be faster than the answer. Ends an older one of the same parameter. */
  expect(sent: SentValue): Expectation;
  seen(channelAddress: string, parameter: string, value: WireValue): void;
  has(channelAddress: string, parameter: string): boolean;
  close(): void;
}

export function createPendingValues(deps: PendingDeps): PendingValues {
  const waiting = new Map<string, PendingValue>();
  return {
    expect(sent) {
      const key = keyOf(sent.channelAddress, sent.parameter);
      waiting.get(key)?.settle('superseded');
      const pending = new PendingValue(deps, sent, () => waiting.delete(key));
      waiting.set(key, pending);
      deps.keep(sent);
      return pending;
    },
    seen(channelAddress, parameter, value) {
      waiting.get(keyOf(channelAddress, parameter))?.seen(value);
    },
    has: (channelAddress, parameter) => waiting.has(keyOf(channelAddress, parameter)),
    close() {
      for (const pending of [...waiting.values()]) pending.settle('closed');
    },
  };
}

function keyOf(channelAddress: string, parameter: string): string {
  return `${channelAddress}.${parameter}`;
}
