import * as shapes from '@ccu-gateway/contract';
import * as alarm from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { created, json, NO_CONTENT, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<alarm.Alarming & alarm.AlarmCandidates>();
const tag = 'alarm_panel';
const id = z.string().min(1).max(64);
const params = z.object({ id });

const zones = [
  operation({
    method: 'GET',
    path: '/alarm/zones',
    operationId: 'listAlarmZones',
    access: alarm.listAlarmZones.role,
    tag,
    summary: 'List the alarm zones',
    responses: { 200: { description: 'The zones', schema: z.array(shapes.alarmZone) } },
    handler: ({ caller }, ports) => json(alarm.listAlarmZones(ports, caller)),
  }),
  operation({
    method: 'POST',
    path: '/alarm/zones',
    operationId: 'createAlarmZone',
    access: alarm.createAlarmZone.role,
    tag,
    summary: 'Add an alarm zone',
    body: shapes.alarmZone,
    responses: { 201: { description: 'Added', schema: shapes.alarmZone } },
    problems: ['conflict', 'service_unready'],
    handler: async ({ body, caller }, ports) => created(await alarm.createAlarmZone(ports, caller, body)),
  }),
  operation({
    method: 'GET',
    path: '/alarm/zones/{id}',
    operationId: 'getAlarmZone',
    access: alarm.getAlarmZone.role,
    tag,
    summary: 'Show an alarm zone',
    params,
    responses: { 200: { description: 'The zone', schema: shapes.alarmZone } },
    problems: ['not_found'],
    handler: ({ params: at, caller }, ports) => json(alarm.getAlarmZone(ports, caller, at.id)),
  }),
  operation({
    method: 'PUT',
    path: '/alarm/zones/{id}',
    operationId: 'putAlarmZone',
    access: alarm.putAlarmZone.role,
    tag,
    summary: 'Replace an alarm zone; its sensors and outputs stay',
    params,
    body: shapes.alarmZone,
    responses: { 204: { description: 'Replaced' } },
    problems: ['not_found', 'conflict', 'service_unready'],
    handler: async ({ params: at, body, caller }, ports) => {
      await alarm.putAlarmZone(ports, caller, at.id, body);
      return NO_CONTENT;
    },
  }),
  operation({
    method: 'DELETE',
    path: '/alarm/zones/{id}',
    operationId: 'deleteAlarmZone',
    access: alarm.deleteAlarmZone.role,
    tag,
    summary: 'Remove a disarmed alarm zone',
    params,
    responses: { 204: { description: 'Removed' } },
    problems: ['not_found', 'conflict', 'service_unready'],
    handler: async ({ params: at, caller }, ports) => {
      await alarm.deleteAlarmZone(ports, caller, at.id);
      return NO_CONTENT;
    },
  }),
  operation({
    method: 'GET',
    path: '/alarm/zones/{id}/sensors',
    operationId: 'listAlarmZoneSensors',
    access: alarm.listAlarmSensors.role,
    tag,
    summary: 'List the sensors of an alarm zone',
    params,
    responses: { 200: { description: 'The sensors', schema: shapes.alarmSensors } },
    problems: ['not_found'],
    handler: ({ params: at, caller }, ports) => json(alarm.listAlarmSensors(ports, caller, at.id)),
  }),
  operation({
    method: 'PUT',
    path: '/alarm/zones/{id}/sensors',
    operationId: 'putAlarmZoneSensors',
    access: alarm.putAlarmSensors.role,
    tag,
    summary: 'Replace all sensors of an alarm zone',
    params,
    body: shapes.alarmSensors,
    bodyLimit: 1_048_576,
    responses: { 204: { description: 'Replaced' } },
    problems: ['not_found', 'conflict', 'service_unready'],
    handler: async ({ params: at, body, caller }, ports) => {
      await alarm.putAlarmSensors(ports, caller, at.id, body);
      return NO_CONTENT;
    },
  }),
  operation({
    method: 'GET',
    path: '/alarm/zones/{id}/outputs',
    operationId: 'listAlarmZoneOutputs',
    access: alarm.listAlarmOutputs.role,
    tag,
    summary: 'List the outputs of an alarm zone',
    params,
    responses: { 200: { description: 'The outputs', schema: shapes.alarmOutputs } },
    problems: ['not_found'],
    handler: ({ params: at, caller }, ports) => json(alarm.listAlarmOutputs(ports, caller, at.id)),
  }),
  operation({
    method: 'PUT',
    path: '/alarm/zones/{id}/outputs',
    operationId: 'putAlarmZoneOutputs',
    access: alarm.putAlarmOutputs.role,
    tag,
    summary: 'Replace all outputs of an alarm zone',
    params,
    body: shapes.alarmOutputs,
    bodyLimit: 262_144,
    responses: { 204: { description: 'Replaced' } },
    problems: ['not_found', 'conflict', 'service_unready'],
    handler: async ({ params: at, body, caller }, ports) => {
      await alarm.putAlarmOutputs(ports, caller, at.id, body);
      return NO_CONTENT;
    },
  }),
];

const candidates = [
  operation({
    method: 'GET',
    path: '/alarm/sensor-candidates',
    operationId: 'listAlarmSensorCandidates',
    access: alarm.listAlarmSensorCandidates.role,
    tag,
    summary: 'List the data points that an alarm zone can watch',
    heavy: true,
    responses: { 200: { description: 'The data points', schema: z.array(shapes.alarmSensorCandidate) } },
    handler: ({ caller }, ports) => json(alarm.listAlarmSensorCandidates(ports, caller)),
  }),
  operation({
    method: 'GET',
    path: '/alarm/output-candidates',
    operationId: 'listAlarmOutputCandidates',
    access: alarm.listAlarmOutputCandidates.role,
    tag,
    summary: 'List the channels that an alarm can switch',
    heavy: true,
    responses: { 200: { description: 'The channels', schema: z.array(shapes.alarmOutputCandidate) } },
    handler: ({ caller }, ports) => json(alarm.listAlarmOutputCandidates(ports, caller)),
  }),
  operation({
    method: 'GET',
    path: '/alarm/remote-key-candidates',
    operationId: 'listAlarmRemoteKeyCandidates',
    access: alarm.listAlarmRemoteKeyCandidates.role,
    tag,
    summary: 'List the keys and keypads that a code can be bound to',
    heavy: true,
    responses: { 200: { description: 'The keys', schema: z.array(shapes.alarmRemoteKeyCandidate) } },
    handler: ({ caller }, ports) => json(alarm.listAlarmRemoteKeyCandidates(ports, caller)),
  }),
];

const codes = [
  operation({
    method: 'GET',
    path: '/alarm/codes',
    operationId: 'listAlarmCodes',
    access: alarm.listAlarmCodes.role,
    tag,
    summary: 'List the codes of the alarm system, without their PINs',
    responses: { 200: { description: 'The codes', schema: z.array(shapes.alarmCode) } },
    handler: ({ caller }, ports) => json(alarm.listAlarmCodes(ports, caller)),
    ws: (twin) =>
      twin({
        name: 'alarm_panel.codes_list',
        result: z.object({ codes: z.array(shapes.alarmCode) }),
        answer: (all) => ({ codes: all }),
      }),
  }),
  operation({
    method: 'POST',
    path: '/alarm/codes',
    operationId: 'createAlarmCode',
    access: alarm.createAlarmCode.role,
    tag,
    summary: 'Add a code to the alarm system',
    body: shapes.alarmCodeRequest,
    responses: { 201: { description: 'Added', schema: shapes.alarmCode } },
    problems: ['conflict', 'service_unready'],
    handler: async ({ body, caller }, ports) => created(await alarm.createAlarmCode(ports, caller, body)),
    ws: (twin) =>
      twin({
        name: 'alarm_panel.codes_create',
        args: z.object({ code: shapes.alarmCodeRequest }),
        input: ({ code }) => ({ body: code }),
      }),
  }),
  operation({
    method: 'GET',
    path: '/alarm/codes/{id}',
    operationId: 'getAlarmCode',
    access: alarm.getAlarmCode.role,
    tag,
    summary: 'Show a code of the alarm system, without its PIN',
    params,
    responses: { 200: { description: 'The code', schema: shapes.alarmCode } },
    problems: ['not_found'],
    handler: ({ params: at, caller }, ports) => json(alarm.getAlarmCode(ports, caller, at.id)),
  }),
  operation({
    method: 'PUT',
    path: '/alarm/codes/{id}',
    operationId: 'putAlarmCode',
    access: alarm.putAlarmCode.role,
    tag,
    summary: 'Replace a code of the alarm system',
    description: 'Without a PIN the code keeps its own.',
    params,
    body: shapes.alarmCodeRequest,
    responses: { 204: { description: 'Replaced' } },
    problems: ['not_found', 'conflict', 'service_unready'],
    handler: async ({ params: at, body, caller }, ports) => {
      const outcome = await alarm.putAlarmCode(ports, caller, at.id, body);
      return { ...NO_CONTENT, outcome };
    },
    ws: (twin) =>
      twin({
        name: 'alarm_panel.codes_update',
        args: z.object({ id, code: shapes.alarmCodeRequest }),
        input: ({ id: which, code }) => ({ params: { id: which }, body: code }),
        result: shapes.alarmCode,
        answer: (code) => code,
      }),
  }),
  operation({
    method: 'DELETE',
    path: '/alarm/codes/{id}',
    operationId: 'deleteAlarmCode',
    access: alarm.deleteAlarmCode.role,
    tag,
    summary: 'Remove a code of the alarm system',
    params,
    responses: { 204: { description: 'Removed' } },
    problems: ['not_found', 'service_unready'],
    handler: async ({ params: at, caller }, ports) => {
      await alarm.deleteAlarmCode(ports, caller, at.id);
      return NO_CONTENT;
    },
    ws: (twin) =>
      twin({
        name: 'alarm_panel.codes_delete',
        result: z.object({ deleted: z.boolean(), id: z.string() }),
        answer: (_, args) => ({ deleted: true, id: args.id }),
      }),
  }),
];

/** Zones, candidates for their sensors and outputs, and codes. */
export const alarmSetupOperations = [...zones, ...candidates, ...codes];
