import type { WireValue } from '../model/model.js';
import type { OutgoingValue } from '../wire/codecs/index.js';

interface CallOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Doing it twice is not like doing it once: it goes over a fresh connection, and never again after that broke. */
  readonly once?: boolean;
}

/** Calls methods of one interface process. Rejects with `CcuError`. */
export interface RpcClient {
  call(method: string, params: readonly OutgoingValue[], options: CallOptions): Promise<WireValue>;
  close(): void;
}
