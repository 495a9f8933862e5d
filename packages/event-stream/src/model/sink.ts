/**
 * Frames of one turn for one set of patterns. Every form is built once, for the first sink that asks, and shared by all.
 * A batch is read during the call that brings it; the bytes that it has given stay as they are.
 */
export interface FrameBatch {
  readonly count: number;
  /** Of all frames together, as WebSocket frames. */
  readonly bytes: number;
  /** Unmasked WebSocket text frames, back to back. */
  readonly websocket: Uint8Array;
  /** Server-sent events with `id: <seq>`, back to back. */
  readonly sse: Uint8Array;
}

/** The way out of one connection. Implementations never throw and never call back into the connection synchronously. */
export interface FrameSink {
  /**
   * False: accept no more until `Connection.drained()` is called. Frames handed over are taken nevertheless, and so are
   * later ones of the same turn when that publishes more than a connection may be behind.
   */
  write(batch: FrameBatch): boolean;
  /**
   * One control frame as JSON text; same answer as `write`. `seq` is given when everything up to it has been
   * delivered, so that a transport with its own cursor (`Last-Event-ID`) can move it along.
   */
  control(text: string, seq?: number): boolean;
  close(code: number, reason: string): void;
  /**
   * A number that changes whenever the other side has taken bytes since. Without it a sink that accepts no more counts
   * as taking nothing until it reports that it has taken everything.
   */
  progress?(): number;
}
