import type { Ccu } from '@ccu-gateway/ccu-client';
import type { CentralDirectory, Finding } from '@ccu-gateway/gateway-core/parts';
import { loginCentral } from './ccu-login.js';

type Looked = Pick<Ccu, 'hubStatus' | 'status'>;

/** States of a session in which no account can sign in at the CCU, with any password. */
const AWAY: ReadonlySet<string> = new Set(['logic_layer_away', 'unreachable']);
/** States of an interface of a CCU that does not answer. */
const SILENT: ReadonlySet<string> = new Set(['disconnected', 'probing', 'booting']);

/**
 * Reports a CCU at which accounts cannot sign in. The sign-in page shows it before a user types anything, because a CCU
 * that is away refuses every login alike.
 */
export function ccuLoginFindings(
  {
    centrals,
    directory,
  }: { readonly centrals: { get(name: string): Looked | undefined }; readonly directory: CentralDirectory },
  { isEnabled, central }: { readonly isEnabled: boolean; readonly central: string },
): readonly (Finding & { readonly name: string })[] {
  const entry = isEnabled ? loginCentral(directory, central) : null;
  const ccu = entry === null ? undefined : centrals.get(entry.name);
  if (entry === null || ccu === undefined || !isAway(ccu)) return [];
  return [
    {
      name: entry.name,
      status: 'degraded',
      note: `The CCU ${entry.name} does not answer, so its accounts cannot sign in. Accounts of the gateway can.`,
      reason: 'ccu_login_away',
      affectsSignIn: true,
    },
  ];
}

function isAway(ccu: Looked): boolean {
  const interfaces = ccu.status();
  const isSilent = interfaces.length > 0 && interfaces.every(({ state }) => SILENT.has(state));
  return isSilent || AWAY.has(ccu.hubStatus().session);
}
