import { isLost } from '../../connection/connection.js';
import { useServices, useTexts } from '../../context/services.js';
import type { Role } from '../../session/session.js';
import { uiTexts } from '../value/texts.js';

/**
 * Reason why the caller may not use an action of this role now; undefined when it is allowed. The gateway checks it
 * again.
 */
export function useRefusal(role: Role): string | undefined {
  const { session, connection } = useServices();
  const say = useTexts(uiTexts);
  if (session.role.value !== undefined && !session.may(role)) return say('needsRole', { role: say(role) });
  return isLost(connection.current.value) ? say('offline') : undefined;
}
