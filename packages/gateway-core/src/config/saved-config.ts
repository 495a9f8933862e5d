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
  /**
   * Takes effect first and is written then, so that what cannot be taken over is nowhere afterwards. False, and nothing has changed,
   * where `write` says that it was not written.
   */
  takeOver(section: string, next: Accepted, write: WriteSection): Promise<boolean>;
  /** Takes effect like a change, and is not written; told only where it was made here and seemed to have failed. */
  follow(sections: readonly string[], next: Accepted): Promise<void>;
  /** Calls a listener with each section that was changed here, once it is in force. */
  observe(listener: (section: string) => void): void;
  /** Calls a listener when a write has failed: it may be kept all the same. */
  onDoubt(listener: () => void): void;
}

/**
 * Writes with records that it is given: what is decided about the change holds until it is written. False where nothing was written,
 * because another gateway was quicker.
 */
export type WriteSection = (records: SectionRecords) => Promise<boolean>;

export interface SavedConfigDeps<Accepted extends AcceptedConfig> {
  /** What the gateway was started with. */
  readonly started: Accepted;
  readonly now: () => number;
  /** What can change while the gateway runs. */
  readonly hot: Pick<HotSettings<Accepted['config']>, 'covers' | 'change'>;
  /** Runs a write of a change; rejects with `conflict` instead where it would take away the last way to sign in. */
  readonly keepWayIn: (
    change: { readonly config: Accepted['config'] },
    write: (records: SectionRecords) => Promise<void>,
  ) => Promise<void>;
}

/** Which settings differ, and which sections they belong to. */
export interface Differences<Config> {
  changed(before: Config, after: Config): readonly string[];
  sectionsOf(paths: readonly string[]): readonly string[];
}

export function createSavedConfig<Accepted extends AcceptedConfig>(
  { started, now, hot, keepWayIn }: SavedConfigDeps<Accepted>,
  { changed, sectionsOf }: Differences<Accepted['config']>,
): SavedConfig<Accepted> {
  let saved = started;
  let turn: Promise<unknown> = Promise.resolve();
  const startedAt = now();
  const changedAt = new Map<string, number>();
  const listeners: ((section: string) => void)[] = [];
  const doubtListeners: (() => void)[] = [];
  /** Sections that may be kept although their write has failed. */
  const doubtful = new Set<string>();

  const tell = (sections: readonly string[]) => {
    for (const section of sections) for (const listener of listeners) listener(section);
  };
  const doubt = (sections: readonly string[]) => {
    for (const section of sections) doubtful.add(section);
    for (const listener of doubtListeners) listener();
  };
  /** Answers which sections turned out to be kept although their write had failed; undefined where nothing was written. */
  async function inForce(
    sections: readonly string[],
    next: Accepted,
    write?: WriteSection,
  ): Promise<readonly string[] | undefined> {
    const before = saved.config;
    const { config } = next;
    // Asked twice: nothing is to take effect that is known to be refused, and it may be otherwise by the time it is written.
    await keepWayIn({ config }, async () => undefined);
    const paths = changed(before, config);
    const hotPaths = paths.filter(hot.covers);
    await hot.change(hotPaths, before, config);
    let isKept = true;
    try {
      if (write !== undefined) {
        await keepWayIn({ config }, async (records) => {
          isKept = await write(records);
        });
      }
    } catch (error) {
      await hot.change(hotPaths, config, before);
      if (!isRefusal(error)) doubt(sections);
      throw error;
    }
    if (!isKept) {
      await hot.change(hotPaths, config, before);
      return undefined;
    }
    saved = next;
    for (const section of sections) changedAt.set(section, now());
    const found = sectionsOf(paths).filter((section) => doubtful.has(section));
    doubtful.clear();
    return found;
  }

  return {
    current: () => saved,
    changedAt: (section) => changedAt.get(section) ?? startedAt,
    inTurn(change) {
      const mine = turn.then(change);
      turn = mine.catch(() => undefined);
      return mine;
    },
    async takeOver(section, next, write) {
      const found = await inForce([section], next, write);
      if (found !== undefined) tell([...new Set([section, ...found])]);
      return found !== undefined;
    },
    async follow(sections, next) {
      if (sections.length === 0) doubtful.clear();
      else tell((await inForce(sections, next)) ?? []);
    },
    observe: (listener) => void listeners.push(listener),
    onDoubt: (listener) => void doubtListeners.push(listener),
  };
}

/** Nothing was written, which is certain. */
const isRefusal = (error: unknown) => error instanceof GatewayError && error.code === 'conflict';
