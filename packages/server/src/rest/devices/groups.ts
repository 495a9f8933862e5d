import { centralQuery, functionEntry, localeQuery, objectName, roomEntry } from '@ccu-gateway/contract';
import {
  createGroup,
  deleteGroup,
  type GroupKind,
  type GroupWriting,
  listGroups,
  renameGroup,
  useCases,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { NOT_READ_HEADER, notReadHeader } from '../../http/answers/not-read.js';
import { json, NO_CONTENT, operationsWith, standsAt } from '../../operation/operation.js';

const operation = operationsWith<GroupWriting>();

const params = z.object({ name: z.string().min(1).max(256) });
const NAMED = '`Location` has the name that the CCU made of it: it cuts off blanks at the ends.';
const scopeQuery = z.object({ central: centralQuery });

export const groupOperations = [...family('room', 'Room'), ...family('function', 'Function')];

function family(kind: GroupKind, Name: string) {
  const tag = `${kind}s`;
  const entry = kind === 'room' ? roomEntry : functionEntry;
  return [
    operation({
      method: 'GET',
      path: `/${kind}s`,
      operationId: `list${Name}s`,
      access: useCases.groups.list.role,
      tag,
      summary: `List the ${kind}s and how many devices each has`,
      query: z.object({ central: centralQuery, locale: localeQuery }),
      responses: { 200: { description: `The ${kind}s`, schema: z.array(entry), headers: NOT_READ_HEADER } },
      problems: ['not_found', 'service_unready'],
      handler: ({ query }, ports) => json(listGroups(ports, kind, query), notReadHeader(ports, `${kind}s`, query)),
    }),
    operation({
      method: 'POST',
      path: `/${kind}s`,
      operationId: `create${Name}`,
      access: createGroup.role,
      tag,
      summary: `Create a ${kind}`,
      description: NAMED,
      query: scopeQuery,
      body: z.strictObject({ name: objectName, central: centralQuery }),
      responses: { 201: { description: 'The CCU has it' } },
      problems: ['not_found', 'conflict', 'upstream_unavailable', 'service_unready'],
      handler: async ({ query, body, caller }, ports) => {
        const central = body.central ?? query.central;
        const became = await createGroup(ports, caller, kind, { name: body.name, central });
        return { status: 201, headers: standsAt(`/${kind}s/${encodeURIComponent(became)}`) };
      },
    }),
    operation({
      method: 'PATCH',
      path: `/${kind}s/{name}`,
      operationId: `rename${Name}`,
      access: renameGroup.role,
      tag,
      summary: `Rename a ${kind}`,
      description: NAMED,
      params,
      query: scopeQuery,
      body: z.strictObject({ new_name: objectName, central: centralQuery }),
      responses: { 204: { description: 'Renamed' } },
      problems: ['not_found', 'conflict', 'upstream_unavailable', 'service_unready'],
      handler: async ({ params: { name }, query, body, caller }, ports) => {
        const central = body.central ?? query.central;
        const became = await renameGroup(ports, caller, kind, { central, name, newName: body.new_name });
        return { ...NO_CONTENT, headers: standsAt(`/${kind}s/${encodeURIComponent(became)}`) };
      },
    }),
    operation({
      method: 'DELETE',
      path: `/${kind}s/{name}`,
      operationId: `delete${Name}`,
      access: deleteGroup.role,
      tag,
      summary: `Delete a ${kind}; its devices stay`,
      params,
      query: scopeQuery,
      responses: { 204: { description: 'It is gone' } },
      problems: ['not_found', 'conflict', 'upstream_unavailable', 'service_unready'],
      handler: async ({ params: { name }, query, caller }, ports) => {
        await deleteGroup(ports, caller, kind, { ...query, name });
        return NO_CONTENT;
      },
    }),
  ];
}
