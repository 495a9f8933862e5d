import {
  centralQuery,
  createHeatingGroup as createBody,
  heatingGroup,
  heatingGroupsOfCentral,
  heatingGroupType,
  suitableMembers,
  updateHeatingGroup as updateBody,
} from '@ccu-gateway/contract';
import {
  createHeatingGroup,
  deleteHeatingGroup,
  type HeatingGroupWriting,
  listHeatingGroups,
  listHeatingGroupTypes,
  listSuitableMembers,
  updateHeatingGroup,
  useCases,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../../operation/central-arg.js';
import { json, NO_CONTENT, operationsWith, standsAt } from '../../operation/operation.js';

const operation = operationsWith<HeatingGroupWriting>();

const tag = 'groups';
const scopeQuery = z.object({ central: centralQuery });
const id = z.coerce.number().int().min(1).max(1_000_000);
const params = z.object({ id: id.describe('Id of the group at its CCU.') });
const typeId = z.string().min(1).max(128).describe('Id of the kind of group.');
const upstream = ['not_found', 'conflict', 'unsupported', 'upstream_unavailable', 'service_unready'] as const;
const EFFECT =
  'The members of a group follow one setpoint, one mode and one schedule, and a window contact lowers all of them. ' +
  'The CCU links them with one another; a device with batteries takes that when it wakes up. ';

export const heatingGroupOperations = [
  operation({
    method: 'GET',
    path: '/groups',
    operationId: 'listGroups',
    access: useCases.heatingGroups.list.role,
    tag,
    summary: 'List the heating groups with their members',
    query: scopeQuery,
    responses: {
      200: { description: 'The groups of each CCU', schema: z.object({ entries: z.array(heatingGroupsOfCentral) }) },
    },
    problems: ['not_found', 'upstream_unavailable', 'service_unready'],
    handler: async ({ query }, ports) => json({ entries: [...(await listHeatingGroups(ports, query))] }),
    ws: (twin) =>
      twin({ name: 'groups.list', args: z.object(centralArgs), input: (scope) => ({ query: scopeOf(scope) }) }),
  }),
  operation({
    method: 'GET',
    path: '/groups/types',
    operationId: 'listGroupTypes',
    access: useCases.heatingGroups.types.role,
    tag,
    summary: 'List the kinds of heating groups that a CCU makes',
    query: scopeQuery,
    responses: { 200: { description: 'The kinds', schema: z.object({ types: z.array(heatingGroupType) }) } },
    problems: upstream,
    handler: async ({ query }, ports) => json({ types: [...(await listHeatingGroupTypes(ports, query))] }),
    ws: (twin) =>
      twin({ name: 'groups.types', args: z.object(centralArgs), input: (scope) => ({ query: scopeOf(scope) }) }),
  }),
  operation({
    method: 'GET',
    path: '/groups/suitable-members',
    operationId: 'listSuitableGroupMembers',
    access: useCases.heatingGroups.suitable.role,
    tag,
    summary: 'List the devices that a heating group of a kind may have',
    query: z.object({ type_id: typeId, central: centralQuery }),
    responses: { 200: { description: 'The devices', schema: suitableMembers } },
    problems: upstream,
    handler: async ({ query: { type_id, ...scope } }, ports) =>
      json(await listSuitableMembers(ports, { ...scope, typeId: type_id })),
    ws: (twin) =>
      twin({
        name: 'groups.suitable_members',
        args: z.object({ ...centralArgs, type_id: typeId }),
        input: ({ type_id, ...scope }) => ({ query: { ...scopeOf(scope), type_id } }),
      }),
  }),
  operation({
    method: 'POST',
    path: '/groups',
    operationId: 'createGroup',
    access: createHeatingGroup.role,
    tag,
    summary: 'Create a heating group',
    description: EFFECT,
    query: scopeQuery,
    body: createBody,
    responses: { 201: { description: 'The CCU lists it', schema: heatingGroup } },
    problems: upstream,
    handler: async ({ query, body: { type_id, name, forbid_single_operation, members }, caller }, ports) => {
      const group = { typeId: type_id, name, forbidSingleOperation: forbid_single_operation, members };
      const made = await createHeatingGroup(ports, caller, query, group);
      return { status: 201, json: made, headers: standsAt(`/groups/${made.id}`) };
    },
    ws: (twin) =>
      twin({
        name: 'groups.create',
        args: z.object({ ...centralArgs, ...createBody.shape }),
        input: ({ central, central_name, ...body }) => ({ query: scopeOf({ central, central_name }), body }),
      }),
  }),
  operation({
    method: 'PUT',
    path: '/groups/{id}',
    operationId: 'updateGroup',
    access: updateHeatingGroup.role,
    tag,
    summary: 'Change the name and the members of a heating group',
    description: EFFECT,
    params,
    query: scopeQuery,
    body: updateBody,
    responses: { 204: { description: 'Changed' } },
    problems: upstream,
    handler: async ({ params, query, body: { name, forbid_single_operation, members }, caller }, ports) => {
      const wanted = { name, forbidSingleOperation: forbid_single_operation, members };
      await updateHeatingGroup(ports, caller, { ...query, id: params.id }, wanted);
      return NO_CONTENT;
    },
    ws: (twin) =>
      twin({
        name: 'groups.update',
        args: z.object({ ...centralArgs, id: z.int().min(1), ...updateBody.shape }),
        input: ({ id: which, central, central_name, ...body }) => ({
          params: { id: which },
          query: scopeOf({ central, central_name }),
          body,
        }),
        result: z.object({ id: z.int() }),
        answer: (_, { id: which }) => ({ id: which }),
      }),
  }),
  operation({
    method: 'DELETE',
    path: '/groups/{id}',
    operationId: 'deleteGroup',
    access: deleteHeatingGroup.role,
    tag,
    summary: 'Dissolve a heating group; its members stay',
    params,
    query: scopeQuery,
    responses: { 204: { description: 'It is gone' } },
    problems: upstream,
    handler: async ({ params, query, caller }, ports) => {
      await deleteHeatingGroup(ports, caller, { ...query, id: params.id });
      return NO_CONTENT;
    },
    ws: (twin) =>
      twin({
        name: 'groups.delete',
        args: z.object({ ...centralArgs, id: z.int().min(1) }),
        input: ({ id: which, ...scope }) => ({ params: { id: which }, query: scopeOf(scope) }),
        result: z.object({ id: z.int() }),
        answer: (_, { id: which }) => ({ id: which }),
      }),
  }),
];
