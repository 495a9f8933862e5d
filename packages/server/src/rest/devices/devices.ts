import {
  centralQuery,
  channelNumber,
  channelSummary,
  dataPointSummary,
  deviceDetail,
  deviceList,
  deviceSummary,
  localeQuery,
  setValueRequest,
} from '@ccu-gateway/contract';
import {
  type AuditLog,
  type CcuWriter,
  type Clock,
  found,
  getDataPoint,
  getDevice,
  type House,
  pageOfDevices,
  setValue,
  useCases,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { pagedQuery } from '../../http/answers/paging.js';
import { ACCEPTED, json, jsonText, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<{
  readonly house: House;
  readonly ccu: CcuWriter;
  readonly audit: AuditLog;
  readonly clock: Clock;
}>();

const tag = 'devices';

const ITEMS = Buffer.from('{"items":');
const scope = { central: centralQuery, locale: localeQuery } as const;
const scopeQuery = z.object(scope);
const twinScope = { central: z.string().optional().describe('Name of the CCU.'), locale: localeQuery } as const;
const address = z.string().min(1).max(64).describe('Address of the device.');
const deviceParams = z.object({ addr: address });
const channelParams = z.object({ addr: address, no: channelNumber });
const dataPointParams = z.object({
  addr: address,
  no: channelNumber,
  param: z.string().min(1).max(128).describe('Name of the parameter.'),
});

const listQuery = z.object({ ...pagedQuery, ...scope });

const askedPage = ({ page, per_page: perPage, central, locale }: z.output<typeof listQuery>, house: House) =>
  pageOfDevices(house, { central, locale }, page, perPage);

export const deviceOperations = [
  operation({
    method: 'GET',
    path: '/devices',
    operationId: 'listDevices',
    heavy: true,
    compressible: true,
    access: useCases.devices.list.role,
    tag,
    summary: 'List the devices of all CCUs or of one, page by page',
    query: listQuery,
    responses: { 200: { description: 'One page of devices', schema: deviceList } },
    problems: ['not_found'],
    isKept: ({ query }, { house }) => askedPage(query, house).isKept(),
    handler: ({ query }, { house }) => {
      const { page: number, per_page: perPage } = query;
      const { total, items, text } = askedPage(query, house);
      const end = Buffer.from(`,"page":${number},"per_page":${perPage},"total":${total}}`);
      return jsonText(
        () => [ITEMS, ...text(), end],
        () => ({ items: items(), page: number, per_page: perPage, total }),
        { 'x-total-count': String(total) },
      );
    },
    ws: (twin) =>
      twin({
        name: 'devices.list',
        description: 'List the devices of all CCUs or of one.',
        args: z.object(twinScope),
        // A socket has no pages.
        input: (args) => ({ query: { ...args, page: 1, per_page: Number.MAX_SAFE_INTEGER } }),
        result: z.array(deviceSummary),
        answer: ({ items }) => items,
      }),
  }),
  operation({
    method: 'GET',
    path: '/devices/{addr}',
    operationId: 'getDevice',
    access: useCases.devices.get.role,
    tag,
    summary: 'Show one device with its channels',
    params: deviceParams,
    query: scopeQuery,
    responses: { 200: { description: 'The device', schema: deviceDetail } },
    problems: ['not_found', 'conflict'],
    handler: ({ params, query }, { house }) =>
      jsonText(
        () => found(house.texts.device(params.addr, query)),
        () => getDevice(house, params.addr, query),
      ),
    ws: (twin) =>
      twin({
        name: 'devices.get',
        args: z.object({ address: z.string(), ...twinScope }),
        input: ({ address, ...query }) => ({ params: { addr: address }, query }),
      }),
  }),
  operation({
    method: 'GET',
    path: '/devices/{addr}/channels',
    operationId: 'listChannels',
    heavy: true,
    access: 'viewer',
    tag,
    summary: 'List the channels of a device',
    params: deviceParams,
    query: scopeQuery,
    responses: { 200: { description: 'The channels, in order of their numbers', schema: z.array(channelSummary) } },
    problems: ['not_found', 'conflict'],
    handler: ({ params, query }, { house }) =>
      jsonText(
        () => found(house.texts.channels(params.addr, query)),
        () => found(house.channels(params.addr, query)),
      ),
  }),
  operation({
    method: 'GET',
    path: '/devices/{addr}/channels/{no}',
    operationId: 'getChannel',
    access: 'viewer',
    tag,
    summary: 'Show one channel',
    params: channelParams,
    query: scopeQuery,
    responses: { 200: { description: 'The channel', schema: channelSummary } },
    problems: ['not_found', 'conflict'],
    handler: ({ params, query }, { house }) =>
      json(found(house.channel({ ...query, address: params.addr, channel: params.no }))),
  }),
  operation({
    method: 'GET',
    path: '/devices/{addr}/channels/{no}/data-points',
    operationId: 'listDataPoints',
    access: useCases.devices.dataPoints.role,
    tag,
    summary: 'List the data points of a channel with their values',
    params: channelParams,
    query: scopeQuery,
    responses: { 200: { description: 'The data points', schema: z.array(dataPointSummary) } },
    problems: ['not_found', 'conflict'],
    handler: ({ params, query }, { house }) =>
      jsonText(
        () => found(house.texts.dataPoints({ ...query, address: params.addr, channel: params.no })),
        () => found(house.dataPoints({ ...query, address: params.addr, channel: params.no })),
      ),
  }),
  operation({
    method: 'GET',
    path: '/devices/{addr}/channels/{no}/data-points/{param}',
    operationId: 'getDataPoint',
    access: useCases.devices.getValue.role,
    tag,
    summary: 'Show one data point with its value and how old it is',
    params: dataPointParams,
    query: scopeQuery,
    responses: { 200: { description: 'The data point', schema: dataPointSummary } },
    problems: ['not_found', 'conflict'],
    handler: ({ params, query }, { house }) => {
      const at = { ...query, address: params.addr, channel: params.no, parameter: params.param };
      return jsonText(
        () => found(house.texts.dataPoint(at)),
        () => getDataPoint(house, at),
      );
    },
  }),
  operation({
    method: 'PUT',
    path: '/devices/{addr}/channels/{no}/data-points/{param}/value',
    operationId: 'setDataPointValue',
    access: setValue.role,
    tag,
    summary: 'Send a value to the CCU',
    description:
      'The value is checked against the description of the parameter; a refused value never reaches the CCU. ' +
      '202 means that the CCU has taken the value. Its effect is reported by the event `datapoint.value_changed`; ' +
      'that it did not, by `datapoint.optimistic_rolled_back`. ' +
      'A 502 with reason `not_taken_yet` means that the CCU has not taken it so far and may still do so.',
    params: dataPointParams,
    query: z.object({ central: centralQuery }),
    body: setValueRequest,
    idempotent: true,
    responses: { 202: { description: 'The CCU has taken the value' } },
    problems: ['not_found', 'conflict', 'locked', 'unsupported', 'upstream_unavailable', 'service_unready'],
    handler: async ({ params, query, body, caller }, ports) => {
      const at = { ...query, address: params.addr, channel: params.no, parameter: params.param };
      await setValue(ports, caller, { ...at, value: body.value, priority: body.priority });
      return ACCEPTED;
    },
  }),
];
