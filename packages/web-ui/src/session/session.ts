import type { CallAnswer, Gateway } from '@ccu-gateway/client';
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Base } from '../net/base.js';

export type Role = 'viewer' | 'operator' | 'admin';

/** The signed-in user. */
export type Identity = CallAnswer<'me'>;

export interface Session {
  /** Undefined until the gateway has answered. */
  readonly identity: ReadonlySignal<Identity | undefined>;
  readonly role: ReadonlySignal<Role | undefined>;
  /** True when the role of the user includes this one; false until the role is known. */
  may(role: Role): boolean;
  /** Capabilities of the gateway from `/info`; empty until they were read. */
  readonly capabilities: ReadonlySignal<readonly string[]>;
  load(): Promise<void>;
  /** Sets the last known user, for the view before the gateway answers. */
  restore(identity: Identity): void;
  /** Opens the sign-in page, which returns to this address. */
  signIn(): void;
  signOut(): Promise<void>;
  /** The page was left for the form: it must not be restored from the cache of the browser. */
  isOver(): boolean;
}

export interface SessionOptions {
  readonly gateway: () => Gateway;
  readonly base: Base;
  readonly location: Pick<Location, 'pathname' | 'search' | 'assign'>;
  /** Runs before the page closes because the session ended, and removes the stored snapshot. Never rejects. */
  readonly forget: () => Promise<void>;
}

const ORDER: readonly Role[] = ['viewer', 'operator', 'admin'];

export function createSession({ gateway, base, location, forget }: SessionOptions): Session {
  const identity = signal<Identity | undefined>(undefined);
  const capabilities = signal<readonly string[]>([]);
  const role = computed(() => identity.value?.role);
  // A page leaves once: further refused requests, and the end of the stream, must not navigate again.
  let isOver = false;
  return {
    identity,
    role,
    capabilities,
    may: (wanted) => role.value !== undefined && ORDER.indexOf(role.value) >= ORDER.indexOf(wanted),
    async load() {
      const [me, info] = await Promise.all([gateway().call('me'), gateway().call('getInfo')]);
      identity.value = me;
      capabilities.value = info.capabilities;
    },
    restore(kept) {
      identity.value ??= kept;
    },
    signIn() {
      if (isOver) return;
      isOver = true;
      const here = base.inside(location.pathname) + location.search;
      const target = base.at(here === '/' ? 'login' : `login?return_to=${encodeURIComponent(here)}`);
      // The session was ended, perhaps because the browser is in other hands.
      void forget().then(() => location.assign(target));
    },
    async signOut() {
      isOver = true;
      try {
        await gateway().call('logout');
      } catch (error) {
        isOver = false;
        throw error;
      }
      await forget();
      location.assign(base.at('login'));
    },
    isOver: () => isOver,
  };
}
