import { z } from 'zod';
import { oneDevice } from '../house/find.js';
import { ofDevice, text } from './inputs.js';
import { readTool, writeTool } from './tool.js';

const FIND = ['devices.list', 'customDataPoints.list'] as const;

const schedule = z
  .record(z.string().max(40), z.unknown())
  .describe('`profiles` of a thermostat or `simple_entries` of an actor, in the form that `read_schedule` returns.');

const readSchedule = readTool({
  name: 'read_schedule',
  title: 'Read a schedule',
  description: 'The weekly schedule of a thermostat or an actor, read from the CCU.',
  uses: [...FIND, 'schedules.read'],
  input: { ...ofDevice, profile: text('Only this profile of a thermostat, `P1` to `P6`.').optional() },
  run: async (cases, { profile, ...input }) => {
    const { address, central, name } = oneDevice(cases, input);
    const { profiles, ...rest } = await cases['schedules.read']({ address, central });
    const active = profile ?? rest.active_profile;
    const shown = Object.entries(profiles ?? {}).filter(([each]) => active === undefined || each === active);
    return {
      device: { address, name, central },
      ...rest,
      ...(profiles === undefined ? {} : { profiles: Object.fromEntries(shown), all_profiles: Object.keys(profiles) }),
    };
  },
});

const previewSchedule = readTool({
  name: 'preview_schedule',
  title: 'Try a schedule without a change',
  description: 'Checks a schedule and returns the parameters that would change, and times that the device rounds.',
  uses: [...FIND, 'schedules.preview'],
  input: { ...ofDevice, schedule },
  run: async (cases, { schedule: wanted, ...input }) => {
    const { address, central, name } = oneDevice(cases, input);
    const { changes, corrections } = await cases['schedules.preview']({ address, central }, wanted);
    return { device: { address, name, central }, changes: changes.slice(0, 100), total: changes.length, corrections };
  },
});

const writeSchedule = writeTool({
  name: 'write_schedule',
  title: 'Write a schedule',
  description: 'Stores a weekly schedule in the device. Show the person the result of `preview_schedule` first.',
  level: 'everything',
  uses: [...FIND, 'schedules.preview', 'schedules.write'],
  input: { ...ofDevice, schedule },
  plan: async (cases, { schedule: wanted, ...input }) => {
    const { address, central, name } = oneDevice(cases, input);
    const { changes, corrections } = await cases['schedules.preview']({ address, central }, wanted);
    return {
      will: { device: { address, name, central }, changes: changes.slice(0, 100), total: changes.length, corrections },
    };
  },
  run: async (cases, { schedule: wanted, ...input }) => {
    const { address, central, name } = oneDevice(cases, input);
    const corrections = await cases['schedules.write']({ address, central }, wanted);
    return { device: { address, name, central }, status: 'accepted', corrections };
  },
});

const activateProfile = writeTool({
  name: 'activate_schedule_profile',
  title: 'Choose the profile of a thermostat',
  description: 'Makes one of the profiles of a thermostat the one in force.',
  level: 'everyday',
  uses: [...FIND, 'devices.view', 'schedules.activateProfile'],
  input: { ...ofDevice, profile: z.enum(['P1', 'P2', 'P3', 'P4', 'P5', 'P6']) },
  plan: (cases, { profile, ...input }) => {
    const { address, central, name } = oneDevice(cases, input);
    return { will: { device: { address, name, central }, profile } };
  },
  run: async (cases, { profile, ...input }, context) => {
    const { address, central, name } = oneDevice(cases, input);
    const outcome = await context.confirmed({ address }, () =>
      cases['schedules.activateProfile']({ address, central }, profile),
    );
    return { device: { address, name, central }, profile, ...outcome };
  },
});

/** Tools about weekly schedules. */
export const scheduleTools = [readSchedule, previewSchedule, writeSchedule, activateProfile];
