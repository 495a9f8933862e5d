import type { FrameBatch, FrameSink } from '../model/sink.js';

/** A socket that keeps up, as its audience knows it. */
export interface Seat {
  readonly sink: FrameSink;
  /** The sink takes no more after a batch that ends here; the seat has been given up. */
  onRefused(end: number, endSeq: number): void;
  /** The same in the middle of a burst: the seat is kept, and more may follow before the turn ends. */
  onStrained(): void;
  /** Its index; kept by the audience. */
  place: number;
}

/**
 * The sockets that get every frame of a group the moment it is flushed. The loop over them is the path of every frame to
 * every socket: it reaches for nothing but the sink, because with a thousand connections each thing more is a cache miss.
 */
export interface Audience {
  readonly size: number;
  /**
   * Number of frames handed to all members so far; the difference over a stay is the number that a seat has received.
   */
  readonly frames: number;
  enter(seat: Seat): void;
  leave(seat: Seat): void;
  /** `patient`: no connection loses its seat, because none has had a chance to take anything since the turn began. */
  write(batch: FrameBatch, end: number, endSeq: number, patient: boolean): void;
}

export function createAudience(): Audience {
  const sinks: FrameSink[] = [];
  const seats: Seat[] = [];
  let frames = 0;

  function leave(seat: Seat): void {
    const last = seats.pop();
    const sink = sinks.pop();
    if (!last || !sink || last === seat) return;
    seats[seat.place] = last;
    sinks[seat.place] = sink;
    last.place = seat.place;
  }

  return {
    get size() {
      return seats.length;
    },
    get frames() {
      return frames;
    },
    enter(seat) {
      seat.place = seats.length;
      seats.push(seat);
      sinks.push(seat.sink);
    },
    leave,
    write(batch, end, endSeq, patient) {
      frames += batch.count;
      // From the end, so that a connection that leaves is replaced by one that has been served already.
      for (let place = sinks.length - 1; place >= 0; place -= 1) {
        if ((sinks[place] as FrameSink).write(batch)) continue;
        const seat = seats[place] as Seat;
        if (patient) seat.onStrained();
        else {
          leave(seat);
          seat.onRefused(end, endSeq);
        }
      }
    },
  };
}
