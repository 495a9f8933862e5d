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
/** Common facts of data points of many devices. */
export interface DataPointDescription extends DeepReadonly<z.output<typeof dataPointDescription>> {}
/** A data point that refers to its description by its index among them. */
export interface DataPointValue extends DeepReadonly<z.output<typeof dataPointValue>> {}

/** Firmware of the device, as the CCU reports it. */
export type FirmwareSummary = DeviceSummary['firmware'];
/** Reachability of the device, and its radio reception. */
export type AvailabilitySummary = DeviceSummary['availability'];
/** Reception mode of the device. */
export type RxMode = NonNullable<DeviceSummary['rx_mode']>;
/** Source of a value: never seen, restored at start, confirmed while connected, or last known while not. */
export type ValueSource = DataPointSummary['source'];
/** Operations that a data point supports. */
export type Operations = DataPointSummary['operations'];
/** Confirmation by people before a data point is written. */
export type Confirmation = NonNullable<DataPointSummary['confirm']>;
/** Reason for a confirmation by people before an action. */
export type ConfirmReason = Confirmation['reason'];
/** Suggested control for a data point. */
export type UiHint = NonNullable<DataPointSummary['ui_hint']>;
/** Use of a data point. */
export type DataPointUsage = DataPointSummary['usage'];
