import { code, page, prose, table } from './markdown.mjs';

/** The page of the command line: each command with usage, options and an example. */
export async function cliPage({ commandTree, everyCommand, commonArgs, EXAMPLES, EXIT_MEANINGS, ROOMS, WORDS }) {
  // The descriptions of commands need nothing of a process.
  const commands = await everyCommand(commandTree({}));
  const common = Object.keys(commonArgs);
  return page('Command line', [
    '`ccu-gateway COMMAND [OPTIONS]`, or `npx @ccu-gateway/cli COMMAND [OPTIONS]`. `--help` after a command prints its options.',
    ...Object.keys(ROOMS).flatMap((room) => [
      '',
      `## ${TITLES[room]}`,
      ...commands
        .filter(({ path: [word] }) => WORDS[word].room === room)
        .flatMap((command) => commandSection(command, common, EXAMPLES)),
    ]),
    '',
    '## Options of every command',
    '',
    ...table(['Option', 'Meaning'], optionRows(commonArgs)),
    '',
    '## Exit codes',
    '',
    ...table(
      ['Code', 'Meaning'],
      EXIT_MEANINGS.map(([number, meaning]) => [String(number), prose(meaning)]),
    ),
  ]);
}

const TITLES = {
  everyday: 'Everyday commands',
  setup: 'Setting up',
  expert: 'Further commands',
  development: 'For developers',
};

function commandSection({ path, description, args }, common, examples) {
  const own = Object.fromEntries(Object.entries(args).filter(([name]) => !common.includes(name)));
  const values = Object.entries(own).filter(([, { type }]) => type === 'positional');
  const usage = ['ccu-gateway', ...path, ...values.map(placeOf)].join(' ');
  const rows = [
    ...values.map(([name, { description: meaning = '' }]) => [code(name.toUpperCase()), prose(meaning)]),
    ...optionRows(own),
  ];
  const example = examples[path.join(' ')];
  return [
    '',
    `### ${code(path.join(' '))}`,
    '',
    `${prose(description)}`,
    '',
    code(usage),
    ...(rows.length === 0 ? [] : ['', ...table(['Option', 'Meaning'], rows)]),
    ...(example === undefined ? [] : ['', `Example: ${code(`ccu-gateway ${example}`)}`]),
  ];
}

const placeOf = ([name, { required }]) => (required === false ? `[${name.toUpperCase()}]` : name.toUpperCase());

function optionRows(args) {
  return Object.entries(args)
    .filter(([, { type }]) => type !== 'positional')
    .map(([name, definition]) => [code(optionOf(name, definition)), prose(meaningOf(definition))]);
}

function optionOf(name, { alias, type, options, valueHint }) {
  const value = type === 'boolean' ? '' : ` ${options?.join('|') ?? valueHint ?? 'VALUE'}`;
  return `${alias === undefined ? '' : `-${alias}, `}--${name}${value}`;
}

const meaningOf = ({ type, description = '', default: standard }) =>
  type === 'boolean' || standard === undefined || standard === ''
    ? description
    : `${description} (default: ${standard})`;
