import { newPasswordFault } from '@ccu-gateway/auth-core';
import { isSealed, type SecretBox, SecretError } from '@ccu-gateway/auth-core/secrets';
import { ConfigError, type ConfigIssue } from './errors.js';
import type { LoadedConfig } from './load.js';
import { issueAt } from './resolve.js';
import type { GatewayConfig } from './schema.js';
import { Secret } from './secret.js';
import { type SecretPlace, secretsOf, USERS } from './secret-paths.js';
import { readTexts, replaceTexts } from './yaml-rewrite.js';

export type SealResult = {
  /** Users whose password is sealed in the file now. */
  readonly sealed: readonly string[];
  /** Users whose password still stands there in clear text, for the warning `config.secret.plaintext`. */
  readonly plaintext: readonly string[];
};

/** Replaces each clear password of `north.rest.auth.users` in the YAML file by its sealed form. */
export function sealUsers(file: string, box: SecretBox): SealResult {
  const texts = readTexts(file);
  const clear = texts.entries.filter((entry) => entry.path.startsWith(`${USERS}.`) && !isSealed(entry.value));
  const replaceable = clear.filter((entry) => entry.range !== undefined);
  const sealed = new Map(replaceable.map((entry) => [entry, box.seal(entry.value, entry.path)]));
  const name = (entry: { readonly path: string }) => entry.path.slice(USERS.length + 1);
  if (sealed.size === 0 || !replaceTexts(file, texts, sealed)) return { sealed: [], plaintext: clear.map(name) };
  return {
    sealed: replaceable.map(name),
    plaintext: clear.filter((entry) => entry.range === undefined).map(name),
  };
}

/** Where sealed values stand, for the message when they cannot be opened. */
export function sealedPlaces(loaded: LoadedConfig, message: string): readonly ConfigIssue[] {
  return secretsOf(loaded.config)
    .filter(({ secret }) => isSealed(secret.reveal()))
    .map((place) => placeIssue(loaded, place, message));
}

/** The configuration with every sealed value opened. @throws ConfigError naming each one that cannot be opened */
export function openSecrets(loaded: LoadedConfig, box: SecretBox): LoadedConfig {
  const opened = new Map<Secret, Secret>();
  const closed: ConfigIssue[] = [];
  for (const place of secretsOf(loaded.config)) {
    const { path, secret } = place;
    if (!isSealed(secret.reveal())) continue;
    try {
      opened.set(secret, new Secret(box.open(secret.reveal(), path)));
    } catch (error) {
      closed.push(placeIssue(loaded, place, cannotBeOpened(error)));
    }
  }
  if (closed.length > 0) throw new ConfigError('config_invalid', closed);
  return { ...loaded, config: replaceSecrets(loaded.config, opened) as GatewayConfig };
}

/** Why a sealed value stays closed, and what helps. */
export function cannotBeOpened(error: unknown): string {
  const reason = error instanceof SecretError ? error.code : 'secret_damaged';
  return `the sealed value does not belong here or was sealed with another key (${reason}): put that key back, or write the password again`;
}

/** Passwords of the configuration follow the rule of every other password. @throws ConfigError naming each that does not */
export function checkUserPasswords(loaded: LoadedConfig): void {
  const issues = secretsOf(loaded.config).flatMap((place) => {
    const fault = place.path.startsWith(`${USERS}.`) ? newPasswordFault(place.secret.reveal()) : null;
    return fault === null ? [] : [placeIssue(loaded, place, `the password ${fault}`)];
  });
  if (issues.length > 0) throw new ConfigError('config_invalid', issues);
}

function placeIssue({ layers }: LoadedConfig, { path, keys }: SecretPlace, message: string): ConfigIssue {
  return { ...issueAt(layers, keys, message), path };
}

function replaceSecrets(value: unknown, by: ReadonlyMap<Secret, Secret>): unknown {
  if (value instanceof Secret) return by.get(value) ?? value;
  if (Array.isArray(value)) return value.map((child) => replaceSecrets(child, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, replaceSecrets(child, by)]));
}
