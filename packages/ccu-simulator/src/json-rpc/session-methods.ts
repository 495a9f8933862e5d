import { type JsonMethods, type JsonRpcContext, textOf } from './context.js';
import { JSON_ERROR, JsonRpcFailure } from './error.js';

/** Answer of a CCU to every failed login. */
const LOGIN_FAILED = 'invalid credentials or too many sessions';

/** `Session.*` */
export function sessionMethods({ sessions, switches }: JsonRpcContext): JsonMethods {
  return {
    'Session.login': {
      level: 'none',
      run: (params) => {
        if (switches.logicLayerAway) throw new JsonRpcFailure(JSON_ERROR.general, LOGIN_FAILED);
        const id = sessions.login(textOf(params, 'username'), textOf(params, 'password'));
        if (id === undefined) throw new JsonRpcFailure(JSON_ERROR.general, LOGIN_FAILED);
        return id;
      },
    },
    // The id stays the same on a real CCU.
    'Session.renew': { level: 1, run: (params) => sessions.renew(params._session_id_) },
    'Session.logout': { level: 'none', run: (params) => sessions.logout(params._session_id_) },
  };
}
