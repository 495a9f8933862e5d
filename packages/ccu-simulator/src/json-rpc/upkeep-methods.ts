import { bool, int, list, record, text } from '../wire/typed-value.js';
import {
  callInterface,
  flagOf,
  type JsonMethods,
  type JsonParams,
  type JsonRpcContext,
  numberOf,
  textOf,
} from './context.js';
import { type Argument, flagFrom, forwardingTo, integerFrom, textFrom } from './forward.js';

/** A text as the only item of a list. */
const listFrom =
  (name: string): Argument =>
  (params) =>
    list([text(textOf(params, name))]);

/** `Interface.*` for the upkeep of devices: pairing, firmware, messages, metadata. */
export function upkeepMethods(context: JsonRpcContext): JsonMethods {
  const { forward, order } = forwardingTo(context);
  const address = textFrom('address');
  const metadatum = [textFrom('objectId'), textFrom('dataId')] as const;
  const message = [textFrom('channelAddress'), textFrom('parameterId')] as const;
  const usage = [address, textFrom('valueId'), integerFrom('refCounter')] as const;

  return {
    'Interface.setInstallModeHMIP': { level: 8, run: (params) => startInstallMode(context, params) },
    'Interface.getInstallMode': forward(8, 'getInstallMode'),
    'Interface.searchDevices': forward(8, 'searchDevices'),
    'Interface.addDevice': forward(8, 'addDevice', textFrom('serialNumber')),
    'Interface.changeDevice': forward(8, 'replaceDevice', textFrom('addressOldDevice'), textFrom('addressNewDevice')),
    'Interface.deleteDevice': order(8, 'deleteDevice', address, integerFrom('flags')),
    'Interface.clearConfigCache': order(8, 'clearConfigCache', address),
    'Interface.restoreConfigToDevice': order(8, 'restoreConfigToDevice', address),
    'Interface.updateFirmware': order(8, 'updateFirmware', listFrom('device')),
    'Interface.refreshDeployedDeviceFirmwareList': order(8, 'refreshDeployedDeviceFirmwareList'),
    'Interface.getMetadata': forward(1, 'getMetadata', ...metadatum),
    'Interface.setMetadata': order(8, 'setMetadata', ...metadatum, textFrom('value')),
    'Interface.reportValueUsage': forward(8, 'reportValueUsage', ...usage),
    'Interface.suppressServiceMessages': order(8, 'suppressServiceMessages', ...message, flagFrom('suppress')),
  };
}

async function startInstallMode(context: JsonRpcContext, params: JsonParams): Promise<true> {
  const on = bool(flagOf(params, 'on'));
  const seconds = int(numberOf(params, 'time'));
  if (textOf(params, 'installMode') === 'ALL') await callInterface(context, params, ['setInstallMode', on, seconds]);
  else {
    const allowed = list([record({ ADDRESS: text(textOf(params, 'address')) })]);
    await callInterface(context, params, ['setInstallModeWithWhitelist', on, seconds, allowed]);
  }
  return true;
}
