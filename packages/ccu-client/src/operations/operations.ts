import type { InterfaceName, WireValue } from '../model/model.js';
import type {
  DeleteFlags,
  DeviceServiceMessage,
  InstallModeRequest,
  Link,
  RadioModule,
  RssiEntry,
} from '../model/operations-model.js';

/** Operations of an interface process. Rejects with `unsupported` where its `InterfaceProfile` excludes one. */
export interface Operations {
  getLinks(interfaceName: InterfaceName, address: string): Promise<readonly Link[]>;
  getLinkPeers(interfaceName: InterfaceName, channelAddress: string): Promise<readonly string[]>;
  addLink(
    interfaceName: InterfaceName,
    link: Pick<Link, 'sender' | 'receiver'> & Partial<Pick<Link, 'name' | 'description'>>,
  ): Promise<void>;
  setLinkInfo(
    interfaceName: InterfaceName,
    link: Pick<Link, 'sender' | 'receiver' | 'name' | 'description'>,
  ): Promise<void>;
  removeLink(interfaceName: InterfaceName, sender: string, receiver: string): Promise<void>;
  /** Makes the receiver act as if the sender had been pressed. */
  testLink(interfaceName: InterfaceName, receiver: string, sender: string, longPress: boolean): Promise<void>;

  setInstallMode(request: InstallModeRequest): Promise<void>;
  /** Seconds left, 0 when off. */
  getInstallMode(interfaceName: InterfaceName): Promise<number>;
  /** Searches for new devices on the wired bus; resolves with their number. */
  searchDevices(interfaceName: InterfaceName): Promise<number>;
  addDevice(interfaceName: InterfaceName, serial: string): Promise<void>;
  deleteDevice(interfaceName: InterfaceName, address: string, flags?: DeleteFlags): Promise<void>;
  /**
   * Puts a new device in the place of the old one. The CCU may report the exchange before it answers: changes of devices
   * wait until `onDone` has ended. A rescan afterwards reads both devices.
   */
  replaceDevice(
    interfaceName: InterfaceName,
    oldAddress: string,
    newAddress: string,
    onDone: () => Promise<void>,
  ): Promise<void>;
  listReplaceableDevices(interfaceName: InterfaceName, newAddress: string): Promise<readonly string[]>;
  restoreConfig(interfaceName: InterfaceName, address: string): Promise<void>;
  /** Puts a channel into a team by the address of a channel of that; with an empty one it is alone. */
  setTeam(interfaceName: InterfaceName, channelAddress: string, team: string): Promise<void>;
  clearConfigCache(interfaceName: InterfaceName, address: string): Promise<void>;
  updateFirmware(interfaceName: InterfaceName, address: string): Promise<void>;
  refreshFirmwareList(interfaceName: InterfaceName): Promise<void>;

  rssi(interfaceName: InterfaceName): Promise<readonly RssiEntry[]>;
  radioModules(interfaceName: InterfaceName): Promise<readonly RadioModule[]>;
  /** Moves a device to a radio module of its interface. With `roaming` the interface changes it by itself from then on. */
  setReceiver(interfaceName: InterfaceName, deviceAddress: string, receiver: string, roaming: boolean): Promise<void>;
  deviceServiceMessages(interfaceName: InterfaceName): Promise<readonly DeviceServiceMessage[]>;
  suppressServiceMessages(
    interfaceName: InterfaceName,
    channelAddress: string,
    parameter: string,
    suppress: boolean,
  ): Promise<void>;
  suppressedServiceMessages(interfaceName: InterfaceName): Promise<readonly DeviceServiceMessage[]>;

  getMetadata(interfaceName: InterfaceName, address: string, id: string): Promise<WireValue>;
  setMetadata(interfaceName: InterfaceName, address: string, id: string, value: WireValue): Promise<void>;
  getAllMetadata(interfaceName: InterfaceName, address: string): Promise<Readonly<Record<string, WireValue>>>;
  /** Measures a parameter at the device. */
  determineParameter(
    interfaceName: InterfaceName,
    address: string,
    paramsetKey: 'MASTER' | 'VALUES',
    parameter: string,
  ): Promise<WireValue>;
  /**
   * Reports the use count of a value to the interface process. It keeps a link with the channel while any value of the
   * channel is used, and keys of HmIP report presses only with such a link. The last report counts, also one of a
   * program of the CCU. False: the device does not listen now and is updated when it wakes, or in its configuration
   * mode.
   */
  reportValueUsage(
    interfaceName: InterfaceName,
    channelAddress: string,
    parameter: string,
    count: number,
  ): Promise<boolean>;
  /**
   * The last reported counts, by value; undefined without any report. `unsupported` where the interface process hides
   * them.
   */
  valueUsage(
    interfaceName: InterfaceName,
    channelAddress: string,
  ): Promise<Readonly<Record<string, number>> | undefined>;
  /** Compares the device list with the CCU's, reads new devices, and reports the changes in events. */
  rescan(interfaceName: InterfaceName): Promise<void>;
}
