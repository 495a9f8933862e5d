import type {
  CcuEvent,
  DeviceDescription,
  InterfaceName,
  ParamsetDescription,
  ParamsetKey,
  WireValue,
} from '@ccu-gateway/ccu-client';
import type { ChannelFlags } from '@ccu-gateway/contract/types';
import type {
  CentralBehaviour,
  CentralInformation,
  CentralOptions,
  ChannelScope,
  ConfigurationRead,
  HubFacts,
  KnownValue,
  LinksRead,
  PendingValue,
  ProgramRun,
  StatePart,
  Succession,
  WaitingDevice,
} from '@ccu-gateway/device-model';

/** Devices as they were described, with descriptions that several of them share once. */
export interface DescribedDevices {
  readonly interfaceName: InterfaceName;
  readonly source: Extract<CcuEvent, { type: 'devices_described' }>['source'];
  readonly devices: readonly DeviceDescription[];
  readonly paramsets: readonly (readonly [address: string, key: ParamsetKey, place: number])[];
  readonly descriptions: readonly ParamsetDescription[];
}

/** Arguments of each call of a record. */
export interface StateCalls {
  /**
   * The earlier state of the CCU counts no more: its new state follows from here. Nothing of it is announced as
   * removed.
   */
  readonly reset: readonly [];
  readonly state: readonly [part: StatePart];
  /** One data point has reported a value: by far the most frequent record, so that it is as short as it can be. */
  readonly value: readonly [interfaceName: InterfaceName, channelAddress: string, parameter: string, value: WireValue];
  readonly described: readonly [devices: DescribedDevices];
  readonly apply: readonly [event: CcuEvent];
  readonly addCentral: readonly [options: CentralOptions];
  readonly removeCentral: readonly [];
  readonly setBehaviour: readonly [behaviour: CentralBehaviour];
  readonly setCentralInformation: readonly [information: CentralInformation];
  readonly settleIdentity: readonly [];
  readonly setSuccessions: readonly [successions: readonly (readonly [address: string, succession: Succession])[]];
  readonly setGroups: readonly [groups: readonly (readonly [address: string, members: readonly string[]])[]];
  readonly setWaiting: readonly [waiting: readonly WaitingDevice[]];
  readonly setHubAbsent: readonly [absent: boolean];
  readonly setHubAway: readonly [away: boolean];
  readonly setChannelFlags: readonly [at: ChannelScope, flags: Partial<ChannelFlags>];
  readonly applyHub: readonly [facts: HubFacts];
  readonly programExecuted: readonly [id: string, run: ProgramRun];
  readonly markPending: readonly [write: PendingValue & { readonly mark: number }];
  readonly endPending: readonly [write: PendingValue & { readonly mark: number }];
  readonly applyConfiguration: readonly [read: ConfigurationRead];
  readonly takeLinks: readonly [read: LinksRead];
  readonly setVisibility: readonly [patterns: readonly string[], change: { readonly at: number; readonly by?: string }];
  readonly restoreValues: readonly [values: readonly KnownValue[]];
  readonly restoreChannelFlags: readonly [flags: readonly (ChannelFlags & { readonly address: string })[]];
}

/**
 * One change of a model as plain data: copies that replay the changes of a CCU in order answer as the original does.
 */
export type StateRecord = {
  readonly [Call in keyof StateCalls]: {
    readonly call: Call;
    readonly central: string;
    /** Milliseconds since the Unix epoch, by the clock of the model that was changed. */
    readonly at: number;
    readonly args: StateCalls[Call];
  };
}[keyof StateCalls];
