import type { TypedValue } from '../../wire/typed-value.js';
import { list, NOTHING, text, typed } from '../../wire/typed-value.js';
import { describedAt, type Handlers, type InterfaceContext, textAt } from './context.js';

/** Service messages, and those that are suppressed. */
export function serviceMessageMethods(context: InterfaceContext): Handlers {
  const { interfaceName } = context;
  return {
    getServiceMessages: () => {
      const told = serviceMessages(context);
      // rfd answers a value with nothing in it where there is nothing to tell.
      return told.length === 0 && interfaceName === 'BidCos-RF' ? NOTHING : list(told);
    },
    suppressServiceMessages: (params) => {
      const channelAddress = textAt(params, 0);
      const parameter = textAt(params, 1);
      describedAt(context, channelAddress);
      const on = params[2]?.type === 'boolean' && params[2].value;
      if (on) context.suppressed.set(`${channelAddress}.${parameter}`, { channelAddress, parameter });
      else context.suppressed.delete(`${channelAddress}.${parameter}`);
      return NOTHING;
    },
    getSuppressedServiceMessages: () =>
      list(
        [...context.suppressed.values()].map(({ channelAddress, parameter }) =>
          list([text(channelAddress), text(parameter)]),
        ),
      ),
  };
}

function serviceMessages({ state, interfaceName, suppressed }: InterfaceContext): readonly TypedValue[] {
  return state.messages
    .all()
    .filter(
      ({ channelAddress }) =>
        channelAddress !== undefined && state.registry.interfaceOf(channelAddress) === interfaceName,
    )
    .filter(({ channelAddress, parameter }) => !suppressed.has(`${channelAddress}.${parameter}`))
    .map(({ channelAddress = '', parameter = '' }) =>
      list([text(channelAddress), text(parameter), typed(state.store.value(channelAddress, parameter)?.value ?? true)]),
    );
}
