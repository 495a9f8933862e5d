import type { Operation } from '../operation/operation.js';

/**
 * Operations whose ports an embedder may leave out: without all of them, who passes their gate gets 404.
 */
export function optional<Needs extends object, Ports extends keyof Needs>(
  operations: readonly Operation<Needs>[],
  ...ports: readonly Ports[]
): readonly Operation<Omit<Needs, Ports> & Partial<Pick<Needs, Ports>>>[] {
  return operations.map(({ before, ...operation }) => ({
    ...operation,
    ...(before === undefined ? {} : { before: (caller, services) => before(caller, services as Needs) }),
    mounted: (services) => ports.every((port) => (services as Needs)[port] !== undefined),
    handler: (input, services) => operation.handler(input, services as Needs),
  }));
}
