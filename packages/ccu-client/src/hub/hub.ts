import type {
  AlarmMessage,
  Backup,
  CcuUser,
  FirmwareInstall,
  FirmwareUpdate,
  Group,
  InboxDevice,
  NamedObject,
  NewSysvar,
  Program,
  ServiceMessage,
  SystemInfo,
  Sysvar,
  SysvarChange,
} from '../model/hub-model.js';

/** Options of a call to the hub. */
export interface WaitOptions {
  /** Ends the call: it rejects with `CcuError` `aborted`. */
  readonly signal?: AbortSignal;
}

/** Options of a change of names, rooms or functions. */
export interface ChangeOptions {
  /** False when more changes follow; then `namesChanged` is called after the last of them. Default true. */
  readonly reload?: boolean;
}

/**
 * Rooms or functions: same shape, same operations. Changes are followed by a `names_loaded` event; when they cannot be read
 * right away, it comes as soon as they can.
 */
export interface Groups {
  list(options?: WaitOptions): Promise<readonly Group[]>;
  /** Rejects with `conflict` when the name exists. Answers the name that the CCU made of it: without blanks at its ends. */
  create(name: string): Promise<{ readonly id: number; readonly name: string }>;
  /** Answers the name as `create` does. Rejects with `unerasable` for a group of the CCU itself, as `remove` does. */
  rename(id: number, name: string): Promise<string>;
  remove(id: number): Promise<void>;
  /** Puts the channel into exactly these groups. */
  assign(channelAddress: string, groupIds: readonly number[], options?: ChangeOptions): Promise<void>;
}

/**
 * Objects of the CCU's logic layer, beside those of the interface processes. One script at a time per CCU. The CCU does
 * not push changes of programs and variables: they are read on request.
 */
export interface Hub {
  /** True when the logic layer runs; undefined where the CCU does not report it. Asked of the CCU's web server. */
  isPresent(options?: WaitOptions): Promise<boolean | undefined>;
  programs(options?: WaitOptions): Promise<readonly Program[]>;
  /**
   * Runs a program; true when it was started. With `checkConditions` an inactive program does not run and the answer is
   * false. Nothing more is checked: only the CCU evaluates the conditions in the program's own "if", when one of its
   * triggers fires.
   */
  executeProgram(id: number, options?: { readonly checkConditions?: boolean }): Promise<boolean>;
  /** Activating a program without conditions runs it at once. */
  setProgramActive(id: number, active: boolean): Promise<void>;
  deleteProgram(id: number): Promise<void>;

  sysvars(options?: WaitOptions): Promise<readonly Sysvar[]>;
  /** Enums take the index or the text. Resolves with the resulting variable. */
  setSysvar(name: string, value: boolean | number | string): Promise<Sysvar>;
  /** Rejects with `conflict` when the name exists. */
  createSysvar(variable: NewSysvar): Promise<{ readonly id: number; readonly name: string }>;
  /**
   * Resolves with the new name of the variable. Rejects with `unerasable` for properties of the CCU's own variables.
   */
  changeSysvar(name: string, change: SysvarChange): Promise<string>;
  deleteSysvar(name: string): Promise<void>;
  /** Programs that use the variable. */
  sysvarUsage(name: string): Promise<readonly Program[]>;

  /** True when a program uses the channel with this id, from `names`. */
  hasPrograms(channelId: number): Promise<boolean>;

  names(options?: WaitOptions): Promise<readonly NamedObject[]>;
  /**
   * Renames a device or channel by its address. Answers the name it has then: the CCU puts a number behind a name that
   * another device, or another channel, has.
   */
  rename(address: string, name: string, options?: ChangeOptions): Promise<string>;
  readonly rooms: Groups;
  readonly functions: Groups;
  /** Reads names, rooms and functions and reports them in a `names_loaded` event. */
  reloadNames(): Promise<void>;
  /** The same after changes, which were made in any case: when it fails now, it is done as soon as it can. Never rejects. */
  namesChanged(): Promise<void>;

  serviceMessages(options?: WaitOptions): Promise<readonly ServiceMessage[]>;
  alarmMessages(options?: WaitOptions): Promise<readonly AlarmMessage[]>;
  acknowledgeMessage(id: number): Promise<void>;
  /** Number of acknowledged messages. After a refusal, the error has the messages acknowledged before. */
  acknowledgeAll(kind: 'service' | 'alarm'): Promise<number>;

  inbox(options?: WaitOptions): Promise<readonly InboxDevice[]>;
  acceptInboxDevice(address: string): Promise<void>;

  users(options?: WaitOptions): Promise<readonly CcuUser[]>;
  systemInfo(options?: WaitOptions): Promise<SystemInfo>;
  firmwareUpdate(options?: WaitOptions): Promise<FirmwareUpdate>;
  /**
   * Has the CCU fetch and install its newest firmware, and resolves when it has begun. Rejects with `unsupported` where the
   * product cannot do that by itself.
   */
  installFirmware(options?: WaitOptions): Promise<FirmwareInstall>;
  reboot(): Promise<void>;
  powerOff(): Promise<void>;
  /** Degrees: longitude -180..180, latitude -90..90. */
  setPosition(longitude: number, latitude: number): Promise<void>;
  /**
   * Has the CCU write a backup, then streams it. Takes minutes on a real CCU: in the background where the product
   * supports it, else while one request waits. The file of a background backup is deleted from the CCU when the stream
   * ends.
   */
  createBackup(options?: WaitOptions): Promise<Backup>;
}
