import { type ConfigLayout, isAtOrBelow, sectionOwning } from './layout.js';

/** Settings that one part of the gateway takes over while it runs. */
export interface HotSetting<Config> {
  /** The settings, or the blocks of settings, that it takes. */
  readonly paths: readonly string[];
  /** Absent for settings that are looked up each time they are used. Throws or rejects when it cannot take them. */
  readonly apply?: (config: Config) => Promise<void> | void;
}

/** The settings whose change counts at once. Every other one waits for a restart. */
export interface HotSettings<Config> {
  add(setting: HotSetting<Config>): void;
  covers(path: string): boolean;
  /**
   * Gives the configuration to everything that takes one of the changed paths. When one of them cannot take it, all of
   * them get the old one again, and it rejects with what that one said.
   */
  change(paths: readonly string[], before: Config, after: Config): Promise<void>;
}

/**
 * The settings whose change counts at once; none at first.
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
    // What only the file can set is read at start, whatever block it stands in.
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
        // One that cannot even take what it had must not keep the others from it.
        for (const setting of given) await give(setting, before).catch(() => undefined);
        throw error;
      }
    },
  };
}

async function give<Config>(setting: HotSetting<Config>, config: Config): Promise<void> {
  await setting.apply?.(config);
}
