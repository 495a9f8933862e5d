import type { LiveDevice, LiveProgram } from '../live/types.js';
import { breaksOn, isUnbalanced, type JsonMethods, type JsonRpcContext, numberOf, textOf } from './context.js';
import { JSON_ERROR, JsonRpcFailure } from './error.js';

/** What a CCU says of every login that came to nothing. */
const LOGIN_FAILED = 'invalid credentials or too many sessions';

/** Devices by name, programs, scripts and the CCU itself. */
export function hubMethods(context: JsonRpcContext): JsonMethods {
  const { state, sessions, rega } = context;
  const { registry, hub } = state;
  const ready = () => registry.all().filter((device) => device.ready);

  /** Answers the name that the object has now, which is none where there is no such object. */
  function rename(id: number, name: string): string {
    return registry.rename(registry.addressOf(id) ?? '', name) ?? '';
  }

  function objectId(address: string): string {
    const id = registry.device(address)?.id;
    if (id === undefined) throw new JsonRpcFailure(JSON_ERROR.unknownDevice, 'unknown device');
    return String(id);
  }

  /** The parameter that a channel is mostly about. */
  function channelValue(id: number): string {
    const address = registry.addressOf(id);
    if (address === undefined) throw new JsonRpcFailure(JSON_ERROR.general, 'unknown channel');
    const values = state.store.values(address);
    return String((values.get('STATE') ?? values.get('LEVEL'))?.value ?? '');
  }

  const detailOf = (program: LiveProgram) => programDetail(program, context.timeZone);

  function programAt(id: number): LiveProgram {
    const program = hub.program(id);
    if (program === undefined) throw new JsonRpcFailure(JSON_ERROR.internal, "internal error: can't read the program");
    return program;
  }

  return {
    'Session.login': {
      level: 'none',
      run: (params) => {
        if (context.switches.logicLayerAway) throw new JsonRpcFailure(JSON_ERROR.general, LOGIN_FAILED);
        const id = sessions.login(textOf(params, 'username'), textOf(params, 'password'));
        if (id === undefined) throw new JsonRpcFailure(JSON_ERROR.general, LOGIN_FAILED);
        return id;
      },
    },
    // The id stays the same on a real CCU.
    'Session.renew': { level: 1, run: (params) => sessions.renew(params._session_id_) },
    'Session.logout': { level: 'none', run: (params) => sessions.logout(params._session_id_) },
    'Device.listAllDetail': { level: 1, run: () => ready().filter(isTold).map(deviceDetail) },
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
    'Device.getNewDeviceCount': { level: 1, run: () => registry.all().filter((device) => !device.ready).length },
    'Device.getReGaIDByAddress': { level: 8, run: (params) => objectId(textOf(params, 'address')) },
    'Channel.getName': { level: 8, run: (params) => registry.channel(textOf(params, 'address'))?.name ?? '' },
    'Channel.getValue': { level: 8, run: (params) => channelValue(numberOf(params, 'id')) },
    'Channel.hasProgramIds': {
      level: 1,
      run: (params) => hub.programsUsing(registry.addressOf(numberOf(params, 'id')) ?? '').length > 0,
    },
    'Program.getAll': { level: 2, run: () => breaksOn(hub.programs()).map(detailOf) },
    'Program.get': { level: 2, run: (params) => detailOf(programAt(numberOf(params, 'id'))) },
    'Program.execute': { level: 2, run: (params) => hub.execute(numberOf(params, 'id')) },
    'Program.deleteProgramByName': {
      level: 2,
      run: (params) => {
        const program = hub.programs().find(({ name }) => name === textOf(params, 'name'));
        return program !== undefined && hub.removeProgram(program.id);
      },
    },
    'ReGa.runScript': {
      level: 8,
      run: (params) => {
        if (context.switches.refuseScripts)
          throw new JsonRpcFailure(JSON_ERROR.accessDenied, 'access denied ("ADMIN" needed 2)');
        const ran = rega.run(textOf(params, 'script'));
        context.onScript(ran);
        return context.switches.mutilateScripts ? '' : ran.output;
      },
    },
    'ReGa.isPresent': { level: 'none', run: () => !context.switches.logicLayerAway },
    'User.getReGaVersion': { level: 'none', run: () => 'R1.00.0388.0236' },
    'CCU.getAuthEnabled': { level: 8, run: () => (context.authRequired ? '1' : '0') },
    'CCU.getHttpsRedirectEnabled': { level: 8, run: () => '0' },
    'CCU.getSerial': { level: 8, run: () => context.serial },
    'CCU.getVersion': { level: 8, run: () => context.product.version() },
    'CCU.getHeatingGroupList': { level: 8, run: () => [] },
    'system.saveObjectModel': { level: 'none', run: () => true },
  };
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

function programDetail({ id, name, active, internal, lastExecutedAt }: LiveProgram, timeZone: string | undefined) {
  return {
    id: String(id),
    name,
    isActive: active,
    isInternal: internal ?? false,
    // Swedes write dates as this CCU does.
    lastExecuteTime: new Date(lastExecutedAt).toLocaleString('sv-SE', timeZone === undefined ? {} : { timeZone }),
  };
}
