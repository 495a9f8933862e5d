const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;
const SLOTS = 13;

/** A plausible weekday: warm in the morning and in the evening; all slots after the last used one end at midnight. */
const DAY_PLAN: readonly (readonly [endMinutes: number, temperature: number])[] = [
  [360, 17],
  [540, 21],
  [1020, 18],
  [1320, 21.5],
  [1440, 17],
];

/** The week profile of a thermostat: `P1_TEMPERATURE_MONDAY_1` and so on; `prefixes` is `['']` for one without number. */
export function climateWeek(prefixes: readonly string[]): string {
  const lines: string[] = [];
  for (const prefix of prefixes) {
    for (const day of DAYS) {
      for (let slot = 1; slot <= SLOTS; slot += 1) {
        const [end, temperature] = DAY_PLAN[Math.min(slot, DAY_PLAN.length) - 1] as readonly [number, number];
        lines.push(`${prefix}ENDTIME_${day}_${slot} INTEGER rw 5 1440 ${end} minutes`);
        lines.push(`${prefix}TEMPERATURE_${day}_${slot} FLOAT rw 5 30 ${temperature} °C`);
      }
    }
  }
  return lines.join('\n');
}

export function profilePrefixes(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `P${index + 1}_`);
}

/** Fields of one entry of an actor's week profile; LEVEL_2 on blinds, ramp times on dimmers. */
export interface ActorWeekOptions {
  readonly entries: number;
  readonly duration?: boolean;
  readonly ramp?: boolean;
  readonly secondLevel?: boolean;
}

const BASES = 'BASE_100_MS|BASE_1_S|BASE_5_S|BASE_10_S|BASE_1_M|BASE_5_M|BASE_10_M|BASE_1_H';
const CONDITIONS =
  'FIXED_TIME|ASTRO_TIME|FIXED_IF_BEFORE_ASTRO|ASTRO_IF_BEFORE_FIXED|FIXED_IF_AFTER_ASTRO|ASTRO_IF_AFTER_FIXED|EARLIEST_OF_FIXED_AND_ASTRO|LATEST_OF_FIXED_AND_ASTRO';

/** The week profile of an actor: `01_WP_WEEKDAY`, `01_WP_LEVEL` and so on. */
export function actorWeek(options: ActorWeekOptions): string {
  const lines: string[] = [];
  for (let entry = 1; entry <= options.entries; entry += 1) {
    const name = `${String(entry).padStart(2, '0')}_WP_`;
    lines.push(
      `${name}WEEKDAY INTEGER rw 0 127 0`,
      `${name}TARGET_CHANNELS INTEGER rw 0 16777215 0`,
      `${name}FIXED_HOUR INTEGER rw 0 23 0`,
      `${name}FIXED_MINUTE INTEGER rw 0 59 0`,
      `${name}CONDITION ENUM rw ${CONDITIONS}`,
      `${name}ASTRO_TYPE ENUM rw SUNRISE|SUNSET`,
      `${name}ASTRO_OFFSET INTEGER rw -128 127 0`,
      `${name}LEVEL FLOAT rw 0 1.01 0`,
    );
    if (options.secondLevel) lines.push(`${name}LEVEL_2 FLOAT rw 0 1.01 0`);
    if (options.duration)
      lines.push(`${name}DURATION_BASE ENUM rw ${BASES}`, `${name}DURATION_FACTOR INTEGER rw 0 31 0`);
    if (options.ramp) lines.push(`${name}RAMP_TIME_BASE ENUM rw ${BASES}`, `${name}RAMP_TIME_FACTOR INTEGER rw 0 31 0`);
  }
  return lines.join('\n');
}
