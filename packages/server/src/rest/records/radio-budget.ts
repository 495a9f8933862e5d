import { centralQuery, radioBudget, radioEstimate, radioPlan } from '@ccu-gateway/contract';
import { estimateRadioCost, type RadioBudgeting, readRadioBudget } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../../operation/central-arg.js';
import { json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<RadioBudgeting>();
const tag = 'diagnostics';

export const radioBudgetOperations = [
  operation({
    method: 'GET',
    path: '/diagnostics/radio/budget',
    operationId: 'readRadioBudget',
    access: readRadioBudget.role,
    tag,
    summary: 'Show the sending time of each radio module and the writes that wait for it',
    description:
      'From a forecast of 80 percent on, normal writes are spread over the hour and those of priority `low` pause. Critical writes are always sent.',
    query: z.object({ central: centralQuery }),
    responses: { 200: { description: 'The radio modules', schema: radioBudget } },
    problems: ['not_found', 'service_unready'],
    handler: async ({ query, caller }, ports) => json(await readRadioBudget(ports, caller, query)),
    ws: (twin) =>
      twin({
        name: 'diagnostics.radio_budget',
        args: z.object({ ...centralArgs }),
        input: (args) => ({ query: scopeOf(args) }),
      }),
  }),
  operation({
    method: 'POST',
    path: '/diagnostics/radio/estimate',
    operationId: 'estimateRadioCost',
    access: estimateRadioCost.role,
    tag,
    summary: 'Estimate the radio cost of writes before they are sent',
    body: radioPlan,
    responses: { 200: { description: 'The cost by interface', schema: radioEstimate } },
    problems: ['not_found', 'conflict', 'service_unready'],
    handler: async ({ body, caller }, ports) => json(await estimateRadioCost(ports, caller, body)),
    ws: (twin) => twin({ name: 'diagnostics.radio_estimate', args: radioPlan, input: (body) => ({ body }) }),
  }),
];
