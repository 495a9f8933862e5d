import {
  ackAllResult,
  alarmMessage,
  centralQuery,
  messageId,
  serviceMessage,
  suppressedServiceMessage,
  unsuppressRequest,
} from '@ccu-gateway/contract';
import {
  acknowledgeAll,
  acknowledgeMessage,
  disableServiceMessage,
  listAlarmMessages,
  listServiceMessages,
  listSuppressed,
  type MessageKind,
  type MessageWriting,
  refuseUnread,
  type SuppressedMessage,
  unsuppress,
  useCases,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { NOT_READ_HEADER, notReadHeader } from '../../http/answers/not-read.js';
import { arrayPage, optionalPagingQuery } from '../../http/answers/paging.js';
import { centralArgs, scopeOf } from '../../operation/central-arg.js';
import { ACCEPTED, json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<MessageWriting>();

const tag = 'messages';
const params = z.object({ id: messageId });
const scopeQuery = z.object({ central: centralQuery });
const listQuery = z.object({ ...optionalPagingQuery, central: centralQuery });

/** A socket has no pages. */
const ofCentral = {
  args: z.object(centralArgs),
  input: (args: Parameters<typeof scopeOf>[0]) => ({ query: scopeOf(args) }),
};

export const messageOperations = [
  operation({
    method: 'GET',
    path: '/alarm-messages',
    operationId: 'listAlarmMessages',
    access: useCases.messages.alarms.role,
    tag,
    summary: 'List the alarm messages of the CCUs',
    query: listQuery,
    responses: {
      200: {
        description: 'The messages; `X-Total-Count` counts them',
        schema: z.array(alarmMessage),
        headers: NOT_READ_HEADER,
      },
    },
    problems: ['not_found', 'service_unready'],
    handler: ({ query }, ports) => {
      const { items, headers } = arrayPage(listAlarmMessages(ports, query), query);
      return json(items, { ...headers, ...notReadHeader(ports, 'alarm_messages', query) });
    },
    ws: (twin) =>
      twin({
        name: 'alarm_messages.list',
        ...ofCentral,
        check: ({ query }, ports) => refuseUnread(ports, 'alarm_messages', query, { whole: true }),
      }),
  }),
  operation({
    method: 'GET',
    path: '/service-messages',
    operationId: 'listServiceMessages',
    access: useCases.messages.service.role,
    tag,
    summary: 'List the service messages of the CCUs',
    query: listQuery,
    responses: {
      200: {
        description: 'The messages; `X-Total-Count` counts them',
        schema: z.array(serviceMessage),
        headers: NOT_READ_HEADER,
      },
    },
    problems: ['not_found', 'service_unready'],
    handler: ({ query }, ports) => {
      const { items, headers } = arrayPage(listServiceMessages(ports, query), query);
      return json(items, { ...headers, ...notReadHeader(ports, 'service_messages', query) });
    },
    ws: (twin) =>
      twin({
        name: 'service_messages.list',
        ...ofCentral,
        check: ({ query }, ports) => refuseUnread(ports, 'service_messages', query, { whole: true }),
      }),
  }),
  ...(['alarm', 'service'] as const).flatMap(acknowledging),
  operation({
    method: 'POST',
    path: '/service-messages/{id}/disable',
    operationId: 'disableServiceMessage',
    access: disableServiceMessage.role,
    tag,
    summary: 'Have the CCU raise no more messages of this kind for this channel',
    description: 'Until it is taken back with `POST /service-messages/unsuppress`.',
    params,
    query: scopeQuery,
    responses: { 202: { description: 'Sent to the CCU' } },
    problems: ['not_found', 'conflict', 'unsupported', 'upstream_unavailable', 'service_unready'],
    handler: async ({ params: { id }, query, caller }, ports) => {
      await disableServiceMessage(ports, caller, { ...query, id });
      return ACCEPTED;
    },
    ws: (twin) =>
      twin({
        name: 'service_messages.disable',
        result: z.object({ id: z.string(), disabled: z.literal(true) }),
        answer: (_, { id }) => ({ id, disabled: true as const }),
      }),
  }),
  operation({
    method: 'GET',
    path: '/service-messages/suppressed',
    operationId: 'listSuppressedServiceMessages',
    access: useCases.messages.suppressed.role,
    tag,
    summary: 'List the service messages that the CCUs suppress',
    query: scopeQuery,
    responses: { 200: { description: 'Asked of the CCUs just now', schema: z.array(suppressedServiceMessage) } },
    problems: ['not_found', 'upstream_unavailable', 'service_unready'],
    handler: async ({ query }, ports) => json((await listSuppressed(ports, query)).map(suppressedBody)),
    ws: (twin) => twin({ name: 'service_messages.suppressed' }),
  }),
  operation({
    method: 'POST',
    path: '/service-messages/unsuppress',
    operationId: 'unsuppressServiceMessage',
    access: unsuppress.role,
    tag,
    summary: 'Have the CCU raise service messages of a channel again',
    query: scopeQuery,
    body: unsuppressRequest,
    responses: { 202: { description: 'Sent to the CCU' } },
    problems: ['not_found', 'conflict', 'unsupported', 'upstream_unavailable', 'service_unready'],
    handler: async ({ query, body, caller }, ports) => {
      await unsuppress(ports, caller, { ...query, ...body });
      return ACCEPTED;
    },
    ws: (twin) =>
      twin({
        name: 'service_messages.unsuppress',
        result: z.object({ channel: z.string(), unsuppressed: z.literal(true) }),
        answer: (_, { channel }) => ({ channel, unsuppressed: true as const }),
      }),
  }),
];

function acknowledging(kind: MessageKind) {
  const name = kind === 'alarm' ? 'Alarm' : 'Service';
  return [
    operation({
      method: 'POST',
      path: `/${kind}-messages/{id}/ack`,
      operationId: `acknowledge${name}Message`,
      access: acknowledgeMessage.role,
      tag,
      summary: `Acknowledge one ${kind} message`,
      params,
      query: scopeQuery,
      responses: { 202: { description: 'Sent to the CCU' } },
      problems: ['not_found', 'conflict', 'upstream_unavailable', 'service_unready'],
      handler: async ({ params: { id }, query, caller }, ports) => {
        await acknowledgeMessage(ports, caller, { ...query, kind, id });
        return ACCEPTED;
      },
      ws: (twin) =>
        twin({
          name: `${kind}_messages.ack`,
          result: z.object({ acknowledged: z.boolean(), id: z.string() }),
          answer: (_, { id }) => ({ acknowledged: true, id }),
        }),
    }),
    operation({
      method: 'POST',
      path: `/${kind}-messages/ack-all`,
      operationId: `acknowledgeAll${name}Messages`,
      access: acknowledgeAll.role,
      tag,
      summary: `Acknowledge every ${kind} message of one CCU or of all`,
      query: scopeQuery,
      responses: { 200: { description: 'How many were acknowledged', schema: ackAllResult } },
      problems: ['not_found', 'upstream_unavailable', 'service_unready'],
      handler: async ({ query, caller }, ports) =>
        json({ acknowledged: await acknowledgeAll(ports, caller, { ...query, kind }) }),
      ws: (twin) => twin({ name: `${kind}_messages.ack_all` }),
    }),
  ];
}

function suppressedBody({ deviceName, ...source }: SuppressedMessage) {
  return deviceName === undefined ? source : { ...source, device_name: deviceName };
}
