import type { ArgsDef, CommandDef, CommandMeta, Resolvable } from 'citty';

/** The commands of a group by their words, each loaded when it is asked for. */
export type Children = Readonly<Record<string, Resolvable<CommandDef>>>;

/** The commands of a group; undefined for a command that is none. */
export async function childrenOf(command: CommandDef): Promise<Children | undefined> {
  return resolved(command.subCommands);
}

/** Name and description of a command. */
export async function metaOf(command: CommandDef): Promise<CommandMeta> {
  return (await resolved(command.meta)) ?? {};
}

/** Facts of a command before its code is loaded. */
interface About {
  readonly description: string;
  readonly hidden: boolean;
}

/** Command with code that is loaded when it runs or shows its help, but not for a list of commands. */
export function later(about: About, load: () => Promise<CommandDef>): () => Promise<CommandDef> {
  return Object.assign(load, { about });
}

/** Facts of a command in a list of commands. */
async function aboutOf(child: Resolvable<CommandDef>): Promise<About> {
  if (typeof child === 'function' && 'about' in child) return child.about as About;
  const { description = '', hidden = false } = await metaOf(await resolved(child));
  return { description, hidden };
}

/** The commands of a group that are for people, with their descriptions. */
export async function listed(children: Children): Promise<readonly (readonly [word: string, description: string])[]> {
  const all = await Promise.all(
    Object.entries(children).map(async ([word, child]) => ({ word, ...(await aboutOf(child)) })),
  );
  return all.flatMap(({ word, description, hidden }) => (hidden ? [] : [[word, description] as const]));
}

/** The value of a member that citty allows as a value, a promise or a function. */
export function resolved<T>(value: Resolvable<T>): T | Promise<T> {
  // A command is no function itself.
  return typeof value === 'function' ? (value as () => T | Promise<T>)() : value;
}

/** Command with code, and its arguments. */
export interface KnownCommand {
  readonly path: readonly string[];
  readonly description: string;
  readonly args: ArgsDef;
}

/** Every command for people, in the order of the help. */
export async function everyCommand(
  command: CommandDef,
  path: readonly string[] = [],
): Promise<readonly KnownCommand[]> {
  const children = await childrenOf(command);
  if (children === undefined) {
    const { description = '' } = await metaOf(command);
    return [{ path, description, args: await resolved(command.args ?? {}) }];
  }
  const found: KnownCommand[] = [];
  for (const [word, child] of Object.entries(children)) {
    if ((await aboutOf(child)).hidden) continue;
    found.push(...(await everyCommand(await resolved(child), [...path, word])));
  }
  return found;
}
