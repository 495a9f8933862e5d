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
  /** What a copy shows anew, for what follows the house in this process. */
  readonly onFollowed: (event: ModelEvent) => void;
  /** A copy that had missed something shows other things than it did, and no event has told which. */
  readonly onRepaired: (central: string) => void;
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
}

/**
 * The house of a gateway in a fleet: CCUs that it holds change by what they say, and that is told; all others change by what
 * their holders tell.
 */
export interface HouseFeed {
  readonly house: RecordedHouse;
  /** From here on changes are told. What was known of the CCU is told first; whoever held it before has gone. */
  hold(central: string, teller: Teller): void;
  /** Whether somebody has held it and went without giving it back, so that events may be missing. */
  wasLeft(central: string): boolean;
  /** It was held before, and how that ended is not known: until the log says otherwise it counts as left. */
  suspectLeft(central: string): void;
  /** Tells that nothing more comes: to be called when nothing more does, before it is let go. */
  giveBack(central: string): void;
  /** From here on the holder is somebody else; what is known stays until that one tells its state. */
  letGo(central: string): void;
  /** Sends an event of a CCU to the log; nothing where it is not held. */
  publish(central: string, event: EventInput): void;
  /** Takes over what was hidden in the log. */
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
  /** Whether there is a house of the CCU, of whatever age. */
  has(central: string): boolean;
  /** The CCU was removed: where another gateway holds it, that one tells so too. Nothing where this one does. */
  forget(central: string): void;
  /** Nobody holds the CCU just now. */
  abandoned(central: string): void;
  /** Tells the state of a CCU that is held once more, for those that miss it. */
  tellState(central: string): void;
  /** The state of a CCU that is held with the number of the log that it is of; undefined where it was let go meanwhile. */
  numberedState(central: string): Promise<PackedState | undefined>;
}

/**
 * An empty house.
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
