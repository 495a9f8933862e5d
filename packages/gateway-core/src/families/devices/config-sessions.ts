import type { EditLocks } from '../../ports/editing.js';
import { type Caller, principalOf } from '../../use-case/caller.js';
import { GatewayError } from '../../use-case/errors.js';
import { houseRefusal } from '../../use-case/refusal.js';
import { useCase } from '../../use-case/use-case.js';
import { editedByOther, paramsetLock } from './edit-locks.js';
import {
  type AddressScope,
  type ParamsetName,
  type ParamsetWriting,
  placeOf,
  readParamset,
  writeParamset,
} from './paramsets.js';

type Values = Readonly<Record<string, unknown>>;

interface Session {
  /** Of the lock under which `initial` was read: under another one others may have written since. */
  readonly token: string;
  readonly initial: Values;
  /** Steps up to `done` are in force; those after it were undone. */
  readonly steps: readonly Values[];
  readonly done: number;
}

/** Pending changes of people, step by step, before any of them is written. */
export interface ConfigSessions {
  get(key: string): Session | undefined;
  set(key: string, session: Session): void;
  delete(key: string): void;
}

/** Ports of the use cases that edit a paramset step by step. */
export interface ConfigEditing extends ParamsetWriting {
  readonly editLocks: EditLocks;
  readonly configSessions: ConfigSessions;
}

/** The paramset that is edited. Each principal has a session of its own for it. */
export interface SessionRequest extends AddressScope {
  readonly key: ParamsetName;
}

/** Sessions that are never ended are forgotten, the oldest first. */
const MAX_SESSIONS = 200;
/** A form has some dozens of fields; thousands of steps are a program gone wild. */
const MAX_STEPS = 1_000;

/**
 * Sessions in memory: at most 200, of which the one that was changed longest ago is forgotten first.
 *
 * @example
 * const editing = { ...ports, editLocks, configSessions: createConfigSessions() };
 */
export function createConfigSessions(): ConfigSessions {
  const sessions = new Map<string, Session>();
  return {
    get: (key) => sessions.get(key),
    set(key, session) {
      // Used ones move to the end, so the oldest stand first.
      sessions.delete(key);
      for (const oldest of sessions.keys()) {
        if (sessions.size < MAX_SESSIONS) break;
        sessions.delete(oldest);
      }
      sessions.set(key, session);
    },
    delete: (key) => void sessions.delete(key),
  };
}

/**
 * Locks a paramset for editing and reads its values. Opened again, it goes on with the same state; after the end of the
 * lock, the values are read anew. Resolves with the values, the changes so far and the token of the edit lock. Role
 * `operator`; not audited, because nothing is written.
 *
 * @throws GatewayError `locked` (reason `edit_locked`) while another principal edits it, `not_found`,
 * `upstream_unavailable`, `service_unready`
 * @example
 * const { values, token } = await openConfigSession(editing, caller, { address: '0001D3C99C0001:1', key: 'MASTER' });
 */
export const openConfigSession = useCase(
  'operator',
  async (ports: ConfigEditing, caller: Caller, at: SessionRequest) => {
    const { key: principal, subject } = principalOf(caller);
    const place = placeOf(ports.house, at);
    const lock = await ports.editLocks.open(paramsetLock({ ...place, address: at.address }, at.key), {
      principal,
      subject,
    });
    if ('heldBy' in lock) throw editedByOther('edit_locked', lock.heldBy);
    const id = sessionId(place.central, caller, at);
    const { token } = lock;
    const before = ports.configSessions.get(id);
    if (before?.token === token) return { ...stateOf(before), token };
    const initial = await readParamset(ports, at);
    const { steps, done } = ports.configSessions.get(id) ?? { steps: [], done: 0 };
    return { ...keep(ports, id, { token, initial, steps, done }), token };
  },
);

/**
 * Applies one change, or several in one step. An unwritable change is refused here already. Role `operator`; not
 * audited, because nothing is written.
 *
 * @throws GatewayError `not_found` (reason `no_session`), `unprocessable` after 1 000 steps, and as `writeParamset`
 * @example
 * const { changes } = stageChange(editing, caller, at, { CYCLIC_INFO_MSG: 1 });
 */
export const stageChange = useCase(
  'operator',
  (ports: ConfigEditing, caller: Caller, at: SessionRequest, change: Values) => {
    const { id, session } = opened(ports, caller, at);
    const planned = ports.devices.validateParamset({ ...at, values: change });
    if (!planned.ok) throw houseRefusal(planned);
    const steps = [...session.steps.slice(0, session.done), change];
    if (steps.length > MAX_STEPS)
      throw new GatewayError('unprocessable', 'There are too many steps: save or discard', {});
    return keep(ports, id, { ...session, steps, done: steps.length });
  },
);

