import { type Callbacks, createCallbacks } from '../callbacks/callbacks.js';
import { createAir } from '../environment/air.js';
import { type FaultSwitches, refusesCall } from '../environment/switches.js';
import type { Clock, Timers } from '../environment/time.js';
import type { InterfaceName } from '../house/types.js';
import type { SimulatedHouse } from '../live/house.js';
import { FAULT_CODE, RpcFault } from '../wire/fault.js';
import type { TypedValue } from '../wire/typed-value.js';
import { int, list, record, text } from '../wire/typed-value.js';
import type { Handlers, InterfaceContext } from './methods/context.js';
import { deviceMethods } from './methods/devices.js';
import { firmwareMethods } from './methods/firmware.js';
import { linkMethods } from './methods/links.js';
import { metadataMethods } from './methods/metadata.js';
import { pairingMethods } from './methods/pairing.js';
import { paramsetMethods } from './methods/paramsets.js';
import { radioMethods } from './methods/radio.js';
import { asCallbacks } from './methods/registration.js';
import { serviceMessageMethods } from './methods/service-messages.js';
import { systemMethods } from './methods/system.js';
import { valueMethods } from './methods/values.js';

/** One daemon of the CCU: its methods and its clients, over any protocol. */
export interface InterfaceProcess {
  readonly interfaceName: InterfaceName;
  readonly callbacks: Callbacks;
  /** Takes calls and never answers. */
  isDeaf(): boolean;
  /** Runs one call. Throws `RpcFault` and nothing else. */
  call(method: string, params: readonly TypedValue[]): Promise<TypedValue>;
  close(): void;
}

export interface InterfaceProcessOptions {
  readonly interfaceName: InterfaceName;
  readonly state: SimulatedHouse;
  readonly switches: FaultSwitches;
  readonly timers: Timers;
  readonly clock: Clock;
}

const COMMON =
  'init ping listDevices getDeviceDescription getParamset putParamset getParamsetDescription getValue setValue deleteDevice abortDeleteDevice clearConfigCache replaceDevice listReplaceableDevices getParamsetId system.listMethods system.methodHelp system.multicall';
const LINKS = 'getLinks getLinkPeers getLinkInfo addLink setLinkInfo removeLink activateLinkParamset';

/** Which methods each daemon has; HmIPServer answers `ping` for groups without listing it. */
const METHODS: Readonly<Record<InterfaceName, string>> = {
  'BidCos-RF': `${COMMON} ${LINKS} restoreConfigToDevice setInstallMode getInstallMode addDevice getServiceMessages rssiInfo listBidcosInterfaces setBidcosInterface updateFirmware getMetadata setMetadata getAllMetadata determineParameter reportValueUsage setTeam listTeams getVersion logLevel`,
  'BidCos-Wired': `${COMMON} ${LINKS} searchDevices updateFirmware logLevel reportValueUsage`,
  'HmIP-RF': `${COMMON} ${LINKS} restoreConfigToDevice setInstallMode setInstallModeWithWhitelist getInstallMode getServiceMessages rssiInfo listBidcosInterfaces installFirmware refreshDeployedDeviceFirmwareList suppressServiceMessages getSuppressedServiceMessages getMetadata setMetadata getAllMetadata getVersion reportValueUsage`,
  VirtualDevices: `${COMMON} restoreConfigToDevice getVersion setMetadata getMetadata getAllMetadata`,
  CUxD: 'init ping listDevices getDeviceDescription getParamset putParamset getParamsetDescription getValue setValue getLinks system.listMethods system.multicall',
};
const UNLISTED: Readonly<Partial<Record<InterfaceName, string>>> = { VirtualDevices: 'ping' };

export function createInterfaceProcess(options: InterfaceProcessOptions): InterfaceProcess {
  const { interfaceName, state, switches, timers, clock } = options;
  const java = interfaceName === 'HmIP-RF' || interfaceName === 'VirtualDevices';
  const callbacks = createCallbacks({
    interfaceName,
    dialect: java ? 'hmip' : 'bidcos',
    switches,
    timers,
    isDown: () => switches.down || clock() < switches.bootingUntil,
    keepsFirstId: !java,
    plainUrls: interfaceName === 'BidCos-RF' || interfaceName === 'BidCos-Wired',
    ...(interfaceName === 'CUxD' ? { fixedId: 'CUxD' } : {}),
  });
  const context: InterfaceContext = {
    interfaceName,
    state,
    callbacks,
    switches,
    air: createAir({ dialect: java ? 'hmip' : 'bidcos', clock, others: () => switches.dutyCycle }),
    strict: java,
    metadata: new Map(),
    suppressed: new Map(),
  };
  const known = new Set((METHODS[interfaceName] ?? '').split(' '));
  for (const missing of state.view.seededFrom.missingMethods ?? []) known.delete(missing);
  const listed = [...known].filter((method) => method !== UNLISTED[interfaceName]).sort();
  const handlers: Handlers = {
    ...valueMethods(context),
    ...paramsetMethods(context),
    ...deviceMethods(context),
    ...firmwareMethods(context),
    ...radioMethods(context),
    ...serviceMessageMethods(context),
    ...linkMethods(context),
    ...pairingMethods(context),
    ...metadataMethods(context),
    ...systemMethods(context),
    'system.listMethods': () => list(listed.map(text)),
    'system.multicall': (params) => callMany(call, params),
  };

  async function call(method: string, params: readonly TypedValue[]): Promise<TypedValue> {
    const handler = known.has(method) ? handlers[method] : undefined;
    if (handler === undefined) throw new RpcFault(FAULT_CODE.general, `${method}: unknown method name`);
    if (refusesCall(switches, method)) throw new RpcFault(FAULT_CODE.general, 'Generic error (REFUSED)');
    return handler(params);
  }

  const stop = state.on((event) => asCallbacks(context, event));
  return {
    interfaceName,
    callbacks,
    isDeaf: () => switches.droppedCalls.has(interfaceName),
    call,
    close() {
      stop();
      callbacks.close();
    },
  };
}

type Call = (method: string, params: readonly TypedValue[]) => Promise<TypedValue>;

/** Answers `system.multicall`: one result or fault for each call. */
async function callMany(call: Call, params: readonly TypedValue[]): Promise<TypedValue> {
  const calls = params[0];
  if (calls?.type !== 'array') throw new RpcFault(FAULT_CODE.general, 'type error');
  const results: TypedValue[] = [];
  for (const entry of calls.value) results.push(await oneOfMany(call, entry));
  return list(results);
}

async function oneOfMany(call: Call, entry: TypedValue): Promise<TypedValue> {
  const { methodName, params } = entry.type === 'struct' ? entry.value : {};
  try {
    if (methodName?.type !== 'string' || params?.type !== 'array' || methodName.value === 'system.multicall') {
      throw new RpcFault(FAULT_CODE.general, 'type error');
    }
    return list([await call(methodName.value, params.value)]);
  } catch (error) {
    const { code, message } = error as RpcFault;
    return record({ faultCode: int(code), faultString: text(message) });
  }
}
