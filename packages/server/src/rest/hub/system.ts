import {
  ccuPosition,
  centralQuery,
  configChanges,
  hubDataPoints,
  hubMetricsEntry,
  loopTestResult,
  restartAnswer,
  restartPending,
  systemCcuEntry,
  systemStatusEvent,
  systemUpdateEntry,
} from '@ccu-gateway/contract';
import { GatewayError } from '@ccu-gateway/gateway-core';
import {
  type ConfigView,
  chooseCentral,
  enterRecoveryMode,
  enterSafeMode,
  type HubView,
  installUpdate,
  knownScope,
  type LoopTester,
  powerOffCcu,
  rebootCcu,
  restartGateway,
  type SystemView,
  type SystemWriting,
  setCcuPosition,
  testLoop,
  toTimestamp,
  useCases,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { ACCEPTED, json, operationsWith, standsAt } from '../../operation/operation.js';

const operation = operationsWith<
  SystemWriting & {
    readonly systemView: SystemView;
    readonly hub: HubView;
    readonly config: ConfigView;
    readonly loopTester: LoopTester;
  }
>();

const tag = 'system';
const scopeQuery = z.object({ central: centralQuery });
const ccuParams = z.object({ central: z.string().min(1).max(64) });
const ordered = ['not_found', 'unsupported', 'upstream_unavailable', 'service_unready'] as const;

export const systemOperations = [
  operation({
    method: 'GET',
    path: '/system/ccu',
    operationId: 'listCcus',
    access: 'admin',
    tag,
    summary: 'List the CCUs, their descriptions, and how far they are loaded',
    responses: { 200: { description: 'The CCUs', schema: z.object({ entries: z.array(systemCcuEntry) }) } },
    handler: (_input, { systemView }) => json({ entries: systemView.centrals() }),
  }),
  operation({
    method: 'POST',
    path: '/system/ccu/{central}/reboot',
    operationId: 'rebootCcu',
    access: rebootCcu.role,
    tag,
    summary: 'Reboot a CCU',
    params: ccuParams,
    responses: { 202: { description: 'Sent to the CCU' } },
    problems: ['not_found', 'upstream_unavailable', 'service_unready'],
    handler: async ({ params, caller }, ports) => {
      await rebootCcu(ports, caller, params.central);
      return ACCEPTED;
    },
  }),
  operation({
    method: 'POST',
    path: '/system/ccu/{central}/poweroff',
    operationId: 'powerOffCcu',
    access: powerOffCcu.role,
    tag,
    summary: 'Switch a CCU off; a person must switch it on again',
    params: ccuParams,
    responses: { 202: { description: 'Sent to the CCU' } },
    problems: ordered,
    ws: (twin) => twin({ name: 'ccu.power_off' }),
    handler: async ({ params, caller }, ports) => {
      await powerOffCcu(ports, caller, params.central);
      return ACCEPTED;
    },
  }),
  operation({
    method: 'POST',
    path: '/system/ccu/{central}/safe-mode',
    operationId: 'enterSafeMode',
    access: enterSafeMode.role,
    tag,
    summary: 'Restart a CCU without its add-ons, until its next restart',
    params: ccuParams,
    responses: { 202: { description: 'Sent to the CCU' } },
    problems: ordered,
    ws: (twin) => twin({ name: 'ccu.enter_safe_mode' }),
    handler: async ({ params, caller }, ports) => {
      await enterSafeMode(ports, caller, params.central);
      return ACCEPTED;
    },
  }),
  operation({
    method: 'POST',
    path: '/system/ccu/{central}/recovery-mode',
    operationId: 'enterRecoveryMode',
    access: enterRecoveryMode.role,
    tag,
    summary: 'Restart a CCU into its recovery system',
    description: 'No device works until a person leaves the recovery system on its own pages.',
    params: ccuParams,
    responses: { 202: { description: 'Sent to the CCU' } },
    problems: ordered,
    ws: (twin) => twin({ name: 'ccu.enter_recovery_mode' }),
    handler: async ({ params, caller }, ports) => {
      await enterRecoveryMode(ports, caller, params.central);
      return ACCEPTED;
    },
  }),
  operation({
    method: 'PUT',
    path: '/system/ccu/{central}/position',
    operationId: 'setCcuPosition',
    access: setCcuPosition.role,
    tag,
    summary: 'Set the position from which a CCU computes sunrise and sunset',
    params: ccuParams,
    body: ccuPosition,
    responses: { 202: { description: 'The CCU has it, also after its next restart' } },
    problems: ordered,
    ws: (twin) => twin({ name: 'ccu.set_position' }),
    handler: async ({ params, body, caller }, ports) => {
      await setCcuPosition(ports, caller, params.central, body);
      return ACCEPTED;
    },
  }),
  operation({
    method: 'POST',
    path: '/system/firmware/download',
    operationId: 'downloadFirmware',
    access: 'admin',
    tag,
    summary:
      'Have a CCU fetch a firmware image: a CCU takes images only from its own web interface, so this is refused',
    body: z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(2048), central: z.string().min(1).optional() }),
    responses: { 202: { description: 'Sent to the CCU' } },
    problems: ['not_found', 'conflict', 'unsupported', 'service_unready'],
    handler: ({ body }, { house }) => {
      chooseCentral(house, body.central);
      throw new GatewayError('unsupported', 'A CCU takes firmware images only from its own web interface', {
        reason: 'unsupported',
      });
    },
  }),
  operation({
    method: 'POST',
    path: '/system/restart',
    operationId: 'restartGateway',
    access: restartGateway.role,
    tag,
    summary: 'Stop the gateway in order, so that its supervisor starts it anew',
    description: 'Where nothing supervises it (started by hand), it stays stopped.',
    responses: { 202: { description: 'It stops after this answer', schema: restartAnswer } },
    handler: ({ caller }, ports) => {
      const { status, at } = restartGateway(ports, caller);
      return { status: 202, json: { status, at: toTimestamp(at) } };
    },
  }),
  operation({
    method: 'GET',
    path: '/system/restart-pending',
    operationId: 'getRestartPending',
    access: 'viewer',
    tag,
    summary: 'Say whether a saved setting waits for a restart',
    responses: {
      200: {
        description: 'Which settings wait',
        schema: restartPending,
      },
    },
    handler: (_input, { config }) => {
      const fields = config.changes().filter(({ applied }) => !applied);
      return json({ pending: fields.length > 0, fields: fields.map(({ path }) => path) });
    },
  }),
  operation({
    method: 'GET',
    path: '/system/config-changes',
    operationId: 'getConfigChanges',
    access: 'viewer',
    tag,
    summary: 'List the settings that were changed since the gateway started',
    responses: {
      200: { description: 'The settings', schema: configChanges },
    },
    handler: (_input, { config }) => json({ fields: config.changes().map(({ path }) => path) }),
  }),
  operation({
    method: 'GET',
    path: '/system/status',
    operationId: 'listSystemStatus',
    access: 'viewer',
    tag,
    summary: 'List the newest notices about how the CCUs are',
    responses: {
      200: { description: 'The notices, oldest first', schema: z.object({ events: z.array(systemStatusEvent) }) },
    },
    handler: (_input, { systemView }) => json({ events: systemView.statusEvents() }),
  }),
  operation({
    method: 'GET',
    path: '/system/update',
    operationId: 'listSystemUpdates',
    access: useCases.hub.updates.role,
    tag,
    summary: 'Say for each CCU whether there is newer firmware',
    query: scopeQuery,
    responses: { 200: { description: 'The CCUs', schema: z.array(systemUpdateEntry) } },
    problems: ['not_found'],
    handler: ({ query }, { hub, house }) => json(hub.systemUpdates(knownScope(house, query))),
    ws: (twin) => twin({ name: 'firmware.info', category: 'firmware' }),
  }),
  operation({
    method: 'POST',
    path: '/system/update/install',
    operationId: 'installSystemUpdate',
    access: installUpdate.role,
    tag,
    summary: 'Have a CCU install its firmware update',
    description:
      'The CCU fetches the newest firmware, restarts and installs it. Only products that can do so by themselves take it ' +
      '(OpenCCU and RaspberryMatic outside of containers); `hub.system_update_changed` reports its start, and ' +
      '`GET /system/update`, which `Location` names, shows where it stands.',
    query: scopeQuery,
    responses: { 202: { description: 'Sent to the CCU' } },
    problems: ['not_found', 'conflict', 'unsupported', 'upstream_unavailable', 'service_unready'],
    handler: async ({ query, caller }, ports) => {
      await installUpdate(ports, caller, query.central);
      const { central } = query;
      const scope = central === undefined ? '' : `?central=${encodeURIComponent(central)}`;
      return { ...ACCEPTED, headers: standsAt(`/system/update${scope}`) };
    },
    ws: (twin) =>
      twin({
        name: 'firmware.update',
        category: 'firmware',
        result: z.object({ started: z.literal(true) }),
        answer: () => ({ started: true as const }),
      }),
  }),
  operation({
    method: 'GET',
    path: '/system/metrics',
    operationId: 'listHubMetrics',
    access: useCases.hub.metrics.role,
    tag,
    summary: 'Say for each CCU how healthy it is, how far away, and when it last spoke',
    query: scopeQuery,
    responses: { 200: { description: 'The CCUs', schema: z.array(hubMetricsEntry) } },
    problems: ['not_found'],
    handler: ({ query }, { hub, house }) => json(hub.hubMetrics(knownScope(house, query))),
    ws: (twin) => twin({ name: 'central.system_health', category: 'central' }),
  }),
  operation({
    method: 'GET',
    path: '/hub/data-points',
    operationId: 'getHubDataPoints',
    access: useCases.hub.dataPoints.role,
    tag: 'hub',
    summary: 'Show the entries of each CCU: messages, inbox, update, metrics, links, install mode',
    query: scopeQuery,
    responses: { 200: { description: 'The CCUs', schema: z.array(hubDataPoints) } },
    problems: ['not_found'],
    handler: ({ query }, { hub, house }) => json(hub.hubDataPoints(knownScope(house, query))),
    ws: (twin) => twin({ name: 'ccu.get_hub_data', category: 'ccu' }),
  }),
  operation({
    method: 'POST',
    path: '/interfaces/{id}/loop-test',
    operationId: 'testInterfaceLoop',
    access: testLoop.role,
    tag: 'interfaces',
    summary: 'Test that events of an interface arrive here, and name the broken hop',
    description: 'A broken loop is an answer with `ok: false`, not an error.',
    params: z.object({ id: z.string().min(1).max(128).describe('`<central>-<interface>`') }),
    responses: { 200: { description: 'The outcome', schema: loopTestResult } },
    problems: ['not_found', 'service_unready'],
    handler: async ({ params, caller }, ports) => json(await testLoop(ports, caller, params.id)),
  }),
];
