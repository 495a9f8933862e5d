import { at, type Block, isBlock, without } from './block.js';

/** The existing settings, and the way to change them. All of them by their dotted paths. */
export interface ConfigLayout {
  /** Every setting; a list or a map of names is one setting. */
  readonly settings: readonly string[];
  /** Settings and blocks that can be changed at run time, each as a whole. One may stand inside another. */
  readonly sections: readonly string[];
  /** Settings and blocks that only the file and the environment set, in any section. */
  readonly fileOnly: readonly string[];
}

/**
 * True when a path is the block's own, or below it.
 *
 * @example
 * isAtOrBelow('logging.level', 'logging'); // true
 */
export function isAtOrBelow(path: string, block: string): boolean {
  return path === block || path.startsWith(`${block}.`);
}

/**
 * The section that a setting belongs to: the innermost one. Undefined for settings of the file and the environment
 * only.
 *
 * @example
 * sectionOwning(layout, 'north.rest.auth.oidc.issuer'); // 'north.rest.auth.oidc'
 */
export function sectionOwning({ sections, fileOnly }: ConfigLayout, path: string): string | undefined {
  if (fileOnly.some((fixed) => isAtOrBelow(path, fixed))) return undefined;
  const owners = sections.filter((section) => isAtOrBelow(path, section));
  return owners.sort((a, b) => b.length - a.length)[0];
}

/**
 * The part of the configuration that a section holds, without the sections inside it and without settings of the file
 * only. A section that is one value becomes a block with that one member.
 */
export function sectionValue(layout: ConfigLayout, config: object, section: string): Block {
  const value = at(config, section);
  if (!isBlock(value)) return { [lastOf(section)]: value };
  return layout.settings
    .filter((path) => isAtOrBelow(path, section) && sectionOwning(layout, path) !== section)
    .reduce<Block>((rest, path) => without(rest, within(section, path)), value);
}

/** Sections that are one value are stored as that value. */
export function storedForm({ settings }: ConfigLayout, section: string, body: Block): unknown {
  return settings.includes(section) ? body[lastOf(section)] : body;
}

/** The keys that lead from a section to a setting in it. */
export function within(section: string, path: string): readonly string[] {
  return path.slice(section.length + 1).split('.');
}

/** Dotted paths, below the root, of every setting of a body. */
export function bodyPaths(layout: ConfigLayout, body: unknown, path: string): readonly string[] {
  if (layout.settings.includes(path) || !isBlock(body)) return [path];
  return Object.entries(body).flatMap(([key, child]) => bodyPaths(layout, child, `${path}.${key}`));
}

/** Settings that differ between two configurations. `clearText` compares two secrets in clear text. */
export function changedPaths(
  { settings }: ConfigLayout,
  before: object,
  after: object,
  clearText: (value: unknown) => unknown,
): readonly string[] {
  const comparable = (config: object, path: string) => JSON.stringify(clearText(at(config, path))) ?? '';
  return settings.filter((path) => comparable(before, path) !== comparable(after, path));
}

const lastOf = (section: string): string => section.split('.').at(-1) ?? section;
