import type { TypedValue } from '../../types.js';
import {
  describedAt,
  flagAt,
  type Handlers,
  type InterfaceContext,
  integerAt,
  optionalText,
  textAt,
} from '../context.js';
import { failure } from '../fault.js';
import { announceDevices, announceServiceMessages } from '../registration.js';
import { bool, int, list, NOTHING, record, text } from '../typed-value.js';
import { deviceDescription } from './devices.js';

/** The metadatum that says how often the values of a channel are used. */
const VALUE_USAGE = 'reportValueUsageData';

/** Registration, ping, teaching in, metadata and the rest of an interface process. */
export function systemMethods(context: InterfaceContext): Handlers {
  const { callbacks, interfaceName, state } = context;

  async function init(params: readonly TypedValue[]): Promise<TypedValue> {
    const url = textAt(params, 0);
    const interfaceId = optionalText(params, 1);
    if (interfaceId === '') {
      callbacks.deregister(url);
      return NOTHING;
    }
    callbacks.register(url, interfaceId);
    // CUxD only ever sends events. The others ask the client while it still waits for the answer of `init`.
    if (interfaceName !== 'CUxD') {
      const methods = await callbacks.ask(url, 'system.listMethods');
      const known = methods === undefined ? undefined : await callbacks.ask(url, 'listDevices');
      if (known !== undefined) announceDevices(context, url, known);
      if (interfaceName === 'BidCos-RF') announceServiceMessages(context, url);
    }
    return NOTHING;
  }

  /** HmIPServer keeps what was reported of a value's use where metadata is; rfd keeps it to itself. */
  function usageOf(address: string): TypedValue | undefined {
    const counts = interfaceName === 'HmIP-RF' ? state.usage.of(address) : undefined;
    if (counts === undefined) return undefined;
    return record(Object.fromEntries(Object.entries(counts).map(([valueId, count]) => [valueId, int(count)])));
  }

  function metadataOf(address: string): Readonly<Record<string, TypedValue>> {
    const usage = usageOf(address);
    const stored = Object.fromEntries(context.metadata.get(address) ?? []);
    return usage === undefined ? stored : { ...stored, [VALUE_USAGE]: usage };
  }

  /** rfd takes a missing argument for one of a wrong type. */
  const wrongCount = (count: number): string => {
    if (interfaceName !== 'BidCos-RF') return 'wrong argument count';
    return count === 0 ? 'type error' : 'Failure';
  };

  return {
    init,
    ping: (params) => {
      if (params.length !== 1) throw failure(wrongCount(params.length));
      const callerId = textAt(params, 0);
      const channel = interfaceName === 'HmIP-RF' || interfaceName === 'VirtualDevices' ? 'CENTRAL:0' : 'CENTRAL';
      // Every client hears the answer, not only the one who asked.
      callbacks.tell({ method: 'event', params: [text(channel), text('PONG'), text(callerId)] });
      return interfaceName === 'BidCos-RF' ? list([bool(true)]) : bool(true);
    },
    getVersion: () => text(interfaceName === 'HmIP-RF' ? '3.83.6' : '2.33.13'),
    logLevel: (params) => int(params[0] === undefined ? 1 : integerAt(params, 0)),
    setInstallMode: (params) => {
      const on = flagAt(params, 0);
      if (interfaceName === 'HmIP-RF' && params.length !== 2) throw failure('java.lang.IllegalArgumentException');
      const seconds = params[1] === undefined ? 60 : integerAt(params, 1);
      if (on) state.installModes.start(interfaceName, Math.min(600, Math.max(0, seconds)));
      else state.installModes.stop(interfaceName);
      return NOTHING;
    },
    setInstallModeWithWhitelist: (params) => {
      const on = flagAt(params, 0);
      const seconds = integerAt(params, 1);
      if (params[2]?.type !== 'array') throw failure('type error');
      if (on) state.installModes.start(interfaceName, seconds);
      else state.installModes.stop(interfaceName);
      return NOTHING;
    },
    getInstallMode: () => int(state.installModes.remaining(interfaceName)),
    addDevice: (params) => {
      const serial = textAt(params, 0);
      if (params[1] !== undefined) integerAt(params, 1);
      if (state.registry.device(serial) === undefined) state.findDevices(interfaceName, serial);
      return deviceDescription(describedAt(context, serial));
    },
    searchDevices: () => int(state.findDevices(interfaceName)),
    getMetadata: (params) => {
      const stored = metadataOf(textAt(params, 0))[textAt(params, 1)];
      if (stored === undefined) throw failure('Unknown metadata');
      return stored;
    },
    setMetadata: (params) => {
      const address = textAt(params, 0);
      const value = params[2];
      if (value === undefined) throw failure('wrong argument count');
      describedAt(context, address);
      const entries = context.metadata.get(address) ?? new Map<string, TypedValue>();
      context.metadata.set(address, entries.set(textAt(params, 1), value));
      return NOTHING;
    },
    getAllMetadata: (params) => {
      const all = metadataOf(textAt(params, 0));
      // rfd has none to give of an object that has none.
      if (interfaceName === 'BidCos-RF' && Object.keys(all).length === 0) throw failure('Failure');
      return record(all);
    },
    'system.methodHelp': () => NOTHING,
  };
}
