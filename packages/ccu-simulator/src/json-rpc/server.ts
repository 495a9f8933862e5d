import type { HttpAnswer } from '../net/http-port.js';
import type { ReceivedJsonCall } from '../received/types.js';
import { ccuMethods, sessionMethods } from './ccu-methods.js';
import { type JsonMethod, type JsonMethods, type JsonParams, type JsonRpcContext, textOf } from './context.js';
import { deviceMethods } from './device-methods.js';
import { JSON_ERROR, JsonRpcFailure, UNREADABLE } from './error.js';
import { groupMethods } from './group-methods.js';
import { programMethods, sysvarMethods } from './hub-methods.js';
import { interfaceMethods } from './interface-methods.js';

/** Methods that the web server answers by itself. */
const WITHOUT_LOGIC_LAYER: ReadonlySet<string> = new Set([
  'system.listMethods',
  'system.methodHelp',
  'Interface.isPresent',
]);

/** Answers one body of `/api/homematic.cgi`. */
export function createJsonRpc(
  context: JsonRpcContext,
  onCall: (call: Omit<ReceivedJsonCall, 'at'>) => void,
  logicLayerAnswers: () => Promise<void>,
): (body: Buffer) => Promise<HttpAnswer> {
  const methods: JsonMethods = {
    ...sessionMethods(context),
    ...deviceMethods(context),
    ...programMethods(context),
    ...ccuMethods(context),
    ...groupMethods(context),
    ...sysvarMethods(context),
    ...interfaceMethods(context),
    'system.methodHelp': { level: 'none', run: (params) => (textOf(params, 'name') in methods ? '' : null) },
    'system.listMethods': {
      level: 'none',
      run: () =>
        Object.entries(methods).map(([name, { level }]) => ({
          name,
          level: level === 'none' ? 'NONE' : LEVEL_NAME[level],
          info: '',
        })),
    },
  };

  async function run(method: string, params: JsonParams): Promise<unknown> {
    const known: JsonMethod | undefined = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (known === undefined) throw new JsonRpcFailure(JSON_ERROR.methodNotFound, `method not found (${method})`);
    if (!WITHOUT_LOGIC_LAYER.has(method)) await logicLayerAnswers();
    const user = context.sessions.user(params._session_id_);
    if (user === undefined && context.switches.expiredSessions.has(String(params._session_id_))) {
      throw new JsonRpcFailure(JSON_ERROR.general, 'Session expired');
    }
    if (known.level !== 'none' && (user === undefined || user.level < known.level)) {
      throw accessDenied(known.level, user?.level ?? 0);
    }
    return known.run(params, user);
  }

  return async (body) => {
    const request = parse(body);
    if (request === undefined) return reply(null, null, { code: JSON_ERROR.badRequest, message: 'bad request' });
    const { id, method, params } = request;
    try {
      const result = await run(method, params);
      onCall({ method, params: redacted(params) });
      return reply(id, result, null);
    } catch (error) {
      const failed =
        error instanceof JsonRpcFailure ? error : new JsonRpcFailure(JSON_ERROR.internal, 'internal error');
      onCall({ method, params: redacted(params), errorCode: failed.code });
      return reply(id, null, { code: failed.code, message: failed.message });
    }
  };
}

/**
 * In the words of a CCU: the name of the level that the method needs, and the number of the session's level, 0 without
 * a session.
 */
function accessDenied(needed: Exclude<JsonMethod['level'], 'none'>, has: number): JsonRpcFailure {
  return new JsonRpcFailure(JSON_ERROR.accessDenied, `access denied ("${LEVEL_NAME[needed]}" needed ${has})`);
}

const LEVEL_NAME = { 1: 'GUEST', 2: 'USER', 8: 'ADMIN' } as const;

interface Request {
  readonly id: unknown;
  readonly method: string;
  readonly params: JsonParams;
}

function parse(body: Buffer): Request | undefined {
  try {
    const { id = null, method, params = {} } = JSON.parse(body.toString('utf8')) as Partial<Request>;
    return typeof method === 'string' && typeof params === 'object' ? { id, method, params } : undefined;
  } catch {
    return undefined;
  }
}

function reply(
  id: unknown,
  result: unknown,
  error: { readonly code: number; readonly message: string } | null,
): HttpAnswer {
  const shown = result === UNREADABLE ? null : result;
  const answer = {
    id,
    version: '1.1',
    result: shown,
    error: error === null ? null : { name: 'JSONRPCError', ...error },
  };
  const written = asTclWrites(answer);
  return {
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: Buffer.from(result === UNREADABLE ? written.replace('"result":null', '"result":') : written, 'utf8'),
  };
}

const RAW: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** UTF-8 with escaped slashes, and with control characters as they are. */
function asTclWrites(answer: unknown): string {
  return JSON.stringify(answer)
    .replace(/\\(.)/g, (whole, escaped: string) => RAW[escaped] ?? whole)
    .replaceAll('/', '\\/');
}

function redacted(params: JsonParams): JsonParams {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      name === 'password' || name === '_session_id_' ? '***' : value,
    ]),
  );
}
