import type { EventStream } from '@ccu-gateway/event-stream';
import type {
  DiagnosticsView,
  Incident,
  IncidentLog,
  LinkReliability,
  LogLevelControl,
  SystemView,
} from '../../ports/diagnostics.js';
import type { Clock, HealthSource, House, HubView, InfoSource } from '../../ports/house.js';
import { knownScope } from '../../use-case/choose.js';
import { toTimestamp } from '../../use-case/timestamp.js';
import { healthReport } from '../gateway/health.js';
import { anonymize } from './anonymize.js';

/** Ports of the use cases that show how the gateway and its connections are. */
export interface DiagnosticsReading {
  readonly house: House;
  readonly diagnostics: DiagnosticsView;
  readonly incidentLog: IncidentLog;
  readonly systemView: SystemView;
  readonly logLevels: LogLevelControl;
  readonly hub: HubView;
  readonly info: InfoSource;
  readonly health: HealthSource;
  readonly events: Pick<EventStream, 'connections'>;
  readonly clock: Clock;
}

const DUMP_INCIDENTS = 200;

/**
 * Information for remote diagnosis in one piece. With `anonymized` CCUs, hosts, serials, addresses and principals show
 * as pseudonyms. Role `admin`.
 *
 * @example
 * const dump = await core.as(caller).diagnostics.dump({ anonymized: true });
 */
export async function diagnosticsDump(ports: DiagnosticsReading, options: { readonly anonymized: boolean }) {
  const { version, commit, buildDate } = ports.info.info();
  const dump = {
    build: { version, commit, build_time: buildDate },
    health: healthReport(ports.health),
    interfaces: ports.house.interfaces(),
    incidents: (await incidentsIfAny(ports.incidentLog)).map(incidentBody),
    system_status: ports.systemView.statusEvents(),
    reliability: (await ports.diagnostics.reliability()).map(reliabilityBody),
    streams: connectionBodies(ports.events),
    log_levels: logLevelsBody(ports.logLevels),
    metrics: Object.fromEntries(ports.hub.hubMetrics().map(({ central, ...figures }) => [central, figures])),
  };
  const shown = options.anonymized ? (anonymize(dump, tellingNames(ports.systemView)) as typeof dump) : dump;
  return {
    schema_version: '1' as const,
    generated_at: toTimestamp(ports.clock.now()),
    anonymized: options.anonymized,
    ...shown,
  };
}

/** Names and hosts of CCUs; longer ones first, so that no part of one is left over. */
function tellingNames(systemView: SystemView): readonly string[] {
  return systemView
    .centrals()
    .flatMap(({ name, host, hostname, serial }) => [name, host, hostname, serial])
    .filter((name) => name !== undefined)
    .filter((name) => name !== '')
    .sort((a, b) => b.length - a.length);
}

/** The dump is most wanted when something is broken: a missing store must not stop it. */
async function incidentsIfAny(log: IncidentLog): Promise<readonly Incident[]> {
  try {
    return await log.incidents({ limit: DUMP_INCIDENTS });
  } catch {
    return [];
  }
}

/**
 * State of the interface connections of one central, or of all; times become RFC 3339. Role `admin`.
 *
 * @throws GatewayError `not_found` for an unknown central
 * @example
 * const links = await core.as(caller).diagnostics.reliability('home');
 */
export async function reliabilityOf(
  { house, diagnostics }: Pick<DiagnosticsReading, 'house' | 'diagnostics'>,
  central: string | undefined,
) {
  const links = await diagnostics.reliability(knownScope(house, { central }).central);
  return links.map(reliabilityBody);
}

/**
 * Signal strength (dBm) and battery (percent) of the devices of one central, or of all. Role `viewer`.
 *
 * @throws GatewayError `not_found` for an unknown central
 * @example
 * const weak = core.as(caller).diagnostics.signals('home').filter(({ rssi_device: rssi }) => (rssi ?? 0) < -90);
 */
export function signalsOf(
  { house, diagnostics }: Pick<DiagnosticsReading, 'house' | 'diagnostics'>,
  central: string | undefined,
) {
  return diagnostics.signals(knownScope(house, { central }).central).map((reading) => ({
    address: reading.address,
    name: reading.name,
    interface_id: reading.interfaceId,
    central: reading.central,
    rssi_device: reading.rssiDevice,
    rssi_peer: reading.rssiPeer,
    battery_level: reading.batteryLevel,
    low_battery: reading.lowBattery,
    reachable: reading.reachable,
  }));
}

/**
 * The body of an incident; its time becomes RFC 3339.
 *
 * @example
 * const items = (await ports.incidentLog.incidents({ limit: 20 })).map(incidentBody);
 */
export function incidentBody({ at, ...incident }: Incident) {
  return { ...incident, when: toTimestamp(at) };
}

/**
 * The body of the log levels: the default one and the overrides, with their ends in RFC 3339.
 *
 * @example
 * const { default: level, items } = logLevelsBody(ports.logLevels);
 */
export function logLevelsBody(levels: LogLevelControl) {
  return {
    default: levels.defaultLevel(),
    items: levels.overrides().map(({ path, level, expiresAt }) => ({
      path,
      level,
      ...(expiresAt === undefined ? {} : { expires_at: toTimestamp(expiresAt) }),
    })),
  };
}

const CIRCUIT = { closed: 0, open: 1, half_open: 2 } as const;

function reliabilityBody(link: LinkReliability) {
  return {
    central: link.central,
    interface: link.interface,
    circuit_state: link.circuit === undefined ? undefined : CIRCUIT[link.circuit],
    state: {
      state: link.state,
      closed: link.circuit === undefined ? undefined : link.circuit === 'closed',
      total_requests: link.totalRequests,
      executed_requests: link.executedRequests,
      pending_requests: link.pendingRequests,
      last_failure_at: optionalTime(link.lastFailureAt),
      last_callback_at: optionalTime(link.lastCallbackAt),
      ping_ms: link.pingMs,
      callback_url: link.callbackUrl,
      reconnects: link.reconnects,
      cause: link.cause,
    },
  };
}

/**
 * The bodies of the open connections to the stream of events.
 *
 * @example
 * const items = connectionBodies(stream);
 */
export function connectionBodies(events: Pick<EventStream, 'connections'>) {
  return events.connections().map((connection) => ({
    id: connection.id,
    principal: connection.principal,
    client_name: connection.clientName,
    remote_address: connection.remoteAddress,
    transport: connection.transport,
    mode: connection.mode,
    opened_at: connection.openedAt,
    patterns: connection.patterns,
    cursor: connection.cursor,
    lag_frames: connection.lagFrames,
    lag_ms: connection.lagMs,
    queued_bytes: connection.queuedBytes,
    blocked: connection.blocked,
    delivered: connection.delivered,
    conflated: connection.conflated,
    dropped: connection.dropped,
    rtt_ms: connection.rttMs,
    idle_ms: connection.idleMs,
  }));
}

function optionalTime(at: number | undefined): string | undefined {
  return at === undefined ? undefined : toTimestamp(at);
}
