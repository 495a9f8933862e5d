import type { DeviceDescription, WireValue } from '../model/model.js';
import { readDeviceList } from '../rpc/descriptions.js';
import type { RpcCall } from '../wire/codecs/index.js';

/** What a call of the CCU means. */
export type Inbound =
  | { readonly kind: 'value'; readonly channelAddress: string; readonly parameter: string; readonly value: WireValue }
  | { readonly kind: 'pong'; readonly token: WireValue }
  | { readonly kind: 'described'; readonly devices: readonly DeviceDescription[] }
  | { readonly kind: 'removed'; readonly addresses: readonly string[] }
  | { readonly kind: 'changed'; readonly addresses: readonly string[] }
  /** Devices that were known were paired once more. */
  | { readonly kind: 'readded'; readonly addresses: readonly string[] }
  | { readonly kind: 'links_changed'; readonly address: string }
  | { readonly kind: 'replaced'; readonly oldAddress: string; readonly newAddress?: string }
  /** A device has got a firmware, or is to get one. */
  | { readonly kind: 'firmware_changed' }
  | { readonly kind: 'error' }
  /** The CCU asks who we are: it registers us, or has just started and remembers us. */
  | { readonly kind: 'introduction' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'malformed' };

const ADDRESS = /^[\x21-\x7e]{1,64}$/;
const PARAMETER = /^[\x21-\x7e]{1,128}$/;
const MALFORMED = { kind: 'malformed' } as const;

/** Reads a call; everything in it is untrusted. */
export function readInbound({ method, params }: RpcCall): Inbound {
  switch (method) {
    case 'event':
      return readEvent(params[1], params[2], params[3]);
    case 'newDevices':
      return { kind: 'described', devices: readDeviceList(params[1] ?? []) };
    case 'deleteDevices':
      return withAddresses(params[1], (addresses) => ({ kind: 'removed', addresses }));
    case 'readdedDevice':
      return withAddresses(params[1], (addresses) => ({ kind: 'readded', addresses }));
    case 'updateDevice':
      if (!isAddress(params[1])) return MALFORMED;
      return params[2] === 1
        ? { kind: 'links_changed', address: params[1] }
        : { kind: 'changed', addresses: [params[1]] };
    case 'replaceDevice':
      if (!isAddress(params[1])) return MALFORMED;
      return {
        kind: 'replaced',
        oldAddress: params[1],
        ...(isAddress(params[2]) ? { newAddress: params[2] } : {}),
      };
    case 'firmwareUpdateStatusChanged':
      return { kind: 'firmware_changed' };
    case 'error':
      return { kind: 'error' };
    case 'listDevices':
    case 'system.listMethods':
      return { kind: 'introduction' };
    default:
      return { kind: 'nothing' };
  }
}

function readEvent(
  address: WireValue | undefined,
  parameter: WireValue | undefined,
  value: WireValue | undefined,
): Inbound {
  if (typeof address !== 'string' || typeof parameter !== 'string' || value === undefined) return MALFORMED;
  if (address === 'CENTRAL' || address.startsWith('CENTRAL:')) {
    return parameter === 'PONG' ? { kind: 'pong', token: value } : { kind: 'nothing' };
  }
  if (!ADDRESS.test(address) || !PARAMETER.test(parameter) || typeof value === 'object') return MALFORMED;
  return { kind: 'value', channelAddress: address, parameter, value };
}

function isAddress(value: WireValue | undefined): value is string {
  return typeof value === 'string' && ADDRESS.test(value);
}

function withAddresses(value: WireValue | undefined, make: (addresses: readonly string[]) => Inbound): Inbound {
  if (!Array.isArray(value)) return MALFORMED;
  return make((value as readonly WireValue[]).filter(isAddress));
}
