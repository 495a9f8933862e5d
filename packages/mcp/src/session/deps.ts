import type { GatewayCore, Logger } from '@ccu-gateway/gateway-core';

/** Parts of the gateway that assistants reach, and its clock. */
export interface McpDeps {
  readonly core: Pick<GatewayCore, 'as' | 'events'>;
  readonly log: Logger;
  readonly clock: {
    /** Milliseconds since the Unix epoch. */
    readonly now: () => number;
    /** Calls back once; the answer cancels. */
    readonly after: (ms: number, run: () => void) => () => void;
  };
  /** Cryptographically strong text of hexadecimal digits, for the ids of sessions. */
  readonly randomHex: (digits: number) => string;
  /** Of the gateway. */
  readonly version: string;
}
