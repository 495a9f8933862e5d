import type { InterfaceName, ParamsetKey, WireValue } from '@ccu-gateway/ccu-client';
import type {
  ChannelFlags,
  ConfirmReason,
  Link,
  LinkableChannel,
  LinkProfilePreview,
  LinkProfiles,
  Schedule,
  ScheduleChannelRef,
  ScheduleCorrection,
  ScheduleListItem,
  UnIgnoreCandidates,
  UnIgnoreEntry,
  UnIgnoreUpdated,
  WeekProfileResponse,
} from '@ccu-gateway/contract/types';
import type { ModelEvent } from './events.js';
import type { ParamsetWrite, Planned } from './plan.js';
import type { ChannelScope, ConfigurationPlace, ConfigurationScope, Scope } from './requests.js';
import type { Found, Invalid, LookupFailure, Unsupported } from './result.js';

/** A link as an interface reports it. */
export interface LinkFacts {
  readonly sender: string;
  readonly receiver: string;
  readonly name?: string;
  readonly description?: string;
  readonly flags?: number;
}

/** The links of one device, as an interface reported them. */
export interface LinksRead {
  readonly central: string;
  readonly address: string;
  readonly links: readonly LinkFacts[];
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/**
 * A direct link by its two ends. `plan` also takes a name and a description; those left out are made from the names
 * of the channels.
 */
export interface LinkRequest extends Scope {
  /** Channel addresses `DEVICE:n`. */
  readonly sender: string;
  readonly receiver: string;
  readonly name?: string;
  readonly description?: string;
}

/** A direct link that may be made, changed or removed, with the interface that keeps it, or why it cannot. */
export type PlannedLink =
  | {
      readonly ok: true;
      readonly link: {
        readonly central: string;
        readonly interfaceName: InterfaceName;
        readonly sender: string;
        readonly receiver: string;
        readonly name: string;
        readonly description: string;
      };
      /** Why people confirm a new link with the factory setting; undefined if it needs no confirmation. */
      readonly confirm?: ConfirmReason | undefined;
    }
  | LookupFailure
  | Invalid
  | Unsupported;

/** The ends of a link, with the receiver's LINK paramset as the CCU described and answered it. */
export interface LinkProfileRequest extends Scope {
  /** Channel addresses `DEVICE:n`. */
  readonly sender: string;
  readonly receiver: string;
  readonly description: Readonly<Record<string, unknown>>;
  /** Absent before the link exists. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** A profile with the values of people for its settings. */
export interface LinkProfileChoice extends LinkProfileRequest {
  readonly profileId: number;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Profiles of a pair, the active one, and the ends that sleep. */
export type LinkProfilesFound = Pick<LinkProfiles, 'active_profile_id' | 'active_settings' | 'waits' | 'profiles'>;

/** Direct links between channels. The links themselves are read from the interfaces and handed in. */
export interface Links {
  /** Profiles that the channels can have, without a check of their roles. */
  profiles(request: LinkProfileRequest): Found<LinkProfilesFound>;
  /** The effect of a profile: `changes` are the parameters to write. */
  applyProfile(choice: LinkProfileChoice): Found<LinkProfilePreview> | Invalid;

