import { groupsFile } from '../web/group-pages.js';
import { type JsonMethods, type JsonParams, type JsonRpcContext, textOf } from './context.js';
import { JSON_ERROR, JsonRpcFailure } from './error.js';

/** `ReGa.*`, `User.*`, `CCU.*` and `system.*`: the logic layer (ReGaHss) and the CCU itself. */
export function ccuMethods(context: JsonRpcContext): JsonMethods {
  const { rega, switches } = context;

  function runScript(params: JsonParams): string {
    if (switches.refuseScripts) throw new JsonRpcFailure(JSON_ERROR.accessDenied, 'access denied ("ADMIN" needed 2)');
    const ran = rega.run(textOf(params, 'script'), 'json_rpc');
    context.onScript(ran);
    return switches.mutilateScripts ? '' : ran.output;
  }

  return {
    'ReGa.runScript': { level: 8, run: runScript },
    'ReGa.isPresent': { level: 'none', run: () => !switches.logicLayerAway },
    'User.getReGaVersion': { level: 'none', run: () => 'R1.00.0388.0236' },
    'CCU.getAuthEnabled': { level: 8, run: () => (context.authRequired ? '1' : '0') },
    'CCU.getHttpsRedirectEnabled': { level: 8, run: () => '0' },
    'CCU.getSerial': { level: 8, run: () => context.serial },
    'CCU.getVersion': { level: 8, run: () => context.product.version() },
    'CCU.getHeatingGroupList': { level: 8, run: () => groupsFile(context.state.heatingGroups) },
    'system.saveObjectModel': { level: 'none', run: () => true },
  };
}

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
