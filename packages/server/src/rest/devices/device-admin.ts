import {
  batchRequest,
  batchResponse,
  centralQuery,
  channelFlags,
  channelFlagsUpdate,
  channelNumber,
  channelUpdate,
  communicationTest,
  deviceUpdate,
  eventGroupSummary,
  flag,
  nameCorrections,
  teamCandidate,
  teamRequest,
} from '@ccu-gateway/contract';
import type { NameCorrection } from '@ccu-gateway/contract/types';
import {
  changeFlags,
  type DeviceAdministering,
  type DeviceModel,
  deleteDevice,
  type FlagStore,
  found,
  knownScope,
  labelChannel,
  labelDevice,
  listTeamCandidates,
  readMany,
  reloadDevice,
  restoreConfig,
  setTeam,
  testDevice,
  updateFirmware,
  useCases,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../../operation/central-arg.js';
import { ACCEPTED, begun, json, NO_CONTENT, operationsWith } from '../../operation/operation.js';
import { named } from './named.js';

const operation = operationsWith<DeviceAdministering & { readonly devices: DeviceModel; readonly flags: FlagStore }>();

const tag = 'devices';
const scopeQuery = z.object({ central: centralQuery });
const address = z.string().min(1).max(64);
const addr = address.describe('Address of the device.');
const name = z.string().min(1).max(128);
const names = z.array(name).max(64);
const channelAt = { ...centralArgs, address, channel: z.int().min(0) } as const;
const refreshed = z.object({ refreshed: z.literal(true) });
const reloaded = z.object({ reloaded: z.string() });
const deviceParams = z.object({ addr });
const channelParams = z.object({ addr, no: channelNumber });
const upstream = ['not_found', 'conflict', 'unsupported', 'upstream_unavailable', 'service_unready'] as const;

interface ChannelArgs {
  readonly address: string;
  readonly channel: number;
  readonly central_name?: string | undefined;
  readonly central?: string | undefined;
}

function channelAsked({ address: addr, channel: no, ...scope }: ChannelArgs) {
  return { params: { addr, no }, query: scopeOf(scope) };
}

/** The name that it has now, and the names that the CCU changed. */
function nameNow(address: string, requested: string, corrections: readonly NameCorrection[] = []) {
  if (corrections.length === 0) return { name: requested };
  return { name: corrections.find((each) => each.address === address)?.applied ?? requested, corrections };
}

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
    handler: async ({ params, query, body: { include_channels, ...labels }, caller }, ports) => {
      const at = { ...query, address: params.addr };
      return named(await labelDevice(ports, caller, at, { ...labels, includeChannels: include_channels }));
    },
    ws: (twin) =>
      twin({
        name: 'device.rename',
        description: 'Name a device, and its channels too when asked to.',
        args: z.object({ ...centralArgs, address, name, include_channels: z.boolean().default(false) }),
        input: ({ address: addr, name, include_channels, ...scope }) => ({
          params: { addr },
          query: scopeOf(scope),
          body: { name, include_channels },
        }),
        result: z.object({
          address: z.string(),
          name: z.string(),
          include_channels: z.boolean(),
          ...nameCorrections.shape,
        }),
        answer: ({ corrections }, { address, name, include_channels }) => ({
          address,
          include_channels,
          ...nameNow(address, name, corrections),
        }),
      }),
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
    handler: async ({ params, query: { reset = false, force = false, ...scope }, caller }, ports) => {
      await deleteDevice(ports, caller, { ...scope, address: params.addr }, { reset, force });
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
    handler: async ({ params, query, body, caller }, ports) =>
      named(await labelChannel(ports, caller, { ...query, address: params.addr, channel: params.no }, body)),
    ws: (twin) => [
      twin({
        name: 'device.rename_channel',
        description: 'Name a channel.',
        args: z.object({ ...channelAt, name }),
        input: ({ name, ...at }) => ({ ...channelAsked(at), body: { name } }),
        result: z.object({ address: z.string(), channel: z.int(), name: z.string(), ...nameCorrections.shape }),
        answer: ({ corrections }, { address, channel, name }) => ({
          address,
          channel,
          ...nameNow(`${address}:${channel}`, name, corrections),
        }),
      }),
      twin({
        name: 'device.set_channel_rooms',
        description: 'Put a channel into exactly these rooms.',
        args: z.object({ ...channelAt, rooms: names }),
        input: ({ rooms, ...at }) => ({ ...channelAsked(at), body: { rooms } }),
        result: z.object({ address: z.string(), channel: z.int(), rooms: names }),
        answer: (_, { address, channel, rooms }) => ({ address, channel, rooms }),
      }),
      twin({
        name: 'device.set_channel_functions',
        description: 'Put a channel into exactly these functions.',
        args: z.object({ ...channelAt, functions: names }),
        input: ({ functions, ...at }) => ({ ...channelAsked(at), body: { functions } }),
        result: z.object({ address: z.string(), channel: z.int(), functions: names }),
        answer: (_, { address, channel, functions }) => ({ address, channel, functions }),
      }),
    ],
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
    handler: async ({ params, query, body, caller }, ports) => {
      const at = { ...query, address: params.addr, channel: params.no };
      return json(await changeFlags(ports, caller, at, body));
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
    query: scopeQuery,
    responses: { 202: { description: 'Begun' } },
    problems: ['not_found', 'upstream_unavailable', 'service_unready'],
    handler: async ({ query }, { deviceControl, house }) => {
      await deviceControl.refreshAll(knownScope(house, query).central);
      return ACCEPTED;
    },
    ws: (twin) =>
      twin({
        name: 'central.reconcile',
        category: 'central',
        args: z.object(centralArgs),
        input: (args) => ({ query: scopeOf(args) }),
        result: refreshed,
        answer: () => ({ refreshed: true as const }),
      }),
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
    ws: (twin) =>
      twin({
        name: 'firmware.refresh',
        category: 'firmware',
        result: refreshed,
        answer: () => ({ refreshed: true as const }),
      }),
  }),
  operation({
    method: 'POST',
    path: '/devices/{addr}/reload',
    operationId: 'reloadDevice',
    access: useCases.devices.reload.role,
    tag,
    summary: 'Read a device and its configuration anew',
    params: deviceParams,
    query: scopeQuery,
    responses: { 200: { description: 'Done' } },
    problems: upstream,
    handler: async ({ params, query }, ports) => {
      await reloadDevice(ports, { ...query, address: params.addr });
      return { status: 200 };
    },
    // A channel is reloaded by its address, too.
    ws: (twin) =>
      (['config', 'ccu'] as const).flatMap((category) => [
        twin({
          name: `${category}.reload_device_config`,
          category,
          args: z.object({ ...centralArgs, device_address: address }),
          input: ({ device_address: addr, ...scope }) => ({ params: { addr }, query: scopeOf(scope) }),
          result: reloaded,
          answer: (_, args) => ({ reloaded: args.device_address }),
        }),
        twin({
          name: `${category}.reload_channel_config`,
          category,
          description: 'Read a channel and its configuration anew.',
          args: z.object({ ...centralArgs, channel_address: address }),
          input: ({ channel_address: addr, ...scope }) => ({ params: { addr }, query: scopeOf(scope) }),
          result: reloaded,
          answer: (_, args) => ({ reloaded: args.channel_address }),
        }),
      ]),
  }),
  operation({
    method: 'POST',
    path: '/devices/{addr}/channels/{no}/reload',
    operationId: 'reloadChannel',
    access: useCases.devices.reload.role,
    tag,
    summary: 'Read a channel and its configuration anew',
    params: channelParams,
    query: scopeQuery,
    responses: { 200: { description: 'Done' } },
    problems: upstream,
    handler: async ({ params, query }, ports) => {
      await reloadDevice(ports, { ...query, address: `${params.addr}:${params.no}` });
      return { status: 200 };
    },
  }),
  operation({
    method: 'POST',
    path: '/devices/{addr}/test',
    operationId: 'testDevice',
    access: testDevice.role,
    tag,
    summary: 'Test whether a device answers over the air',
    description: 'Waits up to 15 seconds for the answer. A sleeping device answers only after it woke up.',
    params: deviceParams,
    query: scopeQuery,
    responses: { 200: { description: 'The outcome', schema: communicationTest } },
    problems: upstream,
    handler: async ({ params, query, caller }, ports) =>
      json(await testDevice(ports, caller, { ...query, address: params.addr })),
    ws: (twin) =>
      twin({
        name: 'device.test',
        args: z.object({ ...centralArgs, address }),
        input: ({ address: addr, ...scope }) => ({ params: { addr }, query: scopeOf(scope) }),
      }),
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
    responses: { 202: { description: 'Begun; CONFIG_PENDING of the device ends when it is done' } },
    problems: upstream,
    handler: async ({ params, query, caller }, ports) => {
      await restoreConfig(ports, caller, { ...query, address: params.addr });
      return ACCEPTED;
    },
    ws: (twin) =>
      twin({
        name: 'device.restore_config',
        args: z.object({ ...centralArgs, address }),
        input: ({ address: addr, ...scope }) => ({ params: { addr }, query: scopeOf(scope) }),
        result: z.object({ address: z.string() }),
        answer: (_, args) => ({ address: args.address }),
      }),
  }),
  operation({
    method: 'GET',
    path: '/devices/{addr}/channels/{no}/team-candidates',
    operationId: 'getDeviceTeamCandidates',
    access: useCases.teams.candidates.role,
    tag,
    summary: 'List the teams that a channel can be in',
    params: channelParams,
    query: scopeQuery,
    responses: { 200: { description: 'The teams', schema: z.object({ candidates: z.array(teamCandidate) }) } },
    problems: ['not_found', 'conflict', 'unsupported'],
    handler: async ({ params, query }, ports) =>
      json({ candidates: listTeamCandidates(ports, { ...query, address: params.addr, channel: params.no }) }),
    ws: (twin) =>
      twin({
        name: 'device.team_candidates',
        args: z.object(channelAt),
        input: channelAsked,
      }),
  }),
  operation({
    method: 'PUT',
    path: '/devices/{addr}/channels/{no}/team',
    operationId: 'setDeviceChannelTeam',
    access: setTeam.role,
    tag,
    summary: 'Put a channel into a team, or out of every team',
    params: channelParams,
    query: scopeQuery,
    body: teamRequest,
    responses: { 202: { description: 'Taken; the devices follow over the air' } },
    problems: [...upstream, 'validation'],
    handler: async ({ params, query, body, caller }, ports) => {
      await setTeam(ports, caller, { ...query, address: params.addr, channel: params.no }, body.team ?? '');
      return ACCEPTED;
    },
    ws: (twin) =>
      twin({
        name: 'device.set_team',
        args: z.object({ ...channelAt, ...teamRequest.shape }),
        input: ({ team, ...at }) => ({ ...channelAsked(at), body: { team } }),
        result: z.object({ address: z.string(), channel: z.int(), team: z.string() }),
        answer: (_, args) => ({ address: args.address, channel: args.channel, team: args.team ?? '' }),
      }),
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
    handler: async ({ params, query, caller }, ports) =>
      begun(
        `/devices/${encodeURIComponent(params.addr)}`,
        await updateFirmware(ports, caller, { ...query, address: params.addr }),
      ),
  }),
];
