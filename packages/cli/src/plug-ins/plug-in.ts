import type { CommandDef } from 'citty';
import { command, group } from '../context/context.js';
import type { Rest } from '../gateway/rest.js';
import { CliError, EXIT } from '../terminal/exit.js';
import type { FieldNames } from '../terminal/fields.js';
import type { CliIo } from '../terminal/io.js';
import { tsvLine } from '../terminal/table.js';
import { printable } from '../terminal/text.js';

/** Word of an optional package, with code that is loaded when it is used. */
export interface PlugIn {
  /** One short line for the help. */
  readonly summary: string;
  /** The npm package with its code. */
  readonly package: string;
  readonly load: () => Promise<PlugInWord>;
}

/** The commands of an optional package. It imports nothing of the command line. */
export interface PlugInWord {
  readonly description: string;
  readonly commands: Readonly<Record<string, PlugInCommand>>;
}

/** Command that asks the gateway and shows its answer. It needs a token. */
export interface PlugInCommand {
  readonly description: string;
  /** Of `data`. */
  readonly fields: FieldNames;
  readonly run: (gateway: Pick<Rest, 'call'>) => Promise<PlugInOutcome>;
}

/** Result of such a command, or the reason why there is none. */
export type PlugInOutcome =
  | {
      readonly data: unknown;
      /** For people. */
      readonly lines: readonly string[];
      /** For a pipe. */
      readonly rows: readonly (readonly string[])[];
      /** With any, the exit code is 7. */
      readonly problems: number;
    }
  | { readonly missing: { readonly code: string; readonly message: string; readonly fix: string } };

/** The commands of a plug-in as a group. @throws CliError `not_installed` */
export async function plugInCommands(word: string, plugIn: PlugIn): Promise<(io: CliIo) => CommandDef> {
  const { description, commands } = await loadPlugIn(plugIn);
  const children = Object.entries(commands).map(
    ([name, each]) => [name, commandOf(`ccu-gateway ${word} ${name}`, each)] as const,
  );
  return group(`ccu-gateway ${word}`, description, Object.fromEntries(children));
}

function commandOf(name: string, { description, fields, run }: PlugInCommand): (io: CliIo) => CommandDef {
  return command({
    name,
    description,
    fields,
    run: async (context) => {
      const outcome = await run(await context.rest({ token: 'required' }));
      if ('missing' in outcome) {
        const { code, message, fix } = outcome.missing;
        throw new CliError(EXIT.notFound, code, message, { fix });
      }
      const { data, lines, rows, problems } = outcome;
      return {
        data,
        lines: context.output.forPeople ? lines.map(printable) : rows.map(tsvLine),
        exit: problems === 0 ? EXIT.ok : EXIT.problems,
      };
    },
  });
}

/** Loads the code of an optional package. @throws CliError `not_installed` */
export async function loadPlugIn<T>({
  package: name,
  load,
}: {
  readonly package: string;
  readonly load: () => Promise<T>;
}): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new CliError(EXIT.failed, 'not_installed', `this needs the package ${name}, which is not installed`, {
      fix: `npm install ${name}`,
    });
  }
}
