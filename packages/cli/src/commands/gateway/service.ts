import type { CommandDef } from 'citty';
import { command, group } from '../../context/context.js';
import { type Machine, thisMachine } from '../../service/machine.js';
import type { ServicePlan } from '../../service/plan.js';
import { install as installPlan, planOf, stateOf, uninstall as uninstallFrom } from '../../service/service.js';
import { EXIT } from '../../terminal/exit.js';
import type { CliIo } from '../../terminal/io.js';
import { printable } from '../../terminal/text.js';
import { findDaemon } from './run.js';

const scopeArg = { user: { type: 'boolean', description: 'for this account only, without root' } } as const;
const scopeOf = (args: { readonly user?: boolean | undefined }) => (args.user === true ? 'user' : 'system');

/** The commands on a machine. */
export function serviceCommandsOn(machine: Machine, daemon: () => readonly string[]): (io: CliIo) => CommandDef {
  const install = command({
    name: 'ccu-gateway service install',
    description: 'Run the gateway as a service of systemd or launchd, from every start of the machine on.',
    args: {
      ...scopeArg,
      print: { type: 'boolean', description: 'only show what would be written and run' },
      'run-as': { type: 'string', valueHint: 'ACCOUNT', description: 'default ccu-gateway, which is made' },
      'memory-max': {
        type: 'string',
        valueHint: 'SIZE',
        description: 'default 512M; more ends it, and it starts anew',
      },
    },
    run: async ({ output }, args) => {
      // The library types the options that all commands have apart from those of this one.
      const dataDir = (args as { readonly 'data-dir'?: string })['data-dir'];
      const choice = { scope: scopeOf(args), account: args['run-as'], memoryMax: args['memory-max'], dataDir } as const;
      const plan = planOf(machine, daemon(), choice);
      if (args.print === true) return { data: plan, lines: shown(plan) };
      const done = installPlan(machine, plan, choice);
      output.note('status: ccu-gateway service status   log: journalctl -u ccu-gateway -f');
      return { data: { done }, lines: done };
    },
  });
  const uninstall = command({
    name: 'ccu-gateway service uninstall',
    description: 'Stop the service and remove it; data and configuration stay.',
    args: scopeArg,
    run: async (_context, args) => {
      const done = uninstallFrom(machine, scopeOf(args));
      return { data: { done }, lines: done };
    },
  });
  const status = command({
    name: 'ccu-gateway service status',
    description: 'Say whether the service is installed and runs (exit 3: not installed, 5: not running).',
    args: scopeArg,
    run: async (_context, args) => {
      const { installed, active, details } = stateOf(machine, scopeOf(args));
      const word = installed ? (active ? 'runs' : 'does not run') : 'is not installed';
      return {
        data: { installed, active, ...details },
        lines: [`the service ${word}`, ...Object.entries(details).map(([key, value]) => `${key}\t${printable(value)}`)],
        exit: installed ? (active ? EXIT.ok : EXIT.unreachable) : EXIT.notFound,
      };
    },
  });
  return group('ccu-gateway service', 'The gateway as a service of this machine.', { install, uninstall, status });
}

function shown({ account, files, directories, commands }: ServicePlan): readonly string[] {
  const mode = (bits: number) => `0${bits.toString(8)}`;
  return [
    ...(account === undefined
      ? []
      : [`# run ${shellLine(['id', '-u', account.at(-1) ?? ''])} || ${shellLine(account)}`]),
    ...directories.map(({ path, mode: bits }) => `# directory ${path} (${mode(bits)})`),
    ...files.flatMap((file) => [
      `# file ${file.path} (${mode(file.mode)}${file.kept === true ? ', kept where it is' : ''})`,
      file.text,
    ]),
    ...commands.map((words) => `# run ${shellLine(words)}`),
  ];
}

/** As it can be given to a shell. */
function shellLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}

/** The commands on this machine. */
export const serviceCommands = (io: CliIo): CommandDef =>
  serviceCommandsOn(thisMachine(), () => {
    const { command: program, args } = findDaemon();
    // Files fetched by npx disappear with its cache.
    return program === 'npx' ? [] : args;
  })(io);
