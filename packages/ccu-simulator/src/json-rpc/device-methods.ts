import type { LiveDevice } from '../live/types.js';
import { isUnbalanced, type JsonMethods, type JsonParams, type JsonRpcContext, numberOf, textOf } from './context.js';
import { JSON_ERROR, JsonRpcFailure } from './error.js';

/** `Device.*` and `Channel.*`: the objects of the logic layer, with their names. */
export function deviceMethods(context: JsonRpcContext): JsonMethods {
  const { registry } = context.state;
  const { unknownDevices } = context.switches;
  const ready = () =>
    registry.all().filter(({ ready, description }) => ready && !unknownDevices.has(description.ADDRESS));

  function deviceAt(params: JsonParams): LiveDevice {
    const device = ready().find(({ id }) => id === numberOf(params, 'id'));
    if (device === undefined) throw new JsonRpcFailure(JSON_ERROR.unknownDevice, 'unknown device');
    return device;
  }

  function objectId(address: string): string {
    const id = registry.device(address)?.id;
    if (id === undefined) throw new JsonRpcFailure(JSON_ERROR.unknownDevice, 'unknown device');
    return String(id);
  }

  return {
    'Device.listAllDetail': { level: 1, run: () => ready().filter(isTold).map(deviceDetail) },
    'Device.listAll': { level: 1, run: () => ready().map((device) => String(device.id)) },
    'Device.get': { level: 1, run: (params) => deviceDetail(deviceAt(params)) },
    'Device.setName': { level: 8, run: (params) => rename(context, params) },
    'Device.getNewDeviceCount': { level: 1, run: () => registry.all().filter((device) => !device.ready).length },
    'Device.getReGaIDByAddress': { level: 8, run: (params) => objectId(textOf(params, 'address')) },
    ...channelMethods(context),
  };
}

function channelMethods(context: JsonRpcContext): JsonMethods {
  const { state } = context;
  const { registry, hub } = state;

  /** The parameter that a channel is mostly about. */
  function channelValue(id: number): string {
    const address = registry.addressOf(id);
    if (address === undefined) throw new JsonRpcFailure(JSON_ERROR.general, 'unknown channel');
    const values = state.store.values(address);
    return String((values.get('STATE') ?? values.get('LEVEL'))?.value ?? '');
  }

  return {
    'Channel.setName': { level: 8, run: (params) => rename(context, params) },
    'Channel.getName': { level: 8, run: (params) => registry.channel(textOf(params, 'address'))?.name ?? '' },
    'Channel.getValue': { level: 8, run: (params) => channelValue(numberOf(params, 'id')) },
    'Channel.hasProgramIds': {
      level: 1,
      run: (params) => hub.programsUsing(registry.addressOf(numberOf(params, 'id')) ?? '').length > 0,
    },
  };
}

/** Answers the name that the object has now, which is none where there is no such object. */
function rename({ state: { registry } }: JsonRpcContext, params: JsonParams): string {
  const address = registry.addressOf(numberOf(params, 'id')) ?? '';
  return registry.rename(address, textOf(params, 'name')) ?? '';
}

/** A device with an unbalanced brace in a name is left out without a word. */
function isTold({ name, channels }: LiveDevice): boolean {
  return ![name, ...channels.map((channel) => channel.name)].some(isUnbalanced);
}

function deviceDetail(device: LiveDevice) {
  const { id, name, interfaceName, description, channels } = device;
  return {
    id: String(id),
    name,
    address: description.ADDRESS,
    interface: interfaceName,
    type: description.TYPE,
    operateGroupOnly: 'false',
    isReady: 'true',
    channels: channels
      .filter(({ description: { INDEX } }) => (INDEX ?? 0) > 0)
      .map((channel) => ({
        id: String(channel.id),
        name: channel.name,
        address: channel.description.ADDRESS,
        deviceId: String(id),
        index: channel.description.INDEX,
        partnerId: '',
        mode: 'MODE_DEFAULT',
        category: ['CATEGORY_NONE', 'CATEGORY_SENDER', 'CATEGORY_RECEIVER'][channel.description.DIRECTION ?? 0],
        isReady: true,
        isUsable: true,
        isVisible: ((channel.description.FLAGS ?? 1) & 1) !== 0,
        isLogged: false,
        isLogable: true,
        isReadable: true,
        isWritable: true,
        isEventable: true,
        isAesAvailable: false,
        isVirtual: false,
        channelType: channel.description.TYPE,
      })),
  };
}
