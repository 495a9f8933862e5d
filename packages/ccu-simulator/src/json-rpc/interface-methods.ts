import type { InterfaceName, WireValue } from '../house/types.js';
import { bool, double, int, record, text } from '../rpc/typed-value.js';
import type { TypedValue } from '../types.js';
import {
  callInterface,
  flagOf,
  type JsonMethods,
  type JsonParams,
  type JsonRpcContext,
  numberOf,
  textOf,
} from './context.js';
import { JSON_ERROR, JsonRpcFailure } from './error.js';

/** Ports of the daemons as seen from inside a CCU, which is what the list names. */
const INSIDE_PORTS = {
  'BidCos-RF': 32001,
  'BidCos-Wired': 32000,
  'HmIP-RF': 32010,
  VirtualDevices: 39292,
  CUxD: 8701,
} as const;

/** `Interface.*`: the daemons through the web interface; everything a value says is a text. */
export function interfaceMethods(context: JsonRpcContext): JsonMethods {
  const call = (params: JsonParams, method: string, ...args: readonly TypedValue[]) =>
    callInterface(context, params, [method, ...args]);
  const address = (params: JsonParams) => text(textOf(params, 'address'));
  /** `getLinkInfo` names the ends otherwise than all the others. */
  const link = (params: JsonParams) => [text(end(params, 'sender')), text(end(params, 'receiver'))] as const;
  const end = (params: JsonParams, which: 'sender' | 'receiver') =>
    textOf(params, params[which] === undefined ? `${which}Address` : which);

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
    'Interface.listDevices': {
      level: 1,
      run: async (params) => ((await call(params, 'listDevices')) as readonly Struct[]).map(lowerCamel),
    },
    'Interface.getDeviceDescription': {
      level: 1,
      run: async (params) => lowerCamel((await call(params, 'getDeviceDescription', address(params))) as Struct),
    },
    'Interface.getParamset': {
      level: 1,
      run: async (params) => {
        const set = await call(params, 'getParamset', address(params), text(textOf(params, 'paramsetKey')));
        return Object.fromEntries(Object.entries(set as Struct).map(([name, value]) => [name, String(value)]));
      },
    },
    'Interface.getParamsetDescription': {
      level: 1,
      run: async (params) => {
        const set = await call(params, 'getParamsetDescription', address(params), text(textOf(params, 'paramsetKey')));
        return Object.entries(set as Readonly<Record<string, Struct>>).map(([name, description]) => ({
          NAME: name,
          ...Object.fromEntries(Object.entries(description).map(([member, value]) => [member, tclText(value)])),
        }));
      },
    },
    'Interface.getValue': {
      level: 1,
      run: async (params) => String(await call(params, 'getValue', address(params), text(textOf(params, 'valueKey')))),
    },
    'Interface.getMasterValue': {
      level: 1,
      run: async (params) => {
        const set = (await call(params, 'getParamset', address(params), text('MASTER'))) as Struct;
        return String(set[textOf(params, 'valueKey')] ?? '');
      },
    },
    // A guest may do this on a real CCU, too.
    'Interface.setValue': {
      level: 1,
      run: async (params) => {
        await call(
          params,
          'setValue',
          address(params),
          text(textOf(params, 'valueKey')),
          sent(textOf(params, 'type'), textOf(params, 'value')),
        );
        return true;
      },
    },
    'Interface.putParamset': {
      level: 2,
      run: async (params) => {
        const set = Array.isArray(params.set) ? (params.set as readonly JsonParams[]) : [];
        const members = Object.fromEntries(
          set.map((entry) => [textOf(entry, 'name'), sent(textOf(entry, 'type'), textOf(entry, 'value'))]),
        );
        await call(params, 'putParamset', address(params), text(textOf(params, 'paramsetKey')), record(members));
        return true;
      },
    },
    'Interface.getLinks': {
      level: 1,
      run: async (params) =>
        ((await call(params, 'getLinks', address(params), int(0))) as readonly Struct[]).map(lowerCamel),
    },
    'Interface.getLinkPeers': { level: 1, run: (params) => call(params, 'getLinkPeers', address(params)) },
    'Interface.getLinkInfo': {
      level: 1,
      run: async (params) => lowerCamel((await call(params, 'getLinkInfo', ...link(params))) as Struct),
    },
    'Interface.addLink': {
      level: 8,
      run: async (params) => {
        await call(
          params,
          'addLink',
          ...link(params),
          text(textOf(params, 'name')),
          text(textOf(params, 'description')),
        );
        return true;
      },
    },
    'Interface.setLinkInfo': {
      level: 8,
      run: async (params) => {
        await call(
          params,
          'setLinkInfo',
          ...link(params),
          text(textOf(params, 'name')),
          text(textOf(params, 'description')),
        );
        return true;
      },
    },
    'Interface.removeLink': {
      level: 8,
      run: async (params) => {
        await call(params, 'removeLink', ...link(params));
        return true;
      },
    },
    'Interface.rssiInfo': {
      level: 1,
      run: async (params) => {
        const table = (await call(params, 'rssiInfo')) as Readonly<
          Record<string, Readonly<Record<string, readonly number[]>>>
        >;
        return Object.entries(table).map(([name, peers]) => ({
          name,
          partner: Object.entries(peers).map(([peer, rssiData]) => ({ name: peer, rssiData })),
        }));
      },
    },
    'Interface.listBidcosInterfaces': {
      level: 2,
      run: async (params) =>
        ((await call(params, 'listBidcosInterfaces')) as readonly Struct[]).map((module) => ({
          address: module.ADDRESS,
          description: module.DESCRIPTION,
          dutyCycle: String(module.DUTY_CYCLE),
          isConnected: module.CONNECTED,
          isDefault: module.DEFAULT,
          fwVersion: module.FIRMWARE_VERSION,
          type: module.TYPE,
        })),
    },
    'Interface.setInstallModeHMIP': {
      level: 8,
      run: async (params) => {
        const on = bool(flagOf(params, 'on'));
        const seconds = int(numberOf(params, 'time'));
        if (textOf(params, 'installMode') === 'ALL') await call(params, 'setInstallMode', on, seconds);
        else
          await call(params, 'setInstallModeWithWhitelist', on, seconds, {
            type: 'array',
            value: [record({ ADDRESS: address(params) })],
          });
        return true;
      },
    },
    'Interface.getInstallMode': { level: 8, run: (params) => call(params, 'getInstallMode') },
    'Interface.deleteDevice': {
      level: 8,
      run: async (params) => {
        await call(params, 'deleteDevice', address(params), int(numberOf(params, 'flags')));
        return true;
      },
    },
    'Interface.getServiceMessageCount': {
      level: 1,
      run: async (params) => ((await call(params, 'getServiceMessages')) as readonly unknown[]).length,
    },
  };
}

