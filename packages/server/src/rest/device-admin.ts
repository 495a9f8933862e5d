import {
  batchRequest,
  batchResponse,
  centralQuery,
  channelFlags,
  channelFlagsUpdate,
  channelNumber,
  channelUpdate,
  deviceUpdate,
  eventGroupSummary,
  flag,
  nameCorrections,
} from '@ccu-gateway/contract';
import {
  changeFlags,
  type DeviceAdministering,
  type DeviceModel,
  deleteDevice,
  type FlagStore,
  found,
  labelChannel,
  labelDevice,
  readMany,
  reloadDevice,
  restoreConfig,
  updateFirmware,
} from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { ACCEPTED, json, NO_CONTENT, operationsWith } from '../operation/operation.js';
import { named } from './named.js';

const operation = operationsWith<DeviceAdministering & { readonly devices: DeviceModel; readonly flags: FlagStore }>();

const tag = 'devices';
const scopeQuery = z.object({ central: centralQuery });
const addr = z.string().min(1).max(64).describe('Address of the device.');
const deviceParams = z.object({ addr });
const channelParams = z.object({ addr, no: channelNumber });
const upstream = ['not_found', 'conflict', 'unsupported', 'upstream_unavailable', 'service_unready'] as const;

export const deviceAdminOperations = [
  operation({
    method: 'PATCH',
    path: '/devices/{addr}',
    operationId: 'updateDevice',
    access: labelDevice.role,
    tag,
    summary: 'Name a device and put it into rooms and functions',
    params: deviceParams,
    query: scopeQuery,
    body: deviceUpdate,
    responses: { 202: { description: 'The CCU has taken it', schema: nameCorrections } },
    problems: upstream,
    handler: async ({ params, query, body: { include_channels, ...labels }, caller }, needs) => {
      const at = { ...query, address: params.addr };
      return named(await labelDevice(needs, caller, at, { ...labels, includeChannels: include_channels }));
    },
  }),
  operation({
    method: 'DELETE',
    path: '/devices/{addr}',
    operationId: 'deleteDevice',
    access: deleteDevice.role,
    tag,
    summary: 'Take a device out of the CCU',
    description: '`reset` also resets it to factory settings; `force` does it even when the device cannot be reached.',
    params: deviceParams,
    query: z.object({ central: centralQuery, reset: flag.optional(), force: flag.optional() }),
    responses: { 202: { description: 'The CCU unpairs it' } },
    problems: upstream,
    handler: async ({ params, query: { reset = false, force = false, ...scope }, caller }, needs) => {
      await deleteDevice(needs, caller, { ...scope, address: params.addr }, { reset, force });
      return ACCEPTED;
    },
  }),
  operation({
    method: 'PATCH',
    path: '/devices/{addr}/channels/{no}',
    operationId: 'updateChannel',
    access: labelChannel.role,
    tag,
    summary: 'Name a channel and put it into rooms and functions',
    params: channelParams,
    query: scopeQuery,
    body: channelUpdate,
    responses: { 202: { description: 'The CCU has taken it', schema: nameCorrections } },
    problems: upstream,
    handler: async ({ params, query, body, caller }, needs) =>
      named(await labelChannel(needs, caller, { ...query, address: params.addr, channel: params.no }, body)),
  }),
  operation({
    method: 'GET',
    path: '/devices/{addr}/channels/{no}/flags',
    operationId: 'getChannelFlags',
    access: 'viewer',
    tag,
    summary: 'Show whether a channel is hidden or locked here',
    params: channelParams,
    query: scopeQuery,
    responses: { 200: { description: 'The flags', schema: channelFlags } },
    problems: ['not_found', 'conflict'],
    handler: ({ params, query }, { devices }) =>
      json(found(devices.channelFlags({ ...query, address: params.addr, channel: params.no }))),
  }),
  operation({
    method: 'PUT',
    path: '/devices/{addr}/channels/{no}/flags',
    operationId: 'putChannelFlags',
    access: changeFlags.role,
    tag,
    summary: 'Hide a channel from lists, or lock it against control writes; members left out stay',
    params: channelParams,
    query: scopeQuery,
    body: channelFlagsUpdate,
    responses: { 200: { description: 'The flags now', schema: channelFlags } },
    problems: ['not_found', 'conflict', 'service_unready'],
    handler: async ({ params, query, body, caller }, needs) => {
      const at = { ...query, address: params.addr, channel: params.no };
      return json(await changeFlags(needs, caller, at, body));
    },
  }),
  operation({
    method: 'GET',
    path: '/devices/{addr}/channels/{no}/event-groups',
    operationId: 'listEventGroups',
    access: 'viewer',
    tag,
    summary: 'List the key presses and other impulses a channel can send',
    params: channelParams,
    query: scopeQuery,
    responses: { 200: { description: 'One group for each kind', schema: z.array(eventGroupSummary) } },
    problems: ['not_found', 'conflict'],
    handler: ({ params, query }, { devices }) =>
      json(found(devices.eventGroups({ ...query, address: params.addr, channel: params.no }))),
  }),
  operation({
    method: 'POST',
    path: '/devices/values:batch',
    operationId: 'readValuesBatch',
    access: 'viewer',
    tag,
    summary: 'Read up to 1000 data points at once',
    query: scopeQuery,
    body: batchRequest,
    bodyLimit: 262_144,
    responses: { 200: { description: 'One result for each query, in the same order', schema: batchResponse } },
    handler: ({ query, body }, { devices }) => json({ results: readMany(devices, query, body.queries) }),
  }),
  operation({
    method: 'POST',
    path: '/devices/refresh',
    operationId: 'refreshDevices',
    access: 'operator',
    tag,
    summary: 'Compare the lists of devices with those of the CCUs',
    responses: { 202: { description: 'Begun' } },
    problems: ['upstream_unavailable', 'service_unready'],
    handler: async (_input, { deviceControl }) => {
      await deviceControl.refreshAll();
      return ACCEPTED;
    },
  }),
  operation({
    method: 'POST',
    path: '/devices/firmware/refresh',
    operationId: 'refreshFirmwareData',
    access: 'operator',
    tag,
    summary: 'Read the firmware state of all devices anew',
    responses: { 204: { description: 'Done' } },
    problems: ['upstream_unavailable', 'service_unready'],
    handler: async (_input, { deviceControl }) => {
      await deviceControl.refreshAll();
      return NO_CONTENT;
    },
  }),
  operation({
    method: 'POST',
    path: '/devices/{addr}/reload',
    operationId: 'reloadDevice',
    access: 'operator',
    tag,
    summary: 'Read a device and its configuration anew',
    params: deviceParams,
    query: scopeQuery,
    responses: { 200: { description: 'Done' } },
    problems: upstream,
    handler: async ({ params, query }, needs) => {
      await reloadDevice(needs, { ...query, address: params.addr });
      return { status: 200 };
    },
  }),
  operation({
    method: 'POST',
    path: '/devices/{addr}/channels/{no}/reload',
    operationId: 'reloadChannel',
    access: 'operator',
    tag,
    summary: 'Read a channel and its configuration anew',
    params: channelParams,
    query: scopeQuery,
    responses: { 200: { description: 'Done' } },
    problems: upstream,
    handler: async ({ params, query }, needs) => {
      await reloadDevice(needs, { ...query, address: `${params.addr}:${params.no}` });
      return { status: 200 };
    },
  }),
  operation({
    method: 'POST',
    path: '/devices/{addr}/config/restore',
    operationId: 'restoreDeviceConfig',
    access: restoreConfig.role,
    tag,
    summary: 'Have the CCU send a device its stored configuration again',
    params: deviceParams,
    query: scopeQuery,
    responses: { 202: { description: 'Begun; CONFIG_PENDING of the device says when it is done' } },
    problems: upstream,
    handler: async ({ params, query, caller }, needs) => {
      await restoreConfig(needs, caller, { ...query, address: params.addr });
      return ACCEPTED;
    },
  }),
  operation({
    method: 'POST',
    path: '/devices/{addr}/firmware/update',
    operationId: 'updateFirmware',
    access: updateFirmware.role,
    tag,
    summary: 'Have the CCU update the firmware of a device',
    params: deviceParams,
    query: scopeQuery,
    idempotent: true,
    responses: {
      202: {
        description: 'Begun',
        schema: z.object({ status: z.literal('scheduled'), duty_cycle_warning: z.int().optional() }),
      },
    },
    problems: upstream,
    handler: async ({ params, query, caller }, needs) => ({
      status: 202,
      json: await updateFirmware(needs, caller, { ...query, address: params.addr }),
    }),
  }),
];
