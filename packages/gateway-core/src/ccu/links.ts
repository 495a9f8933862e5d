import type { LinkControl } from '../families/devices/links.js';
import { type ConnectedCcus, connectedCcu } from './connected.js';
import { askCcu } from './refusal.js';

/**
 * Direct links, kept by the interface processes of the CCUs. `changed`: some of them were made or removed.
 *
 * @example
 * const links = createLinkControl(centrals, (central) => readLinksAgain(central));
 */
export function createLinkControl(centrals: ConnectedCcus, changed: (central: string) => void): LinkControl {
  const at = (link: { readonly central: string; readonly interfaceName: string }) => ({
    ccu: connectedCcu(centrals, link.central),
    interfaceName: link.interfaceName,
  });
  return {
    listLinks(central, name, address) {
      const { ccu, interfaceName } = at({ central, interfaceName: name });
      return askCcu(() => ccu.getLinks(interfaceName, address));
    },
    async addLink(link) {
      const { ccu, interfaceName } = at(link);
      await askCcu(() => ccu.addLink(interfaceName, link));
      changed(link.central);
    },
    changeLink(link) {
      const { ccu, interfaceName } = at(link);
      return askCcu(() => ccu.setLinkInfo(interfaceName, link));
    },
    async removeLink(link) {
      const { ccu, interfaceName } = at(link);
      await askCcu(() => ccu.removeLink(interfaceName, link.sender, link.receiver));
      changed(link.central);
    },
    testLink(link) {
      const { ccu, interfaceName } = at(link);
      return askCcu(() => ccu.testLink(interfaceName, link.receiver, link.sender, link.longPress));
    },
  };
}
