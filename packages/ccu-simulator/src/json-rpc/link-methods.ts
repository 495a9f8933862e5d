import { int, text } from '../wire/typed-value.js';
import { type JsonMethods, type JsonRpcContext, textOf } from './context.js';
import { type Argument, flagFrom, forwardingTo, shown, textFrom } from './forward.js';
import { lowerCamel, type Struct } from './representation.js';

/** `getLinkInfo` names the ends otherwise than all the others. */
const endFrom =
  (which: 'sender' | 'receiver'): Argument =>
  (params) =>
    text(textOf(params, params[which] === undefined ? `${which}Address` : which));

/** `Interface.*` about direct links. */
export function linkMethods(context: JsonRpcContext): JsonMethods {
  const { forward, order } = forwardingTo(context);
  const address = textFrom('address');
  const link = [endFrom('sender'), endFrom('receiver')] as const;
  const info = [...link, textFrom('name'), textFrom('description')] as const;

  return {
    'Interface.getLinks': shown(
      forward(1, 'getLinks', address, () => int(0)),
      (links: readonly Struct[]) => links.map(lowerCamel),
    ),
    'Interface.getLinkPeers': forward(1, 'getLinkPeers', address),
    'Interface.getLinkInfo': shown(forward(1, 'getLinkInfo', ...link), lowerCamel),
    'Interface.addLink': order(8, 'addLink', ...info),
    'Interface.setLinkInfo': order(8, 'setLinkInfo', ...info),
    'Interface.removeLink': order(8, 'removeLink', ...link),
    'Interface.activateLinkParamset': order(
      8,
      'activateLinkParamset',
      address,
      textFrom('peerAddress'),
      flagFrom('longPress'),
    ),
  };
}
