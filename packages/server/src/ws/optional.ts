import { GatewayError } from '@ccu-gateway/gateway-core';
import type { WsCommand } from '../operation/command.js';

/** Commands whose ports an embedder may leave out: they are listed all the same and then answer `not_implemented`. */
export function optional<Needs extends object, Ports extends keyof Needs>(
  commands: readonly WsCommand<Needs>[],
  ...ports: readonly Ports[]
): readonly WsCommand<Omit<Needs, Ports> & Partial<Pick<Needs, Ports>>>[] {
  return commands.map((command) => ({
    ...command,
    handler: (args, services, caller) => {
      if (ports.some((port) => (services as Needs)[port] === undefined)) {
        throw new GatewayError('not_implemented', `${command.name} is not available here`, { reason: 'not_wired' });
      }
      return command.handler(args, services as Needs, caller);
    },
  }));
}
