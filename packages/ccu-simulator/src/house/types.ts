import type {
  DeviceDescription,
  KnownInterfaceName as InterfaceName,
  ParameterDescription,
  ParamsetDescription,
  WireValue,
} from '@ccu-gateway/ccu-client';

export type { DeviceDescription, InterfaceName, ParameterDescription, ParamsetDescription, WireValue };

/** Paramset keys a device may describe. `SERVICE` exists on HmIP only. */
export type HouseParamsetKey = 'VALUES' | 'MASTER' | 'LINK' | 'SERVICE';

/** Descriptions by address (device or channel), then by paramset key. */
export type HouseParamsets = Readonly<Record<string, Readonly<Partial<Record<HouseParamsetKey, ParamsetDescription>>>>>;

/** One paired device: its description, its names, and its initial values. */
export interface DefinedDevice {
  readonly interfaceName: InterfaceName;
  readonly description: DeviceDescription;
  readonly channels: readonly DeviceDescription[];
  readonly paramsets: HouseParamsets;
  /** Name shown in the CCU. */
  readonly name: string;
  /** Channel names by channel index; channels without one are called `<device>:<index>`. */
  readonly channelNames?: Readonly<Record<number, string>>;
  /** First values, by channel address and parameter; everything else starts with its DEFAULT. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, WireValue>>>>;
  /** First MASTER values, by address and parameter. */
  readonly master?: Readonly<Record<string, Readonly<Record<string, WireValue>>>>;
  /** True while the device waits in the inbox. */
  readonly inInbox?: boolean;
}

/** A room or a function (trade) with its channels. */
export interface DefinedGroup {
  readonly name: string;
  readonly description?: string;
  readonly channelAddresses: readonly string[];
}

/** A program of the logic layer. */
export interface DefinedProgram {
  readonly name: string;
  readonly description?: string;
  readonly active?: boolean;
  readonly internal?: boolean;
  /** Actions of the program: values written as if a key was pressed. */
  readonly actions?: readonly DefinedProgramAction[];
  /** Channels with keys that start it. The CCU reports their use to the interface. */
  readonly keys?: readonly string[];
  /** The program's condition; an execution that asks for it runs only when the variable has this value. */
  readonly condition?: { readonly variable: string; readonly equals: WireValue };
}

/** One thing that a program does: it writes a value of a channel or a system variable. */
export type DefinedProgramAction =
  | {
      readonly kind: 'channel';
      readonly channelAddress: string;
      readonly parameter: string;
      readonly value: WireValue;
    }
  | { readonly kind: 'variable'; readonly variable: string; readonly value: WireValue };

/** Type of a system variable, by the word of the JSON-RPC interface. */
export type SysvarType = 'LOGIC' | 'ALARM' | 'LIST' | 'NUMBER' | 'INTEGER' | 'STRING';

/** A system variable of the logic layer, with the value it starts with. */
export interface DefinedSysvar {
  readonly name: string;
  readonly type: SysvarType;
  readonly value: WireValue;
  readonly description?: string;
  readonly unit?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Members of a LIST variable; the value is the index. */
  readonly valueList?: readonly string[];
  /** Words for false and true of LOGIC and ALARM variables. */
  readonly valueNames?: readonly [string, string];
  readonly internal?: boolean;
  readonly visible?: boolean;
  readonly logged?: boolean;
  readonly channelAddress?: string;
}

/** A direct link between two channels, by their addresses. */
export interface DefinedLink {
  readonly interfaceName: InterfaceName;
  readonly sender: string;
  readonly receiver: string;
  readonly name: string;
  readonly description: string;
}

/** A heating group, whose virtual device (`INT` and its id in 7 digits) is one of the devices. */
export interface DefinedHeatingGroup {
  readonly id: number;
  readonly name: string;
  readonly typeId: 'hmip.heating' | 'HomeMatic.heating';
  /** Addresses of devices. */
  readonly members: readonly string[];
}

/** A user of the CCU. Levels: 8 administrator, 2 user, 1 guest, 0 none. */
export interface SimulatorUser {
  readonly name: string;
  readonly password: string;
  readonly level: 0 | 1 | 2 | 8;
}

/** A radio gateway of rfd beside the module of the CCU. */
export interface DefinedRadioGateway {
  /** Serial number. */
  readonly address: string;
  readonly description: string;
  /** Default true. */
  readonly connected?: boolean;
  /** dBm by device: received by the device, and by the gateway. */
  readonly signals: Readonly<Record<string, readonly [number, number]>>;
}

/** Everything a simulated CCU starts with. */
export interface HouseDefinition {
  readonly name: string;
  /** Serial number of the CCU. */
  readonly serial: string;
  /** Firmware version of the CCU. */
  readonly version: string;
  readonly devices: readonly DefinedDevice[];
  readonly rooms: readonly DefinedGroup[];
  readonly functions: readonly DefinedGroup[];
  readonly programs: readonly DefinedProgram[];
  readonly sysvars: readonly DefinedSysvar[];
  readonly links: readonly DefinedLink[];
  /** Without them the CCU reports no members of its virtual devices. */
  readonly heatingGroups?: readonly DefinedHeatingGroup[];
  readonly radioGateways?: readonly DefinedRadioGateway[];
  /** Methods that its interface processes lack, as those of another firmware do. */
  readonly missingMethods?: readonly string[];
}
