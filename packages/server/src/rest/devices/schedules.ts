import {
  activeProfile,
  centralQuery,
  channelLock,
  channelNumber,
  corrections,
  localeQuery,
  profileCopy,
  schedule,
  scheduleCopy,
  scheduleListItem,
  weekProfile,
} from '@ccu-gateway/contract';
import type { ScheduleCorrection } from '@ccu-gateway/contract/types';
import type { ScheduleAddress } from '@ccu-gateway/device-model';
import {
  activateProfile,
  copyProfile,
  copySchedule,
  invalid,
  readSchedule,
  readWeekProfile,
  type ScheduleWriting,
  setChannelLock,
  useCases,
  writeSchedule,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../../operation/central-arg.js';
import { ACCEPTED, accepted, json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<ScheduleWriting>();

const tag = 'schedules';
const scopeQuery = z.object({ central: centralQuery });
const address = z.string().min(1).max(64);
const addr = address.describe('Address of the device.');
const deviceParams = z.object({ addr });
const channelParams = z.object({ addr, no: channelNumber });
const readProblems = ['not_found', 'conflict', 'upstream_unavailable', 'service_unready'] as const;
const writeProblems = [...readProblems, 'unsupported', 'locked'] as const;
const stored = { 202: { description: 'The CCU has taken it', schema: corrections } } as const;

function corrected(list: readonly ScheduleCorrection[]) {
  return accepted(list.length === 0 ? {} : { corrections: list });
}

const deviceArgs = { ...centralArgs, device_address: address } as const;
const channelArgs = { ...centralArgs, channel_address: address } as const;
const profile = schedule.partial().describe('The schedule as it is read; its target stands beside it.');

/** `DEVICE:n` in its parts. */
function channelParts(address: string): { readonly addr: string; readonly no: number } {
  const [addr = '', number = ''] = address.split(':');
  if (!/^\d{1,4}$/.test(number)) throw invalid([{ field: 'target_channel_address', reason: 'must be DEVICE:channel' }]);
  return { addr, no: Number(number) };
}

function deviceAsked({ device_address: addr, ...scope }: z.output<z.ZodObject<typeof deviceArgs>>) {
  return { params: { addr }, query: scopeOf(scope) };
}

function channelAsked({ channel_address: channel, ...scope }: z.output<z.ZodObject<typeof channelArgs>>) {
  return { params: channelParts(channel), query: scopeOf(scope) };
}

/** The use case checks the present members; REST alone requires the whole shape. */
function wholeOf(some: z.output<typeof profile>): z.output<typeof schedule> {
  return some as z.output<typeof schedule>;
}

/** A device that has just one weekly programme is asked for it like the channel that has it. */
function scheduleOperationsOf(owner: 'Device' | 'Channel', params: PlaceParams) {
  const isDevice = owner === 'Device';
  const path = schedulePath(owner);
  const whose = isDevice ? 'a device that has just one' : 'a channel';
  const common = { tag, params, query: scopeQuery } as const;
  return [
    operation({
      ...common,
      method: 'GET',
      path,
      operationId: `get${owner}Schedule`,
      access: useCases.schedules.read.role,
      summary: `Read the weekly programme of ${whose}`,
      responses: { 200: { description: 'The schedule', schema: schedule } },
      problems: readProblems,
      handler: async ({ params: at, query }, ports) => json(await readSchedule(ports, addressOf(at, query))),
      ws: (twin) =>
        isDevice
          ? twin({
              name: 'schedules.device.get',
              description: 'Read the weekly programme of a device.',
              args: z.object(deviceArgs),
              input: deviceAsked,
            })
          : twin({
              name: 'schedules.climate.get',
              description: 'Read the weekly programme of a thermostat channel.',
              args: z.object(channelArgs),
              input: channelAsked,
            }),
    }),
    operation({
      ...common,
      method: 'PUT',
      path,
      operationId: `put${owner}Schedule`,
      access: writeSchedule.role,
      summary: `Write the weekly programme of ${whose}; only differences are sent`,
      body: schedule,
      bodyLimit: 1_048_576,
      responses: stored,
      problems: writeProblems,
      handler: async ({ params: at, query, body, caller }, ports) =>
        corrected(await writeSchedule(ports, caller, addressOf(at, query), body)),
      ws: (twin) =>
        isDevice
          ? twin({
              name: 'schedules.device.set',
              description: 'Write the weekly programme of a device; only differences are sent.',
              args: z.object({ ...deviceArgs, profile }),
              input: ({ profile, ...at }) => ({ ...deviceAsked(at), body: wholeOf(profile) }),
            })
          : twin({
              name: 'schedules.climate.set',
              description: 'Write the weekly programme of a thermostat channel; only differences are sent.',
              args: z.object({ ...channelArgs, profile }),
              input: ({ profile, ...at }) => ({ ...channelAsked(at), body: wholeOf(profile) }),
            }),
    }),
    activeProfileOf(owner, params),
  ];
}

function activeProfileOf(owner: 'Device' | 'Channel', params: PlaceParams) {
  const isDevice = owner === 'Device';
  return operation({
    tag,
    params,
    query: scopeQuery,
    method: 'POST',
    path: `${schedulePath(owner)}/active-profile`,
    operationId: `set${owner}ActiveProfile`,
    access: activateProfile.role,
    summary: `Choose the profile that ${isDevice ? 'a device' : 'a channel'} follows`,
    body: activeProfile,
    responses: { 202: { description: 'The CCU has taken it' } },
    problems: writeProblems,
    handler: async ({ params: at, query, body, caller }, ports) => {
      await activateProfile(ports, caller, addressOf(at, query), body.profile);
      return ACCEPTED;
    },
    ws: (twin) =>
      isDevice
        ? twin({
            name: 'schedules.device.active_profile.set',
            description: 'Choose the profile a device follows.',
            args: z.object({ ...deviceArgs, ...activeProfile.shape }),
            input: ({ profile, ...at }) => ({ ...deviceAsked(at), body: { profile } }),
            result: z.object({ profile: z.string() }),
            answer: (_, { profile }) => ({ profile }),
          })
        : twin({
            name: 'schedules.active_profile.set',
            description: 'Choose the profile a channel follows.',
            args: z.object({ ...channelArgs, profile_index: profileCopy.shape.source_profile }),
            input: ({ profile_index, ...at }) => ({ ...channelAsked(at), body: { profile: `P${profile_index}` } }),
            result: z.object({ profile_index: z.int() }),
            answer: (_, { profile_index }) => ({ profile_index }),
          }),
  });
}

function schedulePath(owner: 'Device' | 'Channel'): string {
  return owner === 'Device' ? '/devices/{addr}/schedule' : '/devices/{addr}/channels/{no}/schedule';
}

type PlaceParams = z.ZodObject & z.ZodType<Place>;

interface Place {
  readonly addr: string;
  /** Of the channel; absent where the device is meant. */
  readonly no?: number;
}

function addressOf({ addr: address, no }: Place, query: { readonly central?: string | undefined }): ScheduleAddress {
  return { ...query, address, ...(no === undefined ? {} : { channel: no }) };
}

export const scheduleOperations = [
  operation({
    method: 'GET',
    path: '/schedules',
    operationId: 'listSchedules',
    access: 'viewer',
    tag,
    summary: 'List the devices that have a weekly programme',
    query: z.object({ central: centralQuery, locale: localeQuery }),
    responses: { 200: { description: 'The devices', schema: z.object({ items: z.array(scheduleListItem) }) } },
    handler: ({ query }, { devices }) => json({ items: devices.schedules.list(query) }),
    ws: (twin) =>
      twin({
        name: 'schedules.list_devices',
        args: z.object(centralArgs),
        input: (args) => ({ query: scopeOf(args) }),
      }),
  }),
  ...scheduleOperationsOf('Device', deviceParams as PlaceParams),
  operation({
    method: 'POST',
    path: '/devices/{addr}/schedules/copy',
    operationId: 'copySchedule',
    access: copySchedule.role,
    tag,
    summary: 'Copy the weekly programme to another device of the same kind',
    params: deviceParams,
    query: scopeQuery,
    body: scheduleCopy,
    responses: stored,
    problems: writeProblems,
    handler: async ({ params, query, body, caller }, ports) => {
      const target = { ...query, address: body.target_device_address };
      return corrected(await copySchedule(ports, caller, { ...query, address: params.addr }, target));
    },
    ws: (twin) =>
      twin({
        name: 'schedules.copy',
        args: z.object({ ...centralArgs, source_device_address: address, target_device_address: address }),
        input: ({ source_device_address: addr, target_device_address, ...scope }) => ({
          params: { addr },
          query: scopeOf(scope),
          body: { target_device_address },
        }),
      }),
  }),
  ...scheduleOperationsOf('Channel', channelParams as PlaceParams),
  operation({
    method: 'GET',
    path: '/devices/{addr}/channels/{no}/week_profile',
    operationId: 'getWeekProfile',
    access: useCases.schedules.readWeekProfile.role,
    tag,
    summary: 'Show the capabilities of a weekly programme and its channels',
    params: channelParams,
    query: scopeQuery,
    responses: { 200: { description: 'The week profile', schema: weekProfile } },
    problems: readProblems,
    handler: async ({ params, query }, ports) =>
      json(await readWeekProfile(ports, { ...query, address: params.addr, channel: params.no })),
  }),
  operation({
    method: 'POST',
    path: '/devices/{addr}/channels/{no}/week_profile/copy',
    operationId: 'copyWeekProfile',
    access: copyProfile.role,
    tag,
    summary: 'Copy one profile to another profile or channel',
    params: channelParams,
    query: scopeQuery,
    body: profileCopy,
    responses: stored,
    problems: writeProblems,
    handler: async ({ params, query, body, caller }, ports) => {
      const from = { at: { ...query, address: params.addr, channel: params.no }, profile: body.source_profile };
      const to = { at: addressOf(channelParts(body.target_channel_address), query), profile: body.target_profile };
      return corrected(await copyProfile(ports, caller, from, to));
    },
    ws: (twin) =>
      twin({
        name: 'schedules.climate.copy_profile',
        args: z.object({
          ...centralArgs,
          source_channel_address: address,
          ...profileCopy.shape,
        }),
        input: ({ source_channel_address: source, central_name, central, ...body }) => ({
          params: channelParts(source),
          query: scopeOf({ central_name, central }),
          body,
        }),
      }),
  }),
  operation({
    method: 'PUT',
    path: '/devices/{addr}/channels/{no}/week_profile/channel-locks/{key}',
    operationId: 'setScheduleChannelLock',
    access: setChannelLock.role,
    tag,
    summary: 'Let one channel follow the weekly programme or not',
    params: z.object({ addr, no: channelNumber, key: z.string().min(1).max(16).describe('Such as 1_1.') }),
    query: scopeQuery,
    body: channelLock,
    responses: { 202: { description: 'The CCU has taken it' } },
    problems: writeProblems,
    handler: async ({ params, query, body, caller }, ports) => {
      const at = { ...query, address: params.addr, channel: params.no };
      await setChannelLock(ports, caller, at, params.key, body.enabled);
      return ACCEPTED;
    },
  }),
];
