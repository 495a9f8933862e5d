import type { WsCommand } from '../operation/command.js';
import type { Services } from '../rest/families.js';
import type { CommandList } from './catalogue/registry.js';
import { deviceCommands } from './commands/devices.js';
import { systemCommands } from './commands/system.js';
import { deviceFamilyCommands } from './device-families.js';
import { hubCommands } from './hub-families.js';

export interface CommandServices extends Services {
  readonly commands: CommandList;
}

/** All commands of the WebSocket. */
export const wsCommands: readonly WsCommand<CommandServices>[] = [
  ...systemCommands,
  ...deviceCommands,
  ...deviceFamilyCommands,
  ...hubCommands,
];
