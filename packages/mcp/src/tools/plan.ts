import { z } from 'zod';
import { oneDevice } from '../house/find.js';
import { ofDevice, text } from './inputs.js';
import { writeTool } from './tool.js';

const rooms = z.array(text('Name of a room.')).max(64);

const createArea = writeTool({
  name: 'create_area',
  title: 'Create an area',
  description: 'Creates an area, such as a floor, with rooms. A room of another area leaves that one.',
  level: 'everything',
  uses: ['areas.create'],
  input: { name: text('Name of the area.'), rooms },
  plan: (_cases, { name, rooms: inside }) => ({ will: { area: name, rooms: inside } }),
  run: async (cases, { name, rooms: inside }) => {
    return { status: 'confirmed', area: await cases['areas.create']({ name, rooms: inside }) };
  },
});

const setAreaRooms = writeTool({
  name: 'set_area_rooms',
  title: 'Set the rooms of an area',
  description: 'Gives an area exactly these rooms. `list_rooms` has the ids of areas.',
  level: 'everything',
  uses: ['areas.list', 'areas.setRooms'],
  input: { id: text('Id of the area.'), rooms },
  plan: async (cases, { id, rooms: inside }) => {
    const area = (await cases['areas.list']()).find((each) => each.id === id);
    return { will: { area: area?.name, rooms: inside, before: area?.rooms } };
  },
  run: async (cases, { id, rooms: inside }) => {
    return { status: 'confirmed', area: await cases['areas.setRooms']({ id, rooms: inside }) };
  },
});

const createRoom = writeTool({
  name: 'create_room',
  title: 'Create a room',
  description: 'Creates a room at the CCU.',
  level: 'everything',
  uses: ['groups.create'],
  input: { name: text('Name of the room.'), central: ofDevice.central },
  plan: (_cases, { name, central }) => ({ will: { room: name, central } }),
  run: async (cases, { name, central }) => {
    const room = await cases['groups.create']('room', { name, ...(central === undefined ? {} : { central }) });
    return { status: 'confirmed', room };
  },
});

const labelDevice = writeTool({
  name: 'label_device',
  title: 'Name a device and set its rooms',
  description: 'Gives a device another name, rooms or functions at the CCU, with its channels. Members left out stay.',
  level: 'everything',
  uses: ['devices.list', 'customDataPoints.list', 'devices.label'],
  input: {
    ...ofDevice,
    name: text('New name.').optional(),
    rooms: rooms.optional(),
    functions: z.array(text('Name of a function.')).max(64).optional(),
  },
  plan: (cases, { name, rooms: inside, functions, ...input }) => {
    const device = oneDevice(cases, input);
    const { address, central } = device;
    return {
      will: {
        device: { address, central },
        name,
        rooms: inside,
        functions,
        before: { name: device.name, rooms: device.rooms, functions: device.functions },
      },
    };
  },
  run: async (cases, { name, rooms: inside, functions, device, central: of }) => {
    const { address, central } = oneDevice(cases, { device, central: of });
    const labels = {
      ...(name === undefined ? {} : { name }),
      ...(inside === undefined ? {} : { rooms: inside }),
      ...(functions === undefined ? {} : { functions }),
      includeChannels: true,
    };
    const corrections = await cases['devices.label']({ address, central }, labels);
    return { status: 'accepted', device: { address, central }, corrections };
  },
});

/** Tools about areas, rooms and names. */
export const planTools = [createArea, setAreaRooms, createRoom, labelDevice];
