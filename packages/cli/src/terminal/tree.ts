import type { ArgsDef, CommandDef, CommandMeta, Resolvable } from 'citty';

/** The commands of a group by their words, each loaded when it is asked for. */
export type Children = Readonly<Record<string, Resolvable<CommandDef>>>;

/** The commands of a group; undefined for a command that is none. */
export async function childrenOf(command: CommandDef): Promise<Children | undefined> {
  return resolved(command.subCommands);
}

/** Its name and what it does. */
export async function metaOf(command: CommandDef): Promise<CommandMeta> {
  return (await resolved(command.meta)) ?? {};
}

/** Whether it is for programs only. */
export async function isHidden(command: CommandDef): Promise<boolean> {
  return (await metaOf(command)).hidden === true;
}

/** What the library lets stand there: a value, a promise of one, or a function that answers either. */
export function resolved<T>(value: Resolvable<T>): T | Promise<T> {
  // A command is no function itself.
  return typeof value === 'function' ? (value as () => T | Promise<T>)() : value;
}

/** A command that does something, with what it takes. */
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
  if (await isHidden(command)) return [];
  const children = await childrenOf(command);
  if (children === undefined) {
    const { description = '' } = await metaOf(command);
    return [{ path, description, args: await resolved(command.args ?? {}) }];
  }
  const found: KnownCommand[] = [];
  for (const [word, child] of Object.entries(children)) {
    found.push(...(await everyCommand(await resolved(child), [...path, word])));
  }
  return found;
}
