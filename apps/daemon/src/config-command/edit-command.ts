import { readSettings, type StoredSettings } from '@ccu-gateway/storage';
import { ConfigError, formatIssue } from '../config/index.js';
import { valueAt } from '../config/resolve.js';
import type { ConfigProcess } from './command.js';
import { type Edited, type EditRefusal, edit, isExposed } from './edit.js';

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

/** `config set SETTING` with the value on stdin, and `config unset SETTING`. Answers the exit code. */
export async function configEditCommand([action, ...rest]: readonly string[], process: EditProcess): Promise<number> {
  const own = ['--json', '--dry-run', '--from-argument'] as const;
  const [path, ...argv] = rest.filter((argument) => !own.some((flag) => flag === argument));
  const [json, dryRun, fromArgument] = own.map((flag) => rest.includes(flag)) as [boolean, boolean, boolean];
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
  if (path === undefined || path.startsWith('-')) {
    return refuse(2, { code: 'usage', message: 'a setting is missing', fix: 'ccu-gateway-daemon config --help' });
  }
  try {
    const text = action === 'unset' ? undefined : await textOf(process.stdin);
    const start = { argv, env: process.env, cwd: process.cwd() };
    const done = edit({ path, text, fromArgument, dryRun, start });
    if ('code' in done) return refuse(EXITS[done.code], { ...done, message: `${done.message}; nothing was changed` });
    const notices = [...(await overruled(path, done)), ...(!dryRun && isExposed(done) ? [exposed(done.file)] : [])];
    const changed = done.changes.length > 0;
    const data = { path, file: done.file, changed, dry_run: dryRun, changes: done.changes, notices };
    const lines = done.changes.map(({ sign, line, text: shown }) => `${sign}${line}: ${shown}`);
    return say(0, { ok: true, data }, [...lines, ...notices.map((notice) => `warning: ${notice}`)]);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return refuse(2, { code: error.code, message: `${messageOf(error, path)}; nothing was changed` });
  }
}

/** Without a line for the setting itself, which does not stand there. */
function messageOf({ issues }: ConfigError, path: string): string {
  return issues
    .map((issue) => (issue.path.startsWith(path) ? `${issue.path}: ${issue.message}` : formatIssue(issue)))
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

/** What wins over the file, so that the change would not be seen. */
async function overruled(path: string, { loaded, keys }: Edited): Promise<readonly string[]> {
  if (loaded.sources.get(path) === 'env') return [`the environment or a flag sets ${path}, and wins over the file`];
  const stored = await storedSettings(loaded.dataDir);
  const byDatabase =
    keys[0] === 'centrals'
      ? (stored?.centrals.length ?? 0) > 0
      : Object.entries(stored?.sections ?? {}).some(([name, section]) => {
          const depth = name.split('.').length;
          const isInside = keys.slice(0, depth).join('.') === name;
          return isInside && valueAt(section, keys.slice(depth)) !== undefined;
        });
  if (!byDatabase) return [];
  return [
    `${keys[0] === 'centrals' ? 'the CCUs were' : `${path} was`} changed at run time, and that wins over the file: change it at the running gateway (--url)`,
  ];
}

/** Undefined where no gateway ever ran, or its database cannot be read: doctor says why. */
async function storedSettings(dataDir: string): Promise<StoredSettings | undefined> {
  return await readSettings(dataDir).catch(() => undefined);
}

const exposed = (file: string) => `other users of this machine can read the secret: chmod 600 ${file}`;
