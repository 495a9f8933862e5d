import type { z } from 'zod';
import type {
  channelSummary,
  dataPointDescription,
  dataPointSummary,
  dataPointValue,
  deviceDetail,
  deviceSummary,
} from '../schemas/devices.js';
import type { DeepReadonly } from './deep-readonly.js';

/** A device without its channels. */
export interface DeviceSummary extends DeepReadonly<z.output<typeof deviceSummary>> {}

/** A device with its channels. */
export interface DeviceDetail extends DeepReadonly<z.output<typeof deviceDetail>> {}

/** A channel of a device. */
export interface ChannelSummary extends DeepReadonly<z.output<typeof channelSummary>> {}

/** A parameter of a channel with its value. */
export interface DataPointSummary extends DeepReadonly<z.output<typeof dataPointSummary>> {}
/** What data points of many devices have in common. */
export interface DataPointDescription extends DeepReadonly<z.output<typeof dataPointDescription>> {}
/** A data point that refers to its description by its place among them. */
export interface DataPointValue extends DeepReadonly<z.output<typeof dataPointValue>> {}

/** What the CCU says of the device's firmware. */
export type FirmwareSummary = DeviceSummary['firmware'];
/** Whether the device can be reached, and how well. */
export type AvailabilitySummary = DeviceSummary['availability'];
/** How the device listens to the CCU. */
export type RxMode = NonNullable<DeviceSummary['rx_mode']>;
/** Where a value comes from: never seen, restored at start, confirmed while connected, or last known while not. */
export type ValueSource = DataPointSummary['source'];
/** What can be done with a data point. */
export type Operations = DataPointSummary['operations'];
/** What people are asked before a data point is written. */
export type Confirmation = NonNullable<DataPointSummary['confirm']>;
/** Why people are asked before something is done. */
export type ConfirmReason = Confirmation['reason'];
/** How a data point may be shown. */
export type UiHint = NonNullable<DataPointSummary['ui_hint']>;
/** What a data point is for. */
export type DataPointUsage = DataPointSummary['usage'];
