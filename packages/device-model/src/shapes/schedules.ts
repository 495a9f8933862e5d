export interface ScheduleChannelRef {
  readonly address: string;
  readonly number: number;
  readonly device_address: string;
}

export interface ClimatePeriod {
  /** `HH:MM`, local time of the CCU. */
  readonly start_time: string;
  readonly end_time: string;
  /** °C */
  readonly temperature: number;
}

export interface ClimateWeekday {
  readonly base_temperature: number;
  readonly periods: readonly ClimatePeriod[];
}

export interface ClimateProfile {
  readonly weekdays: Readonly<Record<string, ClimateWeekday>>;
}

export interface SimpleScheduleEntry {
  readonly slot_no: number;
  readonly weekdays: readonly string[];
  /** `HH:MM`, local time of the CCU. */
  readonly time: string;
  readonly level: number;
  readonly condition?: string;
  readonly astro_type?: string;
  readonly astro_offset_minutes?: number;
  /** Keys `<actor>_<receiver>`, both from 1, as in the channel locks. */
  readonly target_channels?: readonly string[];
  readonly level_2?: number;
  readonly duration?: string;
  readonly ramp_time?: string;
  readonly lock_mode?: string;
  readonly lock_action?: string;
  readonly permission?: string;
  readonly color_type?: number;
  readonly color_value?: number;
  readonly output_behaviour?: number;
}

export interface Schedule {
  readonly channel: ScheduleChannelRef;
  readonly kind: 'climate' | 'simple';
  readonly domain?: string;
  /** `P1` … `P6`. */
  readonly active_profile?: string;
  /** From 0. */
  readonly active_profile_index?: number;
  readonly profiles?: Readonly<Record<string, ClimateProfile>>;
  readonly simple_entries?: readonly SimpleScheduleEntry[];
  readonly color_capable?: boolean;
}

/** A time that could not be stored as asked for. */
export interface ScheduleCorrection {
  readonly profile: string;
  readonly weekday: string;
  /** Index from 0. */
  readonly period: number;
  readonly field: 'start_time' | 'end_time';
  readonly requested: string;
  readonly applied: string;
}

export interface ScheduleListItem {
  readonly central: string;
  readonly address: string;
  readonly name: string;
  readonly model: string;
  readonly channel: ScheduleChannelRef;
  readonly kind: 'week_profile' | 'climate';
}

export interface TargetChannelSummary {
  readonly channel_no: number;
  readonly channel_address: string;
  readonly name: string;
  readonly channel_type: 'primary' | 'secondary';
  readonly unique_id: string;
}

export interface WeekProfileResponse {
  readonly address: string;
  readonly unique_id: string;
  readonly schedule_type: 'default' | 'climate';
  readonly min_temp: number;
  readonly max_temp: number;
  readonly profile_count: number;
  readonly has_climate_schedule: boolean;
  readonly current_profile?: string;
  readonly available_profiles?: readonly string[];
  readonly schedule_enabled?: Readonly<Record<string, boolean>>;
  readonly available_target_channels?: Readonly<Record<string, TargetChannelSummary>>;
}
