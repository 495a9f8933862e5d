import type { ArgDef, ArgsDef, CommandDef } from 'citty';
import truncatedWidth from 'fast-string-truncated-width';
import { EXAMPLES } from './examples.js';
import { ROOMS, WORDS } from './registry.js';
import { commonArgs } from './terminal/args.js';
import type { Paint } from './terminal/colours.js';
import { EXIT_MEANINGS } from './terminal/exit.js';
import { childrenOf, everyCommand, listed, metaOf, resolved } from './terminal/tree.js';

/** The terminal that shows the help. */
export interface HelpView {
  readonly width: number;
  readonly paint: Paint;
}

type Row = readonly [name: string, meaning: string];

const ALL = 'ccu-gateway help --all';
/** The options of every command that people type most; together one line. */
const COMMON = '--json --quiet --yes --url URL --context NAME --offline …';

/** The help of the program itself: one screen. No code of a command is loaded for it. */
export function rootHelp(view: HelpView): string {
  const title = ([room, name]: readonly [keyof typeof ROOMS, string]) =>
    room === 'everyday'
      ? [heading(name, view), ...columns(wordsOf(room), view), '']
      : hanging(
          [view.paint('heading', name), name.length],
          wordsOf(room)
            .map(([word]) => word)
            .join(', '),
          view,
        );
  return page([
    'Gateway between programs and Homematic central units (CCUs).',
    `${heading('USAGE', view)}  ccu-gateway COMMAND [OPTIONS]`,
    '',
    ...(Object.entries(ROOMS) as [keyof typeof ROOMS, string][]).flatMap(title),
    ...hanging([heading('OPTIONS', view), 'OPTIONS'.length], COMMON, view),
    '',
    `More: ccu-gateway COMMAND --help, ${ALL} (options, exit codes)`,
  ]);
}

/** Each word with its summary, each option that all commands take, and the exit codes. */
export function fullHelp(view: HelpView): string {
  const rooms = Object.entries(ROOMS) as [keyof typeof ROOMS, string][];
  return page([
    'Gateway between programs and Homematic central units (CCUs).',
    '',
    `${heading('USAGE', view)}  ccu-gateway COMMAND [OPTIONS]`,
    '',
    ...rooms.flatMap(([room, name]) => [heading(name, view), ...columns(wordsOf(room), view), '']),
    heading('OPTIONS OF EVERY COMMAND', view),
    ...columns(optionRows(commonArgs), view),
    '',
    heading('EXIT CODES', view),
    ...columns(
      EXIT_MEANINGS.map(([code, meaning]) => [String(code).padStart(3), meaning.replaceAll('`', '')] as const),
      view,
    ),
  ]);
}

/** The help of a command or a group: its own options, then the common ones on one line. */
export async function commandHelp(command: CommandDef, path: readonly string[], view: HelpView): Promise<string> {
  const { description = '' } = await metaOf(command);
  const children = await childrenOf(command);
  const args = await resolved(command.args ?? {});
  const own = Object.fromEntries(Object.entries(args).filter(([name]) => !Object.hasOwn(commonArgs, name)));
  const values = Object.entries(own).filter(([, def]) => def.type === 'positional');
  const usage = ['ccu-gateway', ...path, ...(children === undefined ? values.map(placeOf) : ['COMMAND']), '[OPTIONS]'];
  const section = (title: string, rows: readonly Row[]) =>
    rows.length === 0 ? [] : [heading(title, view), ...columns(rows, view), ''];
  return page([
    ...wrapped(description, view.width),
    '',
    `${heading('USAGE', view)}  ${usage.join(' ')}`,
    '',
    ...section('COMMANDS', children === undefined ? [] : await listed(children)),
    ...section(
      'ARGUMENTS',
      values.map(([name, def]) => [name.toUpperCase(), meaningOf(def)] as const),
    ),
    ...section('OPTIONS', optionRows(own)),
    `${heading('GLOBAL', view)}  ${COMMON} (help --all)`,
    ...(await exampleLines(command, path, view)),
  ]);
}

async function exampleLines(command: CommandDef, path: readonly string[], view: HelpView) {
  const known = await everyCommand(command, path);
  const lines = known.flatMap(({ path: words }) => {
    const example = EXAMPLES[words.join(' ')];
    return example === undefined ? [] : [`  ccu-gateway ${example}`];
  });
  return lines.length === 0 ? [] : ['', heading('EXAMPLES', view), ...lines];
}

const wordsOf = (wanted: keyof typeof ROOMS): readonly Row[] =>
  Object.entries(WORDS).flatMap(([word, { room, summary }]) => (room === wanted ? [[word, summary] as const] : []));

const heading = (text: string, { paint }: HelpView) => paint('heading', text);

const placeOf = ([name, { required }]: readonly [string, ArgDef]) =>
  required === false ? `[${name.toUpperCase()}]` : name.toUpperCase();

function optionRows(defs: ArgsDef): readonly Row[] {
  return Object.entries(defs).flatMap(([name, def]) =>
    def.type === 'positional' ? [] : [[optionOf(name, def), meaningOf(def)] as const],
  );
}

function optionOf(name: string, def: ArgDef): string {
  const short = 'alias' in def && def.alias !== undefined ? `-${String(def.alias)}, ` : '';
  const options = def.type === 'enum' ? def.options?.join('|') : undefined;
  const value = def.type === 'boolean' ? '' : ` ${options ?? def.valueHint ?? 'VALUE'}`;
  return `${short}--${name}${value}`;
}

function meaningOf(def: ArgDef): string {
  const standard = def.type !== 'boolean' && def.default !== undefined && def.default !== '';
  const needed = def.type !== 'positional' && def.required === true;
  return `${def.description ?? ''}${needed ? ' (required)' : ''}${standard ? ` (default: ${def.default})` : ''}`;
}

const MOST_INDENT = 28;

/** Two columns; a meaning that is long goes on below itself. */
function columns(rows: readonly Row[], { width }: HelpView): readonly string[] {
  const indent = 4 + Math.min(MOST_INDENT, Math.max(0, ...rows.map(([name]) => widthOf(name))));
  const gap = ' '.repeat(indent);
  return rows.flatMap(([name, meaning]) => {
    const lines = wrapped(meaning, width - indent);
    const [first = ''] = lines;
    const own = `  ${name}`;
    if (widthOf(own) + 2 > indent) return [own, ...lines.map((line) => gap + line)];
    return [(own + ' '.repeat(indent - widthOf(own)) + first).trimEnd(), ...lines.slice(1).map((line) => gap + line)];
  });
}

/** A title, and a text that goes on behind the end of the title. */
function hanging([title, length]: readonly [string, number], text: string, { width }: HelpView): readonly string[] {
  const indent = Math.max(length, TITLE) + 2;
  const [first = '', ...others] = wrapped(text, width - indent);
  return [title + ' '.repeat(indent - length) + first, ...others.map((line) => ' '.repeat(indent) + line)];
}

/** As long as the longest title beside which a text stands. */
const TITLE = 'DEVELOPERS'.length;

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

const widthOf = (text: string) => truncatedWidth(text).width;
const page = (lines: readonly string[]) => `${lines.join('\n')}\n`;
