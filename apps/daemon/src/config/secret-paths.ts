import { SITE_SECRETS } from '../site/settings/settings.js';
import type { GatewayConfig } from './schema/schema.js';
import { Secret } from './values/secret.js';

/** A secret of the configuration. */
export type SecretPlace = {
  /** Context of the seal, and its name for people: `centrals.home.password`. */
  readonly path: string;
  /** Its position in the document: the entry of a list by its number. */
  readonly keys: readonly PropertyKey[];
  readonly secret: Secret;
};

export const USERS = 'north.rest.auth.users';

export function secretsOf(config: GatewayConfig): readonly SecretPlace[] {
  const { users, oidc } = config.north.rest.auth;
  const clientSecret = 'north.rest.auth.oidc.client_secret';
  const target = config.backup.own.target.password;
  const targetPath = 'backup.own.target.password';
  return [
    ...SITE_SECRETS.flatMap((path) => {
      const keys = path.split('.');
      const secret = keys.reduce<unknown>((value, key) => Reflect.get(Object(value), key), config);
      return secret instanceof Secret ? [{ path, keys, secret }] : [];
    }),
    ...Object.entries(users).map(([name, secret]) => ({
      path: `${USERS}.${name}`,
      keys: [...USERS.split('.'), name],
      secret,
    })),
    ...(oidc.client_secret ? [{ path: clientSecret, keys: clientSecret.split('.'), secret: oidc.client_secret }] : []),
    ...(target ? [{ path: targetPath, keys: targetPath.split('.'), secret: target }] : []),
    ...Object.entries(config.mqtt.brokers).flatMap(([name, { password }]) => {
      const keys = ['mqtt', 'brokers', name, 'password'];
      return password ? [{ path: keys.join('.'), keys, secret: password }] : [];
    }),
    ...Object.entries(config.webhooks.endpoints).map(([name, { secret }]) => {
      const keys = ['webhooks', 'endpoints', name, 'secret'];
      return { path: keys.join('.'), keys, secret };
    }),
    ...Object.entries(config.notify.channels).flatMap(([name, { token }]) => {
      const keys = ['notify', 'channels', name, 'token'];
      return token ? [{ path: keys.join('.'), keys, secret: token }] : [];
    }),
    ...config.centrals.flatMap(({ name, password }, index) =>
      password ? [{ path: `centrals.${name}.password`, keys: ['centrals', index, 'password'], secret: password }] : [],
    ),
  ];
}
