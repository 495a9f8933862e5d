import type { NewSysvar, SysvarChange } from '@ccu-gateway/ccu-client';
import type { HouseModel, Scope } from '@ccu-gateway/device-model';

export type { NewSysvar, SysvarChange };

/** Contents of the CCUs' logic layers, as last read. A scope without a CCU means all of them. */
export type HubView = Pick<
  HouseModel,
  | 'readiness'
  | 'hubUnread'
  | 'hubAbsent'
  | 'programs'
  | 'program'
  | 'sysvars'
  | 'sysvar'
  | 'validateSysvar'
  | 'inbox'
  | 'alarmMessages'
  | 'serviceMessages'
  | 'hubDataPoints'
  | 'hubMetrics'
  | 'systemUpdates'
  | 'installModes'
  | 'rooms'
  | 'functions'
>;

/**
 * Changes of programs. Rejects with a `GatewayError`: `upstream_unavailable` when the CCU refused or is gone,
 * `service_unready` when it is not connected.
 */
export interface ProgramControl {
  /** True when the program ran; with `checkConditions` one that is not active does not. */
  executeProgram(central: string, id: string, options: { readonly checkConditions: boolean }): Promise<boolean>;
  /** True when it ran because of that; undefined when that is not known. */
  setProgramActive(central: string, id: string, active: boolean): Promise<boolean | undefined>;
  deleteProgram(central: string, id: string): Promise<void>;
}

/** A program that uses a system variable. */
export interface ProgramReference {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly internal: boolean;
}

/**
 * Changes of system variables. Rejects with a `GatewayError`: `upstream_unavailable` when the CCU refused or is gone,
 * `service_unready` when it is not connected.
 */
export interface SysvarControl {
  /** The value is one that the variable can hold: a boolean, a number, an index of the list, or a text. */
  setSysvar(central: string, name: string, value: boolean | number | string): Promise<void>;
  /** Answers the name that the CCU made of it. Rejects with `conflict` when the name exists. */
  createSysvar(central: string, variable: NewSysvar): Promise<string>;
  changeSysvar(central: string, name: string, change: SysvarChange): Promise<string>;
  deleteSysvar(central: string, name: string): Promise<void>;
  /** Programs that use the variable. */
  sysvarUsage(central: string, name: string): Promise<readonly ProgramReference[]>;
  /** Reads all variables anew. Resolves when that is done. */
  refreshSysvars(central: string): Promise<void>;
}

/** Messages of system variables of type alarm, or of devices. */
export type MessageKind = 'alarm' | 'service';

/** Source of a service message. Without a parameter all of the channel are meant. */
export interface MessageSource {
  readonly central: string;
  readonly interface: string;
  readonly channel: string;
  readonly parameter?: string;
}

export interface SuppressedMessage extends MessageSource {
  readonly deviceName?: string;
}

/**
 * Changes of alarm and service messages. Rejects with `upstream_unavailable` when the CCU refused or is gone,
 * `service_unready` when it is not connected.
 */
export interface MessageControl {
  acknowledge(central: string, kind: MessageKind, id: string): Promise<void>;
  /** Number of acknowledged messages. */
  acknowledgeAll(central: string, kind: MessageKind): Promise<number>;
  /** The CCU raises no message of this source until suppression ends. */
  suppress(source: MessageSource, suppress: boolean): Promise<void>;
  suppressed(scope: Scope): Promise<readonly SuppressedMessage[]>;
}

/**
 * Changes of rooms and functions. Rejects with `upstream_unavailable` when the CCU refused or is gone,
 * `service_unready` when it is not connected.
 */
export interface GroupControl {
  /** Answers the name that the CCU made of it. Rejects with `conflict` when the name exists. */
  createGroup(central: string, kind: GroupKind, name: string): Promise<string>;
  /** Answers as `createGroup`. Rejects with `not_found` or `conflict`. */
  renameGroup(central: string, kind: GroupKind, name: string, newName: string): Promise<string>;
  removeGroup(central: string, kind: GroupKind, name: string): Promise<void>;
}

/** The two kinds of groups that the logic layer keeps. */
export type GroupKind = 'room' | 'function';

/** An interface that is put into install mode or out of it. */
export interface InstallModeRequest {
  readonly central: string;
  readonly interface: string;
  readonly active: boolean;
  readonly seconds: number;
  /** Only this device (BidCos-RF). */
  readonly deviceAddress?: string;
  /** Only this device, by the code printed on it (HmIP-RF). The key is a secret and never logged. */
  readonly whitelist?: { readonly sgtin: string; readonly key: string };
}

/**
 * Install mode and the search for devices. Rejects with `upstream_unavailable` when the CCU refused or is gone,
 * `service_unready` when it is not connected.
 */
export interface InstallModeControl {
  setInstallMode(request: InstallModeRequest): Promise<void>;
  /** Looks for new devices on the wired bus; how many were found. */
  searchDevices(central: string, interfaceName: string): Promise<number>;
}
