import {
  calculatedDataPoint,
  centralQuery,
  channelNumber,
  customDataPoint,
  invokeRequest,
  localeQuery,
} from '@ccu-gateway/contract';
import { found, type Operating, operate, useCases } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../../operation/central-arg.js';
import { json, NO_CONTENT, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<Operating>();

const tag = 'custom data points';
const scopeQuery = z.object({ central: centralQuery, locale: localeQuery });
const addr = z.string().min(1).max(64).describe('Address of the device.');
const text = z.string().min(1).max(128);
const name = text;
const channelParams = z.object({ addr, no: channelNumber });

export const customDataPointOperations = [
  operation({
    method: 'GET',
    path: '/devices/{addr}/cdps',
    operationId: 'listCustomDataPoints',
    heavy: true,
    access: useCases.customDataPoints.list.role,
    tag,
    summary: 'List the custom data points of a device: lights, covers, thermostats, locks …',
    params: z.object({ addr }),
    query: scopeQuery,
    responses: { 200: { description: 'The custom data points', schema: z.array(customDataPoint) } },
    problems: ['not_found', 'conflict'],
    handler: ({ params, query }, { devices }) => json(found(devices.customDataPoints(params.addr, query))),
  }),
  operation({
    method: 'GET',
    path: '/devices/{addr}/cdps/{name}',
    operationId: 'getCustomDataPoint',
    access: 'viewer',
    tag,
    summary: 'Show one custom data point with its state',
    params: z.object({ addr, name }),
    query: scopeQuery,
    responses: { 200: { description: 'The custom data point', schema: customDataPoint } },
    problems: ['not_found', 'conflict'],
    handler: ({ params, query }, { devices }) => json(found(devices.customDataPoint(params.addr, params.name, query))),
    ws: (twin) =>
      twin({
        name: 'cdp.get',
        category: 'cdp',
        args: z.object({ ...centralArgs, locale: localeQuery, device: text, name: text }),
        input: ({ locale, device: addr, name, ...scope }) => ({
          params: { addr, name },
          query: { ...scopeOf(scope), locale },
        }),
      }),
  }),
  operation({
    method: 'POST',
    path: '/devices/{addr}/cdps/{name}/{operation}',
    operationId: 'invokeCustomDataPoint',
    access: operate.role,
    tag,
    summary: 'Carry out an operation such as turn_on, set_temperature or open',
    description: 'Several parameters of one operation go to the CCU as one write.',
    params: z.object({ addr, name, operation: z.string().min(1).max(64) }),
    query: z.object({ central: centralQuery }),
    body: invokeRequest,
    bodyOptional: true,
    responses: { 204: { description: 'The CCU has taken it' } },
    problems: ['not_found', 'conflict', 'locked', 'unsupported', 'upstream_unavailable', 'service_unready'],
    handler: async ({ params, query, body, caller }, ports) => {
      await operate(ports, caller, {
        ...query,
        address: params.addr,
        name: params.name,
        operation: params.operation,
        params: body?.params,
        priority: body?.priority,
      });
      return NO_CONTENT;
    },
    ws: (twin) =>
      twin({
        name: 'cdp.invoke',
        category: 'cdp',
        args: z.object({
          ...centralArgs,
          device: text,
          name: text,
          operation: text,
          params: z.record(z.string(), z.unknown()).optional(),
          priority: invokeRequest.shape.priority,
        }),
        input: ({ device: addr, name, operation, params, priority, ...scope }) => ({
          params: { addr, name, operation },
          query: scopeOf(scope),
          body: { params, priority },
        }),
        result: z.object({ device: z.string(), name: z.string(), operation: z.string() }),
        answer: (_, { device, name, operation }) => ({ device, name, operation }),
      }),
  }),
  operation({
    method: 'GET',
    path: '/devices/{addr}/channels/{no}/calc-dps',
    operationId: 'listCalculatedDataPoints',
    heavy: true,
    access: 'viewer',
    tag,
    summary: 'List the calculated data points of a channel',
    params: channelParams,
    query: scopeQuery,
    responses: { 200: { description: 'The calculated data points', schema: z.array(calculatedDataPoint) } },
    problems: ['not_found', 'conflict'],
    handler: ({ params, query }, { devices }) =>
      json(found(devices.calculatedDataPoints({ ...query, address: params.addr, channel: params.no }))),
  }),
  operation({
    method: 'GET',
    path: '/devices/{addr}/channels/{no}/calc-dps/{name}',
    operationId: 'getCalculatedDataPoint',
    access: 'viewer',
    tag,
    summary: 'Show one calculated data point and its sources',
    params: z.object({ addr, no: channelNumber, name }),
    query: scopeQuery,
    responses: { 200: { description: 'The calculated data point', schema: calculatedDataPoint } },
    problems: ['not_found', 'conflict'],
    handler: ({ params, query }, { devices }) => {
      const at = { ...query, address: params.addr, channel: params.no, name: params.name };
      return json(found(devices.calculatedDataPoint(at)));
    },
    ws: (twin) =>
      twin({
        name: 'calc_dp.get',
        category: 'calc_dp',
        description: 'Show one calculated data point.',
        args: z.object({
          ...centralArgs,
          locale: localeQuery,
          device: text,
          channel_no: z.int().min(0).default(1),
          name: text,
        }),
        input: ({ locale, device: addr, channel_no: no, name, ...scope }) => ({
          params: { addr, no, name },
          query: { ...scopeOf(scope), locale },
        }),
      }),
  }),
];
