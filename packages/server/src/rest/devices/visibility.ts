import {
  centralQuery,
  flag,
  localeQuery,
  unignoreCandidates,
  unignoreList,
  unignoreUpdate,
  unignoreUpdated,
} from '@ccu-gateway/contract';
import {
  chooseCentral,
  type House,
  knownScope,
  principalOf,
  type Recording,
  recordChange,
  type VisibilityControl,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { json, operationsWith } from '../../operation/operation.js';
import type { NextTurn } from '../../turns/next-turn.js';
import { finishInTurns } from '../../turns/steps.js';

const operation = operationsWith<
  Recording & { readonly house: House; readonly visibility: VisibilityControl; readonly nextTurn: NextTurn }
>();

const tag = 'visibility';

export const visibilityOperations = [
  operation({
    method: 'GET',
    path: '/visibility/unignore',
    operationId: 'listUnignore',
    heavy: true,
    access: 'viewer',
    tag,
    summary: 'List the patterns of hidden parameters that are shown all the same',
    query: z.object({ central: centralQuery }),
    responses: { 200: { description: 'By CCU', schema: unignoreList } },
    problems: ['not_found'],
    handler: ({ query }, { house, visibility }) => json({ centrals: visibility.list(knownScope(house, query)) }),
  }),
  operation({
    method: 'PUT',
    path: '/visibility/unignore',
    operationId: 'putUnignore',
    access: 'admin',
    tag,
    summary: 'Replace the patterns of a CCU; it counts at once',
    description:
      'Forms: `PARAM`, `PARAM:PARAMSET@MODEL:CHANNEL` with `all` for every channel, `MODEL:CHANNEL:PARAM` with `*`.',
    body: unignoreUpdate,
    responses: { 200: { description: 'What counts now', schema: unignoreUpdated } },
    problems: ['not_found', 'service_unready'],
    handler: async ({ body, caller }, ports) => {
      const central = chooseCentral(ports.house, body.central_name);
      const result = await ports.visibility.replace(central, body.patterns, principalOf(caller).subject);
      recordChange(ports, caller, { action: 'visibility_write', central, note: `${result.applied_count} patterns` });
      return json(result);
    },
  }),
  operation({
    method: 'GET',
    path: '/visibility/unignore/candidates',
    operationId: 'listUnignoreCandidates',
    heavy: true,
    access: 'viewer',
    tag,
    summary: 'List the hidden parameters that could be shown',
    query: z.object({
      central: centralQuery,
      locale: localeQuery,
      include_master: flag.default(false).describe('Also those of the MASTER paramsets.'),
    }),
    responses: { 200: { description: 'The parameters', schema: unignoreCandidates } },
    problems: ['not_found'],
    handler: async ({ query }, { house, visibility, nextTurn }) => {
      const { include_master: includeMaster, ...scope } = query;
      const steps = visibility.candidateSteps({ ...knownScope(house, scope), includeMaster });
      return json(await finishInTurns(steps, nextTurn));
    },
  }),
];
