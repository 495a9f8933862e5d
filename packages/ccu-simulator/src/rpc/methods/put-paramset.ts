import type { ParamsetDescription, WireValue } from '../../house/types.js';
import { failure, RpcFault, unknownParameter } from '../../wire/fault.js';
import type { TypedValue } from '../../wire/typed-value.js';
import { accept, assertWritable } from './coerce.js';
import { assertReachable, type InterfaceContext, perform, performConfiguration } from './context.js';
import { setValue } from './values.js';

type Members = Readonly<Record<string, TypedValue>>;

/** The week of older thermostats is described without any operation, yet it is written like the rest. */
const WEEK_WITHOUT_OPERATIONS = /^(?:TEMPERATUR|TIMEOUT)_[A-Z]+_\d+$/;

/**
 * VALUES: HmIPServer accepts the whole set or refuses it. rfd and hs485d set member after member in the order of their
 * names, and report no outcome of any.
 */
export function putValues(context: InterfaceContext, channelAddress: string, members: Members): void {
  const { state, strict } = context;
  if (!strict) {
    for (const [parameter, value] of Object.entries(members).sort(byName))
      tryValue(context, channelAddress, parameter, value);
    return;
  }
  assertComplete(state.describe(channelAddress), members);
  const accepted = acceptMembers(state.describe(channelAddress), members, strict);
  assertReachable(context, channelAddress, { kind: 'values', members: Object.keys(accepted).length });
  if (Object.keys(accepted).length > 0) perform(context, channelAddress, () => state.write(channelAddress, accepted));
}

export function putMaster(context: InterfaceContext, address: string, members: Members): void {
  const { state, strict } = context;
  const accepted = acceptMembers(state.registry.paramsets(address).MASTER ?? {}, members, strict);
  assertReachable(context, address, { kind: 'configuration', members: Object.keys(accepted).length });
  if (Object.keys(accepted).length === 0) return;
  performConfiguration(context, address, () => state.configure(address, accepted));
}

const READ_WRITE = 3;

export function putLink(context: InterfaceContext, receiver: string, sender: string, members: Members): void {
  const { state, strict } = context;
  const described = Object.entries(state.registry.paramsets(receiver).LINK ?? {});
  // rfd describes LINK parameters without any operation, and writes them like those that can be written.
  const writable = Object.fromEntries(
    described.map(([name, each]) => [name, { ...each, OPERATIONS: each.OPERATIONS || READ_WRITE }]),
  );
  const accepted = acceptMembers(writable, members, strict);
  assertReachable(context, receiver, { kind: 'configuration', members: Object.keys(accepted).length });
  if (Object.keys(accepted).length === 0) return;
  performConfiguration(context, receiver, () => state.configureLink(receiver, sender, accepted));
}

function tryValue(context: InterfaceContext, channelAddress: string, parameter: string, value: TypedValue): void {
  try {
    setValue(context, channelAddress, parameter, value);
  } catch (error) {
    if (!(error instanceof RpcFault)) throw error;
  }
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** Lights with a duration take a ramp only together with one. */
function assertComplete(description: ParamsetDescription, members: Members): void {
  const ramps = Object.keys(members).some((name) => name.startsWith('RAMP_TIME'));
  if (ramps && 'DURATION_VALUE' in description && !('DURATION_VALUE' in members)) {
    throw failure('Generic error (MISSING_NON_OPTIONAL_PARAMETER)');
  }
}

function acceptMembers(description: ParamsetDescription, sent: Members, strict: boolean): Record<string, WireValue> {
  const accepted: Record<string, WireValue> = {};
  for (const [name, value] of Object.entries(sent)) {
    const described = description[name];
    if (described === undefined) {
      if (strict) throw unknownParameter();
      continue;
    }
    try {
      if (!WEEK_WITHOUT_OPERATIONS.test(name)) assertWritable(described);
      accepted[name] = accept(name, described, value, strict);
    } catch (error) {
      if (strict) throw error;
      // rfd answers success and skips members that it could not set.
    }
  }
  return accepted;
}
