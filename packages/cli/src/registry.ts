import type { CommandDef } from 'citty';
import type { CliIo } from './terminal/io.js';

type Load = () => Promise<(io: CliIo) => CommandDef>;

/**
 * Every word that may stand first, in the order of the help. Each loads its own code, so that a command waits for no other.
 */
const COMMANDS: Readonly<Record<string, Load>> = {
  run: async () => (await import('./commands/run.js')).runCommand,
  demo: async () => (await import('./commands/run.js')).demoCommand,
  dev: async () => (await import('./commands/dev.js')).devCommand,
  compat: async () => (await import('./commands/compat.js')).compatCommand,
  status: async () => (await import('./commands/status.js')).statusCommand,
  doctor: async () => (await import('./commands/doctor.js')).doctorCommand(),
  fleet: async () => (await import('./commands/fleet.js')).fleetCommands,
  login: async () => (await import('./commands/login.js')).loginCommand,
  logout: async () => (await import('./commands/login.js')).logoutCommand,
  context: async () => (await import('./commands/context.js')).contextCommands,
  central: async () => (await import('./commands/central.js')).centralCommands,
  devices: async () => (await import('./commands/devices.js')).deviceCommands,
  'central-links': async () => (await import('./commands/central-links.js')).centralLinkCommands,
  events: async () => (await import('./commands/events.js')).eventCommands,
  interfaces: async () => (await import('./commands/interfaces.js')).interfaceCommands,
  programs: async () => (await import('./commands/programs.js')).programCommands,
  sysvars: async () => (await import('./commands/sysvars.js')).sysvarCommands,
  messages: async () => (await import('./commands/messages.js')).messageCommands,
  links: async () => (await import('./commands/links.js')).linkCommands,
  audit: async () => (await import('./commands/audit.js')).auditCommand,
  logs: async () => (await import('./commands/logs.js')).logsCommand,
  config: async () => (await import('./commands/config.js')).configCommands,
  matter: async () => (await import('./commands/matter.js')).matterCommands,
  backup: async () => (await import('./commands/backup.js')).backupCommands,
  service: async () => (await import('./commands/service.js')).serviceCommands,
  setup: async () => (await import('./commands/setup.js')).setupCommands,
  user: async () => (await import('./commands/user.js')).userCommands,
  token: async () => (await import('./commands/token.js')).tokenCommands,
  session: async () => (await import('./commands/session.js')).sessionCommands,
  secret: async () => (await import('./commands/secret.js')).secretCommands,
  openapi: async () => (await import('./commands/openapi.js')).openapiCommand,
  bench: async () => (await import('./commands/bench.js')).benchCommand,
  completion: async () => (await import('./commands/completion.js')).completionCommand,
  complete: async () => (await import('./commands/completion.js')).completeCommand(commandTree),
  version: async () => (await import('./commands/version.js')).versionCommand,
};

/** The command line as a tree of commands. */
export function commandTree(io: CliIo): CommandDef {
  return {
    meta: { name: 'ccu-gateway', description: 'Gateway for Homematic central units.' },
    subCommands: Object.fromEntries(
      Object.entries(COMMANDS).map(([word, load]) => [word, async () => (await load())(io)]),
    ),
  };
}
