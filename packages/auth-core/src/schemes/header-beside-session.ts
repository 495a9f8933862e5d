import type { Inspected } from '../inspection/inspect.js';
import type { AuthLogger } from '../model/ports.js';
import type { SessionRegistry } from '../sessions/registry.js';

/** Notices a wrong `Authorization` header beside a live session, such as a proxy with a password of its own passes on. */
export type NoticeHeader = (inspected: Inspected) => Promise<void>;

/** Logs it once, with the remedy and never with the header; the request is refused all the same. */
export function createHeaderNotice(registry: Pick<SessionRegistry, 'lookup'>, logger: AuthLogger): NoticeHeader {
  let isLogged = false;
  return async (inspected) => {
    if (isLogged || inspected.headers.cookies.length === 0) return;
    const found = await registry.lookup(inspected).catch(() => null);
    if (isLogged || found?.kind !== 'live') return;
    isLogged = true;
    logger.warn('auth.header.beside_session', {
      peer: inspected.facts.peer,
      help: 'a wrong Authorization header comes with a good session: let the proxy in front remove its own header',
    });
  };
}
