import type { CommandDef } from 'citty';
import { cached } from '../../completion/cache.js';
import { type Candidate, complete } from '../../completion/complete.js';
import { SCRIPTS, SHELLS, type Shell } from '../../completion/scripts.js';
import { type Context, command, hidden } from '../../context/context.js';
import { loginOf, readLogins } from '../../login/store.js';
import { usageError } from '../../terminal/exit.js';
import type { CliIo } from '../../terminal/io.js';
import { printable } from '../../terminal/text.js';

/** `completion`: prints the script that a shell loads once. */
export const completionCommand = command({
  name: 'ccu-gateway completion',
  description: 'Print what makes a shell complete commands, options and the names of devices.',
  args: { shell: { type: 'positional', required: true, valueHint: SHELLS.join('|'), description: SHELLS.join(', ') } },
  run: async ({ io }, args) => {
    const shell = SHELLS.find((known): known is Shell => known === args.shell);
    if (shell === undefined) {
      const { didYouMean } = await import('../../terminal/nearest.js');
      const hint = didYouMean(args.shell, SHELLS) || `; there are: ${SHELLS.join(', ')}`;
      throw usageError(`there is no completion for "${args.shell}"${hint}`);
    }
    io.stdout.write(SCRIPTS[shell]);
    return 0;
  },
});

/** `complete`: answers these scripts at each key press. It prints no errors, because they would stand in the line. */
export function completeCommand(tree: (io: CliIo) => CommandDef): (io: CliIo) => CommandDef {
  const create = command({
    name: 'ccu-gateway complete',
    description: 'Say what may stand at the end of a line; for the scripts of `completion`.',
    args: { words: { type: 'positional', required: false, description: 'the words of the line so far' } },
    run: async (context, { _: words }) => {
      const found = await complete(tree(context.io), words, (argument) => valuesOf(context, argument, words)).catch(
        () => [],
      );
      for (const { value, description } of found) {
        // A value with control characters cannot be typed.
        if (printable(value) === value) context.output.write(`${value}\t${printable(description)}`);
      }
      return 0;
    },
  });
  return hidden(create);
}

const PATIENCE_S = 1;
/**
 * Options that name another installation. It gets no request before the line is complete, because the token would go
 * there.
 */
const ELSEWHERE = /^--(url|data-dir|config|offline|insecure)(=|$)/;

async function valuesOf(context: Context, argument: string, words: readonly string[]): Promise<readonly Candidate[]> {
  if (argument === 'context' || argument === 'context name' || argument === 'logout name') {
    return Object.entries(readLogins(context.io).gateways).map(([value, { url }]) => ({ value, description: url }));
  }
  const { ASKED } = await import('../../completion/values.js');
  const ask = Object.hasOwn(ASKED, argument) ? ASKED[argument] : undefined;
  if (ask === undefined || words.some((word) => ELSEWHERE.test(word))) return [];
  const at = words.indexOf('--context');
  const named = at < 0 ? undefined : words[at + 1];
  const login = named === undefined ? undefined : loginOf(readLogins(context.io), named);
  if (named !== undefined && login === undefined) return [];
  const rest =
    login === undefined
      ? await context.rest({ token: 'required', seconds: PATIENCE_S })
      : await context.gatewayAt(login.url, login, PATIENCE_S);
  return cached(context.io, JSON.stringify([rest.url, argument]), () => ask(rest));
}
