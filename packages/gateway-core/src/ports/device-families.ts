import type { NameCorrection } from '@ccu-gateway/contract/types';
import type { HouseModel, LinkFacts } from '@ccu-gateway/device-model';

/** Functions of devices beyond single values. `createHouseModel` of device-model is one. */
export type DeviceModel = Pick<
  HouseModel,
  | 'customDataPoints'
  | 'customDataPoint'
  | 'planOperation'
  | 'calculatedDataPoints'
  | 'calculatedDataPoint'
  | 'eventGroups'
  | 'channelFlags'
  | 'setChannelFlags'
  | 'describeParamset'
  | 'exportConfiguration'
  | 'planImport'
  | 'readBatch'
  | 'validateParamset'
  | 'schedules'
  | 'links'
  | 'centralLinks'
>;

/** A paramset of one channel or device. */
export interface ParamsetAddress {
  readonly central: string;
  readonly interfaceName: string;
  /** Channel or device address. */
  readonly address: string;
}

/** Reads configuration from the CCU. Everything here rejects with a `GatewayError`. */
export interface ParamsetReader {
  /** With `peer` the LINK paramset towards that channel. The model receives a MASTER paramset that was read. */
  readParamset(
    at: ParamsetAddress & { readonly key: 'VALUES' | 'MASTER'; readonly peer?: string },
  ): Promise<Readonly<Record<string, unknown>>>;
  describeParamset(
    at: ParamsetAddress & { readonly key: 'VALUES' | 'MASTER' | 'LINK' },
  ): Promise<Readonly<Record<string, unknown>>>;
  /** Measures a parameter at the device. */
  determineParameter(
    at: ParamsetAddress & { readonly key: 'VALUES' | 'MASTER'; readonly parameter: string },
  ): Promise<unknown>;
}

/** A direct link by its interface and the channel addresses of its ends. */
export interface LinkAddress {
  readonly central: string;
  readonly interfaceName: string;
  readonly sender: string;
  readonly receiver: string;
}

/** Direct links between channels, as the interfaces keep them. */
export interface LinkControl {
  /** Links of a device or channel; of the whole interface with an empty address. */
  listLinks(central: string, interfaceName: string, address: string): Promise<readonly LinkFacts[]>;
  addLink(link: LinkAddress & { readonly name: string; readonly description: string }): Promise<void>;
  changeLink(link: LinkAddress & { readonly name: string; readonly description: string }): Promise<void>;
  removeLink(link: LinkAddress): Promise<void>;
  /** Makes the receiver act as if the sender had been pressed. */
  testLink(link: LinkAddress & { readonly longPress: boolean }): Promise<void>;
}

/** A key that may be linked with the CCU itself. */
export interface CentralLinkKey {
  readonly central: string;
  readonly interfaceName: string;
  readonly address: string;
  readonly parameter: string;
  /** Id of the channel in the CCU's logic layer, where that is known. */
  readonly channelId?: number;
}

/** Links between keys and the CCU itself, as the interfaces keep them. */
export interface CentralLinkControl {
  /** The addresses of those that have one; undefined where the CCU keeps that to itself. */
  readCentralLinks(keys: readonly CentralLinkKey[]): Promise<ReadonlySet<string> | undefined>;
  createCentralLink(key: CentralLinkKey): Promise<void>;
  /** False when a program of the CCU uses the key: then the link stays. */
  removeCentralLink(key: CentralLinkKey): Promise<boolean>;
}

/** The name and the groups of a device or channel; members left out stay as they are. */
export interface Labels {
  readonly name?: string;
  /** Names of rooms and functions that exist on the CCU; replaces the assignment. */
  readonly rooms?: readonly string[];
  readonly functions?: readonly string[];
}

/**
 * Operations on whole devices at their CCU. Rejects with a `GatewayError`: `upstream_unavailable` when the CCU refused
 * or is gone, `service_unready` when it is not connected.
 */
export interface DeviceControl {
  /** Names and sorts a device. Answers the names that became others. */
  labelDevice(
    central: string,
    address: string,
    labels: Labels & { readonly includeChannels: boolean },
  ): Promise<readonly NameCorrection[]>;
  labelChannel(central: string, channelAddress: string, labels: Labels): Promise<readonly NameCorrection[]>;
  /** Takes the device out of the CCU. */
  deleteDevice(at: ParamsetAddress, options: { readonly reset: boolean; readonly force: boolean }): Promise<void>;
  /** Reads descriptions and configuration anew. */
  reload(at: ParamsetAddress): Promise<void>;
  /** Compares the lists of devices of one CCU, or of all, with the model, and reads the names anew. */
  refreshAll(central?: string): Promise<void>;
  restoreConfig(at: ParamsetAddress): Promise<void>;
  updateFirmware(at: ParamsetAddress): Promise<void>;
}

/** Keeps the flags that people give channels, across restarts. */
export interface FlagStore {
  saveFlags(
    central: string,
    channelAddress: string,
    flags: { readonly hidden: boolean; readonly locked: boolean },
  ): Promise<void>;
}
