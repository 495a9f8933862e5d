/** Which defaults count: those of a usual machine, or of a small one. */
export const PROFILES = ['normal', 'low-power'] as const;

/** One of the profiles. */
export type Profile = (typeof PROFILES)[number];

const KIB = 1024;
const MIB = 1024 * KIB;

/** Defaults that differ, spelled as in the file: every key may still be set, and wins. */
const DEFAULTS: Readonly<Record<Profile, Readonly<Record<string, unknown>>>> = {
  normal: {},
  'low-power': {
    north: {
      rest: {
        ws: {
          ring_frames: 4_096,
          ring_bytes: 4 * MIB,
          lag_frames: 2_048,
          lag_bytes: MIB,
          log_events: 20_000,
          log_bytes: 16 * MIB,
          max_connections: 128,
        },
      },
      discovery: { ssdp: { interval: '0' } },
    },
    persistence: { write_interval: '30s', journal_bytes: 4 * MIB, values_cache: { flush_interval: '5m' } },
    history: { max_bytes: 8 * MIB, write_interval: '15m' },
  },
};

/** Defaults of a profile. */
export function defaultsOf(profile: unknown): Readonly<Record<string, unknown>> {
  // An unknown profile is refused with the rest of the configuration.
  return PROFILES.includes(profile as Profile) ? DEFAULTS[profile as Profile] : {};
}
