import type { Ccu, ConnectOptions } from './central/ccu-model.js';
import { createCentral } from './central/create-central.js';

export type * from './central/ccu-model.js';

/**
 * Connects to a CCU. Returns at once and never fails because the CCU does: it connects in the background, keeps every
 * interface registered for as long as the process lives, and says how it stands in `link_state` events. Throws
 * `CcuError` `invalid_argument` for options that cannot be meant.
 */
export function connectCcu(options: ConnectOptions): Ccu {
  return createCentral(options);
}
