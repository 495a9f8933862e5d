import type { CcuLogin, CcuLoginFailure } from '@ccu-gateway/auth-core';
import { isCcuError } from '@ccu-gateway/ccu-client';
import type { Centrals } from '../centrals/centrals.js';

/**
 * Asks a CCU whether a password is right. `central` names the one to ask; empty means the first. A named central that is
 * unknown or disabled refuses: nobody may be let in by another CCU than the one that was configured.
 */
export function createCcuLogin(centrals: Pick<Centrals, 'get' | 'all'>, central: string): CcuLogin {
  return {
    async verify(username, password, signal) {
      const ccu = central === '' ? centrals.all()[0] : centrals.get(central);
      if (ccu === undefined) return { ok: false, cause: 'no_central' };
      try {
        const { level } = await ccu.verifyLogin(username, password, { signal });
        return { ok: true, userLevel: level };
      } catch (error) {
        return { ok: false, cause: causeOf(error) };
      }
    },
  };
}

function causeOf(error: unknown): CcuLoginFailure {
  if (!isCcuError(error)) return 'unreachable';
  if (error.code === 'login_refused') return 'rejected';
  // The password was right, but the list of users could not be read or does not hold the name.
  if (error.code === 'not_found' || error.code === 'script_failed') return 'level_unknown';
  return 'unreachable';
}
