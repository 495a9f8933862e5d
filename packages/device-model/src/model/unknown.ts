import type { InterfaceName } from '@ccu-gateway/ccu-client';

/** Undescribed part of an event or a list: its device, channel or parameter; or a `description` of nothing. */
export type UnknownKind = 'device' | 'channel' | 'parameter' | 'description';

/** An item that a CCU reported and that the model does not know, and its frequency. */
export interface UnknownThing {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  readonly kind: UnknownKind;
  /** Address, for a parameter with its name behind a blank; `…` for all that are too many to be named. */
  readonly name: string;
  readonly count: number;
  /** Milliseconds since the Unix epoch of the last one. */
  readonly at: number;
}
