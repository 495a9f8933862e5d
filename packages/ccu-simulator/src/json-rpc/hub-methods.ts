import type { LiveDevice, LiveGroup, LiveProgram, LiveSystemVariable } from '../live/types.js';
import { flagOf, type JsonMethods, type JsonRpcContext, numberOf, textOf } from './context.js';
import { JSON_ERROR, JsonRpcFailure } from './error.js';

/** Devices by name, rooms, functions, programs, variables, scripts and the CCU itself. */
export function hubMethods(context: JsonRpcContext): JsonMethods {
  const { state, sessions, rega } = context;
  const { registry, hub } = state;
  const channelId = (address: string) => String(registry.channel(address)?.id ?? '');
  const ready = () => registry.all().filter((device) => device.ready);

  function rename(id: number, name: string): boolean {
    const address = registry.addressOf(id);
    if (address === undefined) throw new JsonRpcFailure(JSON_ERROR.general, 'unknown object');
    return registry.rename(address, name);
  }

  function programAt(id: number): LiveProgram {
    const program = hub.program(id);
    if (program === undefined) throw new JsonRpcFailure(JSON_ERROR.general, 'unknown program');
    return program;
  }

  function setVariable(name: string, value: boolean | number): string | number {
    return hub.setVariable(name, value) ? String(value) : -1;
  }

  return {
    'Session.login': {
      level: 'none',
      run: (params) => {
        const id = sessions.login(textOf(params, 'username'), textOf(params, 'password'));
        if (id === undefined) throw new JsonRpcFailure(JSON_ERROR.general, 'invalid credentials or too many sessions');
        return id;
      },
    },
    // The id stays the same on a real CCU.
    'Session.renew': { level: 0, run: () => true },
    'Session.logout': { level: 0, run: (params) => sessions.logout(params._session_id_) },
    'Device.listAllDetail': { level: 1, run: () => ready().map(deviceDetail) },
    'Device.listAll': { level: 1, run: () => ready().map((device) => String(device.id)) },
    'Device.get': {
      level: 1,
      run: (params) => {
        const device = ready().find(({ id }) => id === numberOf(params, 'id'));
        if (device === undefined) throw new JsonRpcFailure(JSON_ERROR.unknownDevice, 'unknown device');
        return deviceDetail(device);
      },
    },
    'Device.setName': { level: 8, run: (params) => rename(numberOf(params, 'id'), textOf(params, 'name')) },
    'Channel.setName': { level: 8, run: (params) => rename(numberOf(params, 'id'), textOf(params, 'name')) },
    'Channel.hasProgramIds': { level: 1, run: () => false },
    'Room.getAll': { level: 1, run: () => state.rooms.all().map((group) => groupDetail(group, channelId)) },
    'Subsection.getAll': { level: 1, run: () => state.functions.all().map((group) => groupDetail(group, channelId)) },
    'Program.getAll': { level: 2, run: () => hub.programs().map(programDetail) },
    'Program.get': { level: 2, run: (params) => programDetail(programAt(numberOf(params, 'id'))) },
    'Program.execute': { level: 2, run: (params) => hub.execute(programAt(numberOf(params, 'id')).id, false) },
    'Program.setActive': {
      level: 2,
      run: (params) => hub.changeProgram(programAt(numberOf(params, 'id')).id, { active: flagOf(params, 'isActive') }),
    },
    'SysVar.getAll': { level: 2, run: () => hub.variables().map((variable) => variableDetail(variable, channelId)) },
    'SysVar.getValueByName': { level: 2, run: (params) => String(hub.variable(textOf(params, 'name'))?.value ?? '') },
    'SysVar.setBool': { level: 2, run: (params) => setVariable(textOf(params, 'name'), flagOf(params, 'value')) },
    'SysVar.setFloat': { level: 2, run: (params) => setVariable(textOf(params, 'name'), numberOf(params, 'value')) },
    'SysVar.deleteSysVarByName': { level: 8, run: (params) => hub.removeVariable(textOf(params, 'name')) },
    'ReGa.runScript': {
      level: 8,
      run: (params) => {
        const ran = rega.run(textOf(params, 'script'));
        context.onScript(ran);
        return ran.output;
      },
    },
    'ReGa.isPresent': { level: 'none', run: () => true },
    'User.getReGaVersion': { level: 1, run: () => 'R1.00.0388.0236' },
    'CCU.getAuthEnabled': { level: 1, run: () => (context.authRequired ? '1' : '0') },
    'CCU.getHttpsRedirectEnabled': { level: 1, run: () => '0' },
    'CCU.getSerial': { level: 1, run: () => context.serial },
    'CCU.getVersion': { level: 1, run: () => context.version },
    'CCU.getHeatingGroupList': { level: 1, run: () => [] },
    'system.saveObjectModel': { level: 8, run: () => true },
  };
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

function groupDetail({ id, name, description, channelAddresses }: LiveGroup, channelId: (address: string) => string) {
  return { id: String(id), name, description, channelIds: channelAddresses.map(channelId) };
}

function programDetail({ id, name, active, internal, lastExecutedAt }: LiveProgram) {
  return {
    id: String(id),
    name,
    isActive: active,
    isInternal: internal ?? false,
    lastExecuteTime: new Date(lastExecutedAt).toISOString().slice(0, 19).replace('T', ' '),
  };
}

function variableDetail(variable: LiveSystemVariable, channelId: (address: string) => string) {
  return {
    id: String(variable.id),
    name: variable.name,
    type: variable.type === 'INTEGER' ? 'NUMBER' : variable.type,
    unit: variable.unit ?? '',
    value: String(variable.value),
    channelId: variable.channelAddress === undefined ? '65535' : channelId(variable.channelAddress),
    isLogged: variable.logged ?? false,
    isVisible: variable.visible ?? true,
    isInternal: variable.internal ?? false,
    valueName0: variable.valueNames?.[0] ?? '',
    valueName1: variable.valueNames?.[1] ?? '',
    valueList: (variable.valueList ?? []).join(';'),
    minValue: String(variable.minimum ?? ''),
    maxValue: String(variable.maximum ?? ''),
  };
}
