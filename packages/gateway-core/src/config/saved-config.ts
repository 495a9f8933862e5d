import type { ConfigSource } from '../families/gateway/config.js';
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
  /** Time of the last change of a section, milliseconds since the epoch. */
  changedAt(section: string): number;
  /** Runs changes one after the other: each starts from the result of the previous one. */
  inTurn<T>(change: () => Promise<T>): Promise<T>;
  /**
   * Takes effect first and is written then, so that a change that cannot be applied is stored nowhere. False, and
   * nothing has changed, when `write` reports that it was not written.
   */
  takeOver(section: string, next: Accepted, write: WriteSection): Promise<boolean>;
  /**
   * Takes effect like a change, and is not written; reported only if it was made here and seemed to have failed.
   * Resolves with the reason against it, and has changed nothing then; rejects if that could not be determined.
   */
  follow(sections: readonly string[], next: Accepted): Promise<NotTaken | undefined>;
  /** Everything stored was read: a section in doubt that is none of these was not stored. */
  settleDoubts(open: readonly string[]): void;
  /** Calls a listener with each section that was changed here, once it is in force. */
  observe(listener: (section: string) => void): void;
  /** Calls a listener when a write has failed: it may be kept all the same. */
  onDoubt(listener: () => void): void;
}

/** Reason why a section cannot be in force here. */
export interface NotTaken {
  readonly error: unknown;
}

/**
 * Writes with given records, so that the decision about the change holds until it is written. False if nothing was
 * written, because another gateway was quicker.
 */
export type WriteSection = (records: SectionRecords) => Promise<boolean>;

export interface SavedConfigDeps<Accepted extends AcceptedConfig> {
  /** Configuration at the start of the gateway. */
  readonly started: Accepted;
  readonly now: () => number;
  /** Settings that can change while the gateway runs. */
  readonly hot: Pick<HotSettings<Accepted['config']>, 'covers' | 'change'>;
  /** Runs a write of a change; rejects with `conflict` instead where it would take away the last way to sign in. */
  readonly keepWayIn: (
    change: { readonly config: Accepted['config'] },
    write: (records: SectionRecords) => Promise<void>,
  ) => Promise<void>;
}

/** Settings that differ, and the sections they belong to. */
export interface Differences<Config> {
  changed(before: Config, after: Config): readonly string[];
  sectionsOf(paths: readonly string[]): readonly string[];
}

export function createSavedConfig<Accepted extends AcceptedConfig>(
  { started, now, hot, keepWayIn }: SavedConfigDeps<Accepted>,
  { changed, sectionsOf }: Differences<Accepted['config']>,
): SavedConfig<Accepted> {
  const { current, changedAt, become, observe, tell } = createCurrent(started, now);
  const doubts = createDoubts();

  const differences = ({ config }: Accepted) => {
    const before = current().config;
    const paths = changed(before, config);
    return { before, paths, hotPaths: paths.filter(hot.covers) };
  };
  // Nothing is to take effect that is known to be refused.
  const askWayIn = ({ config }: Accepted) => keepWayIn({ config }, async () => undefined);

  async function takeOver(section: string, next: Accepted, write: WriteSection): Promise<boolean> {
    const { config } = next;
    // Asked twice: it may be otherwise by the time it is written.
    await askWayIn(next);
    const { before, paths, hotPaths } = differences(next);
    await hot.change(hotPaths, before, config);
    let isKept = true;
    try {
      await keepWayIn({ config }, async (records) => {
        isKept = await write(records);
      });
    } catch (error) {
      await hot.change(hotPaths, config, before);
      if (!isRefusal(error)) doubts.add(section);
      throw error;
    }
    if (!isKept) {
      await hot.change(hotPaths, config, before);
      return false;
    }
    become([section], next);
    const found = doubts.resolve(sectionsOf(paths));
    doubts.keepOnly([]);
    tell([...new Set([section, ...found])]);
    return true;
  }

  async function follow(sections: readonly string[], next: Accepted): Promise<NotTaken | undefined> {
    try {
      await askWayIn(next);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { error };
    }
    const { before, paths, hotPaths } = differences(next);
    try {
      await hot.change(hotPaths, before, next.config);
    } catch (error) {
      return { error };
    }
    become(sections, next);
    tell(doubts.resolve(sectionsOf(paths)));
    return undefined;
  }

  return {
    current,
    changedAt,
    inTurn: createTurns(),
    takeOver,
    follow,
    settleDoubts: doubts.keepOnly,
    observe,
    onDoubt: doubts.on,
  };
}

/** The configuration in force, when each section became as it is, and the listeners to that. */
function createCurrent<Accepted extends AcceptedConfig>(started: Accepted, now: () => number) {
  let saved = started;
  const startedAt = now();
  const changedAt = new Map<string, number>();
  const listeners: ((section: string) => void)[] = [];
  return {
    current: (): Accepted => saved,
    changedAt: (section: string): number => changedAt.get(section) ?? startedAt,
    become(sections: readonly string[], next: Accepted): void {
      saved = next;
      for (const section of sections) changedAt.set(section, now());
    },
    observe: (listener: (section: string) => void): void => void listeners.push(listener),
    tell(sections: readonly string[]): void {
      for (const section of sections) for (const listener of listeners) listener(section);
    },
  };
}

function createTurns(): <T>(change: () => Promise<T>) => Promise<T> {
  let turn: Promise<unknown> = Promise.resolve();
  return (change) => {
    const mine = turn.then(change);
    turn = mine.catch(() => undefined);
    return mine;
  };
}

/** Nothing was written, which is certain. */
const isRefusal = (error: unknown) => error instanceof GatewayError && error.code === 'conflict';

/** Sections that may be kept although their write has failed. */
interface Doubts {
  add(section: string): void;
  /** Those of these sections that turned out to be kept; they are not in doubt any more. */
  resolve(sections: readonly string[]): readonly string[];
  /** Only these are in doubt from now on, as far as they were. */
  keepOnly(sections: readonly string[]): void;
  /** Calls a listener when a section comes into doubt. */
  on(listener: () => void): void;
}

function createDoubts(): Doubts {
  const doubtful = new Set<string>();
  const listeners: (() => void)[] = [];
  return {
    add(section) {
      doubtful.add(section);
      for (const listener of listeners) listener();
    },
    resolve(sections) {
      const found = sections.filter((section) => doubtful.has(section));
      for (const section of found) doubtful.delete(section);
      return found;
    },
    keepOnly(sections) {
      for (const section of doubtful) if (!sections.includes(section)) doubtful.delete(section);
    },
    on: (listener) => void listeners.push(listener),
  };
}
