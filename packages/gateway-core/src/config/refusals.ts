import type { ConfigSource } from '../families/gateway/config.js';
import { GatewayError } from '../use-case/errors.js';
import { at, type Block } from './block.js';
import { bodyPaths, type ConfigLayout, sectionOwning, storedForm, within } from './layout.js';

/** @throws GatewayError `not_found` */
export function existingSection({ sections }: ConfigLayout, name: string): string {
  if (sections.includes(name)) return name;
  throw new GatewayError('not_found', `There is no section ${name}`, { reason: 'section_unknown' });
}

/**
 * A section takes only its own settings, and none that the environment has pinned to another value.
 *
 * @throws GatewayError `validation`
 */
export function refuseForeign(
  layout: ConfigLayout,
  section: string,
  body: Block,
  saved: { readonly config: object; readonly sources: ReadonlyMap<string, ConfigSource> },
  clearText: (value: unknown) => unknown,
): void {
  const whole = storedForm(layout, section, body);
  if (whole === undefined) throw refusedField(section, 'is required');
  for (const path of bodyPaths(layout, whole, section)) {
    const owner = sectionOwning(layout, path);
    if (owner !== section) {
      throw refusedField(
        path,
        owner === undefined ? 'is set in the configuration file only' : `belongs to section ${owner}`,
      );
    }
    const given = path === section ? whole : at(whole, within(section, path).join('.'));
    const pinned = saved.sources.get(path) === 'env';
    if (pinned && JSON.stringify(given) !== JSON.stringify(clearText(at(saved.config, path)))) {
      throw refusedField(path, 'is pinned by the environment and cannot be changed here');
    }
  }
}

/**
 * The refusal of one field: code `validation`, with the field and the reason in `errors`.
 *
 * @example
 * throw refusedField('backup.keep_last', 'must be at least 0');
 */
export function refusedField(field: string, reason: string): GatewayError {
  return new GatewayError('validation', `${field} ${reason}`, {
    reason: 'validation_failed',
    errors: [{ field, reason }],
  });
}
