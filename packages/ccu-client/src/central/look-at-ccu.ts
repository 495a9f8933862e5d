import { readSystemInfo } from '../hub/system.js';
import { isCcuError } from '../model/errors.js';
import type { SessionState, SystemInfo } from '../model/hub-model.js';
import type { ConnectOptions } from './ccu-model.js';
import { createLogicLayer } from './logic-layer.js';
import { readOptions } from './settings.js';

/** Where a CCU is and how it is signed in to; all of it as in `connectCcu`. */
export type LookOptions = Omit<ConnectOptions, 'name' | 'instance' | 'callbacks'>;

/** Data of a CCU that is read without a connection. */
export interface CcuLook {
  /** Result of the login, with the reason of a refusal. */
  readonly session: SessionState;
  /** Absent without an answer. */
  readonly info?: SystemInfo;
}

/**
 * Signs in to a CCU once, reads its identity and its interfaces, and signs out again. Nothing is registered and nothing
 * is written. A refusal of the CCU is an answer, not an error.
 *
 * @throws CcuError `invalid_argument` for options that cannot be meant, `aborted`
 * @example
 * const { session, info } = await lookAtCcu({ host: 'ccu.local', interfaces: ['HmIP-RF'], username: 'gateway', password });
 */
export async function lookAtCcu(
  options: LookOptions,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<CcuLook> {
  // Neither name leaves this process: nothing is registered.
  const settings = readOptions({ ...options, name: 'look', instance: 'look', callbacks: NO_CALLBACKS });
  const layer = createLogicLayer(settings, async () => []);
  const { session, rega, identity, metadata } = layer;
  try {
    const parts = { session, rega, serial: identity.serial, isAbsent: metadata.isThere };
    const info = await readSystemInfo(parts, signal).catch((error: unknown) => {
      if (isCcuError(error) && error.code !== 'aborted') return undefined;
      throw error;
    });
    return { session: layer.status().session, ...(info === undefined ? {} : { info }) };
  } finally {
    await layer.close(AbortSignal.timeout(settings.timings.jsonTimeoutMs)).catch(() => {});
    layer.disconnect();
  }
}

/** Only connections to interfaces read it, and this call opens none. */
const NO_CALLBACKS = {} as ConnectOptions['callbacks'];
