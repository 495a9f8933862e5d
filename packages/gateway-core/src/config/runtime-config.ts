import type { ConfigControl, ConfigField, ConfigView, SavedSection } from '../ports/config.js';
import { GatewayError, noStorage } from '../use-case/errors.js';
import { type Block, isBlock, without } from './block.js';
import { type ConfigLayout, changedPaths, sectionOwning, sectionValue, storedForm, within } from './layout.js';
import { existingSection, refusedField, refuseForeign } from './refusals.js';
import {
  type AcceptedConfig,
  createSavedConfig,
  reasonOf,
  type SavedConfig,
  type SavedConfigDeps,
  type WriteSection,
} from './saved-config.js';
import type { SectionRecords } from './section-records.js';

/** What is known of the settings themselves: their shapes, their secrets, and how they become a configuration. */
export interface ConfigFormat<Accepted extends AcceptedConfig> {
  readonly layout: ConfigLayout;
  fields(isHot: (path: string) => boolean): readonly ConfigField[];
  /**
   * The configuration with these sections in it; `section` is the one that changes, where that is known.
   *
   * @throws GatewayError `validation`, naming each field
   */
  accept(saved: Accepted, stored: Readonly<Record<string, unknown>>, section?: string): Accepted;
  /** As it is shown: secrets as a mask. */
  mask(value: unknown): unknown;
  /**
   * As it came in, with the secret of `before` wherever the mask stands.
   *
   * @throws GatewayError `validation` where that secret was entered for another address; names the field
   */
  restoreMasked(incoming: unknown, before: unknown, section: string): unknown;
  /** With secrets as their texts, to compare. */
  clearText(value: unknown): unknown;
  /** As it is kept: the secrets of a section sealed. */
  sealed(value: unknown, section: string): unknown;
}

/** What the configuration at run time needs. */
export interface RuntimeConfigDeps<Accepted extends AcceptedConfig> extends SavedConfigDeps<Accepted> {
  /** Undefined where nothing can be kept. */
  readonly records: SectionRecords | undefined;
  readonly format: ConfigFormat<Accepted>;
}

/** The configuration, as it is in force and as it is changed. */
export interface RuntimeConfig<Config> extends ConfigView, ConfigControl {
  /** As saved now, with everything that can change at run time in force. */
  current(): Config;
  /** Calls a listener with each section that was changed here, once it is in force. */
  observe(listener: (section: string) => void): void;
  /**
   * Puts in force what another gateway has kept of a section; without one, of any that has changed. Rejects where it cannot be
   * read, or not be in force here.
   */
  reload(section?: string): Promise<void>;
}

/**
 * The configuration at run time. A section takes only what is its own and nothing that the environment pins; a change takes
 * effect before it is kept, and what cannot be taken over or kept is nowhere afterwards. Changes follow one another.
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
  const saved = createSavedConfig(deps, changed);
  const config = (): Accepted['config'] => saved.current().config;
  const waiting = () => changed(started.config, config());
  const sectionsOf = (paths: readonly string[]) => [
    ...new Set(paths.flatMap((path) => sectionOwning(layout, path) ?? [])),
  ];
  // The format keeps the shape of a block.
  const masked = (value: object) => format.mask(value) as Block;

  return {
    current: config,
    observe: saved.observe,
    async reload(name) {
      const { records } = deps;
      if (records === undefined || (name !== undefined && !layout.sections.includes(name))) return;
      await saved.inTurn(async () => {
        const next = format.accept(saved.current(), await records.all(), name);
        const sections = name === undefined ? sectionsOf(changed(config(), next.config)) : [name];
        if (sections.length > 0) await saved.follow(sections, next);
      });
    },
    effective: () => masked(config()),
    sources: () => saved.current().sources,
    sections: () => layout.sections,
    fields: () => format.fields(hot.covers),
    changes: () => waiting().map((path) => ({ path, applied: hot.covers(path) })),
    async section(name) {
      return masked(sectionValue(layout, config(), existingSection(layout, name)));
    },
    async saveSection(name, value) {
      const section = existingSection(layout, name);
      const records = required(deps.records);
      return saved.inTurn(async () => {
        const failure = await store(records, format, saved, section, value);
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
    async resetSection(name) {
      const section = existingSection(layout, name);
      const records = required(deps.records);
      await saved.inTurn(async () => {
        const { [section]: _, ...others } = await records.all();
        const write: WriteSection = async (inTurn) => void (await inTurn.delete(section));
        await saved.takeOverOrRefuse(section, format.accept(saved.current(), others, section), write);
      });
    },
    async resetField(path) {
      const section = sectionOwning(layout, path);
      if (section === undefined) throw refusedField(path, 'is set in the configuration file only');
      const records = required(deps.records);
      await saved.inTurn(async () => {
        const { [section]: kept, ...others } = await records.all();
        if (kept === undefined) return;
        const rest = isBlock(kept) ? without(kept, within(section, path)) : {};
        const isEmpty = Object.keys(rest).length === 0;
        const remaining = isEmpty ? others : { ...others, [section]: rest };
        const write: WriteSection = async (inTurn) =>
          void (isEmpty ? await inTurn.delete(section) : await inTurn.put(section, rest));
        await saved.takeOverOrRefuse(section, format.accept(saved.current(), remaining, section), write);
      });
    },
  };
}

/** Stores a whole section. The answer says why it could not be taken over; undefined where it was. */
async function store<Accepted extends AcceptedConfig>(
  records: SectionRecords,
  format: ConfigFormat<Accepted>,
  saved: SavedConfig<Accepted>,
  section: string,
  value: Block,
): Promise<string | undefined> {
  const { layout } = format;
  const { config } = saved.current();
  // A block comes back as one.
  const body = format.restoreMasked(value, sectionValue(layout, config, section), section) as Block;
  refuseForeign(layout, section, body, saved.current(), format.clearText);
  const before = await records.all();
  const sealed = format.sealed(storedForm(layout, section, body), section);
  const next = format.accept(saved.current(), { ...before, [section]: sealed }, section);
  try {
    await saved.takeOver(section, next, (inTurn) => inTurn.put(section, sealed));
    return undefined;
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    return reasonOf(error);
  }
}

function required<T>(there: T | undefined): T {
  if (there === undefined) throw noStorage();
  return there;
}
