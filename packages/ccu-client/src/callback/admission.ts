import type { Complaints } from '../log/complaints.js';
import type { Now } from '../model/ports.js';
import type { CallbackRegistration, CallbackStatus, RefusedCaller } from './server.js';
import type { Sources } from './sources.js';

/** Decides which callers are served, and remembers the others. */
export interface Admission {
  /** True for an address of a configured CCU or of this machine, or when every address may call. */
  knows(address: string): boolean;
  /** True when the address may call for this interface; a promise where names have to be looked up first. */
  admits(registration: CallbackRegistration, address: string): boolean | Promise<boolean>;
  /** The same for a connection that names no interface. */
  admitsAny(address: string): boolean | Promise<boolean>;
  refuse(address: string, wire: RefusedCaller['wire'], why: RefusedCaller['why']): void;
  /** `true`: addresses of CCUs only; `false`: every address; absent: addresses of CCUs that call from their own. */
  restrict(mode: boolean | undefined): void;
  forget(registration: CallbackRegistration): void;
  status(): CallbackStatus;
}

const MAX_REFUSED = 16;

const MESSAGES: Readonly<Record<RefusedCaller['why'], string>> = {
  address: 'a host that is no configured CCU tried to call',
  path: 'a call came for a path that no CCU was given in this run',
  unknown_peer: 'a BIN-RPC call came from no configured CCU',
};

const EVENTS: Readonly<Record<RefusedCaller['why'], string>> = {
  address: 'callback.refused',
  path: 'callback.unknown_path',
  unknown_peer: 'callback.unknown_peer',
};

export function createAdmission(deps: {
  readonly sources: Sources;
  readonly complaints: Complaints;
  readonly now: Now;
}): Admission {
  const { sources, complaints, now } = deps;
  let mode: boolean | undefined;
  /** CCUs that have called from an address of their own: no other address is theirs. */
  const atHome = new Set<CallbackRegistration>();
  const elsewhere = new Map<CallbackRegistration, string>();
  const refused = new Map<string, RefusedCaller>();

  function judge(registration: CallbackRegistration, address: string): boolean {
    if (mode === false) return true;
    if (elsewhere.get(registration) === address) return true;
    if (!sources.isOf(registration.ccuHost, address)) return false;
    atHome.add(registration);
    return true;
  }

  /** Only the CCU has the path, so a caller with it is that CCU behind another address. */
  function welcome(registration: CallbackRegistration, address: string): boolean {
    if (mode === true || atHome.has(registration)) return false;
    const { central, interfaceName } = registration;
    elsewhere.set(registration, address);
    complaints.report({
      event: 'callback.elsewhere',
      message: 'the CCU calls from an address that is not its own; the call is taken because it has the path',
      central,
      interfaceName,
      fields: { address },
    });
    return true;
  }

  return {
    knows: (address) => mode === false || sources.knows(address),
    admits(registration, address) {
      if (judge(registration, address)) return true;
      return sources.again().then(() => judge(registration, address) || welcome(registration, address));
    },
    admitsAny(address) {
      if (this.knows(address)) return true;
      return sources.again().then(() => this.knows(address));
    },
    refuse(address, wire, why) {
      complaints.report({ event: EVENTS[why], message: MESSAGES[why], fields: { address, wire } });
      const key = `${wire} ${why} ${address}`;
      const { times = 0 } = refused.get(key) ?? {};
      refused.delete(key);
      refused.set(key, { address, wire, why, times: times + 1, lastAt: now() });
      if (refused.size > MAX_REFUSED) refused.delete(refused.keys().next().value as string);
    },
    restrict(next) {
      if (next === false && mode !== false) {
        complaints.report({
          event: 'callback.open_to_all',
          message: 'calls of every address are taken, because callback.restrict_source_ips is false',
        });
      }
      mode = next;
      if (mode === true) elsewhere.clear();
    },
    forget(registration) {
      atHome.delete(registration);
      elsewhere.delete(registration);
    },
    status: () => ({
      restricted: mode ?? 'where_known',
      refused: [...refused.values()],
      elsewhere: [...elsewhere].map(([{ central, interfaceName }, address]) => ({ central, interfaceName, address })),
    }),
  };
}
