import type { WireValue } from '../house/types.js';
import { bool, int, list, text } from '../rpc/typed-value.js';
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

/** `Interface.*` for those who look after the devices: teaching in, firmware, messages, metadata. */
export function adminMethods(context: JsonRpcContext): JsonMethods {
  const call = (params: JsonParams, method: string, ...args: readonly TypedValue[]) =>
    callInterface(context, params, [method, ...args]);
  const named = (params: JsonParams, name: string) => text(textOf(params, name));
  /** Methods whose answer says nothing are answered with true. */
  const done = async (answer: Promise<WireValue>): Promise<true> => {
    await answer;
    return true;
  };
  const onDevice = (method: string) => ({
    level: 8 as const,
    run: (params: JsonParams) => done(call(params, method, named(params, 'address'))),
  });

  return {
    'Interface.searchDevices': { level: 8, run: (params) => call(params, 'searchDevices') },
    'Interface.addDevice': { level: 8, run: (params) => call(params, 'addDevice', named(params, 'serialNumber')) },
    'Interface.clearConfigCache': onDevice('clearConfigCache'),
    'Interface.restoreConfigToDevice': onDevice('restoreConfigToDevice'),
    'Interface.changeDevice': {
      level: 8,
      run: (params) =>
        call(params, 'replaceDevice', named(params, 'addressOldDevice'), named(params, 'addressNewDevice')),
    },
    'Interface.updateFirmware': {
      level: 8,
      run: (params) => done(call(params, 'updateFirmware', list([named(params, 'device')]))),
    },
    'Interface.refreshDeployedDeviceFirmwareList': {
      level: 8,
      run: (params) => done(call(params, 'refreshDeployedDeviceFirmwareList')),
    },
    'Interface.activateLinkParamset': {
      level: 8,
      run: (params) =>
        done(
          call(
            params,
            'activateLinkParamset',
            named(params, 'address'),
            named(params, 'peerAddress'),
            bool(flagOf(params, 'longPress')),
          ),
        ),
    },
    'Interface.determineParameter': {
      level: 8,
      run: (params) =>
        call(
          params,
          'determineParameter',
          named(params, 'address'),
          named(params, 'paramsetKey'),
          named(params, 'parameterId'),
        ),
    },
    'Interface.getParamsetId': {
      level: 1,
      run: (params) => call(params, 'getParamsetId', named(params, 'address'), named(params, 'paramsetType')),
    },
    'Interface.getMetadata': {
      level: 1,
      run: (params) => call(params, 'getMetadata', named(params, 'objectId'), named(params, 'dataId')),
    },
    'Interface.setMetadata': {
      level: 8,
      run: (params) =>
        done(call(params, 'setMetadata', named(params, 'objectId'), named(params, 'dataId'), named(params, 'value'))),
    },
    'Interface.reportValueUsage': {
      level: 8,
      run: (params) =>
        call(
          params,
          'reportValueUsage',
          named(params, 'address'),
          named(params, 'valueId'),
          int(numberOf(params, 'refCounter')),
        ),
    },
    'Interface.suppressServiceMessages': {
      level: 8,
      run: (params) =>
        done(
          call(
            params,
            'suppressServiceMessages',
            named(params, 'channelAddress'),
            named(params, 'parameterId'),
            bool(flagOf(params, 'suppress')),
          ),
        ),
    },
  };
}
