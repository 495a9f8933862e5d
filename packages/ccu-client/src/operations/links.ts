import type { InterfaceProfile } from '../model/interfaces.js';
import type { WireValue } from '../model/model.js';
import type { Link } from '../model/operations-model.js';
import { isStruct } from '../rpc/descriptions.js';
import { int } from '../wire/codecs/index.js';
import { number, text, texts } from './answers.js';
import type { Caller } from './caller.js';
import type { Operations } from './operations.js';

/**
 * Only the links of the requested address: bit 1 adds those of the other channels of a key group, further bits add
 * large data.
 */
const LINK_FLAGS = 0;

const links = (profile: InterfaceProfile) => profile.links;

export function linkOperations({
  ask,
}: Caller): Pick<Operations, 'getLinks' | 'getLinkPeers' | 'addLink' | 'setLinkInfo' | 'removeLink' | 'testLink'> {
  return {
    async getLinks(name, address) {
      return readLinks(await ask(name, links, 'getLinks', [address, int(LINK_FLAGS)]));
    },
    async getLinkPeers(name, channelAddress) {
      return texts(await ask(name, links, 'getLinkPeers', [channelAddress]));
    },
    async addLink(name, { sender, receiver, name: title, description }) {
      // HmIP does not accept empty texts.
      const label = title === undefined || title === '' ? `${sender} - ${receiver}` : title;
      const text = description === undefined || description === '' ? label : description;
      await ask(name, links, 'addLink', [sender, receiver, label, text]);
    },
    async setLinkInfo(name, { sender, receiver, name: title, description }) {
      const label = title === '' ? `${sender} - ${receiver}` : title;
      await ask(name, links, 'setLinkInfo', [sender, receiver, label, description === '' ? label : description]);
    },
    async removeLink(name, sender, receiver) {
      await ask(name, links, 'removeLink', [sender, receiver]);
    },
    async testLink(name, receiver, sender, longPress) {
      await ask(name, links, 'activateLinkParamset', [receiver, sender, longPress]);
    },
  };
}

function readLinks(value: WireValue): readonly Link[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly WireValue[]).filter(isStruct).map((item) => ({
    sender: text(item.SENDER),
    receiver: text(item.RECEIVER),
    name: text(item.NAME),
    description: text(item.DESCRIPTION),
    flags: number(item.FLAGS ?? 0) ?? 0,
  }));
}
