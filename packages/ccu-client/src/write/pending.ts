import type { RollbackReason, WireValue } from '../model.js';
import type { Timers } from '../ports.js';
import { sameOnWire } from './coerce.js';

type Confirmation = { readonly ok: true } | { readonly ok: false; readonly reason: RollbackReason };

/** Sent values that wait for the CCU to show them. */
export interface PendingValues {
  /** Waits for `value` to appear. A newer expectation for the same parameter ends an older one as confirmed. */
  expect(channelAddress: string, parameter: string, value: WireValue): Promise<Confirmation>;
  /** A value arrived. */
  seen(channelAddress: string, parameter: string, value: WireValue): void;
  close(): void;
}

interface Waiting {
  readonly value: WireValue;
  other: WireValue | undefined;
  readonly settle: (outcome: Confirmation) => void;
}

export function createPendingValues(deps: {
  readonly timers: Timers;
  readonly timeoutMs: number;
  /** Asked once before giving up; without radio traffic. Undefined when nobody knows. */
  readonly lookUp: (channelAddress: string, parameter: string) => Promise<WireValue | undefined>;
}): PendingValues {
  const waiting = new Map<string, Waiting>();

  async function giveUp(key: string, mine: Waiting, channelAddress: string, parameter: string): Promise<void> {
    const known = await deps.lookUp(channelAddress, parameter).catch(() => undefined);
    if (waiting.get(key) !== mine) return;
    if (known !== undefined && sameOnWire(mine.value, known)) mine.settle({ ok: true });
    else mine.settle({ ok: false, reason: mine.other === undefined && known === undefined ? 'timeout' : 'mismatch' });
  }

  return {
    expect(channelAddress, parameter, value) {
      const key = `${channelAddress}.${parameter}`;
      waiting.get(key)?.settle({ ok: true });
      return new Promise((resolve) => {
        const cancel = deps.timers.after(deps.timeoutMs, () => void giveUp(key, mine, channelAddress, parameter));
        const mine: Waiting = {
          value,
          other: undefined,
          settle: (outcome) => {
            cancel();
            if (waiting.get(key) === mine) waiting.delete(key);
            resolve(outcome);
          },
        };
        waiting.set(key, mine);
      });
    },
    seen(channelAddress, parameter, value) {
      const mine = waiting.get(`${channelAddress}.${parameter}`);
      if (mine === undefined) return;
      // Another value is no refusal yet: a dimmer reports its way, a cyclic report may still carry the old state.
      if (sameOnWire(mine.value, value)) mine.settle({ ok: true });
      else mine.other = value;
    },
    close() {
      for (const mine of [...waiting.values()]) mine.settle({ ok: true });
    },
  };
}
