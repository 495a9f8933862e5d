import type { ConfigControl, ConfigField, ConfigView, SavedSection } from '../families/gateway/config.js';
import { GatewayError, noStorage } from '../use-case/errors.js';
import { type Block, isBlock, without } from './block.js';
import { createKeptSections, type KeptSections, type SectionNotInForce } from './kept-sections.js';
import { type ConfigLayout, changedPaths, sectionOwning, sectionValue, storedForm, within } from './layout.js';
import { existingSection, refusedField, refuseForeign } from './refusals.js';
import { type AcceptedConfig, createSavedConfig, type SavedConfig, type SavedConfigDeps } from './saved-config.js';
import type { SectionRecords, Sections } from './section-records.js';

/** Format of the settings themselves: their shapes, their secrets, and their conversion to a configuration. */
export interface ConfigFormat<Accepted extends AcceptedConfig> {
  readonly layout: ConfigLayout;
  fields(isHot: (path: string) => boolean): readonly ConfigField[];
  /**
   * The configuration with these sections in it; `section` is the one that changes, where that is known.
   *
   * @throws GatewayError `validation`, naming each field
   */
  accept(saved: Accepted, stored: Sections, section?: string): Accepted;
  /** As it is shown: secrets as a mask. */
  mask(value: unknown): unknown;
  /** As it came in, with the secret of `before` wherever the mask stands. */
  restoreMasked(incoming: unknown, before: unknown): unknown;
  /**
   * A stored secret goes only to the destination that it was stored for. `known` are the configurations that pair secrets with
   * destinations: the one before the change, and the one without any section that is kept. `given` is the section as it came in.
   *
   * @throws GatewayError `validation` where a secret that was not given would go elsewhere; names the field
   */
  secretsStay(change: {
    readonly next: Accepted;
    readonly known: readonly Accepted[];
    readonly section: string;
    readonly given: unknown;
  }): void;
  /** With secrets as their texts, to compare. */
  clearText(value: unknown): unknown;
  /** As it is kept: the secrets of a section sealed. */
  sealed(value: unknown, section: string): unknown;
}

/** Dependencies of the configuration at run time. */
export interface RuntimeConfigDeps<Accepted extends AcceptedConfig> extends SavedConfigDeps<Accepted> {
  /** Undefined where nothing can be kept. */
  readonly records: SectionRecords | undefined;
  readonly format: ConfigFormat<Accepted>;
  /** Stored sections at the start of the gateway. Default: none. */
  readonly startedWith?: Sections;
}

/** The configuration, as it is in force and as it is changed. */
export interface RuntimeConfig<Config> extends ConfigView, ConfigControl {
  /** As saved now, with everything that can change at run time in force. */
  current(): Config;
  /** Calls a listener with each section that was changed here, once it is in force. */
  observe(listener: (section: string) => void): void;
  /** Calls a listener when a write has failed: it may be kept all the same. `reload` finds out. */
  onDoubt(listener: () => void): void;
  /**
   * Puts in force the settings that another gateway has stored for a section, and of any other that has changed; a
   * section that cannot be in force here holds back no other, and is in `notInForce`. Rejects if that could not be
   * determined.
   */
  reload(section?: string): Promise<void>;
  /**
   * The configuration as it would be with this value of a section, which is neither stored nor put in force. The value is checked
   * like one that is saved: `***` stands for the stored secret, which goes only to the destination that it was stored for.
   *
   * @throws GatewayError `not_found`, `validation` naming each field, `service_unready` without storage
   */
  candidate(section: string, value: Block): Promise<Config>;
  /** Sections that are kept and could not be in force here when they were read last. */
  notInForce(): readonly SectionNotInForce[];
}

/**
 * The configuration at run time. A section takes only its own settings and none that the environment pins; a change
 * takes effect before it is stored, and a change that cannot be applied or stored is undone everywhere. Changes follow
 * one another, those of other gateways too: each begins with the stored value, and begins anew if another gateway was
 * quicker.
 *
 * @example
 * const config = createRuntimeConfig({ started, records, format, now: time.now, hot, keepWayIn });
 * await config.saveSection('logging', { level: 'debug' });
 */
export function createRuntimeConfig<Accepted extends AcceptedConfig>(
  deps: RuntimeConfigDeps<Accepted>,
): RuntimeConfig<Accepted['config']> {
  const { started, hot, format } = deps;
  const { layout } = format;
  const changed = (before: object, after: object) => changedPaths(layout, before, after, format.clearText);
  const sectionsOf = (paths: readonly string[]) => [
    ...new Set(paths.flatMap((path) => sectionOwning(layout, path) ?? [])),
  ];
  const saved = createSavedConfig(deps, { changed, sectionsOf });
  const config = (): Accepted['config'] => saved.current().config;
  const waiting = () => changed(started.config, config());
  // The format keeps the shape of a block.
  const masked = (value: object) => format.mask(value) as Block;
  const kept = createKeptSections({
    sections: layout.sections,
    started: deps.startedWith ?? {},
    accept: (stored, section) => format.accept(saved.current(), stored, section),
    saved,
  });
  const changes = changesOf(deps, saved, kept);

  return {
    ...controlOf(deps, { saved, changes, waiting }),
    current: config,
    observe: saved.observe,
    onDoubt: saved.onDoubt,
    async reload(name) {
      const { records } = deps;
      if (records === undefined || (name !== undefined && !layout.sections.includes(name))) return;
      await saved.inTurn(async () => kept.follow(await records.all(), name));
    },
    async candidate(name, value) {
      const section = existingSection(layout, name);
      const records = required(deps.records);
      return (await changes.candidate(records, section, value)).config;
    },
    notInForce: kept.notInForce,
    effective: () => masked(config()),
    sources: () => saved.current().sources,
    sections: () => layout.sections,
    fields: () => format.fields(hot.covers),
    changes: () => waiting().map((path) => ({ path, applied: hot.covers(path) })),
    async section(name) {
      return masked(sectionValue(layout, config(), existingSection(layout, name)));
    },
  };
}

