import type { GatewayConfig } from './schema.js';
import { isAtOrBelow, sectionOwning } from './sections.js';

/** Settings that one part of the gateway takes over while it runs. */
export interface HotSetting {
  /** The settings, or the blocks of settings, that it takes. */
  readonly paths: readonly string[];
  /** Absent for settings that are looked up each time they are used. Throws or rejects when it cannot take them. */
  readonly apply?: (config: GatewayConfig) => Promise<void> | void;
}

/** The settings whose change counts at once. Every other one waits for a restart. */
export interface HotSettings {
  add(setting: HotSetting): void;
  covers(path: string): boolean;
  /**
   * Gives the configuration to everything that takes one of the changed paths. When one of them cannot take it, all of
   * them get the old one again, and it rejects with what that one said.
   */
  change(paths: readonly string[], before: GatewayConfig, after: GatewayConfig): Promise<void>;
}

export function createHotSettings(): HotSettings {
  const settings: HotSetting[] = [];
  const takes = (setting: HotSetting, path: string) => setting.paths.some((prefix) => isAtOrBelow(path, prefix));

  return {
    add: (setting) => void settings.push(setting),
    // What only the file can set is read at start, whatever block it stands in.
    covers: (path) => sectionOwning(path) !== undefined && settings.some((setting) => takes(setting, path)),
    async change(paths, before, after) {
      const concerned = settings.filter((setting) => paths.some((path) => takes(setting, path)));
      const given: HotSetting[] = [];
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

async function give(setting: HotSetting, config: GatewayConfig): Promise<void> {
  await setting.apply?.(config);
}
