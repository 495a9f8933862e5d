/**
 * A program of the logic layer. Times here and below are milliseconds since the Unix epoch; 0 or a missing member means
 * never or unknown.
 */
export interface Program {
  /** Id of the object in the logic layer. */
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  readonly internal: boolean;
  readonly visible: boolean;
  readonly lastExecutedAt: number;
}

/**
 * The type of a system variable. `ALARM` and `LOGIC` hold a boolean, `LIST` an index, `NUMBER` a number with decimals,
 * `INTEGER` a whole number. A type that this client does not know is read as `STRING`.
 */
export type SysvarType = 'ALARM' | 'LOGIC' | 'LIST' | 'NUMBER' | 'INTEGER' | 'STRING';

/** A system variable of the logic layer. */
export interface Sysvar {
  /** Id of the object in the logic layer. */
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly type: SysvarType;
  /** `LIST`: index into `valueList`. Undefined when the CCU has no value. */
  readonly value?: boolean | number | string;
  readonly unit: string;
  /** Lowest value, for `NUMBER` and `INTEGER`. */
  readonly min?: number;
  /** Highest value, for `NUMBER` and `INTEGER`. */
  readonly max?: number;
  /** Texts of a `LIST`, by index; empty for the other types. */
  readonly valueList: readonly string[];
  /** Text for `false`, for `ALARM` and `LOGIC`. */
  readonly valueName0: string;
  /** Text for `true`, for `ALARM` and `LOGIC`. */
  readonly valueName1: string;
  readonly internal: boolean;
  readonly visible: boolean;
  readonly logged: boolean;
  /** Address of the channel the variable is assigned to; empty when none. */
  readonly channelAddress: string;
  /** Milliseconds since the Unix epoch; 0 where the CCU does not tell. */
  readonly changedAt: number;
}

/**
 * A system variable that is to be made. The type `ENUM` needs a `valueList`; without `channelAddress` it is assigned
 * to no channel.
 */
