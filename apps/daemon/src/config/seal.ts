import {
  closeSync,
  fchownSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isMap, isScalar, parseDocument, type Scalar } from 'yaml';
import { ConfigError } from './errors.js';
import type { LoadedConfig } from './load.js';
import type { GatewayConfig } from './schema.js';
import { Secret } from './secret.js';

const USERS_PATH = ['north', 'rest', 'auth', 'users'] as const;

/** Seals values for the disk. `path` is bound into the result, so that a value cannot be moved to another key. */
export type ValueSealer = {
  readonly isSealed: (text: string) => boolean;
  readonly seal: (path: string, text: string) => string;
  /** Throws when the value was not sealed by this key for this path. */
  readonly open: (path: string, sealed: string) => string;
};

export type SealResult = {
  /** Users whose password is sealed in the file now. */
  readonly sealed: readonly string[];
  /** Users whose password still stands there in clear text, for the warning `config.secret.plaintext`. */
  readonly plaintext: readonly string[];
};

/**
 * Replaces each clear password of `north.rest.auth.users` in the YAML file by its sealed form. Everything else in the
 * file stays byte by byte; the new file is complete before it takes the place of the old one, and only its owner can
 * read it. A file that cannot be written is left as it is.
 */
export function sealUsers(file: string, sealer: ValueSealer): SealResult {
  const text = readFileSync(file, 'utf8');
  const clear = clearUsers(text, sealer);
  if (clear.length === 0) return { sealed: [], plaintext: [] };
  const replaceable = clear.filter((entry) => entry.scalar !== undefined);
  const result = replaceScalars(text, replaceable, sealer);
  if (replaceable.length === 0 || !sameUsers(text, result, sealer) || !replaceFile(file, result)) {
    return { sealed: [], plaintext: clear.map((entry) => entry.name) };
  }
  return {
    sealed: replaceable.map((entry) => entry.name),
    plaintext: clear.filter((entry) => entry.scalar === undefined).map((entry) => entry.name),
  };
}

/** Whether the configuration holds anything that needs the key. */
export function hasSealedValues(config: GatewayConfig, sealer: Pick<ValueSealer, 'isSealed'>): boolean {
  return secretsOf(config).some(([, secret]) => sealer.isSealed(secret.reveal()));
}

/** The configuration with every sealed value opened. @throws ConfigError naming the key that cannot be opened */
export function openSecrets(loaded: LoadedConfig, sealer: ValueSealer): LoadedConfig {
  const opened = new Map<Secret, Secret>();
  for (const [path, secret] of secretsOf(loaded.config)) {
    if (!sealer.isSealed(secret.reveal())) continue;
    try {
      opened.set(secret, new Secret(sealer.open(path, secret.reveal())));
    } catch {
      const message = 'the sealed value does not belong here or was sealed with another key';
      throw new ConfigError('config_invalid', [{ path, message, origin: loaded.file ?? 'configuration' }]);
    }
  }
  return { ...loaded, config: replaceSecrets(loaded.config, opened) as GatewayConfig };
}

function secretsOf(config: GatewayConfig): readonly (readonly [path: string, secret: Secret])[] {
  const { users, oidc } = config.north.rest.auth;
  return [
    ...Object.entries(users).map(([name, secret]) => [userPath(name), secret] as const),
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

type ClearUser = {
  readonly name: string;
  /** Undefined when the value is not written out here, e.g. an alias. */
  readonly scalar:
    | { readonly start: number; readonly end: number; readonly block: boolean; readonly value: string }
    | undefined;
};

function clearUsers(text: string, sealer: ValueSealer): readonly ClearUser[] {
  const users = parseDocument(text).getIn(USERS_PATH, true);
  if (!isMap(users)) return [];
  return users.items.flatMap((pair): readonly ClearUser[] => {
    const name = isScalar(pair.key) ? String(pair.key.value) : '';
    if (!isScalar(pair.value)) return [{ name, scalar: undefined }];
    const value = String(pair.value.value);
    const { range, type, anchor } = pair.value as Scalar;
    if (sealer.isSealed(value)) return [];
    if (!range || anchor !== undefined) return [{ name, scalar: undefined }];
    const block = type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED';
    return [{ name, scalar: { start: range[0], end: range[1], block, value } }];
  });
}

function replaceScalars(text: string, users: readonly ClearUser[], sealer: ValueSealer): string {
  let result = text;
  // From the end, so that the places before stay where they are.
  for (const { name, scalar } of [...users].reverse()) {
    if (!scalar) continue;
    const sealed = `"${sealer.seal(userPath(name), scalar.value)}"${scalar.block ? '\n' : ''}`;
    result = result.slice(0, scalar.start) + sealed + result.slice(scalar.end);
  }
  return result;
}

/** The new text must mean the same as the old one; a way of writing YAML that was not thought of changes nothing. */
function sameUsers(before: string, after: string, sealer: ValueSealer): boolean {
  const values = (text: string) => {
    const document = parseDocument(text);
    return document.errors.length > 0 ? undefined : (document.toJS() as unknown);
  };
  const open = (tree: unknown): unknown => {
    const users = (tree as { north?: { rest?: { auth?: { users?: Record<string, unknown> } } } })?.north?.rest?.auth
      ?.users;
    for (const [name, value] of Object.entries(users ?? {})) {
      if (users && typeof value === 'string' && sealer.isSealed(value))
        users[name] = sealer.open(userPath(name), value);
    }
    return tree;
  };
  const result = values(after);
  return result !== undefined && JSON.stringify(open(values(before))) === JSON.stringify(open(result));
}

function replaceFile(file: string, text: string): boolean {
  const target = realpathSync(file);
  const temporary = join(dirname(target), `.${process.pid}.${Date.now()}.tmp`);
  try {
    const { uid, gid } = statSync(target);
    const descriptor = openSync(temporary, 'wx', 0o600);
    try {
      if (process.getuid?.() === 0) fchownSync(descriptor, uid, gid);
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, target);
    return true;
  } catch {
    rmSync(temporary, { force: true });
    return false;
  }
}

function userPath(name: string): string {
  return `${USERS_PATH.join('.')}.${name}`;
}
