import type { z } from 'zod';
import type { act, newAct } from '../schemas/devices/acts.js';
import type { applySettingsResult, applyTarget } from '../schemas/devices/apply-settings.js';
import type { channelFlags, eventGroupSummary, nameCorrections } from '../schemas/devices/channels.js';
import type { calculatedDataPoint, customDataPoint } from '../schemas/devices/custom-data-points.js';
import type {
  channelSummary,
  communicationTest,
  dataPointDescription,
  dataPointSummary,
  dataPointValue,
  deviceDetail,
  deviceSummary,
} from '../schemas/devices/devices.js';
import type { firmwarePlan, firmwarePlanChange } from '../schemas/devices/firmware-updates.js';
import type { formSchema } from '../schemas/devices/form.js';
import type { roomEntry } from '../schemas/devices/groups.js';
import type {
  heatingGroup,
  heatingGroupsOfCentral,
  heatingGroupType,
  suitableMembers,
} from '../schemas/devices/heating-groups.js';
import type { inboxDevice } from '../schemas/devices/inbox.js';
import type { installModeEntry } from '../schemas/devices/install-mode.js';
import type {
  linkProfile,
  linkProfileApplied,
  linkProfilePreview,
  linkProfiles,
  linkWait,
} from '../schemas/devices/link-profiles.js';
import type { link, linkableChannel } from '../schemas/devices/links.js';
import type { exportedConfiguration } from '../schemas/devices/paramsets.js';
import type { deviceReplacement, replaceCandidate } from '../schemas/devices/replacements.js';
import type { corrections, schedule, scheduleListItem, weekProfile } from '../schemas/devices/schedules.js';
import type { teamCandidate } from '../schemas/devices/teams.js';
import type { batchResponse } from '../schemas/devices/values.js';
import type { unignoreCandidates, unignoreUpdated } from '../schemas/devices/visibility.js';
import type { DeepReadonly } from './deep-readonly.js';

/** A device without its channels. */
export interface DeviceSummary extends DeepReadonly<z.output<typeof deviceSummary>> {}

/** A device with its channels. */
export interface DeviceDetail extends DeepReadonly<z.output<typeof deviceDetail>> {}

/** Outcome of a test whether a device answers. */
export interface CommunicationTest extends DeepReadonly<z.output<typeof communicationTest>> {}

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

/** The keys or other momentary inputs of a channel, with their last event. */
export interface EventGroupSummary extends DeepReadonly<z.output<typeof eventGroupSummary>> {}

/** Flags of a channel: hidden from lists, and locked against writes. */
export interface ChannelFlags extends DeepReadonly<z.output<typeof channelFlags>> {}

/** A name that the CCU changed, because another device or channel has it. */
export type NameCorrection = NonNullable<DeepReadonly<z.output<typeof nameCorrections>>['corrections']>[number];

/** A light, cover, thermostat or the like, made of several parameters. */
export interface CustomDPSummary extends DeepReadonly<z.output<typeof customDataPoint>> {}

/** Category of a custom data point. */
export type CustomCategory = CustomDPSummary['category'];

/** A value that is calculated from others, such as the dew point. */
export interface CalculatedDPSummary extends DeepReadonly<z.output<typeof calculatedDataPoint>> {}

/** A calculated data point with its source data points. */
export interface CalculatedDPDetail extends CalculatedDPSummary {
  readonly depends_on: readonly string[];
}

/** Result of one request of a batch. */
export type BatchResult = DeepReadonly<z.output<typeof batchResponse>>['results'][number];

/** The configuration of a channel as a file, to be imported elsewhere. */
export interface ExportedConfiguration extends DeepReadonly<z.output<typeof exportedConfiguration>> {}

/** The parameters of a paramset, as a form shows them. */
export interface FormSchema extends DeepReadonly<z.output<typeof formSchema>> {}

/** A parameter as a form shows it. */
export type FormParameter = FormSchema['parameters'][number];

/** Result of a change of the patterns that show hidden parameters. */
export interface UnIgnoreUpdated extends DeepReadonly<z.output<typeof unignoreUpdated>> {}

/** A pattern that shows hidden parameters, with its author and time. */
export type UnIgnoreEntry = UnIgnoreUpdated['patterns'][number];

/** Hidden parameters that a pattern could show. */
export interface UnIgnoreCandidates extends DeepReadonly<z.output<typeof unignoreCandidates>> {}

/** A hidden parameter with the channels that hide it. */
export type UnIgnoreCandidateGroup = UnIgnoreCandidates['groups'][number];

