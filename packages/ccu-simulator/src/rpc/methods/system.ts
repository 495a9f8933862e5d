import { failure } from '../../wire/fault.js';
import type { TypedValue } from '../../wire/typed-value.js';
import { bool, int, list, NOTHING, text } from '../../wire/typed-value.js';
import { type Handlers, type InterfaceContext, integerAt, optionalText, textAt } from './context.js';
import { announceDevices, announceServiceMessages } from './registration.js';

/** Registration, ping and the rest of an interface process. */
export function systemMethods(context: InterfaceContext): Handlers {
  const { callbacks, interfaceName } = context;

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
      // Every client receives the answer, not only the caller.
      callbacks.tell({ method: 'event', params: [text(channel), text('PONG'), text(callerId)] });
      return interfaceName === 'BidCos-RF' ? list([bool(true)]) : bool(true);
    },
    getVersion: () => text(interfaceName === 'HmIP-RF' ? '3.83.6' : '2.33.13'),
    logLevel: (params) => int(params[0] === undefined ? 1 : integerAt(params, 0)),
    'system.methodHelp': () => NOTHING,
  };
}
