import { newPasswordFault } from '@ccu-gateway/auth-core';
import { isSealed, type SecretBox, SecretError } from '@ccu-gateway/auth-core/secrets';
import { channelFaults } from '@ccu-gateway/notify/settings';
import { webhookSecretFault } from '@ccu-gateway/webhook-bridge/formats';
import { SITE_SECRETS } from '../site/settings/settings.js';
import { ConfigError, type ConfigIssue } from './errors.js';
import { readTexts, replaceTexts } from './file/yaml-rewrite.js';
import type { LoadedConfig } from './load.js';
import { issueAt } from './resolve.js';
import type { GatewayConfig } from './schema/schema.js';
import { type SecretPlace, secretsOf, USERS } from './secret-paths.js';
import { Secret } from './values/secret.js';

export type SealResult = {
  /** Users with a password that is sealed in the file now, and the paths of other secrets. */
  readonly sealed: readonly string[];
  /** Secrets that are still in clear text, for the warning `config.secret.plaintext`. */
  readonly plaintext: readonly string[];
};

const WEBHOOK_SECRET = /^webhooks\.endpoints\.[^.]+\.secret$/;
const CHANNEL_TOKEN = /^notify\.channels\.[^.]+\.token$/;

/** Secrets that this gateway alone makes use of, and that no other program reads from the file. */
const SEALED_PLACES = [
  /^north\.rest\.auth\.users\./,
  /^mqtt\.brokers\..+\.password$/,
  /^backup\.own\.target\.password$/,
  WEBHOOK_SECRET,
  CHANNEL_TOKEN,
];

/** Replaces each clear password of a user or a broker, and each secret of a webhook or channel, in the YAML file by its sealed form. */
export function sealFile(file: string, box: SecretBox): SealResult {
  const texts = readTexts(file);
  const clear = texts.entries.filter(({ path, value }) => isSealedPlace(path, value) && !isSealed(value));
  const replaceable = clear.filter((entry) => entry.range !== undefined);
  const sealed = new Map(replaceable.map((entry) => [entry, box.seal(entry.value, entry.path)]));
  const name = ({ path }: { readonly path: string }) =>
    path.startsWith(`${USERS}.`) ? path.slice(USERS.length + 1) : path;
  if (sealed.size === 0 || !replaceTexts(file, texts, sealed)) return { sealed: [], plaintext: clear.map(name) };
  return {
    sealed: replaceable.map(name),
    plaintext: clear.filter((entry) => entry.range === undefined).map(name),
  };
}

/** An empty password of a broker is none; one of a user is refused by another check. */
function isSealedPlace(path: string, value: string): boolean {
  const isSealable = SITE_SECRETS.includes(path) || SEALED_PLACES.some((place) => place.test(path));
  return isSealable && (value !== '' || path.startsWith(`${USERS}.`));
}

/** Paths of sealed values, for the message when they cannot be opened. */
export function sealedPlaces(loaded: LoadedConfig, message: string): readonly ConfigIssue[] {
  return secretsOf(loaded.config)
    .filter(({ secret }) => isSealed(secret.reveal()))
    .map((place) => placeIssue(loaded, place, message));
}

/** The configuration with every sealed value opened. @throws ConfigError naming each one that cannot be opened or used */
export function openSecrets(loaded: LoadedConfig, box: SecretBox): LoadedConfig {
  const opened = new Map<Secret, Secret>();
  const closed: ConfigIssue[] = [];
  for (const place of secretsOf(loaded.config)) {
    const { path, secret } = place;
    if (!isSealed(secret.reveal())) continue;
    try {
      const text = box.open(secret.reveal(), path);
      opened.set(secret, new Secret(text));
      const fault = contentFault(loaded.config, place, text);
      if (fault !== undefined) closed.push(placeIssue(loaded, place, fault));
    } catch (error) {
      closed.push(placeIssue(loaded, place, cannotBeOpened(error)));
    }
  }
  if (closed.length > 0) throw new ConfigError('config_invalid', closed);
  return { ...loaded, config: replaceSecrets(loaded.config, opened) as GatewayConfig };
}

/** The fault of an opened secret whose form can be checked; undefined for others. */
function contentFault({ notify }: GatewayConfig, { path, keys }: SecretPlace, text: string): string | undefined {
  if (WEBHOOK_SECRET.test(path)) return webhookSecretFault(text);
  if (!CHANNEL_TOKEN.test(path)) return undefined;
  const channel = notify.channels[String(keys[2])];
  if (channel === undefined) return undefined;
  return channelFaults({ ...channel, token: text }).find(({ member }) => member === 'token')?.reason;
}

/** Reason why a sealed value cannot be opened, with a remedy. */
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
