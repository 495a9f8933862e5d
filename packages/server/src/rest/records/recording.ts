import { recordingQuery, recordingState, recordingWrite } from '@ccu-gateway/contract';
import { type RecordingChoice, readRecording, setRecording, useCases } from '@ccu-gateway/gateway-core/use-cases';
import type { z } from 'zod';
import { json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<RecordingChoice>();

export const recordingOperations = [
  operation({
    method: 'GET',
    path: '/history/recording',
    operationId: 'getRecording',
    access: useCases.history.recording.role,
    tag: 'history',
    summary: 'Whether values of a data point are recorded',
    query: recordingQuery,
    responses: { 200: { description: 'State of the recording', schema: recordingState } },
    problems: ['validation', 'not_found', 'service_unready'],
    handler: async ({ query }, ports) => json(await readRecording(ports, pointOf(query))),
  }),
  operation({
    method: 'PUT',
    path: '/history/recording',
    operationId: 'putRecording',
    access: setRecording.role,
    tag: 'history',
    summary: 'Record a data point, or no longer',
    description:
      'It is a setting: `history.include` or `history.exclude` names the data point then. Recorded values stay as they are.',
    body: recordingWrite,
    responses: { 200: { description: 'State of the recording', schema: recordingState } },
    problems: ['validation', 'not_found', 'service_unready'],
    handler: async ({ body: { record = null, ...point }, caller }, ports) =>
      json(await setRecording(ports, caller, pointOf(point), record)),
  }),
];

const pointOf = ({ interface_id: interfaceId, ...point }: z.output<typeof recordingQuery>) => ({
  ...point,
  interfaceId,
});
