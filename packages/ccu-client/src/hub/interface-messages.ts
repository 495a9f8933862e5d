import { isCcuError } from '../model/errors.js';
import type { ServiceMessage } from '../model/hub-model.js';
import type { InterfaceName } from '../model/model.js';
import type { DeviceServiceMessage } from '../model/operations-model.js';
import { messageKind } from './read.js';

type ReadMessages = (
  interfaces: readonly InterfaceName[],
  read: (interfaceName: InterfaceName) => Promise<readonly DeviceServiceMessage[]>,
) => Promise<readonly ServiceMessage[]>;

/**
 * Reads service messages as the interfaces report them: without the CCU's own objects, so they have no times and cannot
 * be acknowledged. An interface that does not answer keeps its last messages. Rejects only when no interface answered.
 */
export function createInterfaceMessages(): ReadMessages {
  const told = new Map<InterfaceName, readonly ServiceMessage[]>();
  return async (interfaces, read) => {
    let firstError: unknown;
    let answered = false;
    for (const interfaceName of interfaces) {
      try {
        told.set(interfaceName, (await read(interfaceName)).map(toMessage));
        answered = true;
      } catch (error) {
        // Some have no such method, which is no failure.
        if (isCcuError(error) && error.code === 'unsupported') told.delete(interfaceName);
        else firstError ??= error;
      }
    }
    if (!answered && firstError !== undefined) throw firstError;
    return interfaces.flatMap((interfaceName) => told.get(interfaceName) ?? []);
  };
}

function toMessage({ channelAddress, parameter }: DeviceServiceMessage): ServiceMessage {
  const name = `${channelAddress}.${parameter}`;
  return {
    id: idOf(name),
    name,
    address: channelAddress,
    parameter,
    deviceName: '',
    kind: messageKind(parameter),
    counter: 1,
    quittable: false,
    firstAt: 0,
    lastAt: 0,
  };
}

/** Beyond the ids that a CCU gives to its objects, and the same for the same message. */
function idOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return 0x1_0000_0000 + hash;
}
