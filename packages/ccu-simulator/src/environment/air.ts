import type { Clock } from './time.js';

const HOUR_MS = 3_600_000;
/** One percent of an hour. */
const SENDING_MS = 36_000;
/** Ten kilobit per second. */
const MS_PER_BYTE = 0.8;
/** A device that listens now and then is called until it has listened once. */
const BURST_MS = 360;

/** Preamble, addresses and checksum; a value; the pairs of index and byte that a frame of configuration carries. */
const FRAMES = {
  bidcos: { overhead: 20, value: 6, pairsPerFrame: 7, around: 2 },
  hmip: { overhead: 36, value: 5, pairsPerFrame: 8, around: 1 },
} as const;

/** One telegram or one configuration to a device. */
export interface Sending {
  readonly kind: 'values' | 'configuration';
  readonly members: number;
  readonly burst: boolean;
}

/** Sending time of one radio module: every frame of the last hour counts. */
export interface Air {
  /** Sends, unless the hour has no room for it. False: nothing was sent. */
  send(sending: Sending): boolean;
  /** Percent of the hour. */
  percent(): number;
}

/** `others` is the share of everything that the simulator does not send itself, in percent. */
export function createAir(options: {
  readonly dialect: keyof typeof FRAMES;
  readonly clock: Clock;
  readonly others: () => number;
}): Air {
  const { clock, others } = options;
  const { overhead, value, pairsPerFrame, around } = FRAMES[options.dialect];
  let sent: { readonly at: number; readonly ms: number }[] = [];

  function lengthOf({ kind, members, burst }: Sending): number {
    const frames = kind === 'values' ? 1 : around + Math.ceil(members / pairsPerFrame);
    const payload = kind === 'values' ? members * value : members * 2;
    return (frames * overhead + payload) * MS_PER_BYTE + (burst ? BURST_MS : 0);
  }

  function used(): number {
    const now = clock();
    const left = sent.findIndex(({ at }) => at > now - HOUR_MS);
    sent = left === -1 ? [] : sent.slice(left);
    return sent.reduce((all, { ms }) => all + ms, 0) + (others() / 100) * SENDING_MS;
  }

  return {
    send(sending) {
      const ms = lengthOf(sending);
      if (used() + ms > SENDING_MS) return false;
      sent.push({ at: clock(), ms });
      return true;
    },
    percent: () => Math.min(100, (used() / SENDING_MS) * 100),
  };
}
