import type { Ccu, CcuErrorCode } from '@ccu-gateway/ccu-client';
import { isCcuError } from '@ccu-gateway/ccu-client/errors';
import type { CentralLinkControl, CentralLinkKey } from '../families/devices/central-links.js';
import { GatewayError } from '../use-case/errors.js';
import { type ConnectedCcus, connectedCcu } from './connected.js';
import { refusal } from './refusal.js';

/** All that a key can be used for: the CCU ends its link when nothing of it is. */
const USES = ['PRESS_SHORT', 'PRESS_LONG'] as const;

/**
 * Links of keys with the CCU, which keeps them while a key is reported as used.
 *
 * @example
 * const centralLinks = createCentralLinkControl(centrals);
 */
export function createCentralLinkControl(centrals: ConnectedCcus): CentralLinkControl {
  const at = (key: CentralLinkKey) => ({
    ccu: connectedCcu(centrals, key.central),
    interfaceName: key.interfaceName,
  });
  return {
    async readCentralLinks(keys) {
      const linked = new Set<string>();
      for (const key of keys) {
        const isLinked = await asked(() => isUsed(at(key), key.address));
        if (isLinked === undefined) return undefined;
        if (isLinked) linked.add(key.address);
      }
      return linked;
    },
    async createCentralLink(key) {
      const { ccu, interfaceName } = at(key);
      // A device that sleeps takes it later, and the CCU shows that as waiting configuration.
      await asked(() => ccu.reportValueUsage(interfaceName, key.address, key.parameter, 1));
    },
    async removeCentralLink(key) {
      const { ccu, interfaceName } = at(key);
      if (await isNeeded(ccu, key)) return false;
      for (const use of USES) await asked(() => ccu.reportValueUsage(interfaceName, key.address, use, 0));
      return true;
    },
  };
}

interface UsageSource {
  readonly ccu: Pick<Ccu, 'valueUsage'>;
  readonly interfaceName: Parameters<Ccu['valueUsage']>[0];
}

/** True when anything uses the channel; undefined if the interface does not report it. */
async function isUsed({ ccu, interfaceName }: UsageSource, address: string): Promise<boolean | undefined> {
  try {
    const usage = (await ccu.valueUsage(interfaceName, address)) ?? {};
    return Object.values(usage).some((count) => count > 0);
  } catch (error) {
    if (isCcuError(error) && error.code === 'unsupported') return undefined;
    throw error;
  }
}

/** Refusals that repeat: this account never gets an answer. */
const NEVER_TOLD: ReadonlySet<CcuErrorCode> = new Set(['login_refused', 'level_too_low', 'unsupported']);

/** True when a program uses the key. If the CCU cannot answer, the caller decides about the removal. */
async function isNeeded(ccu: Ccu, { channelId }: CentralLinkKey): Promise<boolean> {
  if (channelId === undefined) return false;
  try {
    return await ccu.hub.hasPrograms(channelId);
  } catch (error) {
    if (isCcuError(error) && NEVER_TOLD.has(error.code)) return false;
    throw refusal(error);
  }
}

/** A firmware that has no such method is no fault of the CCU. */
async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isCcuError(error) || error.code !== 'unsupported') throw refusal(error);
    throw new GatewayError('unsupported', error.message, { reason: 'unsupported', cause: error });
  }
}
