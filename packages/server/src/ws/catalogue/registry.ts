import { roles } from '@ccu-gateway/auth-core';
import type { CommandList, WsCommand } from '../../operation/command.js';
import { broadcasts } from './broadcasts.js';

export interface CommandRegistry<Ports> extends CommandList {
  find(name: string): WsCommand<Ports> | undefined;
}

/** Indexes the commands. Throws for two of one name and for one without a role. */
export function createCommandRegistry<Ports>(commands: readonly WsCommand<Ports>[]): CommandRegistry<Ports> {
  const byName = new Map<string, WsCommand<Ports>>();
  for (const command of commands) {
    if (!roles.includes(command.access)) throw new Error(`The command ${command.name} has no role`);
    if (byName.has(command.name)) throw new Error(`Two commands are called ${command.name}`);
    byName.set(command.name, command);
  }
  const sorted = [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const list = [
    ...sorted.map(({ name, category }) => ({ name, category, kind: 'command' as const })),
    ...broadcasts.map(({ name, category }) => ({ name, category, kind: 'broadcast' as const })),
  ];
  return { find: (name) => byName.get(name), list: () => list };
}
