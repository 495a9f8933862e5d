import { CcuError } from '../model/errors.js';
import type { WireValue } from '../model/model.js';
import type { TypedValue, WriteRequest } from '../model/operations-model.js';
import { isStruct } from '../rpc/descriptions.js';
import type { InterfaceRpc } from '../rpc/rpc.js';
import { sameOnWire } from './coerce.js';

/** The name under which the CCU knows the paramset of a write. */
export function paramsetOf(request: WriteRequest): string {
  return request.paramsetKey === 'LINK' ? request.peer! : request.paramsetKey;
}

/**
 * Parameters of configuration that the CCU shows differently than they were written. It says "written" also to members it
 * ignored, so that has to be looked at.
 */
export async function readWrong(
  rpc: Pick<InterfaceRpc, 'call'>,
  request: WriteRequest,
  values: ReadonlyMap<string, TypedValue>,
  shown: (paramset: Readonly<Record<string, WireValue>>) => void,
): Promise<readonly string[]> {
  const seen = await rpc.call('getParamset', [request.channelAddress, paramsetOf(request)]);
  if (!isStruct(seen)) throw new CcuError('protocol', 'the CCU answered with something that is no paramset');
  shown(seen);
  return [...values].flatMap(([parameter, { value }]) => {
    const present = seen[parameter];
    return present !== undefined && !sameOnWire(value, present) ? [parameter] : [];
  });
}
