import { can, defaultValue, OPERATION } from '../../live/defaults.js';
import { failure, unknownParameter } from '../../wire/fault.js';
import type { TypedValue } from '../../wire/typed-value.js';
import { bool, NOTHING, typedBy } from '../../wire/typed-value.js';
import { accept, assertWritable } from './coerce.js';
import {
  assertReachable,
  describedAt,
  type Handlers,
  type InterfaceContext,
  integerAt,
  optionalText,
  perform,
  textAt,
  transmitUsage,
  valueDescription,
} from './context.js';

const RX_MODES: ReadonlySet<string> = new Set(['', 'BURST', 'WAKEUP']);

/** Reading and writing single values. */
export function valueMethods(context: InterfaceContext): Handlers {
  const { state } = context;
  return {
    setValue: (params) => {
      const sent = params[2];
      if (sent === undefined) throw failure('wrong argument count');
      checkRxMode(optionalText(params, 3));
      setValue(context, textAt(params, 0), textAt(params, 1), sent);
      return NOTHING;
    },
    getValue: (params) => {
      const channelAddress = textAt(params, 0);
      const parameter = textAt(params, 1);
      const description = valueDescription(context, channelAddress, parameter);
      if (!can(description, OPERATION.read)) throw failure('Parameter is not readable');
      return typedBy(description, state.store.value(channelAddress, parameter)?.value ?? defaultValue(description));
    },
    reportValueUsage: (params) => {
      const address = textAt(params, 0);
      describedAt(context, address);
      // No interface process checks the name: the link is with the channel.
      state.usage.report(address, textAt(params, 1), integerAt(params, 2));
      return bool(transmitUsage(context, address));
    },
  };
}

export function setValue(context: InterfaceContext, channelAddress: string, parameter: string, sent: TypedValue): void {
  const description = valueDescription(context, channelAddress, parameter);
  assertWritable(description);
  const value = accept(parameter, description, sent, context.strict);
  assertReachable(context, channelAddress);
  perform(context, channelAddress, () => context.state.write(channelAddress, { [parameter]: value }));
}

/** Throws where a write names a way of sending that does not exist. */
export function checkRxMode(mode: string): void {
  if (!RX_MODES.has(mode)) throw unknownParameter();
}
