import { GatewayError } from '@ccu-gateway/gateway-core';
import type { KeepWayIn } from '../access/way-in.js';
import type { ConfigSection, HotSettings, LoadedConfig } from '../config/index.js';
import { askStorage } from '../storage/storage-refusal.js';
import { changedPaths } from './config-values.js';

/** The configuration as it is saved now, with everything that can change at run time in force. */
export interface SavedConfig {
  current(): LoadedConfig;
  /** When a section was changed last, milliseconds since the epoch. */
  changedAt(section: ConfigSection): number;
  /** Runs changes one after the other: each starts from what the one before it has left. */
  inTurn<T>(change: () => Promise<T>): Promise<T>;
  /** Takes effect first and is written then, so that what cannot be taken over is nowhere afterwards. */
  takeOver(section: ConfigSection, next: LoadedConfig, write: () => Promise<void>): Promise<void>;
  /** The same; what fails is refused as `service_unready`. */
  takeOverOrRefuse(section: ConfigSection, next: LoadedConfig, write: () => Promise<void>): Promise<void>;
}

export function createSavedConfig(deps: {
  readonly started: LoadedConfig;
  readonly now: () => number;
  readonly hot: HotSettings;
  readonly keepWayIn: KeepWayIn;
}): SavedConfig {
  const { now, hot } = deps;
  let saved = deps.started;
  let turn: Promise<unknown> = Promise.resolve();
  const startedAt = now();
  const changedAt = new Map<ConfigSection, number>();

  async function takeOver(section: ConfigSection, next: LoadedConfig, write: () => Promise<void>): Promise<void> {
    const before = saved.config;
    await deps.keepWayIn({ config: next.config });
    const changed = changedPaths(before, next.config).filter(hot.covers);
    await hot.change(changed, before, next.config);
    try {
      await askStorage(write);
    } catch (error) {
      await hot.change(changed, next.config, before);
      throw error;
    }
    saved = next;
    changedAt.set(section, now());
  }

  return {
    current: () => saved,
    changedAt: (section) => changedAt.get(section) ?? startedAt,
    inTurn(change) {
      const mine = turn.then(change);
      turn = mine.catch(() => undefined);
      return mine;
    },
    takeOver,
    async takeOverOrRefuse(section, next, write) {
      try {
        await takeOver(section, next, write);
      } catch (error) {
        if (error instanceof GatewayError) throw error;
        throw new GatewayError('service_unready', `Nothing was changed: ${reasonOf(error)}`, {
          reason: 'apply_failed',
        });
      }
    },
  };
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
