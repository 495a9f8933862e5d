import type { InterfaceProfile } from '../model/interfaces.js';
import { isGeneralFault, isUnknownMethod } from '../transport/errors.js';
import { int, type OutgoingValue } from '../wire/codecs/index.js';
import { channelWith, firstDevice, type ServedInterface } from './interfaces.js';
import { different, explain, failed, ok, type Recorder, refusalOf, skipped } from './recorder.js';
import {
  isObject,
  judge,
  LIST,
  LIST_OR_NOTHING,
  listOf,
  NUMBER,
  type Shape,
  STRUCT,
  STRUCT_OR_NOTHING,
} from './shape.js';

/** Objects for a reading call; undefined when the interface has none. */
interface Places {
  readonly device: string | undefined;
  readonly channel: string | undefined;
  readonly configured: string | undefined;
}

interface RpcMethod {
  /** On which interfaces this client uses it. */
  readonly on: (profile: InterfaceProfile) => boolean;
  /** Arguments and expected answer; absent for every method that changes data: only its presence is checked. */
  readonly read?: {
    readonly params: (places: Places) => readonly (OutgoingValue | undefined)[];
    readonly shape: Shape;
    /** Some daemons refuse the question with the general fault where there is nothing to tell. */
    readonly mayRefuse?: true;
  };
  /** Some servers do not list it. */
  readonly unlisted?: true;
}

const everywhere = () => true;
const none = () => [];
const whereLinks = ({ links }: InterfaceProfile) => links;
const whereMetadata = ({ metadata }: InterfaceProfile) => metadata;
const whereDeletable = ({ deletable }: InterfaceProfile) => deletable;
const whereWhitelist = ({ installMode }: InterfaceProfile) => installMode === 'whitelist';
const whereInstallMode = ({ installMode }: InterfaceProfile) => installMode !== 'none';
const device = ({ device }: Places) => [device];

/** Every method of an interface process that this client calls; a test holds the list against the code. */
export const RPC_METHODS: Readonly<Record<string, RpcMethod>> = {
  'system.listMethods': { on: everywhere, read: { params: none, shape: LIST } },
  listDevices: { on: everywhere },
  init: { on: everywhere },
  ping: { on: everywhere, unlisted: true },
  getDeviceDescription: { on: everywhere, read: { params: device, shape: STRUCT } },
  getParamsetDescription: { on: everywhere, read: { params: ({ channel }) => [channel, 'VALUES'], shape: STRUCT } },
  getParamset: {
    on: everywhere,
    read: { params: ({ configured }) => [configured, 'MASTER'], shape: STRUCT_OR_NOTHING },
  },
  putParamset: { on: everywhere },
  getValue: { on: everywhere },
  setValue: { on: everywhere },
  getLinks: {
    on: whereLinks,
    read: { params: ({ channel }) => [channel, int(0)], shape: LIST_OR_NOTHING },
  },
  getLinkPeers: { on: whereLinks, read: { params: ({ channel }) => [channel], shape: LIST_OR_NOTHING } },
  addLink: { on: whereLinks },
  setLinkInfo: { on: whereLinks },
  removeLink: { on: whereLinks },
  activateLinkParamset: { on: whereLinks },
  rssiInfo: { on: ({ rssi }) => rssi, read: { params: none, shape: STRUCT_OR_NOTHING } },
  listBidcosInterfaces: {
    on: ({ radio }) => radio,
    read: { params: none, shape: listOf('ADDRESS', 'DUTY_CYCLE', 'CONNECTED') },
  },
  getServiceMessages: {
    on: ({ serviceMessages }) => serviceMessages,
    read: { params: none, shape: LIST_OR_NOTHING },
  },
  suppressServiceMessages: { on: ({ suppressMessages }) => suppressMessages },
  getSuppressedServiceMessages: {
    on: ({ suppressMessages }) => suppressMessages,
    read: { params: none, shape: LIST_OR_NOTHING },
  },
  getInstallMode: { on: whereInstallMode, read: { params: none, shape: NUMBER } },
  setInstallMode: { on: whereInstallMode },
  setInstallModeWithWhitelist: { on: whereWhitelist },
  searchDevices: { on: ({ busSearch }) => busSearch },
  addDevice: { on: ({ installMode }) => installMode === 'serial' },
  deleteDevice: { on: whereDeletable },
  replaceDevice: { on: whereDeletable },
  listReplaceableDevices: { on: whereDeletable },
  restoreConfigToDevice: { on: ({ restorable }) => restorable },
  clearConfigCache: { on: whereDeletable },
  updateFirmware: { on: ({ firmware }) => firmware === 'update' },
  installFirmware: { on: ({ firmware }) => firmware === 'install' },
  refreshDeployedDeviceFirmwareList: { on: ({ firmware }) => firmware === 'install' },
  setTeam: { on: ({ teams }) => teams },
  setBidcosInterface: { on: ({ receivers }) => receivers },
  getMetadata: { on: whereMetadata },
  setMetadata: { on: whereMetadata },
  getAllMetadata: { on: whereMetadata, read: { params: device, shape: STRUCT_OR_NOTHING, mayRefuse: true } },
  determineParameter: { on: ({ determine }) => determine },
  reportValueUsage: { on: ({ valueUsage }) => valueUsage !== 'none' },
};

