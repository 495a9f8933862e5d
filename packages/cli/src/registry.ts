import type { CommandDef } from 'citty';
import type { PlugIn } from './plug-ins/plug-in.js';
import { PLUG_INS } from './plug-ins/plug-ins.js';
import type { CliIo } from './terminal/io.js';
import { later } from './terminal/tree.js';

/** The groups of the help, in its order. */
export const ROOMS = {
  everyday: 'EVERYDAY',
  setup: 'SETUP',
  expert: 'EXPERT',
  development: 'DEVELOPERS',
} as const;

/** First word of a command. */
export interface Word {
  /** Undefined for commands that the help does not list. */
  readonly room?: keyof typeof ROOMS;
  /** One short line for the help. */
  readonly summary: string;
  /** Its own code, so that a command waits for no other. */
  readonly load: () => Promise<(io: CliIo) => CommandDef>;
}

/** Every first word, in the order of the help. */
export const WORDS: Readonly<Record<string, Word>> = {
  run: {
    room: 'everyday',
    summary: 'Start the gateway',
    load: async () => (await import('./commands/gateway/run.js')).runCommand,
  },
  demo: {
    room: 'everyday',
    summary: 'Start the gateway with a simulated CCU; nothing is kept',
    load: async () => (await import('./commands/gateway/run.js')).demoCommand,
  },
  status: {
    room: 'everyday',
    summary: 'Show the state of the gateway and its CCUs',
    load: async () => (await import('./commands/gateway/status.js')).statusCommand,
  },
  doctor: {
    room: 'everyday',
    summary: 'Check every hop from the configuration to an event',
    load: async () => (await import('./commands/gateway/doctor.js')).doctorCommand(),
  },
  devices: {
    room: 'everyday',
    summary: 'List, search, watch, get and set devices by name or address',
    load: async () => (await import('./commands/devices/devices.js')).deviceCommands,
  },
  events: {
    room: 'everyday',
    summary: 'Print events as they come',
    load: async () => (await import('./commands/records/events.js')).eventCommands,
  },
  token: {
    room: 'everyday',
    summary: 'Mint, list, rotate and revoke API tokens',
    load: async () => (await import('./commands/accounts/token.js')).tokenCommands,
  },
  user: {
    room: 'everyday',
    summary: 'Add and delete users, change passwords and roles',
    load: async () => (await import('./commands/accounts/user.js')).userCommands,
  },
  backup: {
    room: 'everyday',
    summary: 'Create, verify and restore backups of the gateway',
    load: async () => (await import('./commands/backup/backup.js')).backupCommands,
  },
  config: {
    room: 'everyday',
    summary: 'Check, show and change settings',
    load: async () => (await import('./commands/config/config.js')).configCommands,
  },
  setup: {
    room: 'setup',
    summary: 'Create the first administrator, connect a CCU',
    load: async () => (await import('./commands/accounts/setup.js')).setupCommands,
  },
  login: {
    room: 'setup',
    summary: 'Keep a gateway and a token for the next commands',
    load: async () => (await import('./commands/accounts/login.js')).loginCommand,
  },
  logout: {
    room: 'setup',
    summary: 'Forget a gateway, and end its token or session',
    load: async () => (await import('./commands/accounts/login.js')).logoutCommand,
  },
  context: {
    room: 'setup',
    summary: 'List and choose the gateways of login',
    load: async () => (await import('./commands/accounts/context.js')).contextCommands,
  },
  central: {
    room: 'setup',
    summary: 'Find, add, test and remove CCUs',
    load: async () => (await import('./commands/ccus/central.js')).centralCommands,
  },
  service: {
    room: 'setup',
    summary: 'Install the gateway as a service of this machine',
    load: async () => (await import('./commands/gateway/service.js')).serviceCommands,
  },
  completion: {
    room: 'setup',
    summary: 'Print the completion script of a shell',
    load: async () => (await import('./commands/gateway/completion.js')).completionCommand,
  },
  get: {
    room: 'expert',
    summary: 'Short for devices get',
    load: async () => (await import('./commands/devices/devices.js')).getCommand,
  },
  set: {
    room: 'expert',
    summary: 'Short for devices set',
    load: async () => (await import('./commands/devices/devices.js')).setCommand,
  },
  act: {
    room: 'expert',
    summary: 'Set several devices together until an end, with a preview',
    load: async () => (await import('./commands/devices/acts.js')).actCommands,
  },
  alarm: {
    room: 'expert',
    summary: 'Arm, disarm and test the alarm system; its journal',
    load: async () => (await import('./commands/devices/alarm.js')).alarmCommands,
  },
  energy: {
    room: 'expert',
    summary: 'Show consumption, cost and standby of devices',
    load: async () => (await import('./commands/records/energy.js')).energyCommands,
  },
  warnings: {
    room: 'expert',
    summary: 'List dangers and faults, acknowledge and silence them',
    load: async () => (await import('./commands/devices/warnings.js')).warningCommands,
  },
  firmware: {
    room: 'expert',
    summary: 'Plan updates of devices, and follow them',
    load: async () => (await import('./commands/devices/firmware.js')).firmwareCommands,
  },
  programs: {
    room: 'expert',
    summary: 'List and run programs of the CCUs',
    load: async () => (await import('./commands/ccus/programs.js')).programCommands,
  },
  sysvars: {
    room: 'expert',
    summary: 'List, get and set system variables of the CCUs',
    load: async () => (await import('./commands/ccus/sysvars.js')).sysvarCommands,
  },
  messages: {
    room: 'expert',
    summary: 'List and acknowledge messages of the CCUs',
    load: async () => (await import('./commands/ccus/messages.js')).messageCommands,
  },
  interfaces: {
    room: 'expert',
    summary: 'List, test and reconnect interfaces of the CCUs',
    load: async () => (await import('./commands/ccus/interfaces.js')).interfaceCommands,
  },
  links: {
    room: 'expert',
    summary: 'Direct links between devices',
    load: async () => (await import('./commands/devices/links.js')).linkCommands,
  },
  'central-links': {
    room: 'expert',
    summary: 'Links of keys with their CCU, so that they report presses',
    load: async () => (await import('./commands/devices/central-links.js')).centralLinkCommands,
  },
  history: {
    room: 'expert',
    summary: 'Export and import recorded values',
    load: async () => (await import('./commands/records/history.js')).historyCommands,
  },
  audit: {
    room: 'expert',
    summary: 'List changes with their author and time',
    load: async () => (await import('./commands/records/audit.js')).auditCommand,
  },
  logs: {
    room: 'expert',
    summary: 'Print the log of the gateway',
    load: async () => (await import('./commands/records/logs.js')).logsCommand,
  },
  session: {
    room: 'expert',
    summary: 'List and end sessions of browsers',
    load: async () => (await import('./commands/accounts/session.js')).sessionCommands,
  },
  secret: {
    room: 'expert',
    summary: 'Rotate the key that seals stored passwords',
    load: async () => (await import('./commands/gateway/secret.js')).secretCommands,
  },
  mcp: {
    room: 'expert',
    summary: 'Connect an assistant of this machine with the gateway',
    load: async () => (await import('./commands/gateway/mcp.js')).mcpCommand,
  },
  matter: {
    room: 'expert',
    summary: 'Reset the pairings of the Matter bridge',
    load: async () => (await import('./commands/gateway/matter.js')).matterCommands,
  },
  ...Object.fromEntries(Object.entries(PLUG_INS).map(([word, plugIn]) => [word, wordOf(word, plugIn)])),
  openapi: {
    room: 'expert',
    summary: 'Print the description of the API',
    load: async () => (await import('./commands/gateway/openapi.js')).openapiCommand,
  },
  version: {
    room: 'expert',
    summary: 'Print versions',
    load: async () => (await import('./commands/gateway/version.js')).versionCommand,
  },
  dev: {
    room: 'development',
    summary: 'Run the gateway on temporary data, again after each change of its file',
    load: async () => (await import('./commands/gateway/dev.js')).devCommand,
  },
  bench: {
    room: 'development',
    summary: 'Measure how fast a running gateway answers',
    load: async () => (await import('./commands/gateway/bench.js')).benchCommand,
  },
  compat: {
    room: 'development',
    summary: 'Check a live CCU against the assumptions of the gateway',
    load: async () => (await import('./commands/gateway/compat.js')).compatCommand,
  },
  complete: {
    summary: 'Answer the scripts of completion',
    load: async () => (await import('./commands/gateway/completion.js')).completeCommand(commandTree),
  },
};

function wordOf(word: string, plugIn: PlugIn): Word {
  const load = async () => (await import('./plug-ins/plug-in.js')).plugInCommands(word, plugIn);
  return { room: 'expert', summary: plugIn.summary, load };
}

/** The command line as a tree of commands. */
export function commandTree(io: CliIo): CommandDef {
  return {
    meta: { name: 'ccu-gateway', description: 'Gateway for Homematic central units.' },
    subCommands: Object.fromEntries(
      Object.entries(WORDS).map(([word, { room, summary, load }]) => [
        word,
        later({ description: summary, hidden: room === undefined }, async () => (await load())(io)),
      ]),
    ),
  };
}
