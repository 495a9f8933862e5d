import type { KnownInterfaceName } from './interfaces.js';

/** An interface of a CCU, or the name that was given to another server of the same kind, such as CCU-Jack or Homegear. */
export type InterfaceName = KnownInterfaceName | (string & Record<never, never>);

/** A value as it travels over XML-RPC or BIN-RPC. */
export type WireValue = string | number | boolean | readonly WireValue[] | { readonly [key: string]: WireValue };

/**
 * Which paramset of a device or channel: `VALUES` holds its data points, `MASTER` its configuration, `LINK` the
 * configuration of one direct link.
 */
export type ParamsetKey = 'VALUES' | 'MASTER' | 'LINK';

/**
 * Device or channel description of `listDevices`. A device has an empty `PARENT`; a channel has the address `DEVICE:n`.
 * Only used members are declared; every other member is kept unchanged. All members but `ADDRESS` and `TYPE` may be
 * missing, because interfaces differ.
 */
export interface DeviceDescription {
  readonly ADDRESS: string;
  readonly TYPE: string;
  readonly SUBTYPE?: string;
  readonly PARENT?: string;
  readonly PARENT_TYPE?: string;
  readonly INDEX?: number;
  readonly CHILDREN?: readonly string[];
  readonly PARAMSETS?: readonly string[];
  readonly FIRMWARE?: string;
  readonly AVAILABLE_FIRMWARE?: string;
  readonly FIRMWARE_UPDATE_STATE?: string;
  readonly UPDATABLE?: boolean;
  readonly FLAGS?: number;
  readonly VERSION?: number;
  readonly DIRECTION?: number;
  readonly AES_ACTIVE?: number;
  readonly LINK_SOURCE_ROLES?: string;
  readonly LINK_TARGET_ROLES?: string;
  readonly GROUP?: string;
  /** Of a member: the address of the channel of its team. */
  readonly TEAM?: string;
  readonly TEAM_TAG?: string;
  /** Of the channel of a team: the addresses of its members. */
  readonly TEAM_CHANNELS?: readonly string[];
  readonly INTERFACE?: string;
  readonly ROAMING?: number;
  readonly RX_MODE?: number;
  readonly RF_ADDRESS?: number;
  /** Of a server that is no part of a CCU: the name of the device. */
  readonly NAME?: string;
  readonly [member: string]: WireValue | undefined;
}

/** A parameter of a paramset. Bounds arrive in every mixture of types, so consumers parse them leniently. */
export interface ParameterDescription {
  readonly ID?: string;
  readonly TYPE: 'BOOL' | 'INTEGER' | 'FLOAT' | 'ENUM' | 'STRING' | 'ACTION' | '';
  /** Bits: 1 read, 2 write, 4 event, 8 determine. */
  readonly OPERATIONS: number;
  /** Bits: 1 visible, 2 internal, 4 transform, 8 service message, 16 sticky. */
  readonly FLAGS?: number;
  readonly DEFAULT?: WireValue;
  readonly MIN?: WireValue;
  readonly MAX?: WireValue;
  readonly UNIT?: string;
  readonly TAB_ORDER?: number;
  readonly CONTROL?: string;
  readonly VALUE_LIST?: readonly string[];
  /** `[{ID, VALUE}]` on the wire; dumps also have `{ID: VALUE}`. */
  readonly SPECIAL?: WireValue;
  readonly [member: string]: WireValue | undefined;
}

/** The descriptions of a paramset, by the names of its parameters. */
export type ParamsetDescription = Readonly<Record<string, ParameterDescription>>;

/**
 * State of the link to one interface. `callback_unreachable` means: calls to the CCU work, but its events do not arrive
 * here (wrong advertised host, firewall, NAT).
 */
export type ConnectionState =
  | 'disconnected'
  | 'probing'
  | 'booting'
  | 'warm_up'
  | 'registering'
  | 'loading'
  | 'connected'
  | 'suspect'
  | 'callback_unreachable'
  | 'reregistering'
  | 'stopped';

/** The state of one interface as people and programs see it. */
export interface InterfaceStatus {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  readonly state: ConnectionState;
  /** True only after an event has made the whole round trip CCU → callback → here since the last registration. */
  readonly connected: boolean;
  /** One sentence for people: the problem and a hint. Absent when connected. */
  readonly note?: string;
  /** Code of the error that led here. Absent where none did. */
  readonly cause?: string;
  /** Milliseconds since the Unix epoch of the last callback from this interface. */
  readonly lastEventAt?: number;
  /** Round trip of the last answered ping, in milliseconds (daemon ↔ CCU). */
  readonly pingMs?: number;
  /** Callback address of the last registration. */
  readonly callbackUrl?: string;
  /** How often the CCU took the registration; each one after the first was a reconnect. */
  readonly registrations?: number;
  /** Percent, 0..100. */
  readonly dutyCycle?: number;
  /** Percent, 0..100. */
  readonly carrierSense?: number;
}

