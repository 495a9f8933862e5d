import type { GatewayConfig } from './schema.js';
import { isAtOrBelow, sectionOwning } from './sections.js';

/** A part of the gateway that takes other settings while it runs. */
export interface HotPart {
  /** The settings, or the blocks of settings, that it takes. */
  readonly paths: readonly string[];
  /** Absent for settings that are looked up each time they are used. Throws or rejects when it cannot take them. */
  readonly apply?: (config: GatewayConfig) => Promise<void> | void;
}

/** The settings whose change counts at once. Every other one waits for a restart. */
export interface HotSettings {
  add(part: HotPart): void;
  covers(path: string): boolean;
  /**
   * Gives the configuration to every part that has one of the changed paths. When one of them cannot take it, all of
   * them get the old one again, and it rejects with what that one said.
   */
  change(paths: readonly string[], before: GatewayConfig, after: GatewayConfig): Promise<void>;
}

export function createHotSettings(): HotSettings {
  const parts: HotPart[] = [];
  const takes = (part: HotPart, path: string) => part.paths.some((prefix) => isAtOrBelow(path, prefix));

  return {
    add: (part) => void parts.push(part),
    // What only the file can set is read at start, whatever block it stands in.
    covers: (path) => sectionOwning(path) !== undefined && parts.some((part) => takes(part, path)),
    async change(paths, before, after) {
      const concerned = parts.filter((part) => paths.some((path) => takes(part, path)));
      const given: HotPart[] = [];
      try {
        for (const part of concerned) {
          given.push(part);
          await give(part, after);
        }
      } catch (error) {
        // One that cannot even take what it had must not keep the others from it.
        for (const part of given) await give(part, before).catch(() => undefined);
        throw error;
      }
    },
  };
}

async function give(part: HotPart, config: GatewayConfig): Promise<void> {
  await part.apply?.(config);
}
