import { GatewayError } from '@ccu-gateway/gateway-core';
import type { WsCommand } from './command.js';
import type { Operation } from './operation.js';

/** Operations and commands about one subject, as the server takes them. */
export interface Family<Needs> {
  readonly operations: readonly Operation<Needs>[];
  /** The twins of the operations, and those that stand alone. */
  readonly commands: readonly WsCommand<Needs>[];
}

interface FamilyParts<Operations, Commands, Ports> {
  readonly operations?: Operations;
  /** Those that stand alone; twins come with their operations. */
  readonly commands?: Commands;
  /** Ports that an embedder may leave out. */
  readonly ports?: readonly Ports[];
}

type Operations<Needs> = readonly Operation<Needs>[];
type Commands<Needs> = readonly WsCommand<Needs>[];
type Wired<Needs, Ports extends keyof Needs> = Family<Omit<Needs, Ports> & Partial<Pick<Needs, Ports>>>;

/**
 * Registers a family. Where one of its ports is left out it is not there: operations answer 404 to callers who pass their gate,
 * commands are listed all the same and answer `not_implemented`.
 */
export function family<Needs extends object, Ports extends keyof Needs = never>(
  parts: FamilyParts<Operations<Needs>, undefined, Ports>,
): Wired<Needs, Ports>;
export function family<Needs extends object, Ports extends keyof Needs = never>(
  parts: FamilyParts<undefined, Commands<Needs>, Ports>,
): Wired<Needs, Ports>;
export function family<A extends object, B extends object, Ports extends keyof (A & B) = never>(
  parts: FamilyParts<Operations<A>, Commands<B>, Ports>,
): Wired<A & B, Ports>;
export function family<Needs extends object, Ports extends keyof Needs>({
  operations = [],
  commands = [],
  ports = [],
}: FamilyParts<Operations<Needs> | undefined, Commands<Needs> | undefined, Ports>): Wired<Needs, Ports> {
  const arePortsThere = (services: object) => ports.every((port) => (services as Needs)[port] !== undefined);
  const mountedOf =
    ({ mounted }: Operation<Needs>) =>
    (services: object) =>
      arePortsThere(services) && (mounted?.(services as Needs) ?? true);
  return {
    operations: operations.map((operation) => {
      const { before, ws: _twins, handler, ...rest } = operation;
      return {
        ...rest,
        ...(before === undefined ? {} : { before: (caller, services) => before(caller, services as Needs) }),
        mounted: mountedOf(operation),
        handler: (input, services) => handler(input, services as Needs),
      };
    }),
    commands: [
      ...operations.flatMap((operation) => (operation.ws ?? []).map((twin) => guarded(twin, mountedOf(operation)))),
      ...commands.map((command) => guarded(command, arePortsThere)),
    ],
  };
}

function guarded<Needs>(command: WsCommand<Needs>, isThere: (services: object) => boolean): WsCommand<object> {
  return {
    ...command,
    handler: (args, services, caller) => {
      if (isThere(services)) return command.handler(args, services as Needs, caller);
      throw new GatewayError('not_implemented', `${command.name} is not available here`, { reason: 'not_wired' });
    },
  };
}
