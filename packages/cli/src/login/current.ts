import type { HouseChoice } from '../data/house.js';
import { CliError, EXIT } from '../terminal/exit.js';
import type { CliIo } from '../terminal/io.js';
import { type Login, loginOf, readLogins } from './store.js';

/**
 * The login that counts: the one of `--context`; where a URL is named, the one that was made for just this URL; else the
 * current one, unless flags or environment name a database. @throws CliError
 */
export function loginOfHouse(io: CliIo, choice: HouseChoice, url: string | undefined, context: string | undefined) {
  if (choice.offline || choice.databaseFlag !== undefined) return undefined;
  const logins = readLogins(io);
  const found = (name: string, login: Login | undefined) => (login === undefined ? undefined : { name, ...login });
  if (context !== undefined) {
    const login = found(context, loginOf(logins, context));
    if (login !== undefined) return login;
    throw new CliError(EXIT.notFound, 'login_unknown', `there is no login "${context}"`, {
      fix: 'ccu-gateway context list',
    });
  }
  if (url !== undefined) {
    const entry = Object.entries(logins.gateways).find(([, login]) => login.url === url);
    return entry && found(...entry);
  }
  if (io.env.CCU_GATEWAY_DATA_DIR || logins.current === undefined) return undefined;
  return found(logins.current, loginOf(logins, logins.current));
}
