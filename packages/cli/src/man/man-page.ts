import type { ArgDef, CommandDef } from 'citty';
import { EXAMPLES } from '../examples.js';
import { commonArgs } from '../terminal/args.js';
import { EXIT_MEANINGS } from '../terminal/exit.js';
import { everyCommand, type KnownCommand } from '../terminal/tree.js';

/** Environment variables, in the order of their use. */
const VARIABLES: readonly (readonly [name: string, meaning: string])[] = [
  ['CCU_GATEWAY_URL', 'the gateway, as --url'],
  ['CCU_GATEWAY_TOKEN', 'an API token for it'],
  ['CCU_GATEWAY_PASSWORD', 'the password that would be asked for'],
  ['CCU_GATEWAY_ALARM_PIN', 'the PIN of alarm arm and alarm disarm'],
  ['CCU_GATEWAY_VALUE', 'the value that config set would ask for'],
  ['CCU_GATEWAY_DATA_DIR', 'where the database lies, as --data-dir'],
  ['CCU_GATEWAY_CA, CCU_GATEWAY_FINGERPRINT', 'the certificate to trust, as --ca and --fingerprint'],
  ['CCU_GATEWAY_BACKUP_PASSPHRASE', 'the passphrase of the key in backups'],
  ['CCU_GATEWAY_CCU_HOST, CCU_GATEWAY_CCU_USERNAME, CCU_GATEWAY_CCU_PASSWORD', 'the CCU of compat'],
  ['NO_COLOR, FORCE_COLOR', 'no colours; colours also where stdout is no terminal'],
];

const FILES: readonly (readonly [name: string, meaning: string])[] = [
  ['$XDG_CONFIG_HOME/ccu-gateway/logins.json', 'gateways and tokens of login; for this account only'],
  ['$XDG_CACHE_HOME/ccu-gateway/', 'what completion has asked for in the last minute'],
  [
    './config.yaml, $XDG_CONFIG_HOME/ccu-gateway/config.yaml, /etc/ccu-gateway/config.yaml',
    'where a configuration is looked for',
  ],
];

/** The manual page, made from the commands themselves (man(7)). */
export async function manPage(root: CommandDef): Promise<string> {
  const commands = await everyCommand(root);
  return [
    '.\\" Made from the commands of the program.',
    '.TH CCU-GATEWAY 1 "" "ccu-gateway" "User Commands"',
    '.SH NAME',
    `ccu-gateway \\- ${escaped('command line of a gateway for Homematic central units')}`,
    '.SH SYNOPSIS',
    '.B ccu-gateway',
    '.I command',
    '.RI [ options ]',
    '.SH DESCRIPTION',
    'Starts the gateway, lets people in, shows events and devices, and sets values.',
    'With a URL, or after a login, commands ask the gateway; otherwise those that can work on its database.',
    '.SH COMMANDS',
    ...commands.flatMap(commandLines),
    '.SH OPTIONS',
    'Every command but run, demo, compat and secret rotate takes these, and every command takes',
    '.BR \\-\\-help .',
    ...optionLines(Object.entries(commonArgs)),
    '.SH EXIT STATUS',
    ...EXIT_MEANINGS.flatMap(([code, meaning]) => ['.TP', `.B ${code}`, escaped(meaning)]),
    '.SH ENVIRONMENT',
    ...VARIABLES.flatMap(entryLines),
    '.SH FILES',
    ...FILES.flatMap(entryLines),
    '',
  ].join('\n');
}

function commandLines({ path, description, args }: KnownCommand): readonly string[] {
  const own = Object.entries(args).filter(([name]) => !Object.hasOwn(commonArgs, name));
  const values = own.filter(([, def]) => def.type === 'positional');
  const options = own.filter(([, def]) => def.type !== 'positional');
  const usage = values.map(([name, def]) => `\\fI${escaped(name.toUpperCase())}\\fR${isMany(name, def) ? '...' : ''}`);
  const example = EXAMPLES[path.join(' ')];
  return [
    '.TP',
    [`\\fB${escaped(['ccu-gateway', ...path].join(' '))}\\fR`, ...usage].join(' '),
    escaped(description),
    ...(own.length === 0 ? [] : ['.RS']),
    ...[...values, ...options].flatMap(([name, def]) => ['.TP', nameOf(name, def), escaped(def.description ?? '')]),
    ...(own.length === 0 ? [] : ['.RE']),
    ...(example === undefined ? [] : ['.RS', `Example: \\fBccu\\-gateway ${escaped(example)}\\fR`, '.RE']),
  ];
}

const isMany = (name: string, def: ArgDef) => def.type === 'positional' && name === 'topics';

const optionLines = (options: readonly (readonly [string, ArgDef])[]) =>
  options.flatMap(([name, def]) => ['.TP', nameOf(name, def), escaped(def.description ?? '')]);

function nameOf(name: string, def: ArgDef): string {
  if (def.type === 'positional') return `\\fI${escaped(name.toUpperCase())}\\fR`;
  const short = 'alias' in def && def.alias !== undefined ? `\\fB${escaped(`-${String(def.alias)}`)}\\fR, ` : '';
  const value = def.type === 'boolean' ? '' : ` \\fI${escaped(def.valueHint ?? 'VALUE')}\\fR`;
  return `${short}\\fB${escaped(`--${name}`)}\\fR${value}`;
}

const entryLines = ([name, meaning]: readonly [string, string]) => ['.TP', `.B ${escaped(name)}`, escaped(meaning)];

/** As text: a dash is a dash, and a line that begins with a dot or a quote is no request. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('`', '')
    .replaceAll('…', '...')
    .replace(/^\./, '\\&.');
}
