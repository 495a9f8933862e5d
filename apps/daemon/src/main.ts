#!/usr/bin/env node
import { BACKUP_HELP, backupCommand } from './backup/command.js';
import { COMPAT_HELP, compatCommand } from './compat/command.js';
import { rotateCommand } from './config/index.js';
import { CONFIG_HELP, configCommand } from './config-command/command.js';
import { configEditCommand } from './config-command/edit-command.js';
import { runDemo } from './demo/demo.js';
import { DOCTOR_HELP, doctorCommand } from './doctor/command.js';
import { runDaemon } from './run/run.js';

const HELP = `ccu-gateway-daemon — the gateway as a service

  ccu-gateway-daemon run  [--config FILE] [--data-dir DIR] [--listen HOST:PORT] [--log-level LEVEL] [--sqlite-driver auto|better-sqlite3|node]
  ccu-gateway-daemon demo [--json] [--listen HOST:PORT] [--data-dir DIR]
  ccu-gateway-daemon secret rotate [--config FILE] [--data-dir DIR] [--json]
  ccu-gateway-daemon backup create|list|verify|restore|prune
  ccu-gateway-daemon compat (--central NAME | --host HOST) [--write] [--json]
  ccu-gateway-daemon doctor [--config FILE] [--data-dir DIR] [--ccu NAME] [--fix] [--strict] [--json]

run   starts the gateway with config.yaml or the file named; Ctrl-C or SIGTERM stops it cleanly.
demo  starts a simulated CCU and the gateway beside it, and prints how to sign in.
backup makes and restores backups of the gateway itself; backup --help says more.
compat checks a live CCU against everything the gateway assumes; compat --help says more.
doctor looks at every hop from the configuration to an event, and says what helps.
config checks, shows and changes the configuration as a start would read it; config --help says more.
`;

async function main(argv: readonly string[]): Promise<number> {
  const [command = 'run', ...rest] = argv;
  if (command === 'compat' && rest.includes('--help')) {
    process.stdout.write(COMPAT_HELP);
    return 0;
  }
  if (command === 'backup' && rest.includes('--help')) {
    process.stdout.write(BACKUP_HELP);
    return 0;
  }
  if (command === 'config' && rest.includes('--help')) {
    process.stdout.write(CONFIG_HELP);
    return 0;
  }
  if (command === 'doctor' && rest.includes('--help')) {
    process.stdout.write(DOCTOR_HELP);
    return 0;
  }
  if (rest.includes('--help') || command === '--help' || command === 'help') {
    process.stdout.write(HELP);
    return 0;
  }
  if (command === 'run') return runDaemon(rest, process.env);
  if (command === 'demo') return runDemo(rest);
  if (command === 'secret' && rest[0] === 'rotate') return rotateCommand(rest.slice(1), process);
  if (command === 'backup') return backupCommand(rest, process);
  if (command === 'compat') return compatCommand(rest, process);
  if (command === 'config' && (rest[0] === 'set' || rest[0] === 'unset')) return configEditCommand(rest, process);
  if (command === 'config') return configCommand(rest, process);
  if (command === 'doctor') return doctorCommand(rest, process);
  // `ccu-gateway-daemon --config FILE` means run.
  if (command.startsWith('--')) return runDaemon(argv, process.env);
  process.stderr.write(`There is no command "${command}".\n\n${HELP}`);
  return 2;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
