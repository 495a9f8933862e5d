import { isLost } from '../connection/connection.js';
import { useServices, useTexts } from '../context/services.js';
import type { Role } from '../session/session.js';
import { uiTexts } from './texts.js';

/** Why the caller may not do what needs this role now; undefined: it is allowed. The gateway decides all the same. */
export function useRefusal(role: Role): string | undefined {
  const { session, connection } = useServices();
  const say = useTexts(uiTexts);
  if (session.role.value !== undefined && !session.may(role)) return say('needsRole', { role: say(role) });
  return isLost(connection.current.value) ? say('offline') : undefined;
}
