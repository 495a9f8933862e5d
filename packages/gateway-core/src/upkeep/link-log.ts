import type { Ccu, ConnectionState } from '@ccu-gateway/ccu-client';
import type { Logger } from '../ports/log.js';
import { type ConfiguredCcu, remedyOf } from './remedy.js';

/** States that a person should hear of; the others are steps on the way up or down. */
const TROUBLED: ReadonlySet<ConnectionState> = new Set(['disconnected', 'booting', 'suspect', 'callback_unreachable']);

/**
 * Writes each change of the links of a CCU to the log. Trouble is a warning, with the setting to check if one may be
 * the cause. The returned function ends it.
 *
 * @example
 * const stop = logLinks(ccu, { name: 'home', host: '192.0.2.1', username: '', settingNamed }, log);
 */
export function logLinks(ccu: Pick<Ccu, 'on'>, central: ConfiguredCcu, log: Logger): () => void {
  return ccu.on((event) => {
    if (event.type !== 'link_state') return;
    const { interfaceName, state, note, cause } = event.status;
    const remedy = remedyOf(central, cause);
    const say = TROUBLED.has(state) ? log.warn : log.info;
    say('interface state', {
      central: central.name,
      interface: interfaceName,
      state,
      previous: event.previous,
      ...(note === undefined ? {} : { note }),
      ...(remedy === undefined ? {} : { remedy }),
    });
  });
}
