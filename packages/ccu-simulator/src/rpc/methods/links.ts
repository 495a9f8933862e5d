import type { DefinedLink } from '../../house/types.js';
import { defaultValue } from '../../live/defaults.js';
import { linkable } from '../../live/links.js';
import { failure } from '../../wire/fault.js';
import type { TypedValue } from '../../wire/typed-value.js';
import { int, list, NOTHING, record, text, typed } from '../../wire/typed-value.js';
import {
  assertReachable,
  describedAt,
  flagAt,
  type Handlers,
  type InterfaceContext,
  integerAt,
  optionalText,
  passOnConfiguration,
  textAt,
} from './context.js';
import { deviceDescription } from './descriptions.js';

const FLAG = {
  group: 1,
  senderParamset: 2,
  receiverParamset: 4,
  senderDescription: 8,
  receiverDescription: 16,
} as const;

/** Direct links. */
export function linkMethods(context: InterfaceContext): Handlers {
  return { ...readMethods(context), ...writeMethods(context) };
}

function readMethods(context: InterfaceContext): Handlers {
  const { state, interfaceName, strict } = context;
  return {
    getLinks: (params) => {
      // HmIPServer never answers a call without arguments; the simulator reports the error.
      if (strict && params.length < 2) throw failure('wrong argument count');
      const address = optionalText(params, 0);
      const flags = params[1] === undefined ? 0 : integerAt(params, 1);
      const partner = address === '' ? undefined : describedAt(context, address).GROUP;
      const asked = (flags & FLAG.group) !== 0 && partner ? [address, partner] : [address];
      const found = new Set(asked.flatMap((channel) => state.links.touching(interfaceName, channel)));
      return list([...found].map((link) => describeLink(context, link, flags)));
    },
    getLinkPeers: (params) => {
      const channel = textAt(params, 0);
      describedAt(context, channel);
      const peers = state.links
        .touching(interfaceName, channel)
        .map((link) => (link.sender === channel ? link.receiver : link.sender));
      return list([...new Set(peers)].map(text));
    },
    getLinkInfo: (params) => {
      const link = existing(context, textAt(params, 0), textAt(params, 1));
      return record({ NAME: text(link.name), DESCRIPTION: text(link.description) });
    },
  };
}

function writeMethods(context: InterfaceContext): Handlers {
  const { state, interfaceName, strict } = context;
  return {
    addLink: (params) => {
      const sender = textAt(params, 0);
      const receiver = textAt(params, 1);
      const name = optionalText(params, 2);
      const description = optionalText(params, 3);
      if (strict && (name === '' || description === '')) throw failure('Generic error (empty name or description)');
      if (!linkable(describedAt(context, sender), describedAt(context, receiver)))
        throw failure('Channels can not be linked');
      assertReachable(context, receiver);
      state.links.put({ interfaceName, sender, receiver, name, description });
      state.store.openLink(receiver, sender, state.registry.paramsets(receiver).LINK ?? {});
      changed(context, [sender, receiver]);
      return NOTHING;
    },
    setLinkInfo: (params) => {
      const link = existing(context, textAt(params, 0), textAt(params, 1));
      state.links.put({ ...link, name: textAt(params, 2), description: optionalText(params, 3) });
      return NOTHING;
    },
    removeLink: (params) => {
      const link = existing(context, textAt(params, 0), textAt(params, 1));
      assertReachable(context, link.receiver);
      state.links.remove(link.sender, link.receiver);
      state.store.closeLink(link.receiver, link.sender);
      changed(context, [link.sender, link.receiver]);
      return NOTHING;
    },
    activateLinkParamset: (params) => {
      const channel = textAt(params, 0);
      const peer = textAt(params, 1);
      flagAt(params, 2);
      if (state.links.find(peer, channel) === undefined) existing(context, channel, peer);
      assertReachable(context, channel);
      toggle(context, channel);
      return NOTHING;
    },
  };
}

/** The link between two channels of this interface, else a fault. */
function existing(context: InterfaceContext, sender: string, receiver: string): DefinedLink {
  describedAt(context, sender);
  describedAt(context, receiver);
  const link = context.state.links.find(sender, receiver);
  if (link === undefined) throw failure('No link between these channels');
  return link;
}

/** Notifies the devices of these channels, and the clients, of a new or removed link. */
function changed(context: InterfaceContext, channels: readonly string[]): void {
  const { state, interfaceName } = context;
  for (const address of new Set(channels.map((channel) => channel.split(':', 1)[0] as string))) {
    state.announce({ type: 'device_changed', interfaceName, address, hint: 1 });
    passOnConfiguration(context, address);
  }
}

function describeLink(context: InterfaceContext, link: DefinedLink, flags: number): TypedValue {
  const { registry } = context.state;
  const sender = registry.description(link.sender);
  const receiver = registry.description(link.receiver);
  const asks = (flag: number) => (flags & flag) !== 0;
  return record({
    SENDER: text(link.sender),
    RECEIVER: text(link.receiver),
    NAME: text(link.name),
    DESCRIPTION: text(link.description),
    FLAGS: int((sender ? 0 : 4) | (receiver ? 0 : 8)),
    ...(asks(FLAG.senderParamset) ? { SENDER_PARAMSET: linkValues(context, link.sender, link.receiver) } : {}),
    ...(asks(FLAG.receiverParamset) ? { RECEIVER_PARAMSET: linkValues(context, link.receiver, link.sender) } : {}),
    ...(asks(FLAG.senderDescription) && sender ? { SENDER_DESCRIPTION: deviceDescription(sender) } : {}),
    ...(asks(FLAG.receiverDescription) && receiver ? { RECEIVER_DESCRIPTION: deviceDescription(receiver) } : {}),
  });
}

function linkValues({ state }: InterfaceContext, address: string, peer: string): TypedValue {
  const described = Object.entries(state.registry.paramsets(address).LINK ?? {});
  const values = state.store.link(address, peer) ?? {};
  return record(
    Object.fromEntries(described.map(([name, parameter]) => [name, typed(values[name] ?? defaultValue(parameter))])),
  );
}

/** Effect of testing a link at its receiver: it toggles. */
function toggle({ state }: InterfaceContext, channel: string): void {
  const described = state.describe(channel);
  if (described.STATE?.TYPE === 'BOOL')
    state.write(channel, { STATE: state.store.value(channel, 'STATE')?.value !== true });
  else if (described.LEVEL !== undefined)
    state.write(channel, { LEVEL: state.store.value(channel, 'LEVEL')?.value === 0 ? 1 : 0 });
}
