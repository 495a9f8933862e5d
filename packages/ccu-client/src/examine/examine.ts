import { announcedHost } from '../callback/announce.js';
import type { ConnectOptions } from '../central/ccu-model.js';
import { createLogicLayer, type LogicLayer } from '../central/logic-layer.js';
import { readOptions, type Settings } from '../central/settings.js';
import { readSystemInfo } from '../hub/system.js';
import type { ScriptPortState } from '../model/hub-model.js';
import { ccuPorts } from '../model/interfaces.js';
import { createScriptPort } from '../rega/script-port.js';
import { REGA_SCRIPTS } from '../rega/scripts/index.js';
import { createHttpClient } from '../transport/http.js';
import { answeredWith } from './answered.js';
import { examineInterface } from './interface.js';
import { addressesOf, seeCertificate } from './knock.js';
import type { Answered, CcuExamination, ExamineOptions, InterfaceExamination, NamesExamination } from './model.js';

const PATIENCE_MS = 5_000;

/** The parts of one examination. */
interface Visit {
  readonly settings: Settings;
  readonly options: ExamineOptions;
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

/**
 * Examines a CCU hop by hop, from its name to an event that arrives here. A broken hop is an answer, not an error. It
 * opens one session and, without an existing connection, registers at each interface; it removes both and changes
 * nothing. Where `permit` refuses, it leaves them to the CCU, which ends them by itself.
 *
 * @throws CcuError `invalid_argument` for options that cannot be meant, `aborted`, `not_permitted` where `permit` refuses a request
 * @example
 * const { session, interfaces } = await examineCcu({ host: 'ccu.local', interfaces: ['HmIP-RF'], callbacks });
 */
export async function examineCcu(options: ExamineOptions): Promise<CcuExamination> {
  const patienceMs = options.patienceMs ?? PATIENCE_MS;
  const { callbacks: _callbacks, connection: _connection, ...address } = options;
  const timings = { rpcTimeoutMs: patienceMs, jsonTimeoutMs: 2 * patienceMs, ...options.timings };
  const settings = readOptions({ ...address, timings, name: 'doctor', instance: 'doctor', callbacks: NO_CALLBACKS });
  const visit = { settings, options, patienceMs, signal: options.signal ?? new AbortController().signal };
  options.onStep?.('dns');
  const addresses = await addressesOf(settings.host);
  if (addresses.length === 0) return { ...NOTHING, host: settings.host, patienceMs, addresses };
  const local = await announcedHost({ boundTo: '', ccuHost: settings.host }).catch(() => undefined);
  const here = local === undefined ? {} : { localAddress: local.host };
  options.onStep?.('web');
  const web = await lookAtWeb(visit);
  const layer = createLogicLayer(settings, async () => []);
  try {
    options.onStep?.('login');
    // JSON-RPC is behind the same port.
    const hub = web.web === 'ok' ? await lookAtHub(visit, layer) : NO_HUB;
    const interfaces = await lookAtInterfaces(visit, hub.info);
    options.onStep?.('session');
    const isOpen = hub.session === 'open' ? await layer.session.isOpen(visit.signal) : true;
    // A refused request may look like a CCU that does not answer.
    settings.permit();
    return { host: settings.host, patienceMs, addresses, ...here, ...web, ...hub, sessionLost: !isOpen, interfaces };
  } finally {
    await layer.close(AbortSignal.timeout(patienceMs)).catch(() => {});
    layer.disconnect();
  }
}

/** Only connections to interfaces read it, and an examination opens its own. */
const NO_CALLBACKS = {} as ConnectOptions['callbacks'];

interface HubLook
  extends Pick<CcuExamination, 'session' | 'scripts' | 'scriptPort' | 'names' | 'info' | 'isAdministrator'> {}

const NO_HUB: HubLook = { session: 'unreachable', scripts: 'unreachable', scriptPort: 'unused' };

const NOTHING = { ...NO_HUB, web: 'unreachable', sessionLost: false, interfaces: [] } as const;

/** Examines the web server: its answer, its time, and its certificate. */
async function lookAtWeb({ settings, options, patienceMs, signal }: Visit) {
  const { host, tls, timers, elapsed, now, permit } = settings;
  const port = options.jsonRpcPort ?? ccuPorts(tls !== undefined).jsonRpc;
  const http = createHttpClient({ target: { host, port, tls }, timers, maxSockets: 1, permit });
  const knock = { host, port, timers, patienceMs, signal };
  const certificate = tls === undefined ? undefined : await seeCertificate(knock);
  const seen = certificate === undefined ? {} : { certificate };
  const startedAt = elapsed();
  try {
    // A page that each CCU has and that asks for no session.
    const answer = await http.open({ method: 'GET', path: '/upnp/basic_dev.cgi', timeoutMs: patienceMs, signal });
    answer.resume();
    const webMs = elapsed() - startedAt;
    const told = Date.parse(answer.headers.date ?? '');
    const skew = Number.isNaN(told) ? {} : { clockSkewMs: told - now() };
    return { web: answer.statusCode === 503 ? ('booting' as const) : ('ok' as const), webMs, ...skew, ...seen };
  } catch (error) {
    return { web: answeredWith(error), ...seen };
  } finally {
    http.close();
  }
}

async function lookAtHub({ settings, signal }: Visit, layer: LogicLayer): Promise<HubLook> {
  const { session, rega, identity, metadata } = layer;
  const isAdministrator = await session.call('CCU.getAuthEnabled', {}, signal).then(
    () => true,
    (error: unknown) => (answeredWith(error) === 'level_too_low' ? false : undefined),
  );
  const scripts: Answered = await rega.run('system_info', {}, signal).then(() => 'ok' as const, answeredWith);
  const parts = { session, rega, serial: identity.serial, isAbsent: metadata.isThere };
  const info = await readSystemInfo(parts, signal).catch((error: unknown) => void answeredWith(error));
  const status = layer.status();
  const names = status.session === 'open' ? await lookAtNames(layer, signal) : undefined;
  return {
    session: status.session,
    scripts,
    ...(names === undefined ? {} : { names }),
    scriptPort: await lookAtScriptPort(settings, layer, status.scriptPort, signal),
    ...(isAdministrator === undefined ? {} : { isAdministrator }),
    ...(info === undefined ? {} : { info }),
  };
}

/** Reads names and rooms as the gateway does, by any method that the CCU allows. */
async function lookAtNames({ rega }: LogicLayer, signal: AbortSignal): Promise<NamesExamination> {
  const unknown = (error: unknown) => void answeredWith(error);
  try {
    const names = await rega.run('names', {}, signal);
    const rooms = await rega.run('groups', { kind: 'rooms' }, signal);
    const inbox = await rega.run('inbox', {}, signal).catch(unknown);
    return {
      outcome: 'ok',
      devices: names.filter(({ kind }) => kind === 'D').map(({ address }) => address),
      rooms: rooms.length,
      ...(inbox === undefined ? {} : { inbox: inbox.map(({ address }) => address) }),
    };
  } catch (error) {
    return { outcome: answeredWith(error), devices: [], rooms: 0 };
  }
}

/**
 * The second way to run scripts is examined also while the first one works, because it is the fallback for a refusal.
 */
async function lookAtScriptPort(
  { host, tls, timers, now, timings, options, credentials, permit }: Settings,
  { identity, session }: LogicLayer,
  known: ScriptPortState,
  signal: AbortSignal,
): Promise<ScriptPortState> {
  // Behind a logic layer that hangs it would not answer either.
  if (known !== 'unused' || session.isSilent()) return known;
  const port = options.regaPort ?? ccuPorts(tls !== undefined).scripts;
  const http = createHttpClient({ target: { host, port, tls }, timers, maxSockets: 1, permit });
  const scripts = createScriptPort({
    http,
    configured: options.regaPort !== undefined,
    credentials,
    serial: identity.serial,
    now,
    timeoutMs: timings.rpcTimeoutMs,
  });
  try {
    await scripts.run(REGA_SCRIPTS.system_serial.source({}), signal);
  } catch (error) {
    answeredWith(error);
  } finally {
    http.close();
  }
  return scripts.state();
}

async function lookAtInterfaces(
  { settings, options, patienceMs, signal }: Visit,
  info: CcuExamination['info'],
): Promise<readonly InterfaceExamination[]> {
  const listed = new Set(info?.interfaces.map(({ type }) => type));
  return await Promise.all(
    settings.interfaces.map(async (spec) => {
      options.onStep?.(spec.name);
      const found = await examineInterface({ settings, options, spec, patienceMs, signal });
      return { ...found, ...(listed.size === 0 ? {} : { listed: listed.has(spec.name) }) };
    }),
  );
}
