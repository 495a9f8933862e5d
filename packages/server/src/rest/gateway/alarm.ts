import * as shapes from '@ccu-gateway/contract';
import * as alarm from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { json, NO_CONTENT, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<alarm.AlarmMotion & alarm.AlarmCandidates>();
const tag = 'alarm_panel';
const id = z.string().min(1).max(64);
const params = z.object({ id });
const zoneArgs = z.object({ zone_id: id });
const verbArgs = z.object({ zone_id: id, code: z.string().min(1).max(32).optional() });

const states = [
  operation({
    method: 'GET',
    path: '/alarm/state',
    operationId: 'getAlarmState',
    access: alarm.readAlarmState.role,
    tag,
    summary: 'Show the state of every alarm zone',
    responses: { 200: { description: 'The zones', schema: shapes.alarmState } },
    handler: ({ caller }, ports) => json({ zones: alarm.readAlarmState(ports, caller) }),
    ws: (twin) => twin({ name: 'alarm_panel.state' }),
  }),
  operation({
    method: 'GET',
    path: '/alarm/zones/{id}/readiness',
    operationId: 'getAlarmZoneReadiness',
    access: alarm.readAlarmReadiness.role,
    tag,
    summary: 'Show whether an alarm zone can be armed, by mode',
    params,
    responses: { 200: { description: 'The readiness by mode', schema: shapes.alarmReadiness } },
    problems: ['not_found'],
    handler: ({ params: at, caller }, ports) => json(alarm.readAlarmReadiness(ports, caller, at.id)),
    ws: (twin) =>
      twin({ name: 'alarm_panel.readiness', args: zoneArgs, input: ({ zone_id }) => ({ params: { id: zone_id } }) }),
  }),
  operation({
    method: 'GET',
    path: '/alarm/panels',
    operationId: 'listAlarmPanels',
    access: alarm.listAlarmPanels.role,
    tag,
    summary: 'List the alarm zones as control panels',
    description: 'With several zones, the panel `master` stands for all of them.',
    responses: { 200: { description: 'The panels', schema: z.array(shapes.alarmPanel) } },
    handler: ({ caller }, ports) => json(alarm.listAlarmPanels(ports, caller)),
    ws: (twin) => twin({ name: 'alarm_panel.panels' }),
  }),
  operation({
    method: 'GET',
    path: '/alarm/journal',
    operationId: 'listAlarmJournal',
    access: alarm.readAlarmJournal.role,
    tag,
    summary: 'List the journal of the alarm system, newest first',
    query: shapes.alarmJournalQuery,
    responses: { 200: { description: 'The entries', schema: z.array(shapes.alarmJournalEntry) } },
    handler: async ({ query, caller }, ports) => json(await alarm.readAlarmJournal(ports, caller, query)),
    ws: (twin) =>
      twin({
        name: 'alarm_panel.journal',
        args: shapes.alarmJournalQuery.omit({ zone: true }).extend({ zone_id: id.optional() }),
        input: ({ zone_id: zone, ...query }) => ({ query: { ...query, zone } }),
      }),
  }),
  operation({
    method: 'GET',
    path: '/alarm/journal/verify',
    operationId: 'verifyAlarmJournal',
    access: alarm.verifyAlarmJournal.role,
    tag,
    summary: 'Check the hashes of the journal',
    heavy: true,
    responses: { 200: { description: 'The result', schema: shapes.alarmJournalProof } },
    handler: async ({ caller }, ports) => json(await alarm.verifyAlarmJournal(ports, caller)),
  }),
  operation({
    method: 'GET',
    path: '/alarm/incidents',
    operationId: 'listAlarmIncidents',
    access: alarm.listAlarmIncidents.role,
    tag,
    summary: 'List the alarms among the newest 5000 entries of the journal, newest first',
    query: shapes.alarmIncidentQuery,
    responses: { 200: { description: 'The alarms', schema: z.array(shapes.alarmIncident) } },
    handler: async ({ query, caller }, ports) => json(await alarm.listAlarmIncidents(ports, caller, query)),
  }),
  operation({
    method: 'GET',
    path: '/alarm/incidents/{id}',
    operationId: 'getAlarmIncident',
    access: alarm.getAlarmIncident.role,
    tag,
    summary: 'Show an alarm with its entries of the journal',
    params: z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    responses: { 200: { description: 'The alarm', schema: shapes.alarmIncidentReport } },
    problems: ['not_found'],
    handler: async ({ params: at, caller }, ports) => json(await alarm.getAlarmIncident(ports, caller, at.id)),
  }),
  operation({
    method: 'GET',
    path: '/alarm/zones/{id}/walktest',
    operationId: 'getAlarmWalkTestStatus',
    access: alarm.readAlarmWalkTest.role,
    tag,
    summary: 'Show the walk test of an alarm zone',
    params,
    responses: { 200: { description: 'The walk test', schema: shapes.alarmWalkTest } },
    problems: ['not_found'],
    handler: ({ params: at, caller }, ports) => json(alarm.readAlarmWalkTest(ports, caller, at.id)),
    ws: (twin) =>
      twin({
        name: 'alarm_panel.walktest_status',
        args: zoneArgs,
        input: ({ zone_id }) => ({ params: { id: zone_id } }),
      }),
  }),
];

const actions = [
  operation({
    method: 'POST',
    path: '/alarm/zones/{id}/arm',
    operationId: 'armAlarmZone',
    access: alarm.armAlarmZone.role,
    tag,
    summary: 'Arm an alarm zone, or all zones as `master`',
    description:
      'With blockers the answer is 409 `not_ready`, and `errors` lists them. A missing or wrong code is 403 `invalid_code`; ten wrong ' +
      'codes within a minute are 429.',
    params,
    body: shapes.alarmArmRequest,
    responses: { 200: { description: 'Armed, or in the exit delay', schema: shapes.alarmArmAccepted } },
    problems: ['not_found', 'conflict', 'rate_limited', 'service_unready'],
    handler: async ({ params: at, body, caller }, ports) => json(await alarm.armAlarmZone(ports, caller, at.id, body)),
    ws: (twin) =>
      twin({
        name: 'alarm_panel.arm',
        args: shapes.alarmArmRequest.extend({ zone_id: id }),
        input: ({ zone_id, ...body }) => ({ params: { id: zone_id }, body }),
      }),
  }),
  operation({
    method: 'POST',
    path: '/alarm/zones/{id}/disarm',
    operationId: 'disarmAlarmZone',
    access: alarm.disarmAlarmZone.role,
    tag,
    summary: 'Disarm an alarm zone, or all zones as `master`',
    description: 'An administrator may leave out the code that a zone needs.',
    params,
    body: shapes.alarmVerbRequest,
    bodyOptional: true,
    responses: { 204: { description: 'Disarmed' } },
    problems: ['not_found', 'rate_limited', 'service_unready'],
    handler: async ({ params: at, body, caller }, ports) => {
      await alarm.disarmAlarmZone(ports, caller, at.id, body?.code);
      return NO_CONTENT;
    },
    ws: (twin) =>
      twin({
        name: 'alarm_panel.disarm',
        args: verbArgs,
        input: ({ zone_id, code }) => ({ params: { id: zone_id }, body: { code } }),
      }),
  }),
  operation({
    method: 'POST',
    path: '/alarm/zones/{id}/silence',
    operationId: 'silenceAlarmZone',
    access: alarm.silenceAlarmZone.role,
    tag,
    summary: 'End the sound of an alarm without disarming',
    params,
    body: shapes.alarmVerbRequest,
    bodyOptional: true,
    responses: { 204: { description: 'Silenced' } },
    problems: ['not_found', 'rate_limited', 'service_unready'],
    handler: async ({ params: at, body, caller }, ports) => {
      await alarm.silenceAlarmZone(ports, caller, at.id, body?.code);
      return NO_CONTENT;
    },
    ws: (twin) =>
      twin({
        name: 'alarm_panel.silence',
        args: verbArgs,
        input: ({ zone_id, code }) => ({ params: { id: zone_id }, body: { code } }),
      }),
  }),
  operation({
    method: 'POST',
    path: '/alarm/silence-all',
    operationId: 'silenceAllAlarmZones',
    access: alarm.silenceAlarmZone.role,
    tag,
    summary: 'End the sound of all alarms without disarming',
    responses: { 204: { description: 'Silenced' } },
    problems: ['service_unready'],
    handler: async ({ caller }, ports) => {
      await alarm.silenceAlarmZone(ports, caller, 'master');
      return NO_CONTENT;
    },
    ws: (twin) => twin({ name: 'alarm_panel.silence_all' }),
  }),
  operation({
    method: 'POST',
    path: '/alarm/zones/{id}/acknowledge',
    operationId: 'acknowledgeAlarmZone',
    access: alarm.acknowledgeAlarmZone.role,
    tag,
    summary: 'Acknowledge the ended alarm of a zone',
    params,
    body: shapes.alarmVerbRequest,
    bodyOptional: true,
    responses: { 204: { description: 'Acknowledged' } },
    problems: ['not_found', 'service_unready'],
    handler: async ({ params: at, caller }, ports) => {
      await alarm.acknowledgeAlarmZone(ports, caller, at.id);
      return NO_CONTENT;
    },
    ws: (twin) =>
      twin({
        name: 'alarm_panel.acknowledge',
        args: verbArgs,
        input: ({ zone_id, code }) => ({ params: { id: zone_id }, body: { code } }),
      }),
  }),
  ...(['start', 'stop'] as const).map((to) =>
    operation({
      method: 'POST',
      path: `/alarm/zones/{id}/walktest/${to}`,
      operationId: `${to}AlarmWalkTest`,
      access: alarm.walkTestAlarmZone.role,
      tag,
      summary: to === 'start' ? 'Start the walk test of a disarmed zone' : 'End the walk test of a zone',
      params,
      responses: { 204: { description: to === 'start' ? 'Started' : 'Ended' } },
      problems: ['not_found', 'conflict', 'service_unready'],
      handler: async ({ params: at, caller }, ports) => {
        await alarm.walkTestAlarmZone(ports, caller, at.id, to);
        return NO_CONTENT;
      },
    }),
  ),
  operation({
    method: 'POST',
    path: '/alarm/outputs/{id}/test',
    operationId: 'testAlarmOutput',
    access: alarm.testAlarmOutput.role,
    tag,
    summary: 'Switch an output of the alarm system on for five seconds',
    params,
    body: shapes.alarmOutputTest,
    bodyOptional: true,
    responses: { 204: { description: 'Started' } },
    problems: ['not_found', 'conflict', 'service_unready'],
    handler: async ({ params: at, body, caller }, ports) => {
      await alarm.testAlarmOutput(ports, caller, at.id, body?.optical_only ?? false);
      return NO_CONTENT;
    },
  }),
];

const motion = [
  operation({
    method: 'GET',
    path: '/alarm/triggered-motion',
    operationId: 'listTriggeredMotion',
    access: alarm.listTriggeredMotion.role,
    tag,
    summary: 'List the motion sensors of alarm zones that report a motion',
    responses: { 200: { description: 'The sensors', schema: z.array(shapes.alarmTriggeredMotion) } },
    handler: ({ caller }, ports) => json(alarm.listTriggeredMotion(ports, caller)),
  }),
  operation({
    method: 'POST',
    path: '/alarm/reset-motion',
    operationId: 'resetAlarmMotion',
    access: alarm.resetAlarmMotion.role,
    tag,
    summary: 'End the motion that sensors of all alarm zones report',
    responses: { 200: { description: 'The outcome of each sensor', schema: shapes.alarmMotionReset } },
    problems: ['service_unready'],
    handler: async ({ caller }, ports) => json(await alarm.resetAlarmMotion(ports, caller)),
  }),
  operation({
    method: 'POST',
    path: '/alarm/zones/{id}/reset-motion',
    operationId: 'resetAlarmZoneMotion',
    access: alarm.resetAlarmMotion.role,
    tag,
    summary: 'End the motion that sensors of an alarm zone report',
    params,
    responses: { 200: { description: 'The outcome of each sensor', schema: shapes.alarmMotionReset } },
    problems: ['not_found', 'service_unready'],
    handler: async ({ params: at, caller }, ports) => json(await alarm.resetAlarmMotion(ports, caller, at.id)),
  }),
];

/** State of the alarm system, and its everyday actions. */
export const alarmOperations = [...states, ...actions, ...motion];
