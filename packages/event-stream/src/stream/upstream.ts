import type { Core } from '../delivery/core.js';
import type { SharedLog } from '../model/shared-log.js';
import type { Repeat } from '../model/stream.js';

/** Knowledge of a stream about the log that its numbers come from. */
export interface Upstream extends Pick<Core, 'outage' | 'catchUp'> {
  /** Everything up to this number has been taken in. */
  reach(seq: number): void;
  /** Called when an outage begins and when it ends. */
  onChange(listener: () => void): void;
  close(): void;
}

/** Time for which a client may wait for a number that another process has seen already. */
const patienceMs = 2_000;

export function createUpstream({ log, repeat }: { readonly log: SharedLog; readonly repeat: Repeat }): Upstream {
  const waiting = new Set<{ readonly since: number; readonly resolve: () => void }>();
  let reached = 0;
  let closed = false;
  let changed: () => void = () => {};
  let outage = outageOf(log);
  const forget = log.onHealth(() => {
    const before = outage;
    outage = outageOf(log);
    // Clients receive one report of an outage, however often the words of its reason change.
    if ((before === undefined) !== (outage === undefined)) changed();
  });

  async function wait(since: number): Promise<void> {
    const { lastSeq } = await log.state().catch(() => ({ lastSeq: 0 }));
    if (closed || lastSeq < since || reached >= since) return;
    await new Promise<void>((resolve) => {
      const entry = { since, resolve: done };
      const stop = repeat(patienceMs, done);
      waiting.add(entry);
      function done(): void {
        stop();
        waiting.delete(entry);
        resolve();
      }
    });
  }

  return {
    get outage() {
      return outage;
    },
    catchUp: (since) => (since <= reached || closed ? undefined : wait(since)),
    reach(seq) {
      reached = seq;
      for (const { since, resolve } of [...waiting]) if (since <= seq) resolve();
    },
    onChange(listener) {
      changed = listener;
    },
    close() {
      closed = true;
      forget();
      for (const { resolve } of [...waiting]) resolve();
    },
  };
}

function outageOf({ health }: SharedLog): string | undefined {
  return health.state === 'connected' ? undefined : health.reason;
}
