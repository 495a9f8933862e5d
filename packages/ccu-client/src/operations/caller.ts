import type { InterfaceConnection } from '../connection/interface-connection-model.js';
import { CcuError, isCcuError } from '../model/errors.js';
import type { InterfaceProfile } from '../model/interfaces.js';
import type { InterfaceName, WireValue } from '../model/model.js';
import type { InterfaceRpc } from '../rpc/rpc.js';
import { isUnknownMethod } from '../transport/errors.js';
import type { OutgoingValue } from '../wire/codecs/index.js';

type Can = (profile: InterfaceProfile) => boolean;

/** An interface, with the caller's signal on every call. */
export type CallableLink = Pick<InterfaceConnection, 'profile' | 'rescan' | 'holdingDevices'> & {
  readonly rpc: Pick<InterfaceRpc, 'call'>;
};

/** Calls the interfaces of a CCU on behalf of one caller. */
export interface Caller {
  /** Throws `CcuError` where it is not configured. */
  link(name: InterfaceName): CallableLink;
  /** The same; throws `unsupported` where its kind cannot do that. */
  able(name: InterfaceName, can: Can): CallableLink;
  ask(name: InterfaceName, can: Can, method: string, params?: readonly OutgoingValue[]): Promise<WireValue>;
}

export function createCaller(
  find: (name: InterfaceName) => InterfaceConnection,
  signal: AbortSignal | undefined,
): Caller {
  function link(name: InterfaceName): CallableLink {
    const { profile, rescan, holdingDevices, rpc } = find(name);
    return { profile, rescan, holdingDevices, rpc: { call: (method, params) => rpc.call(method, params, { signal }) } };
  }

  function able(name: InterfaceName, can: Can): CallableLink {
    const found = link(name);
    if (can(found.profile)) return found;
    throw unsupported(name, 'cannot do that');
  }

  return {
    link,
    able,
    ask: async (name, can, method, params = []) => await able(name, can).rpc.call(method, params),
  };
}

export function unsupported(name: InterfaceName, what: string): CcuError {
  return new CcuError('unsupported', `${name} ${what}`, { interfaceName: name });
}

/** Reports a method that an older firmware lacks as unsupported; passes on every other error. */
export function withoutMethod(name: InterfaceName, method: string): (error: unknown) => never {
  return (error) => {
    throw isCcuError(error) && isUnknownMethod(error) ? unsupported(name, `has no method ${method}`) : error;
  };
}
