import type { ModelEvent } from '@ccu-gateway/device-model';
import type { SharedPublisher } from '@ccu-gateway/event-stream';
import type { HouseReplica, Replayed } from '@ccu-gateway/fleet/replica';
import { type StatePiece, unpackState } from './hidden-text.js';

/** The publisher of a CCU. */
export type Teller = Pick<SharedPublisher, 'hide' | 'publish'>;

/** How this process has a CCU: it holds it, follows its holder, or waits for its state. */
export type CopyState = 'held' | 'following' | 'missing';

/** The copy of one CCU in this process, and its source. */
export interface Copy {
  state: CopyState;
  /** Of a CCU that this process holds. */
  teller?: Teller;
  /** Records up to this number are known already. */
  from: number;
  /** The record by which something was missing. */
  brokenAt: number | undefined;
  /** True when the last holder has published everything, as its last text; undefined where nothing was heard of it. */
  wasGivenBack: boolean | undefined;
  /** Of a state that is arriving. */
  pieces: StatePiece[];
  /** Sentinels with a number that is waited for. */
  readonly marks: Map<string, (seq: number | undefined) => void>;
}

export interface ReplayOptions {
  readonly onFollowed: (event: ModelEvent) => void;
  /** A copy that had missed something shows another state than before, and no event has reported the difference. */
  readonly onRepaired: (central: string) => void;
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
}

/** Its state has to come anew. */
export function miss(mine: Copy): void {
  mine.state = 'missing';
  mine.pieces = [];
}

const isRemoval = (record: unknown): boolean =>
  typeof record === 'object' && record !== null && Reflect.get(record, 'call') === 'removeCentral';

/** Takes over the messages of holders, which are not checked. */
export function createCopyReplay(replica: HouseReplica, { onFollowed, onRepaired, warn }: ReplayOptions) {
  const shown = (central: string): string => {
    const { state } = replica.house;
    return JSON.stringify([state.optionsOf(central), ...state.parts(central)]);
  };

  /** A holder publishes its own CCU only. */
  function replay(central: string, record: unknown): Replayed {
    const isMine = typeof record === 'object' && record !== null && Reflect.get(record, 'central') === central;
    const replayed = isMine ? replica.apply(record) : ({ ok: false, message: 'it is of another CCU' } as const);
    if (!replayed.ok) warn('an update of the holder of a CCU cannot be used', { central, reason: replayed.message });
    return replayed;
  }

  function replayState(central: string, packed: Uint8Array): boolean {
    const records = unpackState(packed) ?? [];
    for (const record of records) {
      if (replay(central, record).ok) continue;
      replica.forget(central);
      return false;
    }
    return records.length > 0;
  }

  function takePiece(central: string, mine: Copy, piece: StatePiece, seq: number): void {
    if (piece.index === 0) mine.pieces = [];
    const [first = piece] = mine.pieces;
    if (piece.index !== mine.pieces.length || piece.id !== first.id) {
      miss(mine);
      return;
    }
    mine.pieces.push(piece);
    if (mine.pieces.length < piece.count) return;
    const packed = Buffer.from(mine.pieces.map(({ base64 }) => base64).join(''), 'base64');
    mine.pieces = [];
    // No client can have asked for a state that comes with the loss itself.
    const before = mine.state === 'missing' && mine.brokenAt !== seq ? shown(central) : undefined;
    mine.state = replayState(central, packed) ? 'following' : 'missing';
    if (mine.state === 'following' && before !== undefined && shown(central) !== before) onRepaired(central);
  }

  function takeChange(central: string, mine: Copy, record: unknown): void {
    // No state of a removed CCU will come.
    if (mine.state !== 'following' && !isRemoval(record)) return;
    const replayed = replay(central, record);
    if (replayed.ok) for (const event of replayed.events) onFollowed(event);
    else miss(mine);
  }

  return { state: replayState, piece: takePiece, change: takeChange };
}
