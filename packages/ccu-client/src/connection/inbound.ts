import { isKnownMethod } from '../callback/answers.js';
import type { Complaints } from '../log/complaints.js';
import { isAddress, isParameter } from '../model/address.js';
import type { InterfaceName, WireValue } from '../model/model.js';
import type { Now } from '../model/ports.js';
import type { RpcCall } from '../wire/codecs/index.js';

/** Meaning of a call of the CCU. */
export type Inbound =
  | { readonly kind: 'value'; readonly channelAddress: string; readonly parameter: string; readonly value: WireValue }
  | { readonly kind: 'pong'; readonly token: WireValue }
  /** Descriptions as they were sent; a list may be long, so it is read in slices later. */
  | { readonly kind: 'described'; readonly list: readonly WireValue[] }
  /** Addresses as they were sent, likewise. */
  | { readonly kind: 'removed'; readonly list: readonly WireValue[] }
  /** Addresses as they were sent, likewise: known devices were paired once more. */
  | { readonly kind: 'readded'; readonly list: readonly WireValue[] }
  | { readonly kind: 'changed'; readonly address: string }
  | { readonly kind: 'links_changed'; readonly address: string }
  | { readonly kind: 'replaced'; readonly oldAddress: string; readonly newAddress?: string }
  /** A device has got a firmware, or is to get one. */
  | { readonly kind: 'firmware_changed' }
  | { readonly kind: 'error' }
  /** The CCU asks this client for its devices or methods: it registers the client, or has just started and remembers it. */
  | { readonly kind: 'introduction' }
  | { readonly kind: 'nothing' }
  /** The call cannot be read. `what`: the kind of the faulty part; `name`: the address, parameter or method with the fault. */
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

type InboundValue = Extract<Inbound, { kind: 'value' }>;

/** Calls that the CCU sent before its devices were known. */
interface Held {
  readonly values: readonly InboundValue[];
  /** Descriptions as they were sent. */
  readonly devices: readonly WireValue[];
  /** True when more values arrived than are held. */
  readonly overflowed: boolean;
}

/** Holds calls of the CCU until its devices are known. */
export interface EarlyCalls {
  /** False once the devices are known: then nothing is held any more. */
  holdValue(value: InboundValue): boolean;
  holdDevices(devices: readonly WireValue[]): boolean;
  /** The devices are known. Later calls give nothing. */
  release(): Held;
}

/** Beyond this limit, values are read again instead. */
const MAX_EARLY_CALLS = 20_000;
const NOTHING: Held = { values: [], devices: [], overflowed: false };

export function createEarlyCalls(limit = MAX_EARLY_CALLS): EarlyCalls {
  let held: { values: InboundValue[]; devices: WireValue[]; overflowed: boolean } | undefined = {
    values: [],
    devices: [],
    overflowed: false,
  };
  return {
    holdValue(value) {
      if (held === undefined) return false;
      if (held.values.length < limit) held.values.push(value);
      else held.overflowed = true;
      return true;
    },
    holdDevices(devices) {
      if (held === undefined) return false;
      for (const device of devices) held.devices.push(device);
      // Seldom, so that many short lists do not copy a long one each.
      if (held.devices.length > 2 * limit) held.devices = held.devices.slice(-limit);
      return true;
    },
    release() {
      const released = held ?? NOTHING;
      held = undefined;
      return { ...released, devices: released.devices.slice(-limit) };
    },
  };
}

/**
 * Kind of data that the client did not take from an interface: an invalid `address`, `parameter` or `description`, an unknown
 * `method`, or a `call` of another shape.
 */
export type LeftOutKind = 'address' | 'parameter' | 'description' | 'method' | 'call';

/** Data of an interface that was left out, with its count. */
export interface LeftOut {
  readonly interfaceName: InterfaceName;
  readonly kind: LeftOutKind;
  /** Address, parameter or method as it came, cut and without control characters. */
  readonly name: string;
  readonly count: number;
  /** Milliseconds since the Unix epoch of the last one. */
  readonly at: number;
}

/** Counts the data that is left out, by name. */
export interface LeftOutLedger {
  add(kind: LeftOutKind, name: unknown): void;
  /** The most frequent first. */
  current(): readonly LeftOut[];
}

/** Names of one kind; those beyond are counted together, under a name of their own. */
const MAX_NAMES = 50;
const MAX_NAME = 80;
const OTHERS = '…';

/** Makes the ledger of one interface. The first of each kind and name is reported to the log. */
export function createLeftOutLedger(deps: {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  readonly complaints: Complaints;
  readonly now: Now;
}): LeftOutLedger {
  const { central, interfaceName } = deps;
  const entries = new Map<LeftOutKind, Map<string, LeftOut>>();
  return {
    add(kind, given) {
      const names = entries.get(kind) ?? new Map<string, LeftOut>();
      entries.set(kind, names);
      const wanted = nameOf(given);
      const name = names.has(wanted) || names.size < MAX_NAMES ? wanted : OTHERS;
      const count = (names.get(name)?.count ?? 0) + 1;
      names.set(name, { interfaceName, kind, name, count, at: deps.now() });
      if (count > 1) return;
      deps.complaints.report({
        event: `left_out.${kind}`,
        message: `the CCU sent a ${kind} that the gateway does not take`,
        central,
        interfaceName,
        about: name,
        // The peer chooses the name of an unknown method, so the log does not take it.
        ...(kind === 'method' ? {} : { fields: { name } }),
      });
    },
    current: () => [...entries.values()].flatMap((names) => [...names.values()]).sort((a, b) => b.count - a.count),
  };
}

/** Text for people: bounded, and without characters that would move a cursor. */
function nameOf(given: unknown): string {
  const text = typeof given === 'string' ? given : given === undefined ? 'nothing' : typeof given;
  return text.slice(0, MAX_NAME).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '?');
}
