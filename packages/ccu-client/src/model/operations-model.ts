import type { InterfaceName, ParamsetKey, WireValue, WritePriority } from './model.js';

/** Value with a type for the protocol, from its parameter description. */
export interface TypedValue {
  readonly type: 'boolean' | 'i4' | 'double' | 'string';
  readonly value: boolean | number | string;
}

/** One write of values to one paramset. */
export interface WriteRequest {
  readonly interfaceName: InterfaceName;
  /** `DEVICE:n`, or the device address for its own MASTER. */
  readonly channelAddress: string;
  readonly paramsetKey: ParamsetKey;
  /** Only with `LINK`: the channel at the other end. */
  readonly peer?: string;
  /** Typed values go out as they are; others are typed by the parameter's description, which must then be known. */
  readonly values: Readonly<Record<string, WireValue | TypedValue>>;
  /** Default `high` for VALUES, `default` for the rest. `critical` overtakes everything and drops older writes to the channel. */
  readonly priority?: WritePriority;
  /** Key presses and the like: never merged, skipped, repeated or expected back. Derived from the description if absent. */
  readonly momentary?: boolean;
  /** Send also when the confirmed value is the same. Default true: asking is reason enough. */
  readonly force?: boolean;
  /**
   * When the promise settles: `sent` (default) once the CCU took it, `confirmed` once the value came back as an event
   * (VALUES), or once the device has taken it as CONFIG_PENDING shows and it was read back (MASTER, LINK).
   */
  readonly until?: 'sent' | 'confirmed';
  /** How to wake a sleeping device. */
  readonly rxMode?: 'BURST' | 'WAKEUP';
  /**
   * Takes the write back while it waits. Once it is being sent it cannot be taken back: then it only ends waiting for the
   * confirmation.
   */
  readonly signal?: AbortSignal;
}

/**
 * `pending`: the device sleeps and receives it later; parts that it does not apply are reported in a
 * `write_rolled_back` event, also after a restart. `skipped`: the confirmed value was the same. `superseded`: a newer
 * write to the same parameter replaced it before it was sent or confirmed, or a critical one to its channel before it
 * was sent.
 */
export type WriteOutcome = 'sent' | 'confirmed' | 'pending' | 'skipped' | 'superseded';

/** Sending time of the radio module of an interface, and the writes that wait for it. Percent of what it may send in an hour. */
export interface RadioLoad {
  /** Own writes at once, everything else by the last duty cycle that the CCU reported. */
  readonly usedPercent: number;
  /** The same with everything that waits; may be above 100. */
  readonly forecastPercent: number;
  /** Number of writes that wait. */
  readonly waiting: number;
  /** Those of `waiting` with the priority `low`. */
  readonly waitingInBackground: number;
  /**
   * `free`: writes are sent as they come. `spread`: normal writes are spread over the hour, those of priority `low` pause.
   * `critical_only`: others are refused with `duty_cycle`.
   */
  readonly mode: 'free' | 'spread' | 'critical_only';
}

/** Direct link between two channels, from `getLinks`. */
export interface Link {
  /** Channel address. */
  readonly sender: string;
  /** Channel address. */
  readonly receiver: string;
  readonly name: string;
  readonly description: string;
  /** Bits: 1 sender broken, 2 receiver broken, 4 sender unknown, 8 receiver unknown. */
  readonly flags: number;
}

/** Starts or ends the install mode of an interface. */
export interface InstallModeRequest {
  readonly interfaceName: InterfaceName;
  /** True starts it, false ends it. */
  readonly active: boolean;
  /** Duration in seconds, clamped to 1..600. Default 60. */
  readonly seconds?: number;
  /** BidCos-RF: pair only the device with this serial number. */
  readonly deviceAddress?: string;
  /** HmIP-RF: pair only this device, with its key; never logged. */
  readonly whitelist?: { readonly sgtin: string; readonly key: string };
}

/** Radio module of an interface, from `listBidcosInterfaces`. `dutyCycle` and `carrierSense` are percent, 0..100. */
export interface RadioModule {
  readonly address: string;
  readonly description: string;
  readonly type: string;
  readonly firmware: string;
  readonly connected: boolean;
  readonly isDefault: boolean;
  readonly dutyCycle?: number;
  readonly carrierSense?: number;
}

/** Signal between two radio partners, from `rssiInfo`. Levels are dBm; absent where unknown. */
export interface RssiEntry {
  readonly device: string;
  readonly peer: string;
  readonly heardByDevice?: number;
  readonly heardByPeer?: number;
}

/** A service message as an interface reports it (`getServiceMessages`, `getSuppressedServiceMessages`). */
export interface DeviceServiceMessage {
  readonly channelAddress: string;
  /** For example `UNREACH` or `LOWBAT`. */
  readonly parameter: string;
  /** Absent for suppressed messages. */
  readonly value?: WireValue;
}

/** How `deleteDevice` removes a device from its interface. All default to false. */
export interface DeleteFlags {
  /** Reset the device to factory settings. */
  readonly reset?: boolean;
  /** Also when it cannot be reached. */
  readonly force?: boolean;
  /** Later, when it can be reached. */
  readonly defer?: boolean;
}

/**
 * Where the way CCU → gateway broke: `ccu` (our call does not reach it), `registration` (it refused to register us),
 * `callback` (it does not reach us), `foreign` (another client answers to our name).
 */
export type LoopTestHop = 'ccu' | 'registration' | 'callback' | 'foreign';

/** Result of a loop test. */
export interface LoopTestResult {
  /** True when the ping came back as an event. Then `rttMs` is present, else `hop` and `cause` are. */
  readonly ok: boolean;
  /** Daemon → CCU → callback → daemon, in milliseconds. */
  readonly rttMs?: number;
  /** How many batches and answers to pings came once more while the way was tested. Absent where none did. */
  readonly repeated?: number;
  /** Where the way broke. */
  readonly hop?: LoopTestHop;
  /** One sentence for people: the likely cause and a hint. */
  readonly cause?: string;
}
