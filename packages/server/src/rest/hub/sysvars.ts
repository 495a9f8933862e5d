import {
  centralQuery,
  changeSysvarRequest,
  createSysvarRequest,
  localeQuery,
  setSysvarRequest,
  sysvarName,
  sysvarSummary,
  sysvarUsage,
} from '@ccu-gateway/contract';
import {
  changeSysvar,
  createSysvar,
  deleteSysvar,
  fetchSysvars,
  getSysvar,
  listSysvars,
  type NewSysvar,
  type ProgramReference,
  refuseUnread,
  type SysvarChange,
  type SysvarWriting,
  setSysvar,
  sysvarUsage as usageOf,
  useCases,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { NOT_READ_HEADER, notReadHeader } from '../../http/answers/not-read.js';
import { arrayPage, optionalPagingQuery } from '../../http/answers/paging.js';
import { centralArgs, scopeOf } from '../../operation/central-arg.js';
import { ACCEPTED, json, operationsWith, standsAt } from '../../operation/operation.js';

const operation = operationsWith<SysvarWriting>();

const tag = 'sysvars';
const params = z.object({ name: sysvarName });
const scopeQuery = z.object({ central: centralQuery });
const shownQuery = { central: centralQuery, locale: localeQuery } as const;

export const sysvarOperations = [
  operation({
    method: 'GET',
    path: '/sysvars',
    operationId: 'listSysvars',
    heavy: true,
    access: useCases.sysvars.list.role,
    tag,
    summary: 'List the system variables of the CCUs',
    description: 'CCUs do not tell when a variable changes: `last_seen_at` is the age of a value.',
    query: z.object({ ...optionalPagingQuery, ...shownQuery }),
    responses: {
      200: {
        description: 'The variables; `X-Total-Count` counts them',
        schema: z.array(sysvarSummary),
        headers: NOT_READ_HEADER,
      },
    },
    problems: ['not_found', 'unsupported', 'service_unready'],
    handler: ({ query }, ports) => {
      const { items, headers } = arrayPage(listSysvars(ports, query), query);
      return json(items, { ...headers, ...notReadHeader(ports, 'sysvars', query) });
    },
    ws: (twin) =>
      twin({
        name: 'sysvars.list',
        description: 'List the system variables of the CCUs as last read.',
        args: z.object({ ...centralArgs, locale: localeQuery }),
        input: ({ locale, ...scope }) => ({ query: { ...scopeOf(scope), locale } }),
        check: ({ query }, ports) => refuseUnread(ports, 'sysvars', query, { whole: true }),
      }),
  }),
  operation({
    method: 'POST',
    path: '/sysvars',
    operationId: 'createSysvar',
    access: createSysvar.role,
    tag,
    summary: 'Create a system variable',
    query: scopeQuery,
    body: createSysvarRequest,
    responses: { 202: { description: 'The CCU has it' } },
    problems: ['not_found', 'conflict', 'validation', 'upstream_unavailable', 'service_unready'],
    handler: async ({ query, body, caller }, ports) => {
      const became = await createSysvar(ports, caller, { ...query, variable: newVariable(body) });
      return { ...ACCEPTED, headers: standsAt(`/sysvars/${encodeURIComponent(became)}`) };
    },
  }),
  operation({
    method: 'POST',
    path: '/sysvars/fetch',
    operationId: 'fetchSysvars',
    access: useCases.sysvars.fetch.role,
    tag,
    summary: 'Read the system variables of one CCU or of all now',
    query: scopeQuery,
    responses: { 202: { description: 'They have been read' } },
    problems: ['not_found', 'upstream_unavailable', 'service_unready'],
    handler: async ({ query }, ports) => {
      await fetchSysvars(ports, query);
      return ACCEPTED;
    },
    ws: (twin) =>
      twin({
        name: 'sysvars.fetch',
        result: z.object({ fetched: z.literal(true) }),
        answer: () => ({ fetched: true as const }),
      }),
  }),
  operation({
    method: 'GET',
    path: '/sysvars/{name}',
    operationId: 'getSysvar',
    access: useCases.sysvars.get.role,
    tag,
    summary: 'Show one system variable',
    params,
    query: z.object(shownQuery),
    responses: { 200: { description: 'The variable', schema: sysvarSummary } },
    problems: ['not_found', 'conflict', 'service_unready'],
    handler: ({ params: { name }, query }, ports) => json(getSysvar(ports, name, query)),
  }),
  operation({
    method: 'PUT',
    path: '/sysvars/{name}',
    operationId: 'setSysvar',
    access: setSysvar.role,
    tag,
    summary: 'Set a system variable',
    params,
    query: scopeQuery,
    body: setSysvarRequest,
    idempotent: true,
    responses: { 202: { description: 'The CCU has taken the value' } },
    problems: ['not_found', 'conflict', 'validation', 'upstream_unavailable', 'service_unready'],
    handler: async ({ params: { name }, query, body, caller }, ports) => {
      await setSysvar(ports, caller, { ...query, name, value: body.value });
      return ACCEPTED;
    },
    ws: (twin) =>
      twin({
        name: 'sysvars.set',
        result: z.object({ name: z.string() }),
        answer: (_, { name }) => ({ name }),
      }),
  }),
  operation({
    method: 'PATCH',
    path: '/sysvars/{name}',
    operationId: 'patchSysvar',
    access: changeSysvar.role,
    tag,
    summary: 'Change the definition of a system variable: name, unit, bounds, list, assignment',
    params,
    query: scopeQuery,
    body: changeSysvarRequest,
    responses: { 202: { description: 'The CCU has taken it' } },
    problems: ['not_found', 'conflict', 'validation', 'upstream_unavailable', 'service_unready'],
    handler: async ({ params: { name }, query, body, caller }, ports) => {
      const became = await changeSysvar(ports, caller, { ...query, name, change: variableChange(body) });
      return { ...ACCEPTED, headers: standsAt(`/sysvars/${encodeURIComponent(became)}`) };
    },
  }),
  operation({
    method: 'DELETE',
    path: '/sysvars/{name}',
    operationId: 'deleteSysvar',
    access: deleteSysvar.role,
    tag,
    summary: 'Delete a system variable',
    params,
    query: scopeQuery,
    responses: { 202: { description: 'It is gone' } },
    problems: ['not_found', 'conflict', 'upstream_unavailable', 'service_unready'],
    handler: async ({ params: { name }, query, caller }, ports) => {
      await deleteSysvar(ports, caller, { ...query, name });
      return ACCEPTED;
    },
  }),
  operation({
    method: 'GET',
    path: '/sysvars/{name}/usage',
    operationId: 'getSysvarUsage',
    access: useCases.sysvars.usage.role,
    tag,
    summary: 'List the programs that use a system variable',
    params,
    query: scopeQuery,
    responses: { 200: { description: 'The programs', schema: sysvarUsage } },
    problems: ['not_found', 'conflict', 'upstream_unavailable', 'service_unready'],
    handler: async ({ params: { name }, query }, ports) => json(usageBody(await usageOf(ports, { ...query, name }))),
    ws: (twin) => twin({ name: 'sysvars.usage' }),
  }),
];

function usageBody(usage: Awaited<ReturnType<typeof usageOf>>) {
  return { central: usage.central, sysvar: usage.name, programs: usage.programs.map(programBody) };
}

function programBody({ id, name, active, internal }: ProgramReference) {
  return { id, name, active, is_internal: internal };
}

function newVariable(body: z.output<typeof createSysvarRequest>): NewSysvar {
  return {
    name: body.name,
    type: body.value_type,
    ...present({
      ...detailsOf(body),
      channelAddress: body.channel_address,
    }),
  };
}

function variableChange(body: z.output<typeof changeSysvarRequest>): SysvarChange {
  return present({
    name: body.name,
    ...detailsOf(body),
    visible: body.is_visible,
    logged: body.is_logged,
    channelAddress: body.channel_address,
  });
}

function detailsOf(body: Partial<z.output<typeof createSysvarRequest>> | z.output<typeof changeSysvarRequest>) {
  return {
    description: body.description,
    unit: body.unit,
    min: body.min,
    max: body.max,
    valueList: body.value_list,
    valueName0: body.value_name_0,
    valueName1: body.value_name_1,
  };
}

/** Without the members that are undefined, so that a change names only the members to change. */
function present<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}
