import { GatewayError } from '@ccu-gateway/gateway-core';
import { ConfigError, type ConfigSection, type LoadedConfig } from '../config/index.js';
import { mapSecrets, sectionOwning } from '../config/sections.js';
import { at, bodyPaths, isSection, type JsonObject, storedForm } from './config-values.js';

/** @throws GatewayError `not_found` */
export function knownSection(name: string): ConfigSection {
  if (isSection(name)) return name;
  throw new GatewayError('not_found', `There is no section ${name}`, { reason: 'section_unknown' });
}

/** A section takes only what is its own, and nothing that the environment has pinned to another value. */
export function refuseForeign(section: ConfigSection, body: JsonObject, saved: LoadedConfig): void {
  const whole = storedForm(section, body);
  if (whole === undefined) throw refused(section, 'is required');
  for (const path of bodyPaths(section, whole)) {
    const owner = sectionOwning(path);
    if (owner !== section) {
      throw refused(
        path,
        owner === undefined ? 'is set in the configuration file only' : `belongs to section ${owner}`,
      );
    }
    const given = path === section ? whole : at(whole, path.slice(section.length + 1));
    const pinned = saved.sources.get(path) === 'env';
    if (pinned && JSON.stringify(given) !== JSON.stringify(plain(at(saved.config, path)))) {
      throw refused(path, 'is pinned by the environment and cannot be changed here');
    }
  }
}

/** As it came in: a secret is compared by its text. */
function plain(value: unknown): unknown {
  return mapSecrets(value, '', (text) => text);
}

/** Resolves a configuration; what is wrong with it is refused, field by field. */
export function accept<T>(resolve: () => T, section: ConfigSection): T {
  try {
    return resolve();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new GatewayError('validation', `The section ${section} is not acceptable`, {
      reason: 'validation_failed',
      errors: error.issues.map(({ path, message }) => ({ field: path, reason: message })),
    });
  }
}

export function refused(field: string, reason: string): GatewayError {
  return new GatewayError('validation', `${field} ${reason}`, {
    reason: 'validation_failed',
    errors: [{ field, reason }],
  });
}
