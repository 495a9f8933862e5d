import { denialOf } from '../json/json-rpc-client.js';
import { INTERFACE_NAMES } from '../model/interfaces.js';
import type { InterfaceName } from '../model/model.js';
import type { CompatSession } from './json-session.js';
import { different, explain, failed, ok, type Recorder, skipped, type Verdict } from './recorder.js';
import { FLAG, isObject, judge, listOf, type Shape, TEXT } from './shape.js';
import type { Wires } from './wires.js';

type Level = 'NONE' | 'GUEST' | 'USER' | 'ADMIN';

interface JsonMethod {
  /** Level that this client expects. */
  readonly level: Level;
  /** Absent for methods that change data: only their presence is checked. */
  readonly read?: Shape;
}

/** Every method of the CCU's JSON-RPC that this client calls; a test holds the list against the code. */
export const JSON_METHODS: Readonly<Record<string, JsonMethod>> = {
  'Session.login': { level: 'NONE' },
  'Session.logout': { level: 'NONE' },
  'Session.renew': { level: 'GUEST', read: FLAG },
  'CCU.getSerial': { level: 'ADMIN', read: TEXT },
  'CCU.getVersion': { level: 'ADMIN', read: TEXT },
  'CCU.getAuthEnabled': { level: 'ADMIN', read: FLAG },
  'CCU.getHeatingGroupList': { level: 'ADMIN' },
  'CCU.getHttpsRedirectEnabled': { level: 'ADMIN', read: FLAG },
  'Interface.listInterfaces': { level: 'GUEST', read: listOf('name', 'port') },
  'Interface.isPresent': { level: 'NONE', read: FLAG },
  'ReGa.isPresent': { level: 'NONE', read: FLAG },
  'Device.listAllDetail': { level: 'GUEST', read: listOf('id', 'name', 'address', 'interface', 'channels') },
  'Device.setName': { level: 'ADMIN' },
  'Channel.setName': { level: 'ADMIN' },
  'Channel.hasProgramIds': { level: 'GUEST' },
  'Room.getAll': { level: 'GUEST', read: listOf('id', 'name', 'channelIds') },
  'Subsection.getAll': { level: 'GUEST', read: listOf('id', 'name', 'channelIds') },
  'Program.getAll': { level: 'USER', read: listOf('id', 'name', 'isActive', 'isInternal') },
  'Program.execute': { level: 'USER' },
  'SysVar.getAll': { level: 'USER', read: listOf('id', 'name', 'type', 'value', 'isInternal') },
  'SysVar.setBool': { level: 'USER' },
  'SysVar.setFloat': { level: 'USER' },
  'SysVar.deleteSysVarByName': { level: 'USER' },
  'ReGa.runScript': { level: 'ADMIN' },
};

/** An id in the form of one that was never given out. */
const NO_SESSION = 'compat0000';
const METHOD_NOT_FOUND = 401;

/** Each method: there, of the level that is assumed, and answering in the form this client reads. */
export async function checkJsonMethods(
  wires: Wires,
  session: CompatSession | undefined,
  asked: InterfaceName | undefined,
  recorder: Recorder,
): Promise<void> {
  const levels = await listLevels(wires, recorder);
  for (const [method, { level, read }] of Object.entries(JSON_METHODS)) {
    await recorder.check('json_rpc', method, async () => {
      const found = levels?.get(method);
      if (levels !== undefined && found === undefined) return different('not listed');
      if (found !== undefined && found !== level) return different(`needs ${found} instead of ${level}`);
      if (read === undefined) return levels === undefined ? skipped('the CCU lists no methods') : ok(`needs ${level}`);
      if (session === undefined) return skipped('no session');
      const params = method === 'Interface.isPresent' ? { interface: asked ?? INTERFACE_NAMES[0] } : {};
      return withLevel(judge(await session.call(method, params), read), level);
    });
  }
  await checkRefusals(wires, recorder);
}

const withLevel = (verdict: Verdict, level: Level): Verdict =>
  verdict.outcome === 'ok' ? ok(`needs ${level}, ${verdict.detail}`) : verdict;

async function listLevels(wires: Wires, recorder: Recorder): Promise<ReadonlyMap<string, Level> | undefined> {
  let levels: ReadonlyMap<string, Level> | undefined;
  await recorder.check('json_rpc', 'system.listMethods', async () => {
    const reply = await wires.json.call({
      method: 'system.listMethods',
      timeoutMs: wires.timings.jsonTimeoutMs,
      signal: wires.signal,
    });
    if (reply.kind === 'error') return failed(`error ${reply.code}`);
    const verdict = judge(reply.result, listOf('name', 'level'));
    if (verdict.outcome === 'ok') levels = new Map((reply.result as readonly unknown[]).flatMap(readLevel));
    return verdict;
  });
  return levels;
}

const LEVELS: readonly Level[] = ['NONE', 'GUEST', 'USER', 'ADMIN'];

function readLevel(entry: unknown): readonly (readonly [string, Level])[] {
  if (!isObject(entry)) return [];
  const level = LEVELS.find((each) => each === entry.level);
  return level === undefined ? [] : [[String(entry.name), level]];
}

/** Form of refusals: the texts and codes that distinguish a dead session, a low level and an unknown method. */
async function checkRefusals(wires: Wires, recorder: Recorder): Promise<void> {
  const call = (method: string) =>
    wires.json.call({
      method,
      sessionId: NO_SESSION,
      timeoutMs: wires.timings.jsonTimeoutMs,
      signal: wires.signal,
    });
  await recorder.check('json_rpc', 'refusal of a session that is not there', async () => {
    const reply = await call('CCU.getSerial');
    if (reply.kind === 'result') return different('answered');
    const denial = denialOf(reply);
    return denial?.kind === 'no_session' ? ok(`error ${reply.code}`) : different(`error ${reply.code} is another one`);
  });
  await recorder.check('json_rpc', 'refusal of an unknown method', async () => {
    const reply = await call('CcuGateway.compat');
    if (reply.kind === 'result') return different('answered');
    return reply.code === METHOD_NOT_FOUND ? ok(`error ${reply.code}`) : different(`error ${reply.code}`);
  });
}

/** Logs in; the verdict names the account's side of a refusal only by its code. */
export async function checkLogin(
  wires: Wires,
  open: () => Promise<CompatSession>,
  recorder: Recorder,
): Promise<CompatSession | undefined> {
  let session: CompatSession | undefined;
  await recorder.check('json_rpc', 'login', async () => {
    if (wires.credentials === undefined) return skipped('no user name was given');
    try {
      session = await open();
      return ok();
    } catch (error) {
      return failed(explain(error));
    }
  });
  return session;
}
