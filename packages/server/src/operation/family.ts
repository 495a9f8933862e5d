import { GatewayError } from '@ccu-gateway/gateway-core';
import type { WsCommand } from './command.js';
import type { Operation } from './operation.js';

/** Operations and commands about one subject, as the server takes them. */
export interface Family<Ports> {
  readonly operations: readonly Operation<Ports>[];
  /** The twins of the operations, and those that stand alone. */
  readonly commands: readonly WsCommand<Ports>[];
}

/** Ports that all of these families need together. */
export type PortsOf<Each extends Family<never>> = (
  Each extends Family<infer Ports>
    ? (ports: Ports) => void
    : never
) extends (all: infer All) => void
  ? { readonly [Port in keyof All]: All[Port] }
  : never;

interface FamilyParts<Operations, Commands, Name> {
  readonly operations?: Operations;
  /** Those that stand alone; twins come with their operations. */
  readonly commands?: Commands;
  /** Ports that an embedder may leave out. */
  readonly ports?: readonly Name[];
}

type Operations<Ports> = readonly Operation<Ports>[];
type Commands<Ports> = readonly WsCommand<Ports>[];
type Wired<Ports, Name extends keyof Ports> = Family<Omit<Ports, Name> & Partial<Pick<Ports, Name>>>;

/**
 * Registers a family. If one of its ports is left out it is not mounted: operations answer 404 to callers who pass
 * their gate, commands are listed all the same and answer `not_implemented`.
 */
export function family<Ports extends object, Name extends keyof Ports = never>(
  parts: FamilyParts<Operations<Ports>, undefined, Name>,
): Wired<Ports, Name>;
export function family<Ports extends object, Name extends keyof Ports = never>(
  parts: FamilyParts<undefined, Commands<Ports>, Name>,
): Wired<Ports, Name>;
export function family<A extends object, B extends object, Name extends keyof (A & B) = never>(
  parts: FamilyParts<Operations<A>, Commands<B>, Name>,
): Wired<A & B, Name>;
export function family<Ports extends object, Name extends keyof Ports>({
  operations = [],
  commands = [],
  ports = [],
}: FamilyParts<Operations<Ports> | undefined, Commands<Ports> | undefined, Name>): Wired<Ports, Name> {
  const arePortsThere = (given: object) => ports.every((port) => (given as Ports)[port] !== undefined);
  const mountedOf =
    ({ mounted }: Operation<Ports>) =>
    (given: object) =>
      arePortsThere(given) && (mounted?.(given as Ports) ?? true);
  return {
    operations: operations.map((operation) => {
      const { before, isKept, ws: _twins, handler, ...rest } = operation;
      return {
        ...rest,
        ...(before === undefined ? {} : { before: (caller, given) => before(caller, given as Ports) }),
        ...(isKept === undefined ? {} : { isKept: (input, given) => isKept(input, given as Ports) }),
        mounted: mountedOf(operation),
        handler: (input, given) => handler(input, given as Ports),
      };
    }),
    commands: [
      ...operations.flatMap((operation) => (operation.ws ?? []).map((twin) => guarded(twin, mountedOf(operation)))),
      ...commands.map((command) => guarded(command, arePortsThere)),
    ],
  };
}

function guarded<Ports>(command: WsCommand<Ports>, isThere: (given: object) => boolean): WsCommand<object> {
  return {
    ...command,
    handler: (args, given, caller) => {
      if (isThere(given)) return command.handler(args, given as Ports, caller);
      throw new GatewayError('not_implemented', `${command.name} is not available here`, { reason: 'not_wired' });
    },
  };
}
