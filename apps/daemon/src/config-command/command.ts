import { fieldOf } from '../adapters/config-fields.js';
import { CONFIG_ROOT } from '../config/explain.js';
import { ConfigError, formatIssue, loadConfig, maskSecrets } from '../config/index.js';
import { CONFIG_LEAVES } from '../config/sections.js';

export interface ConfigProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: () => string;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

export const CONFIG_HELP = `ccu-gateway-daemon config — the configuration as a start would read it, without a running gateway

  ccu-gateway-daemon config check [--config FILE] [--data-dir DIR] [--json]
  ccu-gateway-daemon config show  [--config FILE] [--data-dir DIR] [--json]
  ccu-gateway-daemon config set   SETTING [--dry-run] [--config FILE] [--data-dir DIR] [--json]
  ccu-gateway-daemon config unset SETTING [--dry-run] [--config FILE] [--data-dir DIR] [--json]
  ccu-gateway-daemon config apply [--dry-run] [--config FILE] [--data-dir DIR] [--json]
  ccu-gateway-daemon config schema

check reads flags, environment and file, and names everything that is wrong. show lists every setting with its value, where
that came from, and what is allowed; secrets are ***. What was changed at run time lies in the database and is not shown.

set reads a value from stdin and puts it into the file, with its comments and in its order, where a start would take the whole;
unset takes a setting out of it. apply reads an object of settings and their values from stdin and puts all of them into the file, or
none. They print the lines that differ, and count at the next start. schema prints what a configuration takes, as JSON Schema.

exit: 0 fine · 1 not written · 2 wrong usage or value · 3 no such setting or file · 6 the file is for an editor · 7 something is wrong
`;

/** `config check` and `config show`. `notes` are reported by `check` beside problems. Returns the exit code. */
export function configCommand(
  [action, ...rest]: readonly string[],
  process: ConfigProcess,
  notes: readonly string[] = [],
): number {
  const json = rest.includes('--json');
  const say = (exit: number, document: object, lines: readonly string[]) => {
    const text = json ? `${JSON.stringify(document)}\n` : lines.map((line) => `${line}\n`).join('');
    (json || exit === 0 ? process.stdout : process.stderr).write(text);
    return exit;
  };
  if (action === 'schema') {
    process.stdout.write(
      `${JSON.stringify(json ? { ok: true, data: CONFIG_ROOT } : CONFIG_ROOT, null, json ? 0 : 2)}\n`,
    );
    return 0;
  }
  if (action !== 'check' && action !== 'show') {
    const error = {
      code: 'usage',
      message: 'config takes check, show, schema, set, unset or apply',
      fix: 'ccu-gateway-daemon config --help',
    };
    return say(2, { ok: false, error }, [`error: ${error.message}`, `fix: ${error.fix}`]);
  }
  try {
    const argv = rest.filter((argument) => argument !== '--json');
    const { config, sources, file, dataDir } = loadConfig({ argv, env: process.env, cwd: process.cwd() });
    if (action === 'check') {
      const found = { file: file ?? null, data_dir: dataDir, problems: [], notes };
      const lines = [
        `${file ?? 'no file, so the defaults'}: nothing is wrong`,
        ...notes.map((note) => `note: ${note}`),
      ];
      return say(0, { ok: true, data: found }, lines);
    }
    const shown = maskSecrets(config);
    const settings = CONFIG_LEAVES.map((leaf) => {
      // Only the parts of a running gateway know the changes that need a restart.
      const { restartRequired: _, ...field } = fieldOf(leaf, () => false);
      return { ...field, value: at(shown, leaf.path), source: sources.get(leaf.path) ?? 'default' };
    });
    const lines = settings.map(({ path, value, source }) => `${path}\t${JSON.stringify(value) ?? ''}\t${source}`);
    return say(0, { ok: true, data: { file: file ?? null, data_dir: dataDir, settings } }, lines);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const exit = error.code === 'config_usage' ? 2 : 7;
    const problems = error.issues.map((issue) => ({ ...issue, text: formatIssue(issue) }));
    const refusal = { code: error.code, message: error.message };
    return say(exit, { ok: false, ...(exit === 7 ? { data: { problems } } : {}), error: refusal }, [error.message]);
  }
}

function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (node, key) => (typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined),
      value,
    );
}
