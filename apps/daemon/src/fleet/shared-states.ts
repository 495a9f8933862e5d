import type { FactStore } from '@ccu-gateway/storage';
import { UNREAD_PAUSE_MS } from '../centrals/centrals-look.js';
import type { Log } from '../log/log.js';
import type { BridgeStates } from '../site/model/bridges.js';
import type { SiteOptions } from '../site/model/site.js';
import { gather } from '../time/gather.js';
import type { Time } from '../time/time.js';

/** States of the bridges of a fleet: the gateway on duty writes them, and the next one goes on with them. */
export interface SharedStates extends BridgeStates {
  /**
   * Begins with the stored states; where they cannot be read, with those read last. Writes from then on, as long as
   * `mayWrite` allows it. Rejects where nothing was ever read.
   */
  takeOver(mayWrite: () => boolean): Promise<void>;
  /** Ends that; states that were not written by then are given up. */
  handOver(): void;
  /** Reads the states that the gateway on duty has written. */
  look(): Promise<void>;
  /** Writes pending states. */
  flush(): Promise<void>;
}

/** No key of another fact. */
const FACT = 'bridge_states';
/** An installation reports many values a second: where a holder crashes, the events of this time are sent again. */
const WRITE_PAUSE_MS = 1_000;

/**
 * Keeps them as one document, which is written once for all changes within a while. Nothing waits for a write, so that
 * the store may be away.
 *
 * @example
 * const states = createSharedStates(shared.facts, time, log);
 * await states.takeOver(() => term.mayAct());
 */
export function createSharedStates(
  facts: Pick<FactStore, 'get' | 'put'>,
  time: Pick<Time, 'after'>,
  log: Pick<Log, 'warn'>,
): SharedStates {
  let known: Map<string, string> | undefined;
  /** Undefined while another gateway writes. */
  let mayWrite: (() => boolean) | undefined;
  let terms = 0;
  let isChanged = false;
  let writing: Promise<void> = Promise.resolve();

  const write = () => {
    writing = writing.then(async () => {
      if (!isChanged || known === undefined || mayWrite?.() !== true) return;
      isChanged = false;
      try {
        await facts.put(FACT, Object.fromEntries(known));
      } catch (error) {
        isChanged = true;
        log.warn('how far the bridges are could not be written', { error });
        writeAgain();
      }
    });
    return writing;
  };
  const writeSoon = gather(time, WRITE_PAUSE_MS, write);
  const writeAgain = gather(time, UNREAD_PAUSE_MS, write);

  return {
    load: async (key) => known?.get(key),
    async save(key, value) {
      if (mayWrite === undefined) return;
      known ??= new Map();
      if (value === undefined) known.delete(key);
      else known.set(key, value);
      isChanged = true;
      writeSoon();
    },
    keys: async (prefix) => [...(known?.keys() ?? [])].filter((key) => key.startsWith(prefix)),
    async takeOver(next) {
      if (mayWrite !== undefined) return;
      const term = terms;
      try {
        const found = textsIn(await facts.get(FACT));
        if (term === terms) known = found;
      } catch (error) {
        if (known === undefined) throw error;
        log.warn('how far the bridges are could not be read; they begin where it was known last', { error });
      }
      if (term === terms) mayWrite = next;
    },
    handOver() {
      terms += 1;
      mayWrite = undefined;
      isChanged = false;
    },
    async look() {
      const found = textsIn(await facts.get(FACT));
      if (mayWrite === undefined) known = found;
    },
    flush: write,
  };
}

/** How often a gateway that stands by reads the point where it would begin. */
const LOOK_MS = 30_000;

/** States of bridges, instead of those of this machine; `shared` where another gateway may go on with them. */
interface OpenBridgeStates {
  of(own: BridgeStates | undefined): BridgeStates | undefined;
  readonly shared: SharedStates | undefined;
}

/** The states on this machine, or, where another gateway may go on with them, those in the shared database. */
export function openBridgeStates(
  { time, log, lifecycle, repeat }: Pick<SiteOptions, 'time' | 'log' | 'lifecycle' | 'repeat'>,
  { shared, place }: Pick<SiteOptions['store'], 'shared' | 'place'>,
  standsBy: boolean,
): OpenBridgeStates {
  if (!standsBy || place === undefined) return { of: (own) => own, shared: undefined };
  // The states in a database that cannot be opened count again when it can.
  if (shared === undefined) return { of: () => undefined, shared: undefined };
  const states = createSharedStates(shared.facts, time, log.child('fleet'));
  lifecycle.onClose('states of bridges', async () => {
    await states.flush();
    states.handOver();
  });
  // A gateway may be on duty before it has read them for the first time.
  void states.look().catch(() => undefined);
  repeat('look at the states of bridges', LOOK_MS, states.look);
  return { of: () => states, shared: states };
}

function textsIn(document: unknown): Map<string, string> {
  const entries = Object.entries(Object(document)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return new Map(entries);
}