/**
 * How soon a write is sent: the more important first, of equals the older. `critical` waits for
 * neither `writeGapMs` nor the duty cycle. From a forecast of 80 percent on `low` waits and the others are spread over the
 * hour; from 95 percent on all but `critical` are refused with `duty_cycle`.
 */
export type WritePriority = 'critical' | 'high' | 'default' | 'low';
/**
 * Why a sent value is no longer shown. `timeout`: the CCU did not show it in time; `mismatch`: the CCU shows another value;
 * `send_error`: it could not be sent.
 */
export type RollbackReason = 'timeout' | 'mismatch' | 'send_error';

interface FromInterface {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  /** Milliseconds since the Unix epoch at which this process learned of it. */
  readonly at: number;
}

/** All events of a CCU, in one union. `central` is the configured name of the CCU. */
export type CcuEvent =
  /** One data point reported a value (callback `event`). */
  | (FromInterface & {
      readonly type: 'value';
      readonly channelAddress: string;
      readonly parameter: string;
      readonly value: WireValue;
    })
  /** Values fetched in bulk (start, or after a re-registration); only real differences become visible changes. */
  | (FromInterface & {
      readonly type: 'values_loaded';
      readonly values: readonly {
        readonly channelAddress: string;
        readonly parameter: string;
        /** `null` where the CCU has the data point and no value of it. */
        readonly value: WireValue | null;
        /** Time of the value from the CCU, milliseconds since the Unix epoch. */
        readonly setAt?: number;
      }[];
    })
  /** Devices and their channels with the VALUES paramset descriptions, new or changed. Idempotent. */
  | (FromInterface & {
      readonly type: 'devices_described';
      readonly source: 'CACHE' | 'NEW' | 'REFRESH' | 'MANUAL';
      /** True when `devices` is complete: missing devices were removed. */
      readonly complete: boolean;
      readonly devices: readonly DeviceDescription[];
      /**
       * Devices and channels of `devices` that are new, or were paired again, from any source: data that is read once
       * for a device is read for these.
       */
      readonly added?: readonly string[];
      /** By channel address (or device address), then paramset key. VALUES and MASTER where known. */
      readonly paramsets: Readonly<Record<string, Readonly<Partial<Record<ParamsetKey, ParamsetDescription>>>>>;
    })
  | (FromInterface & { readonly type: 'devices_removed'; readonly addresses: readonly string[] })
  /** Descriptions that the CCU refused for the first time: address and key of the paramset, or `device`. */
  | (FromInterface & { readonly type: 'descriptions_refused'; readonly refused: readonly string[] })
  | (FromInterface & {
      readonly type: 'link_state';
      readonly status: InterfaceStatus;
      readonly previous: ConnectionState;
    })
  /**
   * Events of the interface after `since` may not have arrived, and all readable state was read again. Events without
   * state, such as key presses, may be lost; where `statesRead` is false, states may be out of date, too.
   */
  | (FromInterface & {
      readonly type: 'events_unproved';
      /** Stable word for the first reason to doubt. */
      readonly cause: string;
      /** Milliseconds since the Unix epoch of the last proof that events arrive, or of an earlier event that is known to be lost. */
      readonly since: number;
      readonly statesRead: boolean;
    })
  /** A value that was sent before this program was restarted still waits for its device. */
  | (FromInterface & {
      readonly type: 'write_waiting';
      readonly channelAddress: string;
      readonly parameter: string;
      readonly value: WireValue;
    })
  /** A sent write was not confirmed; the previous value is shown again. */
  | (FromInterface & {
      readonly type: 'write_rolled_back';
      readonly channelAddress: string;
      readonly parameter: string;
      readonly paramsetKey: ParamsetKey;
      readonly reason: RollbackReason;
      readonly sent?: WireValue;
    })
  /** A written configuration as the CCU has it now: the whole MASTER paramset. */
  | (FromInterface & {
      readonly type: 'configuration_read';
      /** Channel address, or the device's for its own. */
      readonly address: string;
      readonly values: Readonly<Record<string, WireValue>>;
    })
  | (FromInterface & { readonly type: 'links_changed'; readonly address: string })
  | {
      readonly type: 'names_loaded';
      readonly central: string;
      readonly at: number;
      readonly names: readonly {
        readonly address: string;
        readonly name: string;
        readonly iseId?: number;
      }[];
      readonly rooms: readonly { readonly name: string; readonly channelAddresses: readonly string[] }[];
      readonly functions: readonly { readonly name: string; readonly channelAddresses: readonly string[] }[];
    };

/** Takes the events of a CCU, one call per event. See `Ccu.on`. */
export type CcuEventListener = (event: CcuEvent) => void;
