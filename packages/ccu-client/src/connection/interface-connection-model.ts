import type { CallbackServer } from '../callback/server.js';
import type { Inventory } from '../inventory/inventory.js';
import type { ParamsetCatalogue, Refusals } from '../inventory/paramsets.js';
import type { Complaints } from '../log/complaints.js';
import type { InterfaceProfile } from '../model/interfaces.js';
import type { CcuEvent, InterfaceName, InterfaceStatus } from '../model/model.js';
import type { LoopTestResult } from '../model/operations-model.js';
import type { DescriptionCache, Now, Random, StateStore, Timers } from '../model/ports.js';
import type { Timings } from '../model/timings.js';
import type { RadioBudget } from '../radio/budget.js';
import type { ReGaRunner } from '../rega/runner.js';
import type { Circuit, CircuitState } from '../rpc/circuit.js';
import type { InterfaceRpc } from '../rpc/rpc.js';
import type { RpcClient } from '../transport/rpc-client.js';
import type { Writer } from '../write/writer.js';
import type { EarlyCalls, LeftOut, LeftOutLedger } from './inbound.js';
import type { Pinger } from './pinger.js';
import type { RadioPoll } from './radio.js';
import type { Introductions, Registration } from './registration.js';
import type { StatusBoard } from './status.js';
import type { DeviceWork, ToldChanges } from './told-changes.js';
import type { BulkValues, KnownValues, ValueLoader } from './value-loader.js';
import type { Witness } from './witness.js';

/** One interface of one CCU, from its wire to its events. */
export interface InterfaceConnection {
  readonly interfaceName: InterfaceName;
  readonly profile: InterfaceProfile;
  readonly rpc: InterfaceRpc;
  readonly inventory: Inventory;
  readonly catalogue: ParamsetCatalogue;
  readonly writer: Writer;
  status(): InterfaceStatus;
  circuit(): CircuitState;
  /** Descriptions that the CCU refuses: address and key of the paramset, or `device`. */
  refusedDescriptions(): readonly string[];
  /** Data of the interface that the client did not take. */
  leftOut(): readonly LeftOut[];
  /** True when devices and values were loaded at least once. */
  isLoaded(): boolean;
  /** Begins; returns at once. */
  start(): void;
  reconnect(): void;
  /** A daemon of this CCU has restarted: messages that the others sent meanwhile may be lost. */
  restarted(): void;
  rescan(): Promise<void>;
  /** Runs work while the list of devices stands still: changes that the CCU reports meanwhile follow it. */
  holdingDevices(work: () => Promise<void>): Promise<void>;
  /** A device counts from now on: the values that the CCU remembers of it are read soon. */
  accepted(address: string): void;
  loopTest(signal: AbortSignal): Promise<LoopTestResult>;
  close(signal: AbortSignal): Promise<void>;
}

export interface InterfaceConnectionDeps {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  readonly interfaceId: string;
  readonly ccuHost: string;
  readonly port: number;
  readonly profile: InterfaceProfile;
  readonly client: (events: { readonly onHangUp: () => void }) => RpcClient;
  readonly callbacks: CallbackServer;
  readonly rega: ReGaRunner;
  readonly cache: DescriptionCache;
  readonly store: StateStore;
  /** For the journal of writes. */
  readonly writesStore: StateStore;
  readonly timings: Timings;
  readonly timers: Timers;
  readonly now: Now;
  readonly random: Random;
  readonly complaints: Complaints;
  readonly emit: (event: CcuEvent) => void;
  readonly onLoaded: () => void;
  /** The CCU took our registration, so it answers. */
  readonly onRegistered: () => void;
  /** The CCU asks for our devices again: its daemons may have restarted, not only the one of this interface. */
  readonly onRestarted: () => void;
  readonly isAbsent: (notReadyMs: number, signal: AbortSignal) => Promise<boolean>;
}

/** Parts of an interface connection. */
export interface ConnectionParts extends WireParts, DeviceParts, ValueParts {}

/** The way to the interface and back. */
export interface WireParts {
  readonly deps: InterfaceConnectionDeps;
  /** Clock for due times; `deps.now` is for the times in events. */
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
  readonly budget: RadioBudget;
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
  /** An event carries the value of this data point: its value from a reading under way is old. */
  readonly spoke: BulkValues['spoke'];
  readonly loader: ValueLoader;
  readonly witness: Witness;
}
