import type { Log as CcuLog } from '@ccu-gateway/ccu-client';
import type { Log } from '../log/log.js';

/** Writes the log of a CCU's client to the log of the gateway. */
export function ccuLog(log: Log): CcuLog {
  return ({ level, event, message, interfaceName, fields }) =>
    log[level](message, { event, ...(interfaceName === undefined ? {} : { interface: interfaceName }), ...fields });
}