  /** With `device` the links are described as seen from it; with `interfaceName` as an entry of the overview of all. */
  describe(
    facts: readonly LinkFacts[],
    options: Scope & { readonly device?: string; readonly interfaceName?: InterfaceName },
  ): Found<readonly Link[]>;
  /** Channels that can be linked with this one, if it is itself the `role`. */
  linkable(at: ChannelScope, role: 'sender' | 'receiver'): Found<readonly LinkableChannel[]>;
  /** Checks a link to be made. */
  plan(request: LinkRequest): PlannedLink;
  /**
   * Thermostats with links that show their actors, by the address of the device: read them to keep the state correct.
   */
  places(scope?: ConfigurationScope): readonly ConfigurationPlace[];
  /**
   * Takes over the links of a device that were read: the action of a thermostat on the wall follows from its actors.
   */
  take(read: LinksRead): readonly ModelEvent[];
  /** Finds where a link lives that is to be renamed, tested or removed. */
  locate(request: LinkRequest): PlannedLink;
}

/** A key that can be linked with the CCU itself. */
export interface CentralLinkChannel {
  readonly address: string;
  readonly number: number;
  /** The value with the use that makes the link; the others come along. */
  readonly parameter: 'PRESS_SHORT' | 'PRESS_LONG';
  /** Id of the channel in the CCU's logic layer, once that was read. */
  readonly channelId?: number;
}

/** The keys of one device. */
export interface CentralLinkable {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  readonly address: string;
  readonly channels: readonly CentralLinkChannel[];
  /** Number of channels without a key. */
  readonly others: number;
  /** Reason why there are none to be linked. */
  readonly reason?: 'interface_unsupported' | 'virtual_remote' | 'no_keys';
}

/** The keys of a device that may be linked with the CCU, or why there are none. */
export type PlannedCentralLinks = { readonly ok: true; readonly links: CentralLinkable } | LookupFailure | Unsupported;

/** Links between keys and the CCU itself, without which keys of HmIP tell it nothing. The CCU keeps them. */
export interface CentralLinks {
  find(address: string, scope?: Scope): Found<CentralLinkable>;
  /** The keys of a device, or the one at this channel address. */
  plan(address: string, channelAddress: string | undefined, scope?: Scope): PlannedCentralLinks;
  /** Devices with keys that report nothing without such a link. */
  silentKeys(scope: Scope & { readonly interfaceName?: InterfaceName }): readonly CentralLinkable[];
}

/** Parameters that are offered to clients although they are hidden by default. */
export interface Visibility {
  list(scope?: Scope): readonly { readonly central_name: string; readonly patterns: readonly UnIgnoreEntry[] }[];
  /** Replaces the patterns of one CCU; effective at once. Patterns that cannot be read are reported, the others apply. */
  set(
    central: string,
    patterns: readonly string[],
    change: { readonly at: number; readonly by?: string },
  ): Found<{ readonly result: UnIgnoreUpdated; readonly events: readonly ModelEvent[] }>;
  /** Those of these lines that `set` would take. */
  accepted(patterns: readonly string[]): readonly string[];
  candidates(options?: Scope & { readonly includeMaster?: boolean }): UnIgnoreCandidates;
  /** The same in steps of some devices each, for a large installation. */
  candidateSteps(
    options?: Scope & { readonly includeMaster?: boolean },
  ): Generator<undefined, UnIgnoreCandidates, undefined>;
}

/** The schedule of a device or of one of its channels. */
export interface ScheduleAddress extends Scope {
  /** Device address. */
  readonly address: string;
  /** Without it: the device's schedule, where it has just one. */
  readonly channel?: number;
}

/** The paramset to read before a schedule can be shown or changed. */
export interface ScheduleLocation {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  /** Channel address, or the device's. */
  readonly address: string;
  readonly paramsetKey: 'MASTER';
  readonly channel: ScheduleChannelRef;
  readonly kind: 'climate' | 'simple';
}

/** The write that makes a schedule as wanted, or why it cannot be. */
export type PlannedSchedule =
  | {
      readonly ok: true;
      /** Only the differences, as one call; absent when the schedule is already the wanted one. */
      readonly write?: ParamsetWrite;
      /** Times that could not be stored as asked for. Say them; never apply them silently. */
      readonly corrections: readonly ScheduleCorrection[];
    }
  | LookupFailure
  | Invalid
  | Unsupported;

type ParamsetValues = Readonly<Record<string, unknown>>;

/** Weekly programmes. Their values are configuration, so the paramset is read first (`locate`) and handed in. */
export interface Schedules {
  list(scope?: Scope): readonly ScheduleListItem[];
  locate(at: ScheduleAddress): Found<ScheduleLocation>;
  describe(at: ScheduleAddress, values: ParamsetValues): Found<Schedule>;
  plan(at: ScheduleAddress, current: ParamsetValues, wanted: unknown): PlannedSchedule;
  /** `P1` … `P6`. */
  planActiveProfile(at: ScheduleAddress, profile: unknown): Planned;
  planCopy(from: ScheduleCopyEnd, to: ScheduleCopyEnd): PlannedSchedule;
  /** Profiles count from 1. */
  planProfileCopy(
    from: ScheduleCopyEnd & { readonly profile: number },
    to: ScheduleCopyEnd & { readonly profile: number },
  ): PlannedSchedule;
  weekProfile(at: ScheduleAddress, values?: ParamsetValues): Found<WeekProfileResponse>;
  /** `key` is `<actor>_<receiver>`, both from 1. */
  planChannelLock(at: ScheduleAddress, key: string, enabled: unknown): Planned;
}

/** A schedule that is copied from or to, with its MASTER paramset as read from the CCU. */
export interface ScheduleCopyEnd {
  readonly at: ScheduleAddress;
  readonly values: ParamsetValues;
}

/** The last value of a data point, as it is kept over a restart. */
export interface KnownValue {
  readonly interfaceName: InterfaceName;
  readonly channelAddress: string;
  readonly parameter: string;
  /** `null` when the CCU reported it as unknown. */
  readonly value: WireValue | null;
  /** Milliseconds since the Unix epoch. */
  readonly setAt: number;
  /** It is the default of its description, nothing was heard of it, and nothing else was remembered: not worth writing down. */
  readonly onlyDefault?: boolean;
}

/** Data to keep over a restart, and its restoration. */
export interface Memory {
  values(central: string): readonly KnownValue[];
  /** The values that changed since this was asked last. */
  changedValues(central: string): readonly KnownValue[];
  /**
   * Shown as `cache` until the CCU reports again; later differences are published as changes. Devices must be known.
   */
  restoreValues(central: string, values: readonly KnownValue[]): void;
  channelFlags(central: string): readonly (ChannelFlags & { readonly address: string })[];
  /** May come before the channels do. */
  restoreChannelFlags(central: string, flags: readonly (ChannelFlags & { readonly address: string })[]): void;
}

/** A paramset of a device or channel. */
export interface ParamsetAddress extends Scope {
  /** Channel address, or the device's for its own MASTER. */
  readonly address: string;
  readonly key: ParamsetKey;
  /** Needed for `LINK`, because those descriptions are not kept. */
  readonly description?: Readonly<Record<string, unknown>>;
}

/** The paramset of a channel that is written into a file. */
export interface ExportRequest extends Scope {
  readonly address: string;
  readonly channel: number;
  readonly key: 'MASTER' | 'VALUES';
  /** As read from the CCU. */
  readonly values: Readonly<Record<string, unknown>>;
}
