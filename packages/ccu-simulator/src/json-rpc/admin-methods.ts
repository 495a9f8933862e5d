import { list, text } from '../rpc/typed-value.js';
import { type JsonMethods, type JsonRpcContext, textOf } from './context.js';
import { type Argument, flagFrom, forwardingTo, integerFrom, textFrom } from './forward.js';

/** A text as the only item of a list. */
const listFrom =
  (name: string): Argument =>
  (params) =>
    list([text(textOf(params, name))]);

/** `Interface.*` for the upkeep of devices: pairing, firmware, messages, metadata. */
export function adminMethods(context: JsonRpcContext): JsonMethods {
  const { forward, order } = forwardingTo(context);
  const address = textFrom('address');
  const metadatum = [textFrom('objectId'), textFrom('dataId')] as const;
  const link = [address, textFrom('peerAddress')] as const;
  const message = [textFrom('channelAddress'), textFrom('parameterId')] as const;

  return {
    'Interface.searchDevices': forward(8, 'searchDevices'),
    'Interface.addDevice': forward(8, 'addDevice', textFrom('serialNumber')),
    'Interface.changeDevice': forward(8, 'replaceDevice', textFrom('addressOldDevice'), textFrom('addressNewDevice')),
    'Interface.clearConfigCache': order(8, 'clearConfigCache', address),
    'Interface.restoreConfigToDevice': order(8, 'restoreConfigToDevice', address),
    'Interface.updateFirmware': order(8, 'updateFirmware', listFrom('device')),
    'Interface.refreshDeployedDeviceFirmwareList': order(8, 'refreshDeployedDeviceFirmwareList'),
    'Interface.activateLinkParamset': order(8, 'activateLinkParamset', ...link, flagFrom('longPress')),
    'Interface.determineParameter': forward(
      8,
      'determineParameter',
      address,
      textFrom('paramsetKey'),
      textFrom('parameterId'),
    ),
    'Interface.getParamsetId': forward(1, 'getParamsetId', address, textFrom('paramsetType')),
    'Interface.getMetadata': forward(1, 'getMetadata', ...metadatum),
    'Interface.setMetadata': order(8, 'setMetadata', ...metadatum, textFrom('value')),
    'Interface.reportValueUsage': forward(
      8,
      'reportValueUsage',
      address,
      textFrom('valueId'),
      integerFrom('refCounter'),
    ),
    'Interface.suppressServiceMessages': order(8, 'suppressServiceMessages', ...message, flagFrom('suppress')),
  };
}
