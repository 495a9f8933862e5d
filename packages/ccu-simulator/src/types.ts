import type { InterfaceName, WireValue } from './house/types.js';
import type { HouseEvent } from './live/events.js';
import type { LiveHouse } from './live/types.js';
import type { SimulatorPortName } from './options.js';
import type { ProductJob } from './product.js';

/** A value exactly as it came over the wire, with the type tag the sender chose. */
export type TypedValue =
  | { readonly type: 'int' | 'double' | 'dateTime'; readonly value: number }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'string' | 'base64'; readonly value: string }
  | { readonly type: 'array'; readonly value: readonly TypedValue[] }
  | { readonly type: 'struct'; readonly value: Readonly<Record<string, TypedValue>> };

/** One call this CCU received on an RPC port. */
export interface ReceivedCall {
  /** Milliseconds since the Unix epoch, by the simulator's clock. */
  readonly at: number;
  readonly interfaceName: InterfaceName;
  readonly method: string;
  readonly params: readonly TypedValue[];
  /** Fault code the call was answered with, when it was refused. */
  readonly faultCode?: number;
}

/** One JSON-RPC call this CCU received; passwords are replaced by `***`. */
export interface ReceivedJsonCall {
  readonly at: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly errorCode?: number;
}

/** One ReGa script this CCU ran. */
export interface ReceivedScript {
  readonly at: number;
  /** `?` for one without the marker line. */
  readonly name: string;
  /** Arguments as the marker names them. */
  readonly args: unknown;
}

/** What this CCU got, oldest first; each list keeps at most the last 20 000 entries. */
export interface ReceivedLog {
  readonly calls: readonly ReceivedCall[];
  readonly jsonCalls: readonly ReceivedJsonCall[];
  /** Names of the ReGa scripts that were run (`?` for one without the marker line). */
  readonly scripts: readonly string[];
  /** The same scripts with their arguments. */
  readonly scriptCalls: readonly ReceivedScript[];
  /** Calls of one method, oldest first. */
  of(method: string, interfaceName?: InterfaceName): readonly ReceivedCall[];
  clear(): void;
}

/** A client that asked for events. */
export interface Registration {
  readonly interfaceName: InterfaceName;
  readonly url: string;
  readonly interfaceId: string;
  /** Consecutive failed deliveries; at 10 the registration is dropped. */
  readonly failures: number;
}

/** How the simulated CCU misbehaves. All off in the beginning; `clear()` switches all of them off again. */
export interface Faults {
  /** All ports refuse connections for a moment, sessions are lost; CUxD forgets its clients, the others remember. */
  restart(options?: { readonly downMs?: number; readonly bootSeconds?: number }): Promise<void>;
  /** HTTP 503 with a text body on every port for this long. CUxD, which has no HTTP, closes connections. */
  boot(seconds: number): void;
  /** Events are made but never delivered, as behind a firewall. */
  dropCallbacks(on: boolean, interfaceName?: InterfaceName): void;
  /** Every delivery happens twice, as when the CCU thinks that the first one failed. */
  duplicateEvents(on: boolean): void;
  /** Every answer comes this much later; 0 switches it off. */
  slow(delayMs: number): void;
  /** Requests are accepted and never answered. */
  halfOpen(on: boolean): void;
  /** Answers and callbacks are nonsense bytes. */
  garbage(on: boolean): void;
  /** All JSON-RPC session slots are taken by others. */
  exhaustSessions(on: boolean): void;
  /** All JSON-RPC sessions end, and the CCU answers "Session expired" to their calls, with a code of its own. */
  expireSessions(): void;
  /** Another CCU with this serial number answers on the script port; undefined ends that. */
  foreignScriptPort(serial: string | undefined): void;
  /** CUxD forgets its registered clients. */
  cuxdForget(): void;
  /** The daemon of an interface forgets its registered clients, as after too many failed deliveries. */
  forgetClients(interfaceName: InterfaceName): void;
  /** The CCU's clock jumps by this much (timestamps it reports). */
  clockJump(ms: number): void;
  /** This many value events at once, spread over all devices. Returns how many were emitted. */
  burst(count: number, interfaceName?: InterfaceName): number;
  /** Duty cycle of the radio gateways; at 100 writes fail with a duty cycle fault. */
  dutyCycle(percent: number): void;
  /** Carrier sense of the radio gateways. */
  carrierSense(percent: number): void;
  /**
   * The BidCos radio module does not answer: rfd tells every client so with an event `CONNECTED` of its serial number, again
   * every 15 s, and once when it answers again.
   */
  radioModuleGone(on: boolean): void;
  /** Writes to this device (default: all) fail as if it was out of reach. */
  refuseWrites(on: boolean, deviceAddress?: string): void;
  /** This device or channel is listed, but its own description and those of its paramsets are refused. */
  refuseDescriptions(on: boolean, address: string): void;
  /**
   * Calls of this RPC method, or runs of this script, fail: the first `after` (default 0) still succeed, the next `times`
   * (default: all) fail.
   */
  refuseCalls(on: boolean, name: string, after?: number, times?: number): void;
  /**
   * No daemon runs behind the port of this interface: the CCU's web server listens there and answers 503. `listed` (default
   * true): the CCU's list of interfaces names it all the same.
   */
  deadBackend(on: boolean, interfaceName: InterfaceName, listed?: boolean): void;
  /** Scripts answer nothing, and no error: they ended before their end. */
  mutilateScripts(on: boolean): void;
  /**
   * The logic layer (ReGaHss) does not run, the interfaces and the web server do: no login succeeds, the script port answers
   * 503, and only `ReGa.isPresent` says why.
   */
  logicLayerAway(on: boolean): void;
  /** No account may run scripts: JSON-RPC says that the level is too low, the script port answers 403. */
  refuseScripts(on: boolean): void;
  /** Writes are accepted but no confirming event follows, and the value does not change. */
  swallowWrites(on: boolean): void;
  /** What becomes of work that the CCU's system does in the background; `hang`: it never ends. */
  jobs(job: ProductJob, outcome: 'work' | 'fail' | 'hang'): void;
  /** The web server hands out no files that such work has written. */
  withholdFiles(on: boolean): void;
  /** The device is reported unreachable, and writes to it fail. */
  unreachable(deviceAddress: string, on: boolean): void;
  /** The device sleeps: writes wait until it wakes (HmIP says so with fault -10). Waking it performs them. */
  asleep(deviceAddress: string, on: boolean): void;
  clear(): void;
}

/** A CCU made of software. */
export interface Simulator {
  readonly host: string;
  /** The ports it really listens on. */
  readonly ports: Readonly<Partial<Record<SimulatorPortName, number>>>;
  readonly interfaces: readonly InterfaceName[];
  /** What is true in the house right now. */
  readonly house: LiveHouse;
  readonly received: ReceivedLog;
  readonly faults: Faults;
  /** Its version, and the files that its own commands have written and not deleted. */
  readonly product: { version(): string; files(): readonly string[] };
  /** Who is registered for events right now. */
  registrations(): readonly Registration[];
  /** A device speaks: the value becomes true and is sent to everyone registered. Throws on an unknown data point. */
  emit(channelAddress: string, parameter: string, value: WireValue): void;
  /** Calls every client of an interface with any method; the interface id is put before the parameters. */
  tell(interfaceName: InterfaceName, method: string, params: readonly TypedValue[]): void;
  /** Everything that happens in the house, in order, whether or not a client is told of it. Returns how to stop listening. */
  on(listener: (event: HouseEvent) => void): () => void;
  /** Resolves when every event made so far has been delivered or given up. */
  settled(): Promise<void>;
  close(): Promise<void>;
}
