import {
  centralQuery,
  diagnosticsDump,
  incident,
  loggerPath,
  logLevelBody,
  logLevels,
  logOverrideRequest,
  MAX_TTL_SECONDS,
  reliabilityEntry,
  signalEntry,
  streamConnection,
  timestamp,
} from '@ccu-gateway/contract';
import {
  connectionBodies,
  type DiagnosticsReading,
  diagnosticsDump as dumpOf,
  incidentBody,
  logLevelsBody,
  type Recording,
  recordChange,
  reliabilityOf,
  signalsOf,
  useCases,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../../operation/central-arg.js';
import { json, NO_CONTENT, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<DiagnosticsReading & Recording>();

const tag = 'diagnostics';
const pathParams = z.object({ path: loggerPath });
const centralOnly = z.object({ central: centralQuery });
const time = timestamp.transform((text) => Date.parse(text)).optional();
const DEFAULT_INCIDENTS = 500;
const MAX_INCIDENTS = 5_000;

export const diagnosticsOperations = [
  operation({
    method: 'GET',
    path: '/diagnostics',
    operationId: 'getDiagnostics',
    heavy: true,
    access: useCases.diagnostics.dump.role,
    tag,
    summary: 'Show all facts for finding faults',
    query: z.object({
      anonymize: z.enum(['0', '1']).default('1').describe('`0` shows addresses, hosts and names as they are.'),
    }),
    responses: { 200: { description: 'The state of the gateway', schema: diagnosticsDump } },
    handler: async ({ query }, ports) => json(await dumpOf(ports, { anonymized: query.anonymize === '1' })),
  }),
  operation({
    method: 'GET',
    path: '/diagnostics/log-level',
    operationId: 'getLogLevel',
    access: 'viewer',
    tag,
    summary: 'Say which level the log has',
    responses: { 200: { description: 'The level', schema: logLevelBody } },
    handler: (_input, ports) => json({ level: ports.logLevels.defaultLevel() }),
  }),
  operation({
    method: 'PUT',
    path: '/diagnostics/log-level',
    operationId: 'putLogLevel',
    access: 'admin',
    tag,
    summary: 'Set the level of the log until the next restart',
    body: logLevelBody,
    responses: { 200: { description: 'The level now', schema: logLevelBody } },
    handler: ({ body, caller }, ports) => {
      const before = ports.logLevels.defaultLevel();
      ports.logLevels.setDefaultLevel(body.level);
      recordChange(ports, caller, {
        action: 'logging.level_set',
        changes: [{ parameter: 'level', before, after: body.level }],
      });
      return json({ level: ports.logLevels.defaultLevel() });
    },
  }),
  operation({
    method: 'GET',
    path: '/diagnostics/log-levels',
    operationId: 'listLogLevels',
    access: 'viewer',
    tag,
    summary: 'List the parts with a log level of their own',
    responses: { 200: { description: 'The levels', schema: logLevels } },
    handler: (_input, ports) => json(logLevelsBody(ports.logLevels)),
  }),
  operation({
    method: 'PUT',
    path: '/diagnostics/log-levels/{path}',
    operationId: 'putLogLevelOverride',
    access: 'admin',
    tag,
    summary: 'Give one part of the gateway another log level, for a while',
    params: pathParams,
    body: logOverrideRequest,
    responses: { 204: { description: 'It counts from now on' } },
    handler: ({ params: { path }, body, caller }, ports) => {
      const seconds = Math.min(body.ttl_seconds ?? 0, MAX_TTL_SECONDS);
      ports.logLevels.override(path, body.level, seconds === 0 ? undefined : ports.clock.now() + seconds * 1000);
      const note = seconds === 0 ? path : `${path} for ${seconds} s`;
      recordChange(ports, caller, {
        action: 'logging.override_set',
        note,
        changes: [{ parameter: 'level', after: body.level }],
      });
      return NO_CONTENT;
    },
  }),
  operation({
    method: 'DELETE',
    path: '/diagnostics/log-levels/{path}',
    operationId: 'deleteLogLevelOverride',
    access: 'admin',
    tag,
    summary: 'Give one part of the gateway the common log level again',
    params: pathParams,
    responses: { 204: { description: 'Done, also when it had none of its own' } },
    handler: ({ params: { path }, caller }, ports) => {
      ports.logLevels.resetOverride(path);
      recordChange(ports, caller, { action: 'logging.override_reset', note: path });
      return NO_CONTENT;
    },
  }),
  operation({
    method: 'GET',
    path: '/diagnostics/reliability',
    operationId: 'listReliability',
    access: useCases.diagnostics.reliability.role,
    tag,
    summary: 'Say for each interface how its link does',
    query: centralOnly,
    responses: { 200: { description: 'The links', schema: z.array(reliabilityEntry) } },
    problems: ['not_found'],
    handler: async ({ query }, ports) => json(await reliabilityOf(ports, query.central)),
    ws: (twin) => twin({ name: 'ccu.throttle_stats', category: 'ccu' }),
  }),
  operation({
    method: 'GET',
    path: '/diagnostics/rssi',
    operationId: 'listSignals',
    heavy: true,
    // The published role of this route; bridges and the command of the same data read it as viewers.
    access: 'admin',
    tag,
    summary: 'Say for each device how well it is heard and how its battery is',
    query: centralOnly,
    responses: { 200: { description: 'Devices that say', schema: z.object({ devices: z.array(signalEntry) }) } },
    problems: ['not_found'],
    handler: ({ query }, ports) => json({ devices: signalsOf(ports, query.central) }),
    ws: (twin) => twin({ name: 'ccu.get_rssi_info', category: 'ccu' }),
  }),
  operation({
    method: 'GET',
    path: '/diagnostics/streams',
    operationId: 'listStreams',
    access: 'admin',
    tag,
    summary: 'List the clients that receive events, and how far behind each is',
    responses: {
      200: { description: 'The connections', schema: z.object({ connections: z.array(streamConnection) }) },
    },
    handler: (_input, { events }) => json({ connections: connectionBodies(events) }),
  }),
  operation({
    method: 'GET',
    path: '/incidents',
    operationId: 'listIncidents',
    heavy: true,
    access: 'viewer',
    tag: 'incidents',
    summary: 'List the incidents of the CCUs',
    query: z.object({
      central: z.string().max(64).optional(),
      since: time.describe('Inclusive.'),
      until: time.describe('Exclusive.'),
      limit: z.coerce
        .number()
        .int()
        .min(0)
        .default(DEFAULT_INCIDENTS)
        .transform((limit) => (limit === 0 ? DEFAULT_INCIDENTS : Math.min(limit, MAX_INCIDENTS))),
    }),
    responses: { 200: { description: 'The incidents, newest first', schema: z.array(incident) } },
    problems: ['service_unready'],
    handler: async ({ query }, { incidentLog }) => json((await incidentLog.incidents(query)).map(incidentBody)),
    ws: (twin) =>
      ['incidents.list', 'incidents.get'].map((name) =>
        twin({
          name,
          description: 'List the incidents of the CCUs, newest first.',
          args: z.object(centralArgs),
          input: (args) => ({ query: { ...scopeOf(args), limit: DEFAULT_INCIDENTS } }),
        }),
      ),
  }),
  operation({
    method: 'DELETE',
    path: '/incidents',
    operationId: 'clearIncidents',
    access: 'admin',
    tag: 'incidents',
    summary: 'Forget the incidents',
    responses: { 204: { description: 'Forgotten' } },
    problems: ['service_unready'],
    handler: async ({ caller }, ports) => {
      await ports.incidentLog.clearIncidents();
      recordChange(ports, caller, { action: 'incidents_clear' });
      return NO_CONTENT;
    },
    ws: (twin) =>
      twin({
        name: 'incidents.clear',
        result: z.object({ cleared: z.literal(true) }),
        answer: () => ({ cleared: true as const }),
      }),
  }),
];
