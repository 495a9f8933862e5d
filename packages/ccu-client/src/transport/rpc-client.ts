import type { WireValue } from '../model/model.js';
import type { OutgoingValue } from '../wire/codecs/index.js';

export interface CallOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Doing it twice is not like doing it once: it goes over a fresh connection, and is never sent again. */
  readonly once?: boolean;
}

/** Calls methods of one interface process. Rejects with `CcuError`. */
export interface RpcClient {
  call(method: string, params: readonly OutgoingValue[], options: CallOptions): Promise<WireValue>;
  close(): void;
}
