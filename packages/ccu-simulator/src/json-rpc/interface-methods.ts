import type { InterfaceName, WireValue } from '../house/types.js';
import { int, text } from '../wire/typed-value.js';
import { type JsonMethods, type JsonRpcContext, textOf } from './context.js';
import { type Argument, flagFrom, forwardingTo, shown, textFrom } from './forward.js';
import { paramsetMethods } from './paramset-methods.js';
import { lowerCamel, type Struct } from './representation.js';
import { upkeepMethods } from './upkeep-methods.js';

/** Ports of the interface processes as seen from inside a CCU, as in its list. */
const INSIDE_PORTS = {
  'BidCos-RF': 32001,
  'BidCos-Wired': 32000,
  'HmIP-RF': 32010,
  VirtualDevices: 39292,
  CUxD: 8701,
} as const;

/** `Interface.*`: the interface processes through the web interface; every value is a text. */
export function interfaceMethods(context: JsonRpcContext): JsonMethods {
  const { forward } = forwardingTo(context);
  return {
    'Interface.listInterfaces': {
      level: 1,
      run: () => [
        ...[...context.interfaces.keys()]
          .filter((name) => context.switches.deadBackends.get(name)?.listed !== false)
          .map((name) => ({ name, port: INSIDE_PORTS[name], info: name })),
        ...context.otherServers.map(({ name, port }) => ({ name, port, info: name })),
      ],
    },
    'Interface.isPresent': {
      level: 'none',
      run: (params) => {
        const name = textOf(params, 'interface') as InterfaceName;
        return context.interfaces.has(name) && !context.switches.deadBackends.has(name);
      },
    },
    'Interface.listDevices': shown(forward(1, 'listDevices'), (devices: readonly Struct[]) => devices.map(lowerCamel)),
    'Interface.getDeviceDescription': shown(forward(1, 'getDeviceDescription', textFrom('address')), lowerCamel),
    'Interface.rssiInfo': shown(forward(1, 'rssiInfo'), rssiRows),
    'Interface.listBidcosInterfaces': shown(forward(2, 'listBidcosInterfaces'), (modules: readonly Struct[]) =>
      modules.map(moduleRow),
    ),
    'Interface.getServiceMessageCount': shown(
      forward(1, 'getServiceMessages'),
      (messages: readonly WireValue[]) => messages.length,
    ),
    ...paramsetMethods(context),
    ...linkMethods(context),
    ...upkeepMethods(context),
  };
}

type RssiTable = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

function rssiRows(table: RssiTable) {
  return Object.entries(table).map(([name, peers]) => ({
    name,
    partner: Object.entries(peers).map(([peer, rssiData]) => ({ name: peer, rssiData })),
  }));
}

function moduleRow(module: Struct) {
  return {
    address: module.ADDRESS,
    description: module.DESCRIPTION,
    dutyCycle: String(module.DUTY_CYCLE),
    isConnected: module.CONNECTED,
    isDefault: module.DEFAULT,
    fwVersion: module.FIRMWARE_VERSION,
    type: module.TYPE,
  };
}

/** `getLinkInfo` names the ends otherwise than all the others. */
const endFrom =
  (which: 'sender' | 'receiver'): Argument =>
  (params) =>
    text(textOf(params, params[which] === undefined ? `${which}Address` : which));

/** `Interface.*` about direct links. */
function linkMethods(context: JsonRpcContext): JsonMethods {
  const { forward, order } = forwardingTo(context);
  const address = textFrom('address');
  const link = [endFrom('sender'), endFrom('receiver')] as const;
  const info = [...link, textFrom('name'), textFrom('description')] as const;

  return {
    'Interface.getLinks': shown(
      forward(1, 'getLinks', address, () => int(0)),
      (links: readonly Struct[]) => links.map(lowerCamel),
    ),
    'Interface.getLinkPeers': forward(1, 'getLinkPeers', address),
    'Interface.getLinkInfo': shown(forward(1, 'getLinkInfo', ...link), lowerCamel),
    'Interface.addLink': order(8, 'addLink', ...info),
    'Interface.setLinkInfo': order(8, 'setLinkInfo', ...info),
    'Interface.removeLink': order(8, 'removeLink', ...link),
    'Interface.activateLinkParamset': order(
      8,
      'activateLinkParamset',
      address,
      textFrom('peerAddress'),
      flagFrom('longPress'),
    ),
  };
}
