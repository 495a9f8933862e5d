import { isDeepStrictEqual } from 'node:util';
import { type SecretBox, SecretError } from '@ccu-gateway/auth-core/secrets';
import { GatewayError } from '@ccu-gateway/gateway-core';
import {
  type CentralFormat,
  defined,
  passwordChange,
  refusedField,
  SECRET_MASK,
} from '@ccu-gateway/gateway-core/parts';
import type { CentralSettings } from '@ccu-gateway/gateway-core/use-cases';
import type { StoredCentral } from '@ccu-gateway/storage';
import { type CentralConfig, ConfigError, type ConfigIssue, cannotBeOpened, durationMs } from '../config/index.js';
import { revealSecrets } from '../config/redact.js';
import { central as centralSchema } from '../config/schema/centrals.js';
import { movedPart } from './central-destination.js';

/** Settings of a CCU in the database: the block of the configuration file, its password sealed. */
export type CentralDocument = Readonly<Record<string, unknown>>;

export interface PasswordSources {
  readonly box: SecretBox;
  /** Value of an environment variable. */
  readonly environment: (name: string) => string | undefined;
}

const NANOSECONDS = 1_000_000;

/** The block of the configuration file as the document of a CCU. */
export function centralFormat(sources: PasswordSources): CentralFormat<CentralConfig, CentralDocument> {
  const { box } = sources;
  return {
    documentOf: (settings, before) => documentOf(settings, before, box),
    documentOfConfig: (config) => documentOfConfig(config, box),
    configOf: (row) => configOf(row, sources),
    passwordStays,
    isSame: isSameCentral,
    opened: (rows) => openedRows(rows, sources),
    settingsOf: (config, serial, kept) =>
      settingsOf(config, {
        ...defined({ serial, document: kept?.config, createdAt: kept?.createdAt, updatedAt: kept?.updatedAt }),
      }),
  };
}

/**
 * The document for settings that came in over the API. The mask, or no password at all, keeps the one of `before`.
 * @throws GatewayError `validation`
 */
function documentOf(settings: CentralSettings, before: CentralDocument | undefined, box: SecretBox): CentralDocument {
  const { name, enabled: _enabled, serial, password_plain: plain, password_env: env, behavior, ...rest } = settings;
  const becomes = passwordChange(settings);
  const sealed = becomes === 'replaced' && plain !== undefined ? box.seal(plain, passwordPath(name)) : undefined;
  const password = becomes === 'kept' ? before?.password : sealed;
  return {
    ...rest,
    ...(serial === undefined ? {} : { serial }),
    ...(password === undefined ? {} : { password }),
    ...(env === undefined ? {} : { password_env: env }),
    // The API does not speak of it, so it stays as it is.
    ...(before?.check_connection_interval === undefined
      ? {}
      : { check_connection_interval: before.check_connection_interval }),
    ...(behavior === undefined ? {} : { behavior: behaviorOf(behavior) }),
  };
}

/** True when two CCUs have the same settings, their passwords included. */
export function isSameCentral(one: CentralConfig, other: CentralConfig): boolean {
  return isDeepStrictEqual(comparable(one), comparable(other));
}

/** An empty password is none. */
function comparable(config: CentralConfig) {
  const { password, ...rest } = revealSecrets(config) as Omit<CentralConfig, 'password'> & {
    readonly password?: string;
  };
  return { ...rest, password: password || undefined };
}

type Row = Pick<StoredCentral, 'name' | 'enabled' | 'config'>;

/** @throws GatewayError `validation` */
function passwordStays(change: {
  readonly settings: CentralSettings;
  readonly before: Row | undefined;
  readonly next: Row;
}): void {
  const { settings, before, next } = change;
  const { password_env: env } = settings;
  if (env !== undefined && env !== '' && env !== before?.config.password_env) {
    throw refusedField('password_env', 'must be a variable that the configuration uses for this CCU already');
  }
  const keeps = passwordChange(settings) === 'kept' && before?.config.password !== undefined;
  if (before === undefined || (env === undefined && !keeps)) return;
  const moved = movedPart(parsed(before, undefined), parsed(next, undefined));
  if (moved === undefined) return;
  throw refusedField(
    env === undefined ? 'password_plain' : 'password_env',
    env === undefined
      ? `must be entered again: it was stored for another ${moved}`
      : `is used for another ${moved}: enter the password instead`,
  );
}

