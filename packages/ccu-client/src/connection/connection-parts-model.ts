import type { Now } from '../model/ports.js';
import type { Circuit } from '../rpc/circuit.js';
import type { InterfaceRpc } from '../rpc/rpc.js';
import type { Writer } from '../write/writer.js';
import type { EarlyCalls, LeftOutLedger } from './inbound.js';
import type { InterfaceConnectionDeps } from './interface-connection-model.js';
import type { Inventory } from './inventory.js';
import type { ParamsetCatalogue, Refusals } from './paramsets.js';
import type { Pinger } from './pinger.js';
import type { RadioPoll } from './radio.js';
import type { Introductions, Registration } from './registration.js';
import type { StatusBoard } from './status.js';
import type { DeviceWork, ToldChanges } from './told-changes.js';
import type { BulkValues, KnownValues, ValueLoader } from './value-loader.js';
import type { Witness } from './witness.js';

/** What an interface connection is made of. */
export interface ConnectionParts extends WireParts, DeviceParts, ValueParts {}

/** The way to the interface and back. */
export interface WireParts {
  readonly deps: InterfaceConnectionDeps;
  /** For what is due after a while; `deps.now` is for what is told. */
  readonly elapsed: Now;
  /** Aborted with the connection. */
  readonly stop: AbortController;
  readonly complain: (event: string, message: string) => void;
  readonly status: StatusBoard;
  readonly circuit: Circuit;
  readonly rpc: InterfaceRpc;
  readonly pinger: Pinger;
  readonly registration: Registration;
  readonly introductions: Introductions;
  readonly radio: RadioPoll;
}

export interface DeviceParts {
  readonly leftOut: LeftOutLedger;
  readonly refusals: Refusals;
  readonly catalogue: ParamsetCatalogue;
  readonly inventory: Inventory;
  readonly work: DeviceWork;
  readonly toldChanges: ToldChanges;
  readonly early: EarlyCalls;
}

export interface ValueParts {
  readonly known: KnownValues;
  readonly writer: Writer;
  /** An event tells the value of this data point: what a reading under way tells of it is old. */
  readonly spoke: BulkValues['spoke'];
  readonly loader: ValueLoader;
  readonly witness: Witness;
}
