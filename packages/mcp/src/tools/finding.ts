import { z } from 'zod';
import { pageOf } from '../answers/page.js';
import { shown, summaryOf, thingOf, valuesOf } from '../house/describe.js';
import { areasOf, findDevices, oneDevice } from '../house/find.js';
import { isIn, STATES } from '../house/states.js';
import { CATEGORIES } from '../words/concepts.js';
import { ofDevice, ofPage, scopeOf, text } from './inputs.js';
import { readTool } from './tool.js';

const findDevicesTool = readTool({
  name: 'find_devices',
  title: 'Find devices',
  description:
    'Finds devices by words in German or English ("lamp on the stairs"), by room, area, function, kind or state, with ' +
    'their present state. Use it first: other tools take the address of a device. Without arguments it lists all devices.',
  uses: ['devices.list', 'devices.view', 'customDataPoints.list', 'areas.list'],
  input: {
    query: text('Words for the device: name, room, kind.').optional(),
    room: text('Name of a room.').optional(),
    area: text('Name of an area, such as a floor.').optional(),
    function: text('Name of a function of the CCU, such as `Licht`.').optional(),
    category: z.enum(CATEGORIES).optional().describe('Kind of device.'),
    state: z.enum(STATES).optional().describe('Only devices in this state.'),
    central: text('Name of a CCU.').optional(),
    ...ofPage,
  },
  run: async (cases, input) => {
    const areas = await cases['areas.list']().catch(() => []);
    const { found, isWhole } = findDevices(cases, input, areas);
    const { state } = input;
    const view = ({ address, central }: { readonly address: string; readonly central: string }) =>
      cases['devices.view']({ address, central });
    const fitting = state === undefined ? found : found.filter(({ device }) => isIn(view(device), state));
    const { items, ...page } = pageOf(fitting, input.page);
    return {
      devices: items.map(({ device }) => summaryOf(view(device), areasOf(device.rooms ?? [], areas)[0])),
      ...page,
      ...(!isWhole && { note: 'No device has all these words; these have most of them.' }),
    };
  },
});

const readDevice = readTool({
  name: 'read_device',
  title: 'Read a device',
  description:
    'All of one device: its things (lights, covers, thermostats) with state and operations, its measured values with ' +
    'units, rooms, battery and radio. The CCU is not asked; values are the last reported ones.',
  uses: ['devices.list', 'devices.view', 'customDataPoints.list'],
  input: ofDevice,
  run: (cases, input) => {
    const { address, central } = oneDevice(cases, input);
    const view = cases['devices.view']({ address, central });
    const { device, customDataPoints } = view;
    return {
      ...summaryOf(view),
      model_label: device.model_label,
      availability: device.availability,
      firmware: device.firmware,
      things: customDataPoints.map((each) => ({
        ...thingOf(each),
        label: each.translated_name,
        operations: each.supported_operations,
        confirm: each.confirm,
      })),
      values: valuesOf(view),
      channels: device.channels
        .filter(({ hidden }) => hidden !== true)
        .map(({ address: channel, number, name, type, rooms }) => ({ address: channel, number, name, type, rooms })),
    };
  },
});

const readValue = readTool({
  name: 'read_value',
  title: 'Read a value',
  description: 'One data point with its value, range and times. `read_device` lists the parameters of a device.',
  uses: ['devices.list', 'devices.getValue', 'customDataPoints.list'],
  input: {
    ...ofDevice,
    channel: z.int().min(0).max(9_999).describe('Number of the channel.'),
    parameter: text('Name of the parameter, such as `ACTUAL_TEMPERATURE`.'),
  },
  run: (cases, { channel, parameter, ...input }) => {
    const { address, central, name } = oneDevice(cases, input);
    const point = cases['devices.getValue']({ address, central, channel, parameter });
    const { min, max, value_list: options, last_changed_at: changedAt, modified_at: modifiedAt, source } = point;
    return {
      device: { address, name },
      ...shown(channel, point),
      raw: point.value,
      min,
      max,
      options,
      writable: point.operations.write,
      confirm: point.confirm,
      last_changed_at: changedAt,
      modified_at: modifiedAt,
      source,
    };
  },
});

const listRooms = readTool({
  name: 'list_rooms',
  title: 'List areas, rooms and functions',
  description:
    'The plan of the house: areas (floors) with their rooms, all rooms and functions with their devices counted.',
  uses: ['areas.list', 'groups.list'],
  input: { central: text('Name of a CCU.').optional() },
  run: async (cases, input) => {
    const areas = await cases['areas.list']();
    return {
      areas: areas.map(({ id, name, rooms }) => ({ id, name, rooms })),
      rooms: cases['groups.list']('room', scopeOf(input)),
      functions: cases['groups.list']('function', scopeOf(input)),
    };
  },
});

/** Tools that find and read devices. */
export const findingTools = [findDevicesTool, readDevice, readValue, listRooms];
