import { createIdentity, type Identity } from '../hub/identity.js';
import { probeCredentials } from '../json/credential-probe.js';
import { createJsonRpcClient } from '../json/json-rpc-client.js';
import { createJsonSession, type JsonSession } from '../json/session.js';
import { createLoginVerifier, type LoginVerifier } from '../json/verify-login.js';
import { createRunnerOrMetadata } from '../meta/runner.js';
import { createMetadataSource, type MetadataSource } from '../meta/source.js';
import type { HubStatus } from '../model/hub-model.js';
import { ccuPorts, factsOf } from '../model/interfaces.js';
import type { InterfaceName } from '../model/model.js';
import type { RadioModule } from '../model/operations-model.js';
import { createLocalTime } from '../rega/local-time.js';
import { createReGaRunner, type ReGaRunner } from '../rega/runner.js';
import { createScriptPort } from '../rega/script-port.js';
import { createWithoutScripts } from '../rega/without-scripts.js';
import { createHttpClient, type HttpClient } from '../transport/http.js';
import { reachOf } from './reach.js';
import type { Settings } from './settings.js';

/** The ways to the logic layer of a CCU and to its web server. */
export interface LogicLayer {
  readonly web: HttpClient;
  readonly session: JsonSession;
  readonly identity: Identity;
  readonly metadata: MetadataSource;
  readonly rega: ReGaRunner;
  readonly logins: LoginVerifier;
  status(): HubStatus;
  /** Ends the sessions. */
  close(signal: AbortSignal): Promise<unknown>;
  /** Closes the connections. */
  disconnect(): void;
}

/** A person waits for the answer to a login. */
const LOGIN_MS = 10_000;

export function createLogicLayer(
  settings: Settings,
  /** The radio modules of an interface; rejects where it is not configured, or away. */
  radioModules: (interfaceName: InterfaceName, signal?: AbortSignal) => Promise<readonly RadioModule[]>,
): LogicLayer {
  const { options, credentials, timings, now, elapsed } = settings;
  const timeoutMs = timings.jsonTimeoutMs;
  const { web, scripts } = connect(settings);
  const metadata = createMetadataSource({ http: web, credentials, now: elapsed, timeoutMs });
  const json = createJsonRpcClient(web, metadata);
  const session = createJsonSession({
    central: settings.name,
    client: json,
    credentials,
    timings,
    store: settings.store,
    now,
    random: settings.random,
    log: options.log,
    isServed: (limitMs, signal) => isServed(web, limitMs, signal),
    probeCredentials: (signal) => probeOnInterface(settings, signal),
  });
  const identity = createIdentity({ session, web, radioModules, now: elapsed });
  const scriptPort = createScriptPort({
    http: scripts,
    configured: options.regaPort !== undefined,
    credentials,
    serial: identity.serial,
    now,
    timeoutMs,
  });
  const runner = createReGaRunner({
    session,
    withoutScripts: createWithoutScripts({ session, now, localTime: createLocalTime(options.timeZone) }),
    scriptPort,
    now: elapsed,
    isAbsent: metadata.isThere,
  });
  const logins = createLoginVerifier({ client: json, session, timeoutMs: Math.min(timeoutMs, LOGIN_MS) });
  return {
    web,
    session,
    identity,
    metadata,
    rega: createRunnerOrMetadata({ rega: runner, metadata }),
    logins,
    status: () => ({
      session: metadata.isThere() ? 'absent' : session.state(),
      scripts: runner.access(),
      scriptPort: scriptPort.state(),
      ...(metadata.isThere() ? { names: metadata.state() } : {}),
    }),
    close: (signal) => Promise.all([session.close(signal), metadata.close(signal), logins.settled()]),
    disconnect() {
      web.close();
      scripts?.close();
    },
  };
}

function connect({ options, host, tls, timers, permit }: Settings): {
  web: HttpClient;
  scripts: HttpClient | undefined;
} {
  const usual = ccuPorts(tls !== undefined);
  const { jsonRpcPort = usual.jsonRpc, regaPort = usual.scripts } = options;
  const open = (port: number, maxSockets: number) =>
    createHttpClient({ target: { host, tls, port }, timers, maxSockets, permit });
  return { web: open(jsonRpcPort, 2), scripts: regaPort === 0 ? undefined : open(regaPort, 1) };
}

/** Any answer will do: the file is one of the web server's own, and need not be there. */
async function isServed(web: HttpClient, timeoutMs: number, signal?: AbortSignal): Promise<boolean> {
  return await web.exchange({ method: 'GET', path: '/webui/', timeoutMs, signal }).then(
    () => true,
    () => false,
  );
}

function isHttpOfCcu(name: InterfaceName): boolean {
  const { generic, protocol } = factsOf(name);
  return !generic && protocol === 'xml';
}

/** On the first interface that uses HTTP: its port was configured. */
async function probeOnInterface(settings: Settings, signal?: AbortSignal): Promise<'accepted' | 'refused' | 'unknown'> {
  const { interfaces, timers, timings, credentials, permit } = settings;
  const spec = interfaces.find(({ name }) => isHttpOfCcu(name));
  if (spec === undefined) return 'unknown';
  const { target, path } = reachOf(spec, settings);
  const http = createHttpClient({ target, timers, maxSockets: 1, permit });
  return await probeCredentials({ http, path, credentials, timeoutMs: timings.rpcTimeoutMs }, signal).finally(() =>
    http.close(),
  );
}
