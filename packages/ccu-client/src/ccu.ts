import type { Ccu, ConnectOptions } from './central/ccu-model.js';
import { createCcu } from './central/create-ccu.js';

export type * from './central/ccu-model.js';

/**
 * Connects to a CCU. Returns at once and never fails because the CCU does: it connects in the background, keeps every
 * interface registered until `close` is called, and reports the connection state in `link_state` events.
 *
 * @throws CcuError `invalid_argument` for options that are out of range or contradict each other
 *
 * @example
 * const callbacks = await openCallbackServer({ host: '0.0.0.0', port: 8120, binPort: 8129 });
 * const ccu = connectCcu({ name: 'home', host: 'ccu.local', instance: 'example', interfaces: ['HmIP-RF'], callbacks });
 * ccu.on((event) => {
 *   if (event.type === 'value') console.log(event.channelAddress, event.parameter, event.value);
 * });
 */
export function connectCcu(options: ConnectOptions): Ccu {
  return createCcu(options);
}
