import type { Whole } from '../../turns/pieces.js';

/** Everything that goes out for one request. */
export interface Answer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Complete `Set-Cookie` values. */
  readonly cookies: readonly string[];
  readonly body: Whole | ReadableStream<Uint8Array> | null;
}
