#!/usr/bin/env node
import { holdOptimizer } from './run/spare-memory.js';
import { withWrittenOutput } from './run/written.js';

const HELP = `ccu-gateway-daemon — the gateway as a service

  ccu-gateway-daemon run  [--config FILE] [--data-dir DIR] [--listen HOST:PORT] [--log-level LEVEL] [--sqlite-driver auto|better-sqlite3|node]
  ccu-gateway-daemon demo [--json] [--listen HOST:PORT] [--data-dir DIR]
  ccu-gateway-daemon secret rotate [--config FILE] [--data-dir DIR] [--json]
  ccu-gateway-daemon backup create|list|verify|restore|prune
  ccu-gateway-daemon compat (--central NAME | --host HOST) [--write] [--json]
  ccu-gateway-daemon doctor [--config FILE] [--data-dir DIR] [--ccu NAME] [--fix] [--strict] [--json]

run   starts the gateway with config.yaml or the file named; Ctrl-C or SIGTERM stops it cleanly.
demo  starts a simulated CCU and the gateway beside it, and prints how to sign in.
backup makes and restores backups of the gateway itself; More: backup --help.
compat checks a live CCU against everything the gateway assumes; More: compat --help.
doctor checks every hop from the configuration to an event, and names remedies.
config checks, shows and changes the configuration as a start would read it; More: config --help.
`;

async function main(argv: readonly string[]): Promise<number> {
  const [command = 'run', ...rest] = argv;
  const help = rest.includes('--help');
  // Each loads only its own code: a gateway that runs for years holds neither the simulated CCU of the demo nor the
  // other commands in its memory.
  switch (command) {
    case 'backup': {
      const { BACKUP_HELP, backupCommand } = await import('./backup/command.js');
      return help ? print(BACKUP_HELP) : backupCommand(rest, process);
    }
    case 'compat': {
      const { COMPAT_HELP, compatCommand } = await import('./compat/command.js');
      return help ? print(COMPAT_HELP) : compatCommand(rest, process);
    }
    case 'config': {
      const { CONFIG_HELP, configCommand } = await import('./config-command/command.js');
      if (help) return print(CONFIG_HELP);
      if (!['set', 'unset', 'apply'].includes(rest[0] ?? '')) {
        if (rest[0] !== 'check') return configCommand(rest, process);
        const { ignoredCentrals } = await import('./config-command/stored.js');
        const argv = rest.slice(1).filter((argument) => argument !== '--json');
        const note = await ignoredCentrals({ argv, env: process.env, cwd: process.cwd() });
        return configCommand(rest, process, note === undefined ? [] : [note]);
      }
      return (await import('./config-command/edit-command.js')).configEditCommand(rest, process);
    }
    case 'doctor': {
      const { DOCTOR_HELP, doctorCommand } = await import('./doctor/command.js');
      return help ? print(DOCTOR_HELP) : doctorCommand(rest, process);
    }
  }
  if (help || command === '--help' || command === 'help') return print(HELP);
  if (command === 'demo') return (await import('./demo/demo.js')).runDemo(rest);
  if (command === 'secret' && rest[0] === 'rotate') {
    return (await import('./secret-command/rotate-command.js')).rotateCommand(rest.slice(1), process);
  }
  if (command === 'run') return run(rest);
  // `ccu-gateway-daemon --config FILE` means run.
  if (command.startsWith('--')) return run(argv);
  process.stderr.write(`There is no command "${command}".\n\n${HELP}`);
  return 2;
}

async function run(argv: readonly string[]): Promise<number> {
  // Before the next line loads its code.
  holdOptimizer();
  return (await import('./run/run.js')).runDaemon(argv, process.env);
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

withWrittenOutput(() => main(process.argv.slice(2)), process).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