/**
 * Goes one step back (-1) or forth (1). At the end nothing happens. Role `operator`; not audited.
 *
 * @throws GatewayError `not_found` (reason `no_session`)
 * @example
 * const { can_undo } = moveStep(editing, caller, at, -1);
 */
export const moveStep = useCase('operator', (ports: ConfigEditing, caller: Caller, at: SessionRequest, by: -1 | 1) => {
  const { id, session } = opened(ports, caller, at);
  const done = Math.min(session.steps.length, Math.max(0, session.done + by));
  return done === session.done ? stateOf(session) : keep(ports, id, { ...session, done });
});

/**
 * The caller's session: the values with all steps applied, and under `changes` those that differ from the values at its
 * opening. Role `viewer`.
 *
 * @throws GatewayError `not_found` (reason `no_session`)
 * @example
 * const { changes } = pendingChanges(editing, caller, { address: '0001D3C99C0001:1', key: 'MASTER' });
 */
export const pendingChanges = useCase('viewer', (ports: ConfigEditing, caller: Caller, at: SessionRequest) => {
  return stateOf(opened(ports, caller, at).session);
});

/**
 * Writes the differences as one call, then ends the session. When the CCU refuses, or another change was made
 * meanwhile, the session stays. Resolves with the number of parameters that were sent, when the CCU has taken them.
 * Role `operator`; audited as `paramset_write` if there is a difference.
 *
 * @throws GatewayError `not_found` (reason `no_session`), and as `writeParamset`
 * @example
 * const written = await saveConfigSession(editing, caller, at);
 */
export const saveConfigSession = useCase(
  'operator',
  async (ports: ConfigEditing, caller: Caller, at: SessionRequest): Promise<number> => {
    const { id, session } = opened(ports, caller, at);
    const { changes } = stateOf(session);
    const written =
      Object.keys(changes).length === 0 ? 0 : await writeParamset(ports, caller, { ...at, values: changes });
    // Changes made meanwhile are not saved yet.
    const later = () => [ports.configSessions.get(id)].find((now) => now !== session);
    // The write is done: a lock that could not be freed ends by itself.
    if (later() === undefined) await freeLock(ports, caller, at).catch(() => {});
    const unsaved = later();
    if (unsaved === undefined) ports.configSessions.delete(id);
    else ports.configSessions.set(id, { ...unsaved, initial: { ...unsaved.initial, ...changes } });
    return written;
  },
);

/**
 * Ends the caller's session without writing, and frees its edit lock. Role `operator`; not audited.
 *
 * @throws GatewayError `not_found` (reason `no_session`), `service_unready` where the lock cannot be freed: the session stays
 * @example
 * discardConfigSession(editing, caller, { address: '0001D3C99C0001:1', key: 'MASTER' });
 */
export const discardConfigSession = useCase(
  'operator',
  async (ports: ConfigEditing, caller: Caller, at: SessionRequest): Promise<void> => {
    const { id } = opened(ports, caller, at);
    await freeLock(ports, caller, at);
    ports.configSessions.delete(id);
  },
);

async function freeLock(ports: ConfigEditing, caller: Caller, at: SessionRequest): Promise<void> {
  const { central } = placeOf(ports.house, at);
  const proof = { principal: principalOf(caller).key };
  await ports.editLocks.release(paramsetLock({ central, address: at.address }, at.key), proof);
}

function opened(ports: ConfigEditing, caller: Caller, at: SessionRequest) {
  const id = sessionId(placeOf(ports.house, at).central, caller, at);
  const session = ports.configSessions.get(id);
  if (session === undefined) {
    throw new GatewayError('not_found', `${at.address} ${at.key} is not open for editing`, { reason: 'no_session' });
  }
  return { id, session };
}

function keep(ports: ConfigEditing, id: string, session: Session) {
  ports.configSessions.set(id, session);
  return stateOf(session);
}

function stateOf({ initial, steps, done }: Session) {
  const staged: Values = Object.assign({}, ...steps.slice(0, done));
  const differs = ([name, value]: readonly [string, unknown]) => initial[name] !== value;
  return {
    values: { ...initial, ...staged },
    changes: Object.fromEntries(Object.entries(staged).filter(differs)),
    can_undo: done > 0,
    can_redo: done < steps.length,
  };
}

function sessionId(central: string, caller: Caller, { address, key }: SessionRequest): string {
  return JSON.stringify([principalOf(caller).key, central, address, key]);
}
