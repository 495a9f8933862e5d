import type { InterfaceConnection } from '../connection/interface-connection-model.js';
import type { InterfaceName } from '../model/model.js';
import { createCaller } from './caller.js';
import { deviceOperations } from './devices.js';
import { linkOperations } from './links.js';
import { metadataOperations } from './metadata.js';
import type { Operations } from './operations.js';
import { pairingOperations } from './pairing.js';
import { radioOperations } from './radio.js';

/** Everything that can be asked of the interfaces of a CCU, with this signal on every call. */
export function createOperations(find: (name: InterfaceName) => InterfaceConnection, signal?: AbortSignal): Operations {
  const caller = createCaller(find, signal);
  return {
    ...linkOperations(caller),
    ...pairingOperations(caller),
    ...deviceOperations(caller),
    ...radioOperations(caller),
    ...metadataOperations(caller),
  };
}