export interface NewSysvar {
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
export interface SysvarChange {
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
 * `none`: not tried yet, or there are no credentials. `failing`: calls fail one after the other, also in a new session.
 * The others are results of the last login; `logic_layer_away` leaves the credentials unverified. `absent`: the CCU has
 * no logic layer by design (openccu-lite), and so no sessions, scripts, programs and variables.
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
 * State of the second connection to the logic layer. `off`: a setting forbids it. `unproven`: its answers do not prove
 * the same CCU behind it. `foreign`: another CCU is.
 */
export type ScriptPortState = 'off' | 'unused' | 'in_use' | 'unproven' | 'foreign' | 'refused';

/** State of the connection to the logic layer, for diagnosis. */
export interface HubStatus {
  readonly session: SessionState;
  readonly scripts: ScriptAccess;
  readonly scriptPort: ScriptPortState;
  /**
   * State of the names where there is no logic layer: they come from a source of their own, which may refuse the login.
   */
  readonly names?: 'unread' | 'read' | 'refused';
}

/** Permission to run scripts; `refused` after both ways to run them were tried. */
export type ScriptAccess = 'unknown' | 'granted' | 'refused';

/** A room or a function. */
export interface Group {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly channelAddresses: readonly string[];
}

/** The name of a device or channel. */
export interface NamedObject {
  /** Id of the object in the logic layer; 0 where the CCU has no logic layer. */
  readonly id: number;
  /** `DEVICE` for a device, `DEVICE:n` for a channel. */
  readonly address: string;
  readonly name: string;
  readonly interfaceName: string;
}

/**
 * Active service message. For a CCU that refuses scripts, the messages come from its interfaces: they have no device
 * name and no times, are counted once, and cannot be acknowledged.
 */
export interface ServiceMessage {
  /** For `acknowledgeMessage`. */
  readonly id: number;
  /** `ADDRESS:channel.PARAMETER`. */
  readonly name: string;
  /** Channel address. */
  readonly address: string;
  readonly parameter: string;
  readonly deviceName: string;
  /** Kind of the message, from its parameter: `communication` for `UNREACH`, `sticky` for `STICKY_…`. */
  readonly kind: 'generic' | 'sticky' | 'config_pending' | 'alarm' | 'update_pending' | 'communication';
  /** How often it occurred. */
  readonly counter: number;
  /** True when it can be acknowledged. */
  readonly quittable: boolean;
  /** Milliseconds since the Unix epoch of the first occurrence; 0 where unknown. */
  readonly firstAt: number;
  /** Milliseconds since the Unix epoch of the last occurrence; 0 where unknown. */
  readonly lastAt: number;
}

/** The message of a system variable of type `ALARM` that is on. */
export interface AlarmMessage {
  /** For `acknowledgeMessage`; the id of the system variable. */
  readonly id: number;
  /** Name of the system variable. */
  readonly name: string;
  /** Description of the system variable. */
  readonly description: string;
  /** How often it occurred; 1 where the CCU does not tell. */
  readonly counter: number;
  /** Milliseconds since the Unix epoch of the first occurrence; 0 where unknown. */
  readonly firstAt: number;
  /** Milliseconds since the Unix epoch of the last occurrence; 0 where unknown. */
  readonly lastAt: number;
}

/** A device that was paired and not accepted yet. */
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

/** Information of a CCU about itself. A member is absent where the CCU does not report it. */
export interface SystemInfo {
  readonly serial?: string;
  /** `PRODUCT` of the CCU's file `/VERSION`; `openccu-lite` for a CCU without a logic layer. */
  readonly model?: string;
  /** Version of the firmware. */
  readonly version?: string;
  readonly hostname?: string;
  /** True when authentication is enabled (`CCU.getAuthEnabled`). */
  readonly authEnabled?: boolean;
  /** True when the web interface redirects to HTTPS (`CCU.getHttpsRedirectEnabled`). */
  readonly httpsRedirectEnabled?: boolean;
  /** Degrees; both or none. */
  readonly longitude?: number;
  readonly latitude?: number;
  /** True when the product has a recovery system to start into; absent where it does not report its version. */
  readonly recoveryMode?: boolean;
  /** `Interface.listInterfaces`: the name as `type`, the TCP port (0 where it is no number), and a description. */
  readonly interfaces: readonly { readonly type: string; readonly port: number; readonly info: string }[];
}

/** Newer firmware for the CCU itself. */
export interface FirmwareUpdate {
  /** Installed version; empty where the CCU does not tell. */
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

/** A backup of the CCU while it is streamed. */
export interface Backup {
  /** As the CCU names the file, in letters, digits, `.`, `_` and `-`; `backup.sbk` where it names none. */
  readonly filename: string;
  /** Bytes of the `.sbk` archive as they arrive; fails with a `CcuError` when it is none. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** Options of a call to the hub. */
export interface WaitOptions {
  /** Ends the call: it rejects with `CcuError` `aborted`. */
  readonly signal?: AbortSignal;
}

/** A heating group of a CCU. */
export interface HeatingGroup {
  readonly id: number;
  readonly name: string;
  readonly typeId: string;
  /** A key of the CCU's texts. */
  readonly typeLabel: string;
  /** True when its members are operated through the group only. */
  readonly forbidSingleOperation: boolean;
  /** Device or channel addresses, each with the CCU's word for its kind. */
  readonly members: readonly { readonly address: string; readonly type: string }[];
}

/** A group to be saved; a new one without an id. */
export interface HeatingGroupChange extends Omit<HeatingGroup, 'id' | 'typeLabel' | 'members'> {
  readonly id?: number;
  readonly members: readonly string[];
}

/** Devices that a heating group of some kind may have, and those that fit but are in another group. */
export interface SuitableMembers {
  readonly assignable: readonly { readonly address: string; readonly serial: string; readonly type: string }[];
  readonly leftover: readonly { readonly address: string; readonly serial: string; readonly type: string }[];
}
