import type { ConfigSource } from '../ports/config.js';
import { GatewayError } from '../use-case/errors.js';
import type { HotSettings } from './hot-settings.js';
import type { SectionRecords } from './section-records.js';

/** A configuration that was accepted, and where each setting came from. */
export interface AcceptedConfig {
  readonly config: object;
  readonly sources: ReadonlyMap<string, ConfigSource>;
}

/** The configuration as it is saved now, with everything that can change at run time in force. */
export interface SavedConfig<Accepted extends AcceptedConfig> {
  current(): Accepted;
  /** When a section was changed last, milliseconds since the epoch. */
  changedAt(section: string): number;
  /** Runs changes one after the other: each starts from what the one before it has left. */
  inTurn<T>(change: () => Promise<T>): Promise<T>;
  /** Takes effect first and is written then, so that what cannot be taken over is nowhere afterwards. */
  takeOver(section: string, next: Accepted, write: WriteSection): Promise<void>;
  /** The same; what fails is refused as `service_unready`. */
  takeOverOrRefuse(section: string, next: Accepted, write: WriteSection): Promise<void>;
  /** Takes effect like a change, and is neither written nor told: it was made elsewhere. */
  follow(sections: readonly string[], next: Accepted): Promise<void>;
  /** Calls a listener with each section that was changed here, once it is in force. */
  observe(listener: (section: string) => void): void;
}

/** Writes with records that it is given: what is decided about the change holds until it is written. */
export type WriteSection = (records: SectionRecords) => Promise<void>;

export interface SavedConfigDeps<Accepted extends AcceptedConfig> {
  /** What the gateway was started with. */
  readonly started: Accepted;
  readonly now: () => number;
  /** What can change while the gateway runs. */
  readonly hot: Pick<HotSettings<Accepted['config']>, 'covers' | 'change'>;
  /** Runs a write of a change; rejects with `conflict` instead where it would take away the last way to sign in. */
  readonly keepWayIn: (change: { readonly config: Accepted['config'] }, write: WriteSection) => Promise<void>;
}

export function createSavedConfig<Accepted extends AcceptedConfig>(
  { started, now, hot, keepWayIn }: SavedConfigDeps<Accepted>,
  changed: (before: Accepted['config'], after: Accepted['config']) => readonly string[],
): SavedConfig<Accepted> {
  let saved = started;
  let turn: Promise<unknown> = Promise.resolve();
  const startedAt = now();
  const changedAt = new Map<string, number>();
  const listeners: ((section: string) => void)[] = [];

  async function inForce(sections: readonly string[], next: Accepted, write?: WriteSection): Promise<void> {
    const before = saved.config;
    const { config } = next;
    // Asked twice: nothing is to take effect that is known to be refused, and it may be otherwise by the time it is written.
    await keepWayIn({ config }, async () => undefined);
    const paths = changed(before, next.config).filter(hot.covers);
    await hot.change(paths, before, next.config);
    try {
      if (write !== undefined) await keepWayIn({ config }, write);
    } catch (error) {
      await hot.change(paths, next.config, before);
      throw error;
    }
    saved = next;
    for (const section of sections) changedAt.set(section, now());
  }

  async function takeOver(section: string, next: Accepted, write: WriteSection): Promise<void> {
    await inForce([section], next, write);
    for (const listener of listeners) listener(section);
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
    follow: (sections, next) => inForce(sections, next),
    observe: (listener) => void listeners.push(listener),
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
