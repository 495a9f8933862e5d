import type { DeviceDescription, InterfaceName, ParamsetDescription } from './model.js';

/** Milliseconds since the Unix epoch. */
export type Now = () => number;

/** A number in [0, 1). */
export type Random = () => number;

/** The one door to waiting. `after` returns how to call it off. */
export interface Timers {
  after(delayMs: number, run: () => void): () => void;
}

/** Throws where this process may not send anything to the CCU now, for example because another one has taken over. */
export type Permit = () => void;

/** One log entry. It holds no secrets. */
export interface LogEntry {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** A stable name such as `callback.malformed`. */
  readonly event: string;
  readonly message: string;
  /** Configured name of the CCU; absent where no single CCU is meant. */
  readonly central?: string;
  readonly interfaceName?: InterfaceName;
  /** Details, by name. */
  readonly fields?: Readonly<Record<string, string | number | boolean>>;
}

/** Takes log entries. */
export type Log = (entry: LogEntry) => void;

/** One interface of one CCU. */
export interface InterfaceScope {
  /** Configured name of the CCU. */
  readonly central: string;
  readonly interfaceName: InterfaceName;
}

/**
 * Stores descriptions across restarts. Keys of paramset descriptions are opaque text and the same for identical devices
 * on any CCU; a device with changed firmware gets new keys. A failing cache costs time, never function.
 */
export interface DescriptionCache {
  loadDevices(scope: InterfaceScope): Promise<readonly DeviceDescription[] | undefined>;
  /** Replaces everything known of that interface. */
  saveDevices(scope: InterfaceScope, devices: readonly DeviceDescription[]): Promise<void>;
  /** Resolves with the known keys only. */
  loadParamsets(keys: readonly string[]): Promise<ReadonlyMap<string, ParamsetDescription>>;
  saveParamsets(entries: ReadonlyMap<string, ParamsetDescription>): Promise<void>;
}

/**
 * Texts that must survive a crash: the session to log out, the callback address to deregister and the writes to
 * continue at the next start. Up to a megabyte each. `save` with undefined deletes; the last call wins. Values may be
 * secret (a session id, the code of a door).
 */
export interface StateStore {
  load(key: string): Promise<string | undefined>;
  save(key: string, value: string | undefined): Promise<void>;
}
