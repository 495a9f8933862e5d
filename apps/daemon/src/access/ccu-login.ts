import { type CcuLogin, type CcuLoginFailure, type CcuLoginResult, resolveLoginCentral } from '@ccu-gateway/auth-core';
import { type Ccu, isCcuError } from '@ccu-gateway/ccu-client';
import type { CentralDirectory, DirectoryEntry } from '@ccu-gateway/gateway-core/parts';
import type { Centrals } from '../centrals/centrals.js';

/**
 * The CCU that checks the accounts. `central` names it; empty means the first one of the configuration. One that is
 * unknown or disabled is none: no CCU but the one that was configured may let an account in.
 */
export function loginCentral(directory: CentralDirectory, central: string): DirectoryEntry | null {
  return resolveLoginCentral(central, directory.entries());
}

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Checks a password of a CCU that another gateway is connected with. Never rejects. */
export type LoginElsewhere = (
  central: string,
  credentials: Credentials,
  signal: AbortSignal,
) => Promise<CcuLoginResult>;

/**
 * Asks that CCU to check a password; where another gateway is connected with it, `elsewhere` does. While its connection
 * is being renewed it cannot be asked; no other one is.
 */
export function createCcuLogin(
  { centrals, directory }: { readonly centrals: Pick<Centrals, 'get'>; readonly directory: CentralDirectory },
  central: string,
  elsewhere: LoginElsewhere = async () => ({ ok: false, cause: 'unreachable' }),
): CcuLogin {
  return {
    async verify(username, password, signal) {
      const entry = loginCentral(directory, central);
      if (entry === null) return { ok: false, cause: 'no_central' };
      const ccu = centrals.get(entry.name);
      const credentials = { username, password };
      if (ccu === undefined) return await elsewhere(entry.name, credentials, signal);
      return await verifyAt(ccu, credentials, signal);
    },
  };
}

/** Asks a CCU that this gateway is connected with. */
export async function verifyAt(
  ccu: Pick<Ccu, 'verifyLogin'>,
  { username, password }: Credentials,
  signal: AbortSignal,
): Promise<CcuLoginResult> {
  try {
    const { level } = await ccu.verifyLogin(username, password, { signal });
    return { ok: true, userLevel: level };
  } catch (error) {
    return { ok: false, cause: causeOf(error) };
  }
}

function causeOf(error: unknown): CcuLoginFailure {
  if (!isCcuError(error)) return 'unreachable';
  // A code of the CCU stands for a full table of sessions too; the client sets it only where it is certain.
  if (error.code === 'login_refused') return error.faultCode === undefined ? 'rejected' : 'undecided';
  if (error.code === 'too_many_sessions') return 'undecided';
  // The password was right, but the list of users could not be read or does not hold the name.
  if (error.code === 'not_found' || error.code === 'script_failed') return 'level_unknown';
  return 'unreachable';
}
