import type { HouseModelOptions, ModelEvent } from '@ccu-gateway/device-model';
import type { EventInput, SharedLoss, SharedRecord } from '@ccu-gateway/event-stream';
import { createHouseReplica, type RecordedHouse, recordHouse } from '@ccu-gateway/fleet/replica';
import { createCopies } from './copies.js';
import type { CopyState, Teller } from './copy-replay.js';
import { END, packState, writeChange, writeState } from './hidden-text.js';
import { assumeConnected, endConnections, endWrites } from './take-over.js';

/** A state of a CCU, as of a number of the log. */
export interface PackedState {
  readonly seq: number;
  readonly packed: Uint8Array;
}

export interface HouseFeedOptions extends HouseModelOptions {
  readonly newId: () => string;
  readonly now: () => number;
  /** Changes of a copy, for the listeners of the model in this process. */
  readonly onFollowed: (event: ModelEvent) => void;
  /** A copy that had missed something shows another state than before, and no event has reported the difference. */
  readonly onRepaired: (central: string) => void;
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
}

/**
 * The model of a gateway in a fleet: CCUs that it holds change by their own messages, and these changes are published;
 * all others change by the messages of their holders.
 */
export interface HouseFeed {
  readonly house: RecordedHouse;
  /**
   * From here on changes are published. The known state of the CCU is published first; its previous holder has gone.
   */
  hold(central: string, teller: Teller): void;
  /** True when a holder went without giving it back, so that events may be missing. */
  wasLeft(central: string): boolean;
  /** It was held before, with an unknown end: until the log proves otherwise it counts as left. */
  suspectLeft(central: string): void;
  /** Publishes that nothing more comes: to be called when nothing more does, before it is let go. */
  giveBack(central: string): void;
  /** From here on another gateway is the holder; the known state stays until that one publishes its own. */
  letGo(central: string): void;
  /** Sends an event of a CCU to the log; nothing where it is not held. */
  publish(central: string, event: EventInput): void;
  /** Takes over a message that was hidden in the log. */
  take(record: Pick<SharedRecord, 'source' | 'seq' | 'text'>): void;
  /**
   * Something of the log is missing: the copy of the CCU that it is of counts no more until its state comes, and where that is not
   * known those of all CCUs that others hold.
   */
  broken(loss: Partial<SharedLoss>): void;
  /** Begins a copy with a state; records up to its number are in it. False where it is none. */
  begin(central: string, state: PackedState): boolean;
  copyOf(central: string): CopyState;
  /** CCUs that anything was heard of. */
  known(): readonly string[];
  /** True when there is a model of the CCU, of any age. */
  has(central: string): boolean;
  /** The CCU was removed: where another gateway holds it, that one reports it too. Nothing where this one does. */
  forget(central: string): void;
  /** No gateway holds the CCU just now. */
  abandoned(central: string): void;
  /** Publishes the state of a CCU that is held once more, for those that miss it. */
  tellState(central: string): void;
  /** The state of a CCU that is held with the number of the log that it is of; undefined where it was let go meanwhile. */
  numberedState(central: string): Promise<PackedState | undefined>;
}

/**
 * An empty model.
 *
 * @example
 * const feed = createHouseFeed({ newId, now, onFollowed: () => {}, onRepaired: () => stream.tellLoss(), warn });
 * const stream = await openSharedStream({ log, onHidden: feed.take, onBreak: feed.broken });
 */
export function createHouseFeed(options: HouseFeedOptions): HouseFeed {
  const { newId, now, onFollowed } = options;
  const replica = createHouseReplica(options);
  const copies = createCopies(replica, options);
  const tellerOf = (central: string) => copies.find(central)?.teller;
  const house = recordHouse(replica.house, (record) => tellerOf(record.central)?.hide(writeChange(record)), now);

  const wasLeft = (central: string) => copies.find(central)?.wasGivenBack === false;

  function tellState(central: string): void {
    const teller = tellerOf(central);
    if (teller === undefined) return;
    for (const text of writeState(newId(), packState(house.snapshotOf(central)))) teller.hide(text);
  }

  return {
    house,
    tellState,
    publish: (central, event) => tellerOf(central)?.publish(event),
    hold(central, teller) {
      copies.hold(central, teller);
      tellState(central);
      if (wasLeft(central)) assumeConnected(replica.house, central, now());
      const ends = [...endWrites(house, central, now()), ...endConnections(house, central, now())];
      for (const event of ends) teller.publish(event);
    },
    wasLeft,
    suspectLeft: copies.suspectLeft,
    giveBack: (central) => tellerOf(central)?.hide(END),
    letGo: copies.letGo,
    take: copies.take,
    broken: copies.broken,
    begin: copies.begin,
    copyOf: (central) => copies.find(central)?.state ?? 'missing',
    known: copies.known,
    has: (central) => house.state.optionsOf(central) !== undefined,
    forget(central) {
      if (tellerOf(central) !== undefined) return;
      copies.forget(central);
      for (const event of replica.house.removeCentral(central)) onFollowed(event);
    },
    abandoned(central) {
      if (tellerOf(central) !== undefined) return;
      for (const event of endConnections(replica.house, central, now())) onFollowed(event);
    },
    async numberedState(central) {
      const packed = packState(house.snapshotOf(central));
      const seq = await copies.numberOfNow(central, newId());
      return seq === undefined ? undefined : { seq, packed };
    },
  };
}
