import { INTERFACE_NAMES } from '@ccu-gateway/ccu-client/interfaces';
import { CliError, EXIT } from '../terminal/exit.js';
import { printable } from '../terminal/text.js';
import type { Rest } from './rest.js';

/** Settings of a new CCU. */
export interface CentralSettings {
  readonly name: string;
  readonly host: string;
  readonly enabled: boolean;
  readonly interfaces: { readonly name: string }[];
  readonly username?: string;
  readonly password_plain?: string;
  readonly tls?: boolean;
}

/** A probe needs one interface; its answer lists the available ones. */
const [ANY_INTERFACE] = INTERFACE_NAMES;

/** Interfaces that the CCU reports as running. @throws CliError when it does not answer, or refuses the login */
export async function probe(rest: Rest, settings: CentralSettings): Promise<readonly string[]> {
  const isNamed = settings.interfaces.length > 0;
  const body = { ...settings, interfaces: isNamed ? settings.interfaces : [{ name: ANY_INTERFACE }] };
  const { reachable, note = '', login = 'not_needed', interfaces = [] } = await rest.call('probeCentral', { body });
  const isIn = login === 'accepted' || login === 'not_needed';
  if (reachable && isIn && (isNamed || interfaces.length > 0)) return interfaces;
  const why = note || (isIn ? 'it does not say which interfaces it runs' : `login ${login}`);
  throw new CliError(EXIT.problems, 'not_proved', `${printable(why)}; nothing was added`, {
    fix: 'check address, user and firewall of the CCU, or name --interfaces and add it with --force',
  });
}
