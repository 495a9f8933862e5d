/** Matters that a rule can be about, the worst first. */
export const SUBJECTS = [
  ...(['smoke', 'water', 'co', 'alarm', 'duress', 'tamper', 'sabotage', 'reminder'] as const),
  ...(['ccu', 'unreachable', 'battery', 'fault', 'radio', 'firmware', 'device_firmware', 'value', 'key'] as const),
] as const;

/** A matter that a rule can be about. */
export type Subject = (typeof SUBJECTS)[number];

/** Languages of messages. */
export const LANGUAGES = ['en', 'de'] as const;

/** A language of messages. */
export type Language = (typeof LANGUAGES)[number];

/** A value that is worth a message above or below a line. `true` counts as 1, `false` as 0. */
export interface ValueLine {
  readonly address: string;
  readonly channel: number;
  readonly parameter: string;
  readonly above?: number | undefined;
  readonly below?: number | undefined;
}

/** One rule: the matters, the channels, and the time. */
export interface Rule {
  readonly name: string;
  readonly on: readonly Subject[];
  /** Names of channels; empty for all. */
  readonly channels: readonly string[];
  /** Addresses of devices; empty for all. */
  readonly devices: readonly string[];
  /** Milliseconds that it must last before a message. */
  readonly lastsMs: number;
  /** Minutes of the day, by local time, between which messages wait. The end may be on the next day. */
  readonly quiet?: { readonly from: number; readonly to: number } | undefined;
  readonly oncePerDay: boolean;
  /** Minute of the day at which one message collects all. */
  readonly digestAt?: number | undefined;
  readonly value?: ValueLine | undefined;
  readonly key?: { readonly address: string; readonly channel: number } | undefined;
}

/**
 * The minute of the day of `HH:MM`; undefined where the text is none.
 *
 * @example
 * minuteOf('07:30'); // 450
 */
export function minuteOf(text: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}
