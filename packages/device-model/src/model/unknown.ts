import type { InterfaceName } from '@ccu-gateway/ccu-client';

/** What of an event or a list was never described: its device, channel or parameter; or a `description` of nothing. */
export type UnknownKind = 'device' | 'channel' | 'parameter' | 'description';

/** Something that a CCU told of and that the house does not know, and how often. */
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
