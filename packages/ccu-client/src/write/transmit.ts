import type { InterfaceRpc, RpcOptions } from '../rpc/rpc.js';
import { outgoing } from './coerce.js';
import type { Item } from './item.js';
import { paramsetOf } from './read-back.js';

/** What makes a device act, by the values it was given before. */
const ACTING: ReadonlySet<string> = new Set(['LEVEL', 'STATE']);

/** As asked for, but what acts comes last: a time counts for the next command only. */
function inOrder<T>(values: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  const entries = [...values];
  return [
    ...entries.filter(([parameter]) => !ACTING.has(parameter)),
    ...entries.filter(([parameter]) => ACTING.has(parameter)),
  ];
}

/**
 * Sends an item in as few calls as the interface allows. `sent` is told of each parameter that the CCU took where they go
 * one by one, so that a later refusal does not make the earlier ones look refused.
 */
export async function transmit(
  rpc: Pick<InterfaceRpc, 'call'>,
  { command, request, values }: Item,
  options: RpcOptions & { readonly oneByOne: boolean; readonly sent: (parameter: string) => void },
): Promise<void> {
  const rx = request.rxMode === undefined ? [] : [request.rxMode];
  if (command && (values.size === 1 || options.oneByOne)) {
    for (const [parameter, value] of inOrder(values)) {
      await rpc.call('setValue', [request.channelAddress, parameter, outgoing(value), ...rx], options);
      options.sent(parameter);
    }
    return;
  }
  const struct = Object.fromEntries([...values].map(([parameter, value]) => [parameter, outgoing(value)]));
  await rpc.call('putParamset', [request.channelAddress, paramsetOf(request), struct, ...rx], options);
}
