import type { InterfaceName } from '../house/types.js';
import type { ProductJob } from '../product/product.js';

/** How the simulated CCU misbehaves. All off in the beginning; `clear()` switches all of them off again. */
export interface Faults {
  /** All ports refuse connections for a moment, sessions are lost; CUxD forgets its clients, the others remember. */
  restart(options?: { readonly downMs?: number; readonly bootSeconds?: number }): Promise<void>;
  /** HTTP 503 with a text body on every port for this long. CUxD, which has no HTTP, closes connections. */
  boot(seconds: number): void;
  /** Events are made but never delivered, as behind a firewall. */
  dropCallbacks(on: boolean, interfaceName?: InterfaceName): void;
  /** Calls to the interface are taken and never answered, while its events are delivered: only that direction is broken. */
  dropCalls(on: boolean, interfaceName?: InterfaceName): void;
  /** Pings are answered, and the events that they cause are lost; all other events are delivered. */
  losePongs(on: boolean, interfaceName?: InterfaceName): void;
  /** The next `count` deliveries of the interface are lost, and nothing shows it: those before and after arrive. */
  loseDeliveries(count: number, interfaceName: InterfaceName): void;
  /** Every delivery comes this much later; 0 switches it off. */
  delayCallbacks(delayMs: number): void;
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
  /**
   * The radio modules count the frames that they send: those of the last hour are added to `dutyCycle`, and a write that
   * does not fit into the hour fails with a duty cycle fault. A device that must be woken costs a long signal.
   */
  countAirtime(on: boolean): void;
  /** Carrier sense of the radio gateways. */
  carrierSense(percent: number): void;
  /**
   * The BidCos radio module does not answer: rfd sends every client an event `CONNECTED` of its serial number, again
   * every 15 s, and once when it answers again.
   */
  radioModuleGone(on: boolean): void;
  /** Writes to this device (default: all) fail as if it was out of reach. */
  refuseWrites(on: boolean, deviceAddress?: string): void;
  /** This device or channel is listed, but its own description and those of its paramsets are refused. */
  refuseDescriptions(on: boolean, address: string): void;
  /**
   * The logic layer does not have this device, although its interface lists it: it has no name, is in no room and in no
   * inbox, as after a restore of an older state of the CCU.
   */
  unknownDevice(deviceAddress: string, on: boolean): void;
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
   * The logic layer (ReGaHss) does not run, the interfaces and the web server do: no login succeeds, the script port
   * answers 503, and only `ReGa.isPresent` reports the cause.
   */
  logicLayerAway(on: boolean): void;
  /**
   * The logic layer (ReGaHss) hangs: calls that need it are accepted and not answered, until this is switched off, or
   * for `answersAfterMs` each time. The interfaces, the web server and its few own methods continue.
   */
  freezeLogicLayer(on: boolean, answersAfterMs?: number): void;
  /** No account may run scripts: JSON-RPC reports a level that is too low, the script port answers 403. */
  refuseScripts(on: boolean): void;
  /** Writes are accepted but no confirming event follows, and the value does not change. */
  swallowWrites(on: boolean): void;
  /** A device that is put in the place of another one gets neither its configuration nor its links. */
  bareReplacements(on: boolean): void;
  /** Outcome of background jobs of the CCU's system; `hang`: they never end. */
  jobs(job: ProductJob, outcome: 'work' | 'fail' | 'hang'): void;
  /** The web server hands out no files that such work has written. */
  withholdFiles(on: boolean): void;
  /** The web server puts the page of an error behind a complete backup, as a CCU3 does. */
  pageBehindBackup(on: boolean): void;
  /** The device is reported unreachable, and writes to it fail. */
  unreachable(deviceAddress: string, on: boolean): void;
  /** The device sleeps: writes wait until it wakes (HmIP reports fault -10). Waking it performs them. */
  asleep(deviceAddress: string, on: boolean): void;
  clear(): void;
}
