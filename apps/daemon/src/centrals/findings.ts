import type { Ccu } from '@ccu-gateway/ccu-client';
import type { Home } from '@ccu-gateway/device-model';
import type { Finding } from '../health.js';

const NO_SCRIPTS =
  'The CCU refuses scripts, over JSON-RPC as well as on its script port. Names, rooms, functions, programs and variables are ' +
  'read by other means, without descriptions and times; all values at once, messages, the inbox, new rooms and variables, ' +
  'texts and lists in variables and logins with CCU users are missing. Give the user of the gateway administrator rights at ' +
  'the CCU, or allow its host the script port.';

/** How the CCUs are: each of their interfaces, and what their logic layer withholds. */
export function ccuFindings(
  home: Pick<Home, 'interfaces'>,
  ccus: readonly Pick<Ccu, 'name' | 'scriptAccess'>[],
): readonly (Finding & { readonly name: string })[] {
  const interfaces = home.interfaces().map(({ id, connected, note }) => ({
    name: id,
    status: connected ? ('healthy' as const) : ('degraded' as const),
    ...(note === undefined ? {} : { note }),
  }));
  const withoutScripts = ccus
    .filter((ccu) => ccu.scriptAccess() === 'refused')
    .map(({ name }) => ({ name: `${name}.scripts`, status: 'degraded' as const, note: NO_SCRIPTS }));
  return [...interfaces, ...withoutScripts];
}
