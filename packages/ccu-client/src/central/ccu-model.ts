import type { CallbackServer } from '../callback/server.js';
import type { LeftOut } from '../connection/inbound.js';
import type { Hub } from '../hub/hub.js';
import type { HubStatus } from '../model/hub-model.js';
import type { InterfaceOptions } from '../model/interface-options.js';
import type {
  CcuEventListener,
  DeviceDescription,
  InterfaceName,
  InterfaceStatus,
  ParamsetDescription,
  ParamsetKey,
  WireValue,
} from '../model/model.js';
import type { LoopTestResult, RadioLoad, WriteOutcome, WriteRequest } from '../model/operations-model.js';
import type { DescriptionCache, Log, Now, Permit, Random, StateStore, Timers } from '../model/ports.js';
import type { ChangeableTimings, Timings } from '../model/timings.js';
import type { Operations } from '../operations/operations.js';
import type { CircuitState } from '../rpc/circuit.js';

/** Options of `connectCcu`. */
export interface ConnectOptions {
  /** How this CCU is called here; part of every event. Unique per process. */
  readonly name: string;
  /** Host name or address. */
  readonly host: string;
  readonly interfaces: readonly (InterfaceName | InterfaceOptions)[];
  /** Used for JSON-RPC, and for Basic auth where an interface asks for it. */
  readonly username?: string;
  readonly password?: string;
  /** Use TLS for every protocol that supports it (all but CUxD). */
  readonly tls?: boolean;
  /** Accept any certificate. An explicit opt-out; prefer `tlsFingerprint`. */
  readonly tlsInsecureSkipVerify?: boolean;
  /** SHA-256 of the certificate in hex, colons optional: the only certificate accepted, with any signature. */
  readonly tlsFingerprint?: string;
  /** Default 80, with TLS 443. */
  readonly jsonRpcPort?: number;
  /**
   * Port of the script server, used when JSON-RPC refuses scripts and the same CCU proves to be behind it. 0: never.
   * Default 8181, with TLS 48181; on a default port no credentials are sent.
   */
  readonly regaPort?: number;
  /** Zone of times that the CCU sends without one, by its IANA name. Default: the one of this machine. */
  readonly timeZone?: string;
  /** Shared by all CCUs of the process; see `openCallbackServer`. */
  readonly callbacks: CallbackServer;
  /** Name of this gateway; with `name` it makes our registrations ours. Letters, digits, `.`, `-`, `_`; at most 64. */
  readonly instance: string;
  /** Default: `createMemoryDescriptionCache`. */
  readonly descriptionCache?: DescriptionCache;
  /** Default: `createMemoryStateStore`. */
  readonly stateStore?: StateStore;
  /**
   * True to keep sent and unconfirmed writes in `stateStore`, so that the next connection continues with them; default
   * true. False where another instance ends them, also after this one has stopped.
   */
  readonly keepsWrites?: boolean;
  /** Default `Date.now`. */
  readonly clock?: Now;
  /** Default `Math.random`. */
  readonly random?: Random;
  /** Default: the timers of the process. */
  readonly timers?: Timers;
  /** Default: nothing is logged. */
  readonly log?: Log;
  /**
   * Called before each request to the CCU over every protocol, registrations, pings and log-outs included: before it
   * connects, and again in the same turn as the bytes go to the socket. An exception refuses the request with
   * `not_permitted`: nothing of it was sent, it is not repeated, and it counts neither as a failure of the CCU nor as a
   * refused login. Bytes that were handed to the operating system before are on their way. Default: everything is
   * permitted.
   */
  readonly permit?: Permit;
  /** Missing members are taken from `DEFAULT_TIMINGS`. */
  readonly timings?: Partial<Timings>;
}

/** How far the first load of a CCU has come. */
export interface Readiness {
  /**
   * - `waiting_for_ccu`: no interface answers yet
   * - `loading_devices`: an interface answers, and not every one has its devices yet or is given up
   * - `loading_hub`: the devices are known; names, rooms and functions are not
   * - `ready`: everything was loaded
   *
   * A `Ccu` never reports `unknown`: it is for consumers that have asked no CCU yet.
   */
  readonly phase: 'unknown' | 'waiting_for_ccu' | 'loading_hub' | 'loading_devices' | 'ready';
  /** True in the phase `ready`. */
  readonly ready: boolean;
  /** Number of interfaces with loaded devices. */
  readonly interfacesLoaded: number;
  /** Interfaces that this client connects to. */
  readonly interfacesTotal: number;
}

