import type {
  DefinedDevice,
  DefinedLink,
  DefinedProgram,
  DefinedSysvar,
  DeviceDescription,
  HouseDefinition,
  HouseParamsetKey,
  InterfaceName,
  ParamsetDescription,
  WireValue,
} from '../house/types.js';
import type { HeatingGroup } from './heating-groups.js';

/** One value with its times, milliseconds since the Unix epoch; `setAt` is 0 while it was never set. */
export interface LiveValue {
  readonly value: WireValue;
  readonly setAt: number;
}

/** Current state of a channel; `id` is that of its object in the logic layer. */
export interface LiveChannel {
  readonly id: number;
  readonly name: string;
  readonly description: DeviceDescription;
}

/** Current state of a device; `id` is that of its object in the logic layer. */
export interface LiveDevice {
  readonly id: number;
  readonly interfaceName: InterfaceName;
  readonly name: string;
  readonly description: DeviceDescription;
  readonly channels: readonly LiveChannel[];
  /** False while the device waits in the inbox. */
  readonly ready: boolean;
}

/** Current state of a program; `id` is that of its object in the logic layer. */
export interface LiveProgram extends DefinedProgram {
  readonly id: number;
  readonly active: boolean;
  /** Milliseconds since the Unix epoch, 0 when never. */
  readonly lastExecutedAt: number;
  readonly executions: number;
}

/** Current state of a system variable; `id` is that of its object in the logic layer. */
export interface LiveSysvar extends DefinedSysvar {
  readonly id: number;
  /** Channels with the variable in their lists of data points; correct only for its assigned channel. */
  readonly listedAt: readonly string[];
  /** Milliseconds since the Unix epoch. */
  readonly setAt: number;
}

/** Current state of a room or a function; `id` is that of its object in the logic layer. */
export interface LiveGroup {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly channelAddresses: readonly string[];
}

/** A service message (a parameter that reports trouble) or an alarm variable that is on. */
export interface LiveMessage {
  readonly id: number;
  readonly kind: 'service' | 'alarm';
  /** Channel address and parameter of a service message. */
  readonly channelAddress?: string;
  readonly parameter?: string;
  /** Name of an alarm variable. */
  readonly variable?: string;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly count: number;
  /** True when it may be acknowledged. */
  readonly quittable: boolean;
}

/** An interface in install mode. */
export interface InstallMode {
  readonly interfaceName: InterfaceName;
  readonly remainingSeconds: number;
}

/** True state of the installation, to compare a client's model with. */
export interface SimulatedHouseView {
  readonly seededFrom: HouseDefinition;
  devices(interfaceName?: InterfaceName): readonly LiveDevice[];
  device(address: string): LiveDevice | undefined;
  /** Descriptions of one address. */
  descriptions(address: string): Readonly<Partial<Record<HouseParamsetKey, ParamsetDescription>>>;
  value(channelAddress: string, parameter: string): LiveValue | undefined;
  /** All VALUES of a channel. */
  values(channelAddress: string): Readonly<Record<string, LiveValue>>;
  master(address: string): Readonly<Record<string, WireValue>>;
  link(receiver: string, sender: string): Readonly<Record<string, WireValue>>;
  links(interfaceName?: InterfaceName): readonly DefinedLink[];
  programs(): readonly LiveProgram[];
  sysvars(): readonly LiveSysvar[];
  rooms(): readonly LiveGroup[];
  functions(): readonly LiveGroup[];
  messages(): readonly LiveMessage[];
  installModes(): readonly InstallMode[];
  /**
   * Pairs one more device, which registered clients receive. It waits in the inbox. A known one is paired anew: it
   * keeps its rooms and its name, and starts with its first values again.
   */
  addDevice(device: DefinedDevice): void;
  /** Offers a device that is not paired: a search of the bus, or its serial number, finds it. */
  offerDevice(device: DefinedDevice): void;
  /** Removes a device; registered clients are notified. */
  removeDevice(address: string): void;
  /** Heating groups that people made on the pages of the CCU. */
  heatingGroups(): readonly HeatingGroup[];
  /** Renames a device, a channel or a room as its user would in the web interface. */
  rename(address: string, name: string): void;
  renameRoom(from: string, to: string): void;
  /** Sets a variable as a program in the CCU would, without any RPC event. */
  setSysvar(name: string, value: WireValue): void;
  /** Switches a program on or off as its user would in the web interface. */
  setProgramActive(id: number, active: boolean): void;
  /** Changes a variable as its user would in the web interface, name and flags included. */
  changeSysvar(name: string, change: Partial<DefinedSysvar>): void;
  /** Takes a variable out of the list as `SysVar.deleteSysVarByName` does: its name stays taken. */
  unlistSysvar(name: string): void;
  /** Names of such variables: objects that are in no list any more. */
  unlistedSysvars(): readonly string[];
}
