import type { RollbackReason } from '../model/model.js';
import type { WriteRequest } from '../model/operations-model.js';
import type { Watch } from './config-watch.js';
import type { Journal } from './journal.js';
import type { SentValue } from './journal-records.js';
import { paramsetOf } from './read-back.js';

/** A paramset that was written, until it is known what became of it. */
export interface TrackedParamset {
  readonly place: string;
  readonly request: WriteRequest;
  /** What no later write has replaced. */
  readonly values: Map<string, SentValue>;
  readonly watch: Watch;
  /** Aborts when it is not looked after any longer. */
  readonly done: AbortController;
  sleeping: boolean;
}

export function newParamset(request: WriteRequest, sent: readonly SentValue[], watch: Watch): TrackedParamset {
  return {
    place: JSON.stringify([request.channelAddress, paramsetOf(request)]),
    request,
    values: new Map(sent.map((each) => [each.parameter, each])),
    watch,
    done: new AbortController(),
    sleeping: false,
  };
}

/** The paramsets of an interface that are looked after. */
export class TrackedParamsets {
  readonly #open = new Set<TrackedParamset>();
  readonly #journal: Pick<Journal, 'note' | 'settle'>;
  readonly #rolledBack: (sent: SentValue, reason: RollbackReason) => void;

  constructor(
    journal: Pick<Journal, 'note' | 'settle'>,
    rolledBack: (sent: SentValue, reason: RollbackReason) => void,
  ) {
    this.#journal = journal;
    this.#rolledBack = rolledBack;
  }

  /** From now on it is this one that is looked after. */
  track(paramset: TrackedParamset): void {
    for (const older of this.#open) {
      if (older.place !== paramset.place) continue;
      for (const parameter of paramset.values.keys()) older.values.delete(parameter);
      if (older.sleeping && older.values.size === 0) this.forget(older);
    }
    this.#open.add(paramset);
  }

  forget(paramset: TrackedParamset): void {
    paramset.watch.end();
    paramset.done.abort();
    this.#open.delete(paramset);
    for (const sent of paramset.values.values()) this.#journal.settle(sent);
  }

  /** The device sleeps; that is kept for the next start. */
  markAsleep(paramset: TrackedParamset): void {
    paramset.sleeping = true;
    for (const [parameter, sent] of paramset.values) {
      const asleep = { ...sent, asleep: true };
      paramset.values.set(parameter, asleep);
      this.#journal.note(asleep);
    }
  }

  /** Answers how many of these were still among its values. */
  rollBack(paramset: TrackedParamset, parameters: Iterable<string>, reason: RollbackReason): number {
    const gone = [...parameters].flatMap((parameter) => paramset.values.get(parameter) ?? []);
    for (const sent of gone) {
      this.#journal.settle(sent);
      this.#rolledBack(sent, reason);
    }
    return gone.length;
  }

  /** It was not sent: what an older write of the same place waits for counts again. */
  takeBack(paramset: TrackedParamset): void {
    for (const sent of paramset.values.values()) {
      const older = [...this.#open].find(({ place, values }) => place === paramset.place && values.has(sent.parameter));
      if (older === undefined) this.#journal.settle(sent);
      else this.#journal.note(older.values.get(sent.parameter)!);
    }
  }
}
