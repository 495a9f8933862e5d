import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { deviceOf, type Link, linkKey } from './link.js';

/** Profiles of the links of one sender, by the keys of the links. */
export type ReadProfiles =
  | { readonly state: 'reading' | 'failed' }
  | { readonly state: 'read'; readonly profiles: ReadonlyMap<string, Link['profile']> };

/** Profiles of links, read while their rows are shown: a CCU is asked for each link, and an installation has hundreds. */
export interface LinkProfiles {
  /** Those of the sender of a link; the first call for one of its links reads them. */
  of(link: Link): ReadonlySignal<ReadProfiles>;
}

/** Devices that are read at once. */
const PARALLEL = 2;

/** `load` reads the links of a device with their profiles. */
export function createLinkProfiles(load: (central: string, device: string) => Promise<readonly Link[]>): LinkProfiles {
  const senders = new Map<string, Signal<ReadProfiles>>();
  const waiting: (() => Promise<void>)[] = [];
  let running = 0;

  function next(): void {
    if (running >= PARALLEL) return;
    const work = waiting.shift();
    if (work === undefined) return;
    running += 1;
    void work().finally(() => {
      running -= 1;
      next();
    });
  }

  return {
    of({ central_name: central = '', sender_address }) {
      const device = deviceOf(sender_address);
      const key = `${central}/${device}`;
      const known = senders.get(key);
      if (known !== undefined) return known;
      const state = signal<ReadProfiles>({ state: 'reading' });
      senders.set(key, state);
      waiting.push(async () => {
        try {
          const links = await load(central, device);
          const profiles = new Map(links.map((link) => [linkKey({ ...link, central_name: central }), link.profile]));
          state.value = { state: 'read', profiles };
        } catch {
          // The list stays useful without; its next reading tries again.
          state.value = { state: 'failed' };
        }
      });
      next();
      return state;
    },
  };
}