/** User of the CCU with a password checked by `verifyLogin`. */
export interface VerifiedUser {
  /** As the CCU spells it. */
  readonly name: string;
  /** 0 none, 1 guest, 2 user, 8 administrator. */
  readonly level: number;
}

/** Calls to a CCU. Every promise rejects with a `CcuError` and nothing else. */
export interface CcuCalls extends Operations {
  /** Asks the interface, with radio traffic where the device is on the radio: never in loops. */
  getValue(interfaceName: InterfaceName, channelAddress: string, parameter: string): Promise<WireValue>;
  getParamset(
    interfaceName: InterfaceName,
    address: string,
    /** `VALUES`, `MASTER`, or the address of a link's other end. */
    paramset: string,
  ): Promise<Readonly<Record<string, WireValue>>>;
  /** From the cache where it has one. */
  getParamsetDescription(
    interfaceName: InterfaceName,
    address: string,
    paramsetKey: ParamsetKey,
  ): Promise<ParamsetDescription>;
  readonly hub: Hub;
}

/** One CCU. */
export interface Ccu extends CcuCalls {
  /** The same calls, ended with `aborted` when the signal aborts. A sent request is not called back. */
  abortable(signal: AbortSignal): CcuCalls;
  readonly name: string;
  /** Events in the order they happened, in the turn they arrived. A listener that throws is reported to the log. */
  on(listener: CcuEventListener): () => void;
  status(): readonly InterfaceStatus[];
  /** State of the circuit breaker: after many failures in a row, calls to an interface are not sent for a while. */
  circuit(interfaceName: InterfaceName): CircuitState;
  /** Sending time of an interface and the writes that wait for it. Undefined where writes use none. */
  radio(interfaceName: InterfaceName): RadioLoad | undefined;
  readiness(): Readiness;
  /**
   * Descriptions that the CCU refuses, as `ADDRESS KEY` with the key of a paramset or `device`; their channels or
   * paramsets are not shown. They are requested again when the device is read again.
   */
  refusedDescriptions(): readonly string[];
  /**
   * Messages of the interfaces that the client dropped, by name: invalid addresses and descriptions, unknown methods.
   * Bounded, and counted since the connection was made.
   */
  leftOut(): readonly LeftOut[];
  /**
   * State of session, scripts and script port. Where scripts are `refused`, names, rooms, functions, programs and
   * variables are read and changed by other means as far as possible; values in bulk, messages, the inbox, users and
   * everything else of the logic layer are `unsupported`. Retried after seconds, and less and less often, at last every
   * ten minutes.
   */
  hubStatus(): HubStatus;
  /** Other durations; missing members stay the same. */
  reconfigure(changes: ChangeableTimings): void;
  /** Registers again at once, in any state. */
  reconnect(interfaceName: InterfaceName): void;
  /** Proves the way CCU → callback → here with a ping of its own. Never rejects but for `aborted` and `closed`. */
  loopTest(interfaceName: InterfaceName, options?: { readonly signal?: AbortSignal }): Promise<LoopTestResult>;

  /** Queued, typed, merged, retried and supervised; see `WriteRequest`. */
  write(request: WriteRequest): Promise<WriteOutcome>;

  /** Devices and channels as last listed, without asking. */
  listDevices(interfaceName: InterfaceName): readonly DeviceDescription[];

  /**
   * Checks a user and password at the CCU, with a short session of its own that is always logged out; the level is that
   * of this session. Rejects with `login_refused` for a wrong password, an unknown name or an empty password. Rejects
   * with `too_many_sessions` while the session table may be full, which leaves the password unverified.
   */
  verifyLogin(username: string, password: string, options?: { readonly signal?: AbortSignal }): Promise<VerifiedUser>;

  /** Deregisters everywhere and logs out; at most three seconds. */
  close(): Promise<void>;
}
