import type { Log as CcuLog } from '@ccu-gateway/ccu-client';
import type { Log } from '../log/log.js';

/** Writes what a CCU's client has to say to the gateway's log. */
export function ccuLog(log: Log): CcuLog {
  return ({ level, event, message, interfaceName, fields }) =>
    log[level](message, { event, ...(interfaceName === undefined ? {} : { interface: interfaceName }), ...fields });
}