/** A direct link between two channels. */
export interface Link extends DeepReadonly<z.output<typeof link>> {}

/** A channel that another one can be linked with. */
export interface LinkableChannel extends DeepReadonly<z.output<typeof linkableChannel>> {}

/** A room or a function, and how many devices are in it. */
export interface CountedEntry extends DeepReadonly<z.output<typeof roomEntry>> {}

/** The weekly programme of a channel. */
export interface Schedule extends DeepReadonly<z.output<typeof schedule>> {}

/** A channel that has a weekly programme. */
export interface ScheduleListItem extends DeepReadonly<z.output<typeof scheduleListItem>> {}

/** Capabilities of a weekly programme, and the channels that follow it. */
export interface WeekProfileResponse extends DeepReadonly<z.output<typeof weekProfile>> {}

/** The channel that a weekly programme belongs to. */
export type ScheduleChannelRef = Schedule['channel'];
/** A profile of a thermostat: its temperatures on each day of the week. */
export type ClimateProfile = NonNullable<Schedule['profiles']>[string];
/** Temperatures of a thermostat on one day of the week. */
export type ClimateWeekday = ClimateProfile['weekdays'][string];
/** One switching time. */
export type SimpleScheduleEntry = NonNullable<Schedule['simple_entries']>[number];
/** A time that could not be stored as asked for. */
export type ScheduleCorrection = NonNullable<DeepReadonly<z.output<typeof corrections>>['corrections']>[number];
/** A channel that can follow a weekly programme. */
export type TargetChannelSummary = NonNullable<WeekProfileResponse['available_target_channels']>[string];

/** See `applyTarget`. */
export interface ApplyTarget extends DeepReadonly<z.output<typeof applyTarget>> {}

/** See `applySettingsResult`. */
export interface ApplySettingsResult extends DeepReadonly<z.output<typeof applySettingsResult>> {}

/** See `teamCandidate`. */
export interface TeamCandidate extends DeepReadonly<z.output<typeof teamCandidate>> {}

/** A device that waits to be accepted. */
export interface InboxDevice extends DeepReadonly<z.output<typeof inboxDevice>> {}

/** The install mode of an interface. */
export interface InstallModeInterfaceEntry extends DeepReadonly<z.output<typeof installModeEntry>> {}

/** An act: several writes that are made and taken back together. */
export interface Act extends DeepReadonly<z.output<typeof act>> {}

/** An act as a client asks for it. */
export interface NewAct extends DeepReadonly<z.output<typeof newAct>> {}

/** A meaning that a link can have, with the parameters of the device that make it so. */
export interface LinkProfile extends DeepReadonly<z.output<typeof linkProfile>> {}

/** Profiles that a pair of channels can have, and the one that their link has. */
export interface LinkProfiles extends DeepReadonly<z.output<typeof linkProfiles>> {}

/** The exact effect of a profile. */
export interface LinkProfilePreview extends DeepReadonly<z.output<typeof linkProfilePreview>> {}

/** A profile that was written. */
export interface LinkProfileApplied extends DeepReadonly<z.output<typeof linkProfileApplied>> {}

/** An end of a link that does not receive a change at once. */
export interface LinkWait extends DeepReadonly<z.output<typeof linkWait>> {}
/** A device that another one may take the place of. */
export interface ReplaceCandidate extends DeepReadonly<z.output<typeof replaceCandidate>> {}

/** A replaced device: what the new one has taken over, and what not. */
export interface DeviceReplacement extends DeepReadonly<z.output<typeof deviceReplacement>> {}

/** The plan of firmware updates of devices. */
export interface FirmwarePlanBody extends DeepReadonly<z.output<typeof firmwarePlan>> {}

/** Changes of the plan of firmware updates. */
export interface FirmwarePlanChange extends DeepReadonly<z.output<typeof firmwarePlanChange>> {}

/** A heating group of a CCU. */
export interface HeatingGroup extends DeepReadonly<z.output<typeof heatingGroup>> {}

/** The heating groups of one CCU. */
export interface HeatingGroupsOfCentral extends DeepReadonly<z.output<typeof heatingGroupsOfCentral>> {}

/** A kind of heating group. */
export interface HeatingGroupType extends DeepReadonly<z.output<typeof heatingGroupType>> {}

/** Devices for a kind of heating group. */
export interface SuitableMembers extends DeepReadonly<z.output<typeof suitableMembers>> {}
