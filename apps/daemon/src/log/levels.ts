import type { LogLevel } from '@ccu-gateway/contract/types';

export type { LogLevel };

const rank: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

export function isAtLeast(level: LogLevel, minimum: LogLevel): boolean {
  return rank[level] >= rank[minimum];
}

export interface LogOverride {
  readonly path: string;
  readonly level: LogLevel;
  /** Milliseconds since the Unix epoch; absent for permanent ones. */
  readonly expiresAt?: number;
}

/** Which level counts for which logger: a default, and overrides by dotted path that hold for everything below. */
export interface LogLevels {
  readonly default: LogLevel;
  setDefault(level: LogLevel): void;
  levelOf(logger: string): LogLevel;
  overrides(): readonly LogOverride[];
  override(path: string, level: LogLevel, expiresAt?: number): void;
  /** Applies another default and other permanent overrides of the configuration; temporary ones stay. */
  configure(level: LogLevel, overrides: Readonly<Record<string, LogLevel>>): void;
  /** True when there was one. */
  reset(path: string): boolean;
}

export function createLogLevels(
  initial: LogLevel,
  overrides: Readonly<Record<string, LogLevel>>,
  now: () => number,
): LogLevels {
  let standard = initial;
  const set = new Map<string, LogOverride>();
  let configured: readonly LogOverride[] = [];

  function configure(level: LogLevel, wanted: Readonly<Record<string, LogLevel>>): void {
    standard = level;
    for (const entry of configured) if (set.get(entry.path) === entry) set.delete(entry.path);
    configured = Object.entries(wanted).map(([path, each]) => ({ path, level: each }));
    for (const entry of configured) if (!set.has(entry.path)) set.set(entry.path, entry);
  }
  configure(initial, overrides);

  function dropExpired(): void {
    for (const [path, entry] of set) {
      if (entry.expiresAt !== undefined && entry.expiresAt <= now()) set.delete(path);
    }
  }

  return {
    get default() {
      return standard;
    },
    configure,
    setDefault(level) {
      standard = level;
    },
    levelOf(logger) {
      if (set.size === 0) return standard;
      dropExpired();
      for (let path = logger; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
        const entry = set.get(path);
        if (entry !== undefined) return entry.level;
      }
      return standard;
    },
    overrides() {
      dropExpired();
      return [...set.values()];
    },
    override(path, level, expiresAt) {
      set.set(path, expiresAt === undefined ? { path, level } : { path, level, expiresAt });
    },
    reset(path) {
      return set.delete(path);
    },
  };
}
