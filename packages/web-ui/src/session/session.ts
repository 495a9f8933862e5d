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
  /**
   * The session ended: asks for another sign-in over this page, so that entered data stay. Opens the sign-in page where no password
   * was used, and where nobody was signed in here; it returns to this address.
   */
  signIn(): void;
  /**
   * Makes a report for a request that begins: where it is refused, the session has ended. The refusal of a request that began before
   * another sign-in comes late, and changes nothing.
   */
  refusal(): () => void;
  /** True while the page waits for another sign-in. */
  readonly hasEnded: ReadonlySignal<boolean>;
  /** Signs in again and goes on; loads the page anew for another user. Rejects with the problem of the gateway. */
  resume(credentials: { readonly username: string; readonly password: string }): Promise<void>;
  /** Opens the sign-in page, which returns to this address; entered data are lost. */
  leave(): void;
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

/** Sign-ins that a form with name and password repeats. */
const PASSWORD_SCHEMES: readonly unknown[] = ['session', 'ccu'];

const ORDER: readonly Role[] = ['viewer', 'operator', 'admin'];

export function createSession({ gateway, base, location, forget }: SessionOptions): Session {
  const identity = signal<Identity | undefined>(undefined);
  const capabilities = signal<readonly string[]>([]);
  const role = computed(() => identity.value?.role);
  const hasEnded = signal(false);
  const leave = () => {
    const here = base.inside(location.pathname) + location.search;
    location.assign(base.at(here === '/' ? 'login' : `login?return_to=${encodeURIComponent(here)}`));
  };
  // A page leaves once: further refused requests, and the end of the stream, must not navigate again.
  let isOver = false;
  /** Number of sign-ins on this page. */
  let signedIn = 0;
  function signIn(): void {
    if (isOver) return;
    isOver = true;
    const byPassword = PASSWORD_SCHEMES.includes(identity.peek()?.scheme);
    hasEnded.value = byPassword;
    // The session was ended, perhaps because the browser is in other hands.
    void forget().then(() => byPassword || leave());
  }
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
    signIn,
    refusal() {
      const begunIn = signedIn;
      return () => {
        if (begunIn === signedIn) signIn();
      };
    },
    hasEnded,
    async resume(credentials) {
      const before = identity.peek()?.subject;
      const me = await gateway().call('login', { body: credentials });
      if (me.subject !== before) return void location.assign(base.at(base.inside(location.pathname).slice(1)));
      isOver = false;
      signedIn += 1;
      identity.value = me;
      hasEnded.value = false;
    },
    leave,
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