/** Saves and resets sections. `waiting` returns the settings that differ from those of the start. */
function controlOf<Accepted extends AcceptedConfig>(
  { records: storage, hot, format }: Pick<RuntimeConfigDeps<Accepted>, 'records' | 'hot' | 'format'>,
  {
    saved,
    changes,
    waiting,
  }: {
    readonly saved: SavedConfig<Accepted>;
    readonly changes: ReturnType<typeof changesOf<Accepted>>;
    readonly waiting: () => readonly string[];
  },
): Omit<ConfigControl, 'section'> {
  const { layout } = format;
  return {
    async saveSection(name, value) {
      const section = existingSection(layout, name);
      const records = required(storage);
      return saved.inTurn(async () => {
        const failure = await changes.save(records, section, () => value).then(() => undefined, refusalOf);
        const version = saved.changedAt(section);
        const own = waiting().filter((path) => sectionOwning(layout, path) === section);
        return {
          section,
          version,
          updatedAt: version,
          restartRequired: own.some((path) => !hot.covers(path)),
          applied: failure === undefined,
          ...(failure === undefined ? {} : { applyError: failure }),
        } satisfies SavedSection;
      });
    },
    async changeSection(name, become) {
      const section = existingSection(layout, name);
      const records = required(storage);
      await saved.inTurn(() => orRefused(changes.save(records, section, become)));
    },
    async resetSection(name) {
      const section = existingSection(layout, name);
      const records = required(storage);
      await saved.inTurn(() => orRefused(changes.change(records, section, () => ({ after: undefined }))));
    },
    async resetField(path) {
      const section = sectionOwning(layout, path);
      if (section === undefined) throw refusedField(path, 'is set in the configuration file only');
      const records = required(storage);
      const become = ({ [section]: kept }: Sections) => ({
        after: isBlock(kept) ? withoutField(kept, section, path) : undefined,
      });
      await saved.inTurn(() => orRefused(changes.change(records, section, become)));
    },
  };
}

/** Changes of stored sections. */
function changesOf<Accepted extends AcceptedConfig>(
  { format }: Pick<RuntimeConfigDeps<Accepted>, 'format'>,
  saved: SavedConfig<Accepted>,
  keptSections: KeptSections,
) {
  const { layout } = format;
  /** An unacceptable configuration is left out of the comparison. */
  const acceptedOf = (sections: Sections): readonly Accepted[] => {
    try {
      return [format.accept(saved.current(), sections)];
    } catch {
      return [];
    }
  };
  const accepted = (all: Sections, section: string, after: unknown, given?: Block) => {
    const { [section]: before, ...others } = all;
    const stored = after === undefined ? others : { ...others, [section]: after };
    const next = format.accept(saved.current(), stored, section);
    const known = [all, {}].flatMap((sections) => acceptedOf(sections));
    format.secretsStay({ next, known, section, given });
    return { before, stored, next };
  };
  /** `become` returns the new value of a section, and the one that came in; `after: undefined` removes it. */
  const change = async (
    records: SectionRecords,
    section: string,
    become: (all: Sections) => { readonly after: unknown; readonly given?: Block },
  ) => {
    for (;;) {
      const all = keptSections.startOf(await records.all(), section);
      const { after, given } = become(all);
      const { before, stored, next } = accepted(all, section, after, given);
      if (await saved.takeOver(section, next, (inTurn) => inTurn.replace(section, before, after))) {
        return keptSections.changed(section, stored);
      }
    }
  };
  const storedOf = (all: Sections, section: string, become: (before: Block) => Block) => {
    // From the stored value, not the one in force here: another gateway may have changed the secret behind the
    // mask.
    const kept = format.accept(saved.current(), all);
    const before = sectionValue(layout, kept.config, section);
    // A block comes back as one.
    const given = become(format.mask(before) as Block);
    const body = format.restoreMasked(given, before) as Block;
    refuseForeign(layout, section, body, kept, format.clearText);
    return { after: format.sealed(storedForm(layout, section, body), section), given };
  };
  return {
    change,
    save: (records: SectionRecords, section: string, become: (before: Block) => Block) =>
      change(records, section, (all) => storedOf(all, section, become)),
    async candidate(records: SectionRecords, section: string, value: Block): Promise<Accepted> {
      const all = keptSections.startOf(await records.all(), section);
      return accepted(all, section, storedOf(all, section, () => value).after, value).next;
    },
  };
}

function withoutField(kept: Block, section: string, path: string): Block | undefined {
  const rest = without(kept, within(section, path));
  return Object.keys(rest).length === 0 ? undefined : rest;
}

/** A failure is refused as `service_unready`. */
async function orRefused(change: Promise<void>): Promise<void> {
  const failure = await change.then(() => undefined, refusalOf);
  if (failure === undefined) return;
  throw new GatewayError('service_unready', `Nothing was changed: ${failure}`, { reason: 'apply_failed' });
}

/** Reason why a part could not apply a change; an existing refusal stays one. */
function refusalOf(error: unknown): string {
  if (error instanceof GatewayError) throw error;
  return error instanceof Error ? error.message : String(error);
}

function required<T>(there: T | undefined): T {
  if (there === undefined) throw noStorage();
  return there;
}
