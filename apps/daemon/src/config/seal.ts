import { isSealed, type SecretBox, SecretError } from '@ccu-gateway/auth-core/secrets';
import { ConfigError } from './errors.js';
import type { LoadedConfig } from './load.js';
import type { GatewayConfig } from './schema.js';
import { Secret } from './secret.js';
import { readTexts, replaceTexts } from './yaml-rewrite.js';

const USERS = 'north.rest.auth.users.';

export type SealResult = {
  /** Users whose password is sealed in the file now. */
  readonly sealed: readonly string[];
  /** Users whose password still stands there in clear text, for the warning `config.secret.plaintext`. */
  readonly plaintext: readonly string[];
};

/** Replaces each clear password of `north.rest.auth.users` in the YAML file by its sealed form. */
export function sealUsers(file: string, box: SecretBox): SealResult {
  const texts = readTexts(file);
  const clear = texts.entries.filter((entry) => entry.path.startsWith(USERS) && !isSealed(entry.value));
  const replaceable = clear.filter((entry) => entry.range !== undefined);
  const sealed = new Map(replaceable.map((entry) => [entry, box.seal(entry.value, entry.path)]));
  const name = (entry: { readonly path: string }) => entry.path.slice(USERS.length);
  if (sealed.size === 0 || !replaceTexts(file, texts, sealed)) return { sealed: [], plaintext: clear.map(name) };
  return {
    sealed: replaceable.map(name),
    plaintext: clear.filter((entry) => entry.range === undefined).map(name),
  };
}

/** Whether the configuration holds anything that needs the key. */
export function hasSealedValues(config: GatewayConfig): boolean {
  return secretsOf(config).some(([, secret]) => isSealed(secret.reveal()));
}

/** The configuration with every sealed value opened. @throws ConfigError naming the key that cannot be opened */
export function openSecrets(loaded: LoadedConfig, box: SecretBox): LoadedConfig {
  const opened = new Map<Secret, Secret>();
  for (const [path, secret] of secretsOf(loaded.config)) {
    if (!isSealed(secret.reveal())) continue;
    try {
      opened.set(secret, new Secret(box.open(secret.reveal(), path)));
    } catch (error) {
      const reason = error instanceof SecretError ? error.code : 'secret_damaged';
      const message = `the sealed value does not belong here or was sealed with another key (${reason})`;
      throw new ConfigError('config_invalid', [{ path, message, origin: loaded.file ?? 'configuration' }]);
    }
  }
  return { ...loaded, config: replaceSecrets(loaded.config, opened) as GatewayConfig };
}

function secretsOf(config: GatewayConfig): readonly (readonly [path: string, secret: Secret])[] {
  const { users, oidc } = config.north.rest.auth;
  return [
    ...Object.entries(users).map(([name, secret]) => [`${USERS}${name}`, secret] as const),
    ...(oidc.client_secret ? [['north.rest.auth.oidc.client_secret', oidc.client_secret] as const] : []),
    ...config.centrals.flatMap(({ name, password }) =>
      password ? [[`centrals.${name}.password`, password] as const] : [],
    ),
  ];
}

function replaceSecrets(value: unknown, by: ReadonlyMap<Secret, Secret>): unknown {
  if (value instanceof Secret) return by.get(value) ?? value;
  if (Array.isArray(value)) return value.map((child) => replaceSecrets(child, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, replaceSecrets(child, by)]));
}