const NO_DEVICE = 'ccu-gateway-compat';
const NO_METHOD = 'ccuGatewayCompat';
const READ = 1;

/** Each method of one interface: there, and answering in the form this client reads where asking changes nothing. */
export async function checkRpcMethods(served: ServedInterface, recorder: Recorder): Promise<void> {
  const { wire } = served;
  const places: Places = {
    device: firstDevice(served),
    channel: channelWith('VALUES', served),
    configured: channelWith('MASTER', served),
  };
  const listed = await wire.call('system.listMethods').catch(() => undefined);
  const known = new Set(Array.isArray(listed) ? listed.map(String) : []);
  for (const [method, { on, read, unlisted }] of Object.entries(RPC_METHODS)) {
    if (!on(wire.profile)) continue;
    await recorder.check('rpc', `${wire.name} ${method}`, async () => {
      const isListed = known.has(method);
      if (!isListed && unlisted !== true && known.size > 0) return different('not listed');
      if (read === undefined) return known.size > 0 ? ok('present') : skipped('the interface lists no methods');
      const params = read.params(places);
      if (params.includes(undefined)) return skipped('no device to ask about');
      try {
        return judge(await wire.call(method, params as readonly OutgoingValue[]), read.shape);
      } catch (error) {
        if (read.mayRefuse === true && isGeneralFault(error)) return ok('nothing to tell');
        throw error;
      }
    });
  }
  await checkReading(served, places, recorder);
  await checkFaults(served, recorder);
}

/** One value, and all of a channel where the interface gives those. */
async function checkReading({ wire }: ServedInterface, { channel }: Places, recorder: Recorder): Promise<void> {
  await recorder.check('rpc', `${wire.name} getValue of a readable parameter`, async () => {
    if (channel === undefined) return skipped('no device to ask about');
    const described = await wire.call('getParamsetDescription', [channel, 'VALUES']);
    const readable = Object.entries(isObject(described) ? described : {}).find(
      ([, description]) => isObject(description) && (Number(description.OPERATIONS) & READ) !== 0,
    )?.[0];
    if (readable === undefined) return skipped('no readable parameter');
    const value = await wire.call('getValue', [channel, readable]);
    return typeof value === 'object' ? different('a list or struct instead of a value') : ok(typeof value);
  });
  if (!wire.profile.valuesParamset) return;
  await recorder.check('rpc', `${wire.name} getParamset of VALUES`, async () =>
    channel === undefined
      ? skipped('no device to ask about')
      : judge(await wire.call('getParamset', [channel, 'VALUES']), STRUCT_OR_NOTHING),
  );
}

/** Form of a refusal. */
async function checkFaults({ wire }: ServedInterface, recorder: Recorder): Promise<void> {
  await recorder.check('rpc', `${wire.name} fault for an unknown device`, async () => {
    const refusal = await refusalOf(wire.call('getDeviceDescription', [NO_DEVICE]));
    if (refusal === undefined) return different('answered');
    return refusal.code === 'fault' ? ok(explain(refusal)) : failed(explain(refusal));
  });
  await recorder.check('rpc', `${wire.name} fault for an unknown method`, async () => {
    const refusal = await refusalOf(wire.call(NO_METHOD));
    if (refusal === undefined) return different('answered');
    if (refusal.code !== 'fault') return failed(explain(refusal));
    return isUnknownMethod(refusal)
      ? ok(explain(refusal))
      : different(`not distinguished from other faults: ${explain(refusal)}`);
  });
}
