import { type ConfigLayout, isAtOrBelow, sectionOwning } from './layout.js';

/** Settings that one part of the gateway takes over while it runs. */
export interface HotSetting<Config> {
  /** The settings, or the blocks of settings, that it takes. */
  readonly paths: readonly string[];
  /** Absent for settings that are looked up each time they are used. Throws or rejects when it cannot take them. */
  readonly apply?: (config: Config) => Promise<void> | void;
}

/** The hot settings. Every other setting waits for a restart. */
export interface HotSettings<Config> {
  add(setting: HotSetting<Config>): void;
  covers(path: string): boolean;
  /**
   * Passes the configuration to every setting with a changed path. If one of them refuses it, all of them get the old
   * one again, and the promise rejects with its error.
   */
  change(paths: readonly string[], before: Config, after: Config): Promise<void>;
}

/**
 * An empty list of hot settings.
 *
 * @example
 * const hot = createHotSettings<MyConfig>(layout);
 * hot.add({ paths: ['logging.level'], apply: ({ logging }) => levels.configure(logging.level) });
 */
export function createHotSettings<Config>(layout: ConfigLayout): HotSettings<Config> {
  const settings: HotSetting<Config>[] = [];
  const takes = (setting: HotSetting<Config>, path: string) => setting.paths.some((block) => isAtOrBelow(path, block));

  return {
    add: (setting) => void settings.push(setting),
    // Settings that only the file sets are read at start, in any block.
    covers: (path) => sectionOwning(layout, path) !== undefined && settings.some((setting) => takes(setting, path)),
    async change(paths, before, after) {
      const concerned = settings.filter((setting) => paths.some((path) => takes(setting, path)));
      const given: HotSetting<Config>[] = [];
      try {
        for (const setting of concerned) {
          given.push(setting);
          await give(setting, after);
        }
      } catch (error) {
        // A setting that refuses even its previous value must not keep the others from theirs.
        for (const setting of given) await give(setting, before).catch(() => undefined);
        throw error;
      }
    },
  };
}

async function give<Config>(setting: HotSetting<Config>, config: Config): Promise<void> {
  await setting.apply?.(config);
}
