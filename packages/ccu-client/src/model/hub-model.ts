/** Times are milliseconds since the Unix epoch; 0 or a missing member means never or unknown. */
export interface Program {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  readonly internal: boolean;
  readonly visible: boolean;
  readonly lastExecutedAt: number;
}

export type VariableType = 'ALARM' | 'LOGIC' | 'LIST' | 'NUMBER' | 'INTEGER' | 'STRING';

export interface SystemVariable {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly type: VariableType;
  /** `LIST`: index into `valueList`. Undefined when the CCU has no value. */
  readonly value?: boolean | number | string;
  readonly unit: string;
  readonly min?: number;
  readonly max?: number;
  readonly valueList: readonly string[];
  readonly valueName0: string;
  readonly valueName1: string;
  readonly internal: boolean;
  readonly visible: boolean;
  readonly logged: boolean;
  /** Address of the channel the variable is assigned to; empty when none. */
  readonly channelAddress: string;
  readonly changedAt: number;
}

/**
 * A system variable that is to be made. The type `ENUM` needs a `valueList`; without `channelAddress` it is assigned
 * to no channel.
 */
export interface NewVariable {
  readonly name: string;
  readonly type: 'BOOL' | 'INTEGER' | 'FLOAT' | 'STRING' | 'ENUM' | 'ALARM';
  readonly description?: string;
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  readonly valueList?: readonly string[];
  readonly valueName0?: string;
  readonly valueName1?: string;
  readonly channelAddress?: string;
}

/** Members left out stay as they are; an empty `channelAddress` clears the assignment. */
export interface VariableChange {
  readonly name?: string;
  readonly description?: string;
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  readonly valueList?: readonly string[];
  readonly valueName0?: string;
  readonly valueName1?: string;
  readonly visible?: boolean;
  readonly logged?: boolean;
  readonly channelAddress?: string;
}

/**
 * `none`: not tried yet, or there are no credentials. `failing`: calls fail one after the other, also in a new session. The
 * others are what the last login came to; `logic_layer_away` says nothing about the credentials. `absent`: the CCU has no logic
 * layer by design (openccu-lite), and so no sessions, scripts, programs and variables.
 */
export type SessionState =
  | 'none'
  | 'open'
  | 'failing'
  | 'login_refused'
  | 'too_many_sessions'
  | 'logic_layer_away'
  | 'absent'
  | 'unreachable';

/**
 * How the second way to the logic layer stands. `off`: a setting forbids it. `unproven`: its answers do not show that the
 * same CCU is behind it. `foreign`: another CCU is.
 */
export type ScriptPortState = 'off' | 'unused' | 'in_use' | 'unproven' | 'foreign' | 'refused';

/** How the way to the logic layer stands, for people who look for what is wrong. */
export interface HubStatus {
  readonly session: SessionState;
  readonly scripts: ScriptAccess;
  readonly scriptPort: ScriptPortState;
  /** How names stand where there is no logic layer: they come from a source of their own, which may refuse the login. */
  readonly names?: 'unread' | 'read' | 'refused';
}

/** Whether the CCU runs our scripts; `refused` after both of its ways were tried. */
export type ScriptAccess = 'unknown' | 'granted' | 'refused';

/** A room or a function (trade). */
export interface Group {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly channelAddresses: readonly string[];
}

export interface NamedObject {
  readonly id: number;
  readonly address: string;
  readonly name: string;
  readonly interfaceName: string;
}

export interface ServiceMessage {
  readonly id: number;
  /** `ADDRESS:channel.PARAMETER`. */
  readonly name: string;
  readonly address: string;
  readonly parameter: string;
  readonly deviceName: string;
  readonly kind: 'generic' | 'sticky' | 'config_pending' | 'alarm' | 'update_pending' | 'communication';
  readonly counter: number;
  readonly quittable: boolean;
  readonly firstAt: number;
  readonly lastAt: number;
}

export interface AlarmMessage {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly counter: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

/** A device that was taught in but not accepted yet. */
export interface InboxDevice {
  readonly id: number;
  readonly address: string;
  readonly type: string;
  readonly interfaceName: string;
  readonly name: string;
}

/** Levels of the CCU: 0 none, 1 guest, 2 user, 8 administrator. */
export interface CcuUser {
  readonly id: number;
  readonly name: string;
  readonly level: number;
  readonly firstName: string;
  readonly lastName: string;
}

export interface SystemInfo {
  readonly serial?: string;
  readonly model?: string;
  readonly version?: string;
  readonly hostname?: string;
  readonly authEnabled?: boolean;
  readonly httpsRedirectEnabled?: boolean;
  readonly interfaces: readonly { readonly type: string; readonly port: number; readonly info: string }[];
}

export interface FirmwareUpdate {
  readonly current: string;
  /** The same as `current` when there is none; empty when there is one that the CCU does not name. */
  readonly available: string;
  readonly updateAvailable: boolean;
  /** False when this product cannot check. */
  readonly supported: boolean;
}

/** The CCU fetches its newest firmware and will restart to install it. */
export interface FirmwareInstall {
  /** Resolves when it was fetched and the CCU restarts; rejects with a `CcuError` when nothing will be installed. */
  readonly finished: Promise<void>;
}

export interface Backup {
  readonly filename: string;
  /** Bytes of the `.sbk` archive as they arrive; fails with a `CcuError` when it is none. */
  readonly content: AsyncIterable<Uint8Array>;
}
