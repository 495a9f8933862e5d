import type { SharedLoss, SharedRecord } from '@ccu-gateway/event-stream';
import type { HouseReplica } from '@ccu-gateway/fleet/replica';
import { type Copy, createCopyReplay, miss, type ReplayOptions, type Teller } from './copy-replay.js';
import { readHidden, writeMark } from './hidden-text.js';
import { centralOfSource } from './source.js';

const newCopy = (): Copy => ({
  ...{ state: 'missing', from: 0, brokenAt: undefined, wasGivenBack: undefined },
  ...{ pieces: [], marks: new Map() },
});

/** The CCU is held here no more. */
function letGo(mine: Copy): void {
  miss(mine);
  delete mine.teller;
  for (const settle of mine.marks.values()) settle(undefined);
  mine.marks.clear();
}

/** Messages of its holder were lost, up to `seq`; undefined where the number is not known. */
function breakOff(mine: Copy, seq: number | undefined): void {
  miss(mine);
  mine.brokenAt = seq;
  // Another gateway may have held it since.
  if (mine.wasGivenBack) mine.wasGivenBack = false;
}

/** The number that a sentinel gets which is published now; undefined where the CCU is let go before. */
async function numberOfNow({ marks, teller }: Copy, mark: string): Promise<number | undefined> {
  if (teller === undefined) return undefined;
  return await new Promise<number | undefined>((settle) => {
    marks.set(mark, (seq) => {
      marks.delete(mark);
      settle(seq);
    });
    teller.hide(writeMark(mark), { isNumbered: true });
  });
}

/** The state that this process has of each CCU of its fleet; messages of holders change `replica`. */
export function createCopies(replica: HouseReplica, options: ReplayOptions) {
  const replay = createCopyReplay(replica, options);
  const copies = new Map<string, Copy>();

  function copy(central: string): Copy {
    const mine = copies.get(central) ?? newCopy();
    copies.set(central, mine);
    return mine;
  }

  return {
    find: (central: string): Copy | undefined => copies.get(central),
    known: (): readonly string[] => [...copies.keys()],
    hold(central: string, teller: Teller): void {
      const mine = copy(central);
      miss(mine);
      mine.state = 'held';
      mine.teller = teller;
    },
    letGo: (central: string): void => letGo(copy(central)),
    /** Changes that still arrive for it count no more. */
    forget(central: string): void {
      const mine = copies.get(central);
      if (mine !== undefined) miss(mine);
    },
    take({ source, seq, text }: Pick<SharedRecord, 'source' | 'seq' | 'text'>): void {
      const central = centralOfSource(source);
      const hidden = central === undefined ? undefined : readHidden(text);
      if (central === undefined || hidden === undefined) return;
      const mine = copy(central);
      mine.wasGivenBack = hidden.kind === 'end';
      if (hidden.kind === 'end') return;
      if (hidden.kind === 'mark') mine.marks.get(hidden.mark)?.(seq);
      // Messages of this process itself come back, too.
      else if (mine.teller !== undefined || seq <= mine.from) return;
      else if (hidden.kind === 'piece') replay.piece(central, mine, hidden.piece, seq);
      else replay.change(central, mine, hidden.record);
    },
    suspectLeft(central: string): void {
      copy(central).wasGivenBack ??= false;
    },
    broken({ seq, source }: Partial<SharedLoss>): void {
      for (const [central, mine] of copies) {
        const isMeant = source === undefined || centralOfSource(source) === central;
        if (isMeant && mine.teller === undefined) breakOff(mine, seq);
      }
    },
    begin(central: string, { seq, packed }: { readonly seq: number; readonly packed: Uint8Array }): boolean {
      const mine = copy(central);
      if (!replay.state(central, packed)) return false;
      mine.state = 'following';
      mine.from = seq;
      mine.wasGivenBack = false;
      return true;
    },
    numberOfNow: (central: string, mark: string): Promise<number | undefined> => numberOfNow(copy(central), mark),
  };
}