type Struct = Readonly<Record<string, WireValue>>;

function sent(type: string, value: string): TypedValue {
  switch (type) {
    case 'string':
      return text(value);
    case 'int':
      return int(Math.trunc(Number(value)));
    case 'double':
      return double(Number(value));
    case 'bool':
      return bool(value === 'true' || value === '1');
    default:
      throw new JsonRpcFailure(JSON_ERROR.general, `unknown type ${type}`);
  }
}

/** `LINK_SOURCE_ROLES` becomes `linkSourceRoles`; role texts become lists. */
function lowerCamel(struct: Struct): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(struct)
      .filter(([name]) => name !== 'RX_MODE' && name !== 'RF_ADDRESS')
      .map(([name, value]) => [
        name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
        /ROLES$/.test(name) && typeof value === 'string'
          ? value.split(' ').filter(Boolean)
          : name === 'UPDATABLE'
            ? String(value)
            : value,
      ]),
  );
}

/** Lists as the text of a Tcl list, everything else as a plain text. */
function tclText(value: WireValue): string {
  if (!Array.isArray(value)) return String(value);
  return value
    .map((item) =>
      typeof item === 'object'
        ? `{${Object.entries(item as Struct)
            .flat()
            .join(' ')}}`
        : `{${item}}`,
    )
    .join(' ');
}
