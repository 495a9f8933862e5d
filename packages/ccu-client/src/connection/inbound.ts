import { isKnownMethod } from '../callback/answers.js';
import { isAddress, isParameter } from '../model/address.js';
import type { WireValue } from '../model/model.js';
import type { RpcCall } from '../wire/codecs/index.js';
import type { LeftOutKind } from './left-out.js';

/** What a call of the CCU means. */
export type Inbound =
  | { readonly kind: 'value'; readonly channelAddress: string; readonly parameter: string; readonly value: WireValue }
  | { readonly kind: 'pong'; readonly token: WireValue }
  /** Descriptions as they were sent; a list may be long, so it is read in slices later. */
  | { readonly kind: 'described'; readonly list: readonly WireValue[] }
  /** Addresses as they were sent, likewise. */
  | { readonly kind: 'removed'; readonly list: readonly WireValue[] }
  /** Addresses as they were sent, likewise: devices that were known were paired once more. */
  | { readonly kind: 'readded'; readonly list: readonly WireValue[] }
  | { readonly kind: 'changed'; readonly address: string }
  | { readonly kind: 'links_changed'; readonly address: string }
  | { readonly kind: 'replaced'; readonly oldAddress: string; readonly newAddress?: string }
  /** A device has got a firmware, or is to get one. */
  | { readonly kind: 'firmware_changed' }
  | { readonly kind: 'error' }
  /** The CCU asks who we are: it registers us, or has just started and remembers us. */
  | { readonly kind: 'introduction' }
  | { readonly kind: 'nothing' }
  /** It cannot be read: what is wrong with it, and the address, parameter or method that is. */
  | { readonly kind: 'malformed'; readonly what: LeftOutKind; readonly name: WireValue | undefined };

/** The longest text of a data point is some kilobytes. */
const MAX_TEXT = 64 * 1024;

const malformed = (what: LeftOutKind, name: WireValue | undefined) => ({ kind: 'malformed', what, name }) as const;

/** Reads a call; everything in it is untrusted. */
export function readInbound({ method, params }: RpcCall): Inbound {
  switch (method) {
    case 'event':
      return readEvent(params[1], params[2], params[3]);
    case 'newDevices':
      return { kind: 'described', list: isList(params[1]) ? params[1] : [] };
    case 'deleteDevices':
      return isList(params[1]) ? { kind: 'removed', list: params[1] } : malformed('call', method);
    case 'readdedDevice':
      return isList(params[1]) ? { kind: 'readded', list: params[1] } : malformed('call', method);
    case 'updateDevice':
      if (!isAddress(params[1])) return malformed('address', params[1]);
      return params[2] === 1 ? { kind: 'links_changed', address: params[1] } : { kind: 'changed', address: params[1] };
    case 'replaceDevice':
      if (!isAddress(params[1])) return malformed('address', params[1]);
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
      return isKnownMethod(method) ? { kind: 'nothing' } : malformed('method', method);
  }
}

function readEvent(
  address: WireValue | undefined,
  parameter: WireValue | undefined,
  value: WireValue | undefined,
): Inbound {
  if (typeof address !== 'string') return malformed('address', address);
  if (typeof parameter !== 'string') return malformed('parameter', parameter);
  if (value === undefined) return malformed('call', 'event');
  if (address === 'CENTRAL' || address.startsWith('CENTRAL:')) {
    return parameter === 'PONG' ? { kind: 'pong', token: value } : { kind: 'nothing' };
  }
  if (!isAddress(address)) return malformed('address', address);
  if (!isParameter(parameter)) return malformed('parameter', parameter);
  if (typeof value === 'object') return malformed('call', `event ${parameter}`);
  if (typeof value === 'string' && value.length > MAX_TEXT) return malformed('call', `event ${parameter}`);
  return { kind: 'value', channelAddress: address, parameter, value };
}

const isList = (value: WireValue | undefined): value is readonly WireValue[] => Array.isArray(value);
