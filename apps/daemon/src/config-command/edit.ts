import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { typeName } from '../adapters/config-fields.js';
import { allowedAt } from '../config/explain.js';
import { replaceFile } from '../config/file/replace-file.js';
import { editYaml, type Keys } from '../config/file/yaml-edit.js';
import { ConfigError, checkUserPasswords, type Environment, type LoadedConfig, loadConfig } from '../config/index.js';
import { configFileOf } from '../config/load.js';
import { valueAt } from '../config/resolve.js';
import { parseYamlFile } from '../config/yaml-file.js';
import { type ChangedLine, difference } from './difference.js';
import { holdsSecret, type Place, placeOf } from './place.js';

/** Another value of one setting. */
export interface Change {
  readonly path: string;
  /** As typed; undefined removes the setting from the file. */
  readonly text: string | undefined;
}

/** Changes of settings in the configuration file: all of them or none. */
export interface Edit {
  readonly changes: readonly Change[];
  /** True for values of a command line, where other users can read them. */
  readonly fromArgument: boolean;
  /** Judge them, and write nothing. */
  readonly dryRun: boolean;
  /** Flags, environment and folder of a start that would read the file. */
  readonly start: { readonly argv: readonly string[]; readonly env: Environment; readonly cwd: string };
}

export interface Edited {
  readonly file: string;
  readonly changes: readonly ChangedLine[];
  /** Where each change was made, in their order. */
  readonly places: readonly Keys[];
  /** The configuration as a start would read it from the changed file. */
  readonly loaded: LoadedConfig;
}

export type EditRefusal = {
  readonly code: 'no_file' | 'setting_unknown' | 'value_refused' | 'not_editable' | 'not_written' | 'secret_argument';
  readonly message: string;
  readonly fix: string;
};

/**
 * Changes the file, or returns the reason of a refusal and leaves it unchanged. @throws ConfigError for a file that a
 * start would refuse
 */
export function edit({ changes: wanted, fromArgument, dryRun, start }: Edit): Edited | EditRefusal {
  const file = configFileOf(start);
  if (file === undefined) {
    return refusal('no_file', 'there is no configuration file', 'name one with --config FILE: it is made');
  }
  const before = readText(file);
  let after = before ?? '';
  const places: Keys[] = [];
  for (const change of wanted) {
    const changed = changedText(after, file, change, fromArgument);
    if ('code' in changed) return changed;
    after = changed.text;
    places.push(changed.keys);
  }
  const loaded = loadConfig({ ...start, draft: { file, text: after } });
  checkUserPasswords(loaded);
  const changes = difference(before ?? '', after);
  const failed = dryRun || changes.length === 0 ? undefined : write(file, before, after);
  if (failed === undefined) return { file, changes, places, loaded };
  return refusal(
    'not_written',
    `${file} cannot be replaced (${failed})`,
    'check the rights of the file and its folder',
  );
}

function changedText(
  text: string,
  file: string,
  { path, text: typed }: Change,
  fromArgument: boolean,
): { readonly text: string; readonly keys: Keys } | EditRefusal {
  const content = parseYamlFile(text, file).value;
  const place = placeOf(path, content);
  // An unknown setting can still be removed from the file.
  const keys = 'keys' in place ? place.keys : path.split('.');
  if (typed === undefined && valueAt(content, keys) === undefined) {
    const message = 'keys' in place ? `${path} does not stand in ${file}` : place.message;
    return refusal('setting_unknown', message, `ccu-gateway config explain ${path}`);
  }
  if (typed !== undefined && !('keys' in place)) {
    return refusal('setting_unknown', place.message, 'ccu-gateway config get');
  }
  const value = typed === undefined ? undefined : parsed(typed, place as Place);
  if (value !== undefined && value.ok === false) {
    return refusal('value_refused', `${path}: ${value.message}`, `ccu-gateway config explain ${path}`);
  }
  if (fromArgument && value !== undefined && holdsSecret(keys, value.value)) {
    return refusal('secret_argument', `${path} is a secret, and no argument`, 'pass it with --value-stdin');
  }
  const after = editYaml(text, keys, value?.value);
  if (after !== undefined) return { text: after, keys };
  const message = `${file} is written in a way that leaves ${path} to an editor`;
  return refusal('not_editable', message, 'change it there, then: ccu-gateway config check');
}

const refusal = (code: EditRefusal['code'], message: string, fix: string): EditRefusal => ({ code, message, fix });

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

/** The schema judges the rest. */
function parsed(text: string, { node }: Place): Parsed {
  const type = typeName(node);
  if (type === 'string') return { ok: true, value: text };
  try {
    const value: unknown = JSON.parse(text);
    // In YAML nothing and null are the same.
    if (value !== null) return { ok: true, value };
  } catch {
    if (type.split('|').includes('string')) return { ok: true, value: text };
  }
  const shown = node.secret ? '' : `got ${text.length > 60 ? `${text.slice(0, 60)}…` : text}, `;
  const asJson = type === 'object' || type.endsWith('[]') ? ', as JSON' : '';
  return { ok: false, message: `${shown}expected ${allowedAt(node)}${asJson}` };
}

/** Undefined where there is no file yet. */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new ConfigError('config_unreadable', [{ path: '', message: `cannot be read (${code})`, origin: file }]);
  }
}

/** Answers why it was not written. */
function write(file: string, before: string | undefined, after: string): string | undefined {
  if (before === undefined) {
    try {
      // It may hold secrets one day.
      writeFileSync(file, after, { flag: 'wx', mode: 0o600 });
      return undefined;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? 'unknown error';
    }
  }
  if (readText(file) !== before) return 'somebody else has changed it in this moment';
  return replaceFile(file, after, 'kept');
}

/** True when other accounts can read a secret in the file. */
export function isExposed({ file, places }: Edited): boolean {
  const value: unknown = parseDocument(readText(file) ?? '').toJS();
  const hasSecret = places.some((keys) => holdsSecret(keys, valueAt(value, keys)));
  return process.platform !== 'win32' && hasSecret && (statSync(file).mode & 0o004) !== 0;
}