/** A CCU of the configuration file as a document, when the database takes over. */
function documentOfConfig(config: CentralConfig, box: SecretBox): CentralDocument {
  const { name, enabled: _enabled, password, ...rest } = config;
  const clear = password?.reveal() ?? '';
  const plain = JSON.parse(JSON.stringify(rest)) as CentralDocument;
  return clear === '' ? plain : { ...plain, password: box.seal(clear, passwordPath(name)) };
}

/** The CCU as the gateway connects to it. @throws GatewayError `validation`, SecretError */
function configOf(stored: Row, { box, environment }: PasswordSources): CentralConfig {
  const { password: sealed, password_env: env } = stored.config;
  const password =
    typeof env === 'string'
      ? environment(env)
      : typeof sealed === 'string'
        ? box.open(sealed, passwordPath(stored.name))
        : undefined;
  return parsed(stored, password);
}

/** @throws GatewayError `validation` */
function parsed(stored: Row, password: string | undefined): CentralConfig {
  const { serial: _serial, password: _sealed, password_env: _env, ...rest } = stored.config;
  const read = centralSchema.safeParse({
    ...rest,
    name: stored.name,
    enabled: stored.enabled,
    ...(password === undefined ? {} : { password }),
  });
  if (read.success) return read.data;
  throw new GatewayError('validation', `The settings of ${stored.name} are not acceptable`, {
    reason: 'validation_failed',
    errors: read.error.issues.map(({ path, message }) => ({ field: path.map(String).join('.'), reason: message })),
  });
}

/** Settings of a CCU as the API shows them. */
function settingsOf(
  config: CentralConfig,
  more: {
    readonly document?: CentralDocument;
    readonly createdAt?: number;
    readonly updatedAt?: number;
    readonly serial?: string;
  },
): CentralSettings {
  const {
    password,
    check_connection_interval: _check,
    behavior,
    username,
    port,
    json_rpc_port: json,
    primary_interface: primary,
    ...rest
  } = config;
  const env = more.document?.password_env;
  const hasPassword = env === undefined && (password?.reveal() ?? '') !== '';
  const serial = typeof more.document?.serial === 'string' ? more.document.serial : more.serial;
  return {
    ...rest,
    interfaces: config.interfaces.map((entry) => defined(entry) as typeof entry),
    ...(username === '' ? {} : { username }),
    ...(primary === '' ? {} : { primary_interface: primary }),
    ...(port === 0 ? {} : { port }),
    ...(json === 0 ? {} : { json_rpc_port: json }),
    ...(serial === undefined ? {} : { serial }),
    ...(hasPassword ? { password_plain: SECRET_MASK } : {}),
    ...(typeof env === 'string' ? { password_env: env } : {}),
    behavior: {
      ...behavior,
      sysvar_scan_interval: durationMs(behavior.sysvar_scan_interval) * NANOSECONDS,
    },
    ...(more.createdAt === undefined ? {} : { createdAt: more.createdAt }),
    ...(more.updatedAt === undefined ? {} : { updatedAt: more.updatedAt }),
  };
}

function passwordPath(name: string): string {
  return `centrals.${name}.password`;
}

/** The API counts in nanoseconds, the file in durations. */
function behaviorOf(behavior: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { sysvar_scan_interval: scan, ...rest } = behavior;
  if (typeof scan !== 'number') return rest;
  return { ...rest, sysvar_scan_interval: `${Math.round(scan / NANOSECONDS)}ms` };
}

/** A key that is gone stops the start, as for the secrets of the file. */
function openedRows(
  rows: readonly Pick<StoredCentral, 'name' | 'enabled' | 'config'>[],
  sources: PasswordSources,
): readonly CentralConfig[] {
  const issues: ConfigIssue[] = [];
  const configs = rows.flatMap((row) => {
    try {
      return [configOf(row, sources)];
    } catch (error) {
      if (!(error instanceof SecretError)) throw error;
      issues.push({ path: `centrals.${row.name}.password`, message: cannotBeOpened(error), origin: 'database' });
      return [];
    }
  });
  if (issues.length > 0) throw new ConfigError('config_invalid', issues);
  return configs;
}
