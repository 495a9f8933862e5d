import { failure } from '../../wire/fault.js';
import type { TypedValue } from '../../wire/typed-value.js';
import { int, NOTHING, record } from '../../wire/typed-value.js';
import { describedAt, type Handlers, type InterfaceContext, textAt } from './context.js';

/** Metadatum with the use counts of the values of a channel. */
const VALUE_USAGE = 'reportValueUsageData';

/** The key-value store of an interface process. */
export function metadataMethods(context: InterfaceContext): Handlers {
  const { interfaceName, state } = context;

  /** HmIPServer keeps the reported use of a value in the metadata; rfd hides it. */
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

  return {
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
  };
}
