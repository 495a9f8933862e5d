import { isSetBySupervisor } from '@ccu-gateway/auth-core';
import { SITE_VARIABLES } from '../site/settings/settings.js';
import type { ConfigIssue } from './errors.js';
import { Secret } from './values/secret.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Environment variables for keys of the file. Numbers are written as digits. */
const ENVIRONMENT_KEYS: Readonly<Record<string, { readonly path: string; readonly number?: true }>> = {
  SERVICE_NAME: { path: 'service_name' },
  SERVICE_LOCALE: { path: 'locale' },
  SERVICE_DATA_DIR: { path: 'data_dir' },
  SERVICE_PROFILE: { path: 'profile' },
  SERVICE_LOG_LEVEL: { path: 'logging.level' },
  SERVICE_LOG_FORMAT: { path: 'logging.format' },
  SERVICE_REST_LISTEN: { path: 'north.rest.listen' },
  SERVICE_CALLBACK_HOST: { path: 'callback.host' },
  SERVICE_CALLBACK_PORT: { path: 'callback.port', number: true },
  SERVICE_CALLBACK_BIN_PORT: { path: 'callback.bin_port', number: true },
  SERVICE_CALLBACK_PUBLIC_HOST: { path: 'callback.public_host' },
  ...SITE_VARIABLES,
  SERVICE_OIDC_CLIENT_SECRET: { path: 'north.rest.auth.oidc.client_secret' },
};

/** The variable that pins a setting where it is set. */
export function variableOf(path: string): string | undefined {
  return Object.entries(ENVIRONMENT_KEYS).find(([, key]) => key.path === path)?.[0];
}

const OTHER_VARIABLES: readonly string[] = [
  'SERVICE_BUILD',
  'SERVICE_CONFIG',
  'SERVICE_SECRET_KEY',
  'SERVICE_SECRET_KEY_FILE',
  'SERVICE_SUPERVISOR',
];

/** Kinds of packages: set by the start scripts of the packages, never by a person. */
const BUILDS: readonly string[] = ['ccu-addon', 'ha-app'];

/** A package with an unknown kind would start as another one, and open its setup to the network. */
function unknownBuild(build: string | undefined, origin: string): readonly ConfigIssue[] {
  if (!build || BUILDS.includes(build)) return [];
  return [{ path: 'SERVICE_BUILD', message: `expected one of ${BUILDS.join(', ')}`, origin }];
}

/** Variables of that prefix that mean nothing: a setting that was meant would silently not count. */
export function unknownVariables(env: Environment, origin: string): readonly ConfigIssue[] {
  const known = [...Object.keys(ENVIRONMENT_KEYS), ...OTHER_VARIABLES];
  const unknown = Object.entries(env)
    .filter(([name, text]) => name.startsWith('SERVICE_') && text !== undefined && text !== '')
    // The settings of a CCU may name any variable that has PASSWORD in its name.
    .filter(([name]) => !known.includes(name) && !name.includes('PASSWORD'))
    .map(([name]) => ({ path: name, message: `unknown variable; there are: ${known.join(', ')}`, origin }));
  return [...unknown, ...unknownBuild(env.SERVICE_BUILD, origin)];
}

/** Values that come only from the environment and are never written anywhere. */
export type EnvironmentOnly = {
  readonly secretKey: Secret | undefined;
  readonly secretKeyFile: string | undefined;
  /** True when the process runs as an app of Home Assistant, under its supervisor. */
  readonly supervised: boolean;
  /** True when the process runs as an add-on on a CCU. */
  readonly ccuAddon: boolean;
};

export type OverlayValue = { readonly path: string; readonly value: unknown; readonly origin: string };

/** An empty variable counts as unset, so that `SERVICE_X=` in a compose file changes nothing. */
export function readEnvironment(env: Environment): readonly OverlayValue[] {
  const values: OverlayValue[] = [];
  for (const [name, key] of Object.entries(ENVIRONMENT_KEYS)) {
    const text = env[name];
    if (text === undefined || text === '') continue;
    const value = key.number && /^\d{1,9}$/.test(text) ? Number(text) : text;
    values.push({ path: key.path, value, origin: `environment variable ${name}` });
  }
  return values;
}

export function readEnvironmentOnly(env: Environment): EnvironmentOnly {
  return {
    secretKey: env.SERVICE_SECRET_KEY ? new Secret(env.SERVICE_SECRET_KEY) : undefined,
    secretKeyFile: env.SERVICE_SECRET_KEY_FILE || undefined,
    supervised: isSetBySupervisor(env.SERVICE_SUPERVISOR) || env.SERVICE_BUILD === 'ha-app',
    ccuAddon: env.SERVICE_BUILD === 'ccu-addon',
  };
}
