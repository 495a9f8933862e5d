import {
  centralQuery,
  flag,
  programActivateResponse,
  programExecuteRequest,
  programExecuteResponse,
  programId,
  programSummary,
} from '@ccu-gateway/contract';
import {
  deleteProgram,
  executeProgram,
  getProgram,
  listPrograms,
  type ProgramWriting,
  refuseUnread,
  setProgramActive,
  useCases,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { NOT_READ_HEADER, notReadHeader } from '../../http/answers/not-read.js';
import { arrayPage, optionalPagingQuery } from '../../http/answers/paging.js';
import { centralArgs, scopeOf } from '../../operation/central-arg.js';
import { json, NO_CONTENT, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<ProgramWriting>();

const tag = 'programs';
const params = z.object({ id: programId });
const scopeQuery = z.object({ central: centralQuery });

export const programOperations = [
  operation({
    method: 'GET',
    path: '/programs',
    operationId: 'listPrograms',
    access: useCases.programs.list.role,
    tag,
    summary: 'List the programs of the CCUs',
    description: 'CCUs do not tell when a program changes: the list is the last read one.',
    query: z.object({
      ...optionalPagingQuery,
      central: centralQuery,
      include_internal: flag
        .optional()
        .describe('Also programs that the CCU made for itself; absent: by `include_internal_programs` of the CCU.'),
    }),
    responses: {
      200: {
        description: 'The programs; `X-Total-Count` counts them',
        schema: z.array(programSummary),
        headers: NOT_READ_HEADER,
      },
    },
    problems: ['not_found', 'unsupported', 'service_unready'],
    handler: ({ query }, ports) => {
      const { items, headers } = arrayPage(listPrograms(ports, query), query);
      return json(items, { ...headers, ...notReadHeader(ports, 'programs', query) });
    },
    ws: (twin) =>
      twin({
        name: 'programs.list',
        args: z.object({ ...centralArgs, include_internal: z.boolean().optional() }),
        input: (args) => ({ query: { ...scopeOf(args), include_internal: args.include_internal } }),
        check: ({ query }, ports) => refuseUnread(ports, 'programs', query, { whole: true }),
      }),
  }),
  operation({
    method: 'GET',
    path: '/programs/{id}',
    operationId: 'getProgram',
    access: useCases.programs.get.role,
    tag,
    summary: 'Show one program',
    params,
    query: scopeQuery,
    responses: { 200: { description: 'The program', schema: programSummary } },
    problems: ['not_found', 'conflict', 'service_unready'],
    handler: ({ params: { id }, query }, ports) => json(getProgram(ports, id, query)),
  }),
  operation({
    method: 'POST',
    path: '/programs/{id}/execute',
    operationId: 'executeProgram',
    access: executeProgram.role,
    tag,
    summary: 'Run a program',
    params,
    query: scopeQuery,
    body: programExecuteRequest,
    bodyOptional: true,
    idempotent: true,
    responses: { 202: { description: 'Sent to the CCU', schema: programExecuteResponse } },
    problems: ['not_found', 'conflict', 'upstream_unavailable', 'service_unready'],
    handler: async ({ params: { id }, query, body, caller }, ports) => {
      const checkConditions = body?.check_conditions ?? false;
      const executed = await executeProgram(ports, caller, { ...query, id, checkConditions });
      return { status: 202, json: { executed } };
    },
    ws: (twin) =>
      twin({
        name: 'programs.execute',
        description: 'Run a program, in any case or only while it is active. A CCU does not check its conditions then.',
        args: z.object({ ...centralArgs, id: programId, check_conditions: z.boolean().default(false) }),
        input: ({ id, check_conditions, ...scope }) => ({
          params: { id },
          query: scopeOf(scope),
          body: { check_conditions },
        }),
        result: z.object({ id: z.string(), executed: z.boolean() }),
        answer: ({ executed }, { id }) => ({ id, executed }),
      }),
  }),
  operation({
    method: 'PATCH',
    path: '/programs/{id}',
    operationId: 'patchProgram',
    access: setProgramActive.role,
    tag,
    summary: 'Switch a program on or off; switching it on may run it',
    description:
      'A CCU runs a program without conditions at once when it is switched on, as if it had been executed. `executed` says ' +
      'whether it ran.',
    params,
    query: scopeQuery,
    body: z.strictObject({ active: z.boolean() }),
    responses: { 202: { description: 'Sent to the CCU', schema: programActivateResponse } },
    problems: ['not_found', 'conflict', 'upstream_unavailable', 'service_unready'],
    handler: async ({ params: { id }, query, body, caller }, ports) => {
      const executed = await setProgramActive(ports, caller, { ...query, id, active: body.active });
      return { status: 202, json: { active: body.active, executed: executed ?? null } };
    },
  }),
  operation({
    method: 'DELETE',
    path: '/programs/{id}',
    operationId: 'deleteProgram',
    access: deleteProgram.role,
    tag,
    summary: 'Delete a program from its CCU',
    params,
    query: scopeQuery,
    responses: { 204: { description: 'It is gone' } },
    problems: ['not_found', 'conflict', 'upstream_unavailable', 'service_unready'],
    handler: async ({ params: { id }, query, caller }, ports) => {
      await deleteProgram(ports, caller, { ...query, id });
      return NO_CONTENT;
    },
    ws: (twin) =>
      twin({
        name: 'programs.delete',
        result: z.object({ id: z.string(), deleted: z.boolean() }),
        answer: (_, { id }) => ({ id, deleted: true }),
      }),
  }),
];
