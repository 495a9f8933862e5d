import type { StoredSettings } from '@ccu-gateway/storage';
import type { Keys } from '../config/file/yaml-edit.js';
import { ConfigError, formatIssue } from '../config/index.js';
import { valueAt } from '../config/resolve.js';
import type { ConfigProcess } from './command.js';
import { type Change, type Edited, type EditRefusal, edit, isExposed } from './edit.js';
import { storedSettings } from './stored.js';

export interface EditProcess extends ConfigProcess {
  readonly stdin: AsyncIterable<unknown>;
}

const MAX_VALUE_BYTES = 256 * 1024;

const EXITS: Readonly<Record<EditRefusal['code'], number>> = {
  no_file: 3,
  setting_unknown: 3,
  value_refused: 2,
  secret_argument: 2,
  not_editable: 6,
  not_written: 1,
};

/**
 * `config set SETTING` with the value on stdin, `config unset SETTING`, and `config apply` with an object of settings and their
 * values on stdin. Answers the exit code.
 */
export async function configEditCommand([action, ...rest]: readonly string[], process: EditProcess): Promise<number> {
  const own = ['--json', '--dry-run', '--from-argument'] as const;
  const [json, dryRun, fromArgument] = own.map((flag) => rest.includes(flag)) as [boolean, boolean, boolean];
  const others = rest.filter((argument) => !own.some((flag) => flag === argument));
  const path = action === 'apply' ? undefined : others[0];
  const argv = action === 'apply' ? others : others.slice(1);
  const say = (exit: number, document: object, lines: readonly string[]) => {
    const text = json ? `${JSON.stringify(document)}\n` : lines.map((line) => `${line}\n`).join('');
    (json || exit === 0 ? process.stdout : process.stderr).write(text);
    return exit;
  };
  const refuse = (exit: number, error: { readonly code: string; readonly message: string; readonly fix?: string }) =>
    say(exit, { ok: false, error }, [
      `error: ${error.message}`,
      ...(error.fix === undefined ? [] : [`fix: ${error.fix}`]),
    ]);
  if (action !== 'apply' && (path === undefined || path.startsWith('-'))) {
    return refuse(2, { code: 'usage', message: 'a setting is missing', fix: 'ccu-gateway-daemon config --help' });
  }
  try {
    const text = action === 'unset' ? undefined : await textOf(process.stdin);
    const changes = path === undefined ? changesIn(text ?? '') : [{ path, text }];
    const start = { argv, env: process.env, cwd: process.cwd() };
    const done = edit({ changes, fromArgument, dryRun, start });
    if ('code' in done) return refuse(EXITS[done.code], { ...done, message: `${done.message}; nothing was changed` });
    const notices = [...(await overruled(changes, done)), ...(!dryRun && isExposed(done) ? [exposed(done.file)] : [])];
    const changed = done.changes.length > 0;
    const paths = path === undefined ? { paths: changes.map((change) => change.path) } : { path };
    const data = { ...paths, file: done.file, changed, dry_run: dryRun, changes: done.changes, notices };
    const lines = done.changes.map(({ sign, line, text: shown }) => `${sign}${line}: ${shown}`);
    return say(0, { ok: true, data }, [...lines, ...notices.map((notice) => `warning: ${notice}`)]);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return refuse(2, { code: error.code, message: `${messageOf(error, path)}; nothing was changed` });
  }
}

/** @throws ConfigError for what is no object */
function changesIn(text: string): readonly Change[] {
  const usage = (message: string) => new ConfigError('config_usage', [{ path: '', message, origin: 'standard input' }]);
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw usage('expected JSON');
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw usage('expected an object of settings and their values');
  }
  return Object.entries(given).map(([path, value]) => ({
    path,
    text: typeof value === 'string' ? value : JSON.stringify(value),
  }));
}

/** Without a line for the setting itself, because the file has none. */
function messageOf({ issues }: ConfigError, path: string | undefined): string {
  return issues
    .map((issue) =>
      path !== undefined && issue.path.startsWith(path) ? `${issue.path}: ${issue.message}` : formatIssue(issue),
    )
    .join('; ');
}

/** All of it, but for the line break that ends it. */
async function textOf(stdin: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk as Buffer | string);
    size += bytes.length;
    if (size > MAX_VALUE_BYTES) {
      throw new ConfigError('config_usage', [{ path: '', message: 'the value is too long', origin: 'standard input' }]);
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

/** Sources that override the file, so that the change would have no effect. */
async function overruled(changes: readonly Change[], { loaded, places }: Edited): Promise<readonly string[]> {
  const stored = await storedSettings(loaded);
  return changes.flatMap(({ path }, index) => {
    if (loaded.sources.get(path) === 'env') return [`the environment or a flag sets ${path}, and wins over the file`];
    if (!isStored(places[index] ?? [], stored)) return [];
    const what = places[index]?.[0] === 'centrals' ? 'the CCUs were' : `${path} was`;
    return [`${what} changed at run time, and that wins over the file: change it at the running gateway (--url)`];
  });
}

function isStored(keys: Keys, stored: Pick<StoredSettings, 'sections' | 'centrals'> | undefined): boolean {
  if (keys[0] === 'centrals') return (stored?.centrals.length ?? 0) > 0;
  return Object.entries(stored?.sections ?? {}).some(([name, section]) => {
    const depth = name.split('.').length;
    const isInside = keys.slice(0, depth).join('.') === name;
    return isInside && valueAt(section, keys.slice(depth)) !== undefined;
  });
}

const exposed = (file: string) => `other users of this machine can read the secret: chmod 600 ${file}`;
