import { exposedValues, exposedWrite } from '@ccu-gateway/contract';
import { type ExposedChoice, readExposed, setExposed, useCases } from '@ccu-gateway/gateway-core/use-cases';
import { json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<ExposedChoice>();

const path = '/metrics/values/chosen';
const tag = 'diagnostics';

export const exposedValueOperations = [
  operation({
    method: 'GET',
    path,
    operationId: 'getExposedValues',
    access: useCases.diagnostics.exposed.role,
    tag,
    summary: 'List the data points that `/metrics/values` shows without patterns',
    responses: { 200: { description: 'The data points', schema: exposedValues } },
    problems: ['service_unready'],
    handler: async (_, ports) => json(await readExposed(ports)),
  }),
  operation({
    method: 'PUT',
    path,
    operationId: 'putExposedValue',
    access: setExposed.role,
    tag,
    summary: 'Show the value of a data point at `/metrics/values`, or no longer',
    description: 'It is a setting: `history.metrics` names the data point then. The value needs no recording.',
    body: exposedWrite,
    responses: { 200: { description: 'The data points', schema: exposedValues } },
    problems: ['validation', 'not_found', 'service_unready'],
    handler: async ({ body: { expose, interface_id: interfaceId, ...point }, caller }, ports) =>
      json(await setExposed(ports, caller, { ...point, interfaceId }, expose)),
  }),
];
