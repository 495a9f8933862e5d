import type { ArgDef, ArgsDef, CommandDef } from 'citty';
import { commonArgs } from '../terminal/args.js';
import { childrenOf, listed, resolved } from '../terminal/tree.js';

/** Candidate at the cursor, with its description. */
export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** Requests values of a gateway or a file; empty where they are unavailable. */
export type ValuesOf = (argument: string, words: readonly string[]) => Promise<readonly Candidate[]>;

/** Candidates for the last word, which may be empty. */
export async function complete(
  root: CommandDef,
  words: readonly string[],
  valuesOf: ValuesOf,
): Promise<readonly Candidate[]> {
  const before = words.slice(0, -1);
  const current = words.at(-1) ?? '';
  const place = await placeOf(root, before);
  const args: ArgsDef = { ...commonArgs, ...place.args };
  const values = async (name: string, def: ArgDef | undefined, path: readonly string[]) =>
    matching(fixedValues(def) ?? (await valuesOf(keyOf(name, path), words)), current);
  if (place.pending !== undefined) return values(place.pending, args[place.pending], place.path);
  if (place.onlyValues !== true && current.startsWith('-')) {
    const [option = '', typed] = split(current);
    if (typed === undefined) return matching(optionsOf(args), current);
    const name = option.replace(/^--/, '');
    const found = fixedValues(args[name]) ?? (await valuesOf(keyOf(name, place.path), words));
    return matching(found, typed).map(({ value, description }) => ({ value: `${option}=${value}`, description }));
  }
  if (place.children !== undefined) return matching(place.children, current);
  const positional = Object.entries(place.args).filter(([, def]) => def.type === 'positional')[place.values];
  return positional === undefined ? [] : values(positional[0], positional[1], place.path);
}

interface Place {
  readonly path: readonly string[];
  readonly args: ArgsDef;
  /** Words that may follow at a group of commands. */
  readonly children?: readonly Candidate[];
  /** Number of values before the cursor. */
  readonly values: number;
  /** Option that takes the next value. */
  readonly pending?: string;
  /** Behind `--` there are no options. */
  readonly onlyValues?: boolean;
}

async function placeOf(root: CommandDef, before: readonly string[]): Promise<Place> {
  let command = root;
  const path: string[] = [];
  let values = 0;
  let pending: string | undefined;
  let onlyValues = false;
  for (const word of before) {
    const args: ArgsDef = { ...commonArgs, ...(await resolved(command.args ?? {})) };
    if (pending !== undefined) {
      pending = undefined;
    } else if (word === '--') {
      onlyValues = true;
    } else if (!onlyValues && word.startsWith('-')) {
      pending = optionThatWaits(args, word);
    } else {
      const children = (await childrenOf(command)) ?? {};
      const child = Object.hasOwn(children, word) ? children[word] : undefined;
      if (child === undefined) {
        values += 1;
      } else {
        command = await resolved(child);
        path.push(word);
      }
    }
  }
  const children = await childrenOf(command);
  return {
    path,
    args: await resolved(command.args ?? {}),
    values,
    onlyValues,
    ...(pending !== undefined && { pending }),
    ...(children !== undefined && { children: candidates(await listed(children)) }),
  };
}

function optionThatWaits(args: ArgsDef, word: string): string | undefined {
  const entry = Object.entries(args).find(
    ([name, def]) => word === `--${name}` || ('alias' in def && word === `-${String(def.alias)}`),
  );
  return entry !== undefined && entry[1].type !== 'boolean' && entry[1].type !== 'positional' ? entry[0] : undefined;
}

const candidates = (children: Awaited<ReturnType<typeof listed>>) =>
  children.map(([value, description]) => ({ value, description }));

function optionsOf(args: ArgsDef): readonly Candidate[] {
  const options = Object.entries(args).filter(([, def]) => def.type !== 'positional');
  return [...options, ['help', { description: 'say what this does' }] as const].map(([name, { description = '' }]) => ({
    value: `--${name}`,
    description,
  }));
}

/** Of an option that takes one of some words. */
function fixedValues(def: ArgDef | undefined): readonly Candidate[] | undefined {
  const options =
    def?.type === 'enum'
      ? def.options
      : /^[a-z]+(\|[a-z]+)+$/.test(def?.valueHint ?? '')
        ? def?.valueHint?.split('|')
        : undefined;
  return options?.map((value) => ({ value, description: '' }));
}

/** Candidates with a value or description that begins with the typed text. */
function matching(candidates: readonly Candidate[], typed: string): readonly Candidate[] {
  const wanted = typed.toLowerCase();
  const begins = (text: string) => text.toLowerCase().startsWith(wanted);
  const byValue = candidates.filter(({ value }) => begins(value));
  return byValue.length > 0 ? byValue : candidates.filter(({ description }) => wanted !== '' && begins(description));
}

const keyOf = (name: string, path: readonly string[]) =>
  name === 'id' || name === 'name' ? `${path[0] ?? ''} ${name}` : name;

function split(word: string): readonly [string, string | undefined] {
  const at = word.indexOf('=');
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}
