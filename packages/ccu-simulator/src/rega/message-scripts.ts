import type { LiveMessage } from '../live/types.js';
import { type ReGaContext, refusal, rows, type ScriptHandlers } from './context.js';
import type { ScriptReach } from './reach.js';

type Names = 'service_messages' | 'alarm_messages' | 'message_ack';

/** Scripts about service messages and alarm messages. */
export function messageScripts({ state }: ReGaContext): ScriptHandlers<Names> {
  const { registry, messages, store, hub } = state;

  /** A message about one of several states is called after its number too. */
  function stateOf(channelAddress: string, parameter: string): string {
    if (state.describe(channelAddress)[parameter]?.TYPE !== 'ENUM') return '';
    return `-${store.value(channelAddress, parameter)?.value ?? 0}`;
  }

  function serviceRow(message: LiveMessage) {
    const { id, channelAddress = '', parameter = '', count, quittable, firstAt, lastAt } = message;
    return {
      id,
      name: `AL-${channelAddress}.${parameter}${stateOf(channelAddress, parameter)}`,
      deviceName: registry.owner(channelAddress)?.name ?? '',
      counter: count,
      quittable,
      firstAt,
      lastAt,
    };
  }

  /** The receipt of a sticky state is none to the interface, where the state stays on until it is written. */
  function acknowledge(message: LiveMessage, { resetsPoint }: ScriptReach): void {
    const { kind, channelAddress = '', parameter = '', variable = '', quittable } = message;
    if (kind === 'alarm') hub.setVariable(variable, false);
    else if (quittable && (resetsPoint || !parameter.startsWith('STICKY_'))) {
      state.speak({ channelAddress, parameter, value: false });
    }
  }

  return {
    service_messages: () =>
      rows(
        ...messages
          .all()
          .filter(({ kind }) => kind === 'service')
          .map(serviceRow),
      ),
    alarm_messages: () =>
      rows(
        ...messages
          .all()
          .filter(({ kind }) => kind === 'alarm')
          .map(({ id, variable = '', count, firstAt, lastAt }) => ({
            id,
            name: variable,
            description: hub.variable(variable)?.description ?? '',
            counter: count,
            firstAt,
            lastAt,
          })),
      ),
    message_ack: ({ id }, reach) => {
      const message = messages.byId(id);
      if (message === undefined) return refusal('not_found');
      acknowledge(message, reach);
      return rows({ id });
    },
  };
}
