import { localKey } from '../accounts/local.js';
import { accountKey } from '../model/account.js';
import { readMembers, unknownMember } from '../model/input.js';
import type { ExclusiveStores, TokenRecord, UserChange, UserRecord, UserWriteOutcome } from '../model/ports.js';
import type { Actor } from '../model/principal.js';
import { type AuthProblem, ok, type Result, refuse } from '../model/problem.js';
import { invalidInput, invalidRole, problem, unknownField } from '../model/problems.js';
import { isRole, type Role, roleCovers } from '../model/role.js';
import type { PasswordHasher } from '../passwords/hasher.js';
import { newPasswordFault } from '../passwords/policy.js';
import type { Leaving } from '../way-in/last-way-in.js';

import { ownPlace, type UserServiceOptions } from './options.js';

/** Changes and removes accounts, and ends the access of their credentials. */
export interface UserChanges {
  update(subject: string, input: unknown, by: Actor): Promise<Result<null>>;
  remove(subject: string, by: Actor): Promise<Result<null>>;
}

export function createUserChanges(options: UserServiceOptions): UserChanges {
  const { sources, cache, revocations, auditor, hasher, keepLastWayIn, clock, stores } = options;

  /** Makes a change and ends its credentials in one step; revocations are announced after the commit only. */
  const ending = async (by: Actor, change: (stores: ExclusiveStores) => Promise<Result<Ended>>) => {
    const result = await stores.exclusively(change);
    if (!result.ok) return result;
    const { account, code, sessions, tokens } = result.value;
    if (sessions) cache.forget(localKey(account));
    if (code !== null) revocations.publish(code, { principalKeys: [localKey(account)] });
    for (const fingerprint of tokens) {
      revocations.publish(4401, { credentialIds: [`token:${fingerprint}`] });
      auditor.change(by, 'token.revoke', fingerprint.slice(0, 12));
    }
    return ok(null);
  };

  const update = async (subject: string, input: unknown, by: Actor): Promise<Result<null>> => {
    const found = await existing(options, subject);
    if (!found.ok) return found;
    const { account } = found.value;
    const read = await readChange(hasher, input);
    if (!read.ok) return read;
    const change = changeOf(found.value, read.value, clock.now());
    return ending(by, async (inside) => {
      const kept = isTime(change.disabledAt) ? await keepLastWayIn(by, leavingWith(account), inside) : null;
      if (kept !== null) return kept;
      const keepAdmin = !(await sources.adminOutside(inside));
      const refusal = refusalOf(await inside.users.update(account, change, { keepAdmin }));
      return refusal ? refuse(refusal) : ok(await endOf(inside, whatEnds(found.value, change), clock.now()));
    });
  };

  const remove = async (subject: string, by: Actor): Promise<Result<null>> => {
    const found = await existing(options, subject);
    if (!found.ok) return found;
    const { account, role } = found.value;
    return ending(by, async (inside) => {
      const keepAdmin = !(await sources.adminOutside(inside));
      // If the store itself keeps the last administrator, another one is left.
      const isKept = role === 'admin' && keepAdmin;
      const kept = isKept ? null : await keepLastWayIn(by, leavingWith(account), inside);
      if (kept !== null) return kept;
      const refusal = refusalOf(await inside.users.delete(account, { keepAdmin }));
      return refusal ? refuse(refusal) : ok(await endOf(inside, everythingOf(account), clock.now()));
    });
  };

  return { update, remove };
}

/** Access that an account loses by a change. */
interface Ends {
  readonly account: string;
  /** Close code for sockets of the account itself; null if they stay open. */
  readonly code: 4401 | 4403 | null;
  readonly sessions: boolean;
  /** Selects its tokens that end; null for none. */
  readonly token: ((token: TokenRecord) => boolean) | null;
}

interface Ended extends Omit<Ends, 'token'> {
  /** Fingerprints of those that were revoked. */
  readonly tokens: readonly string[];
}

function everythingOf(account: string): Ends {
  return { account, code: 4401, sessions: true, token: () => true };
}

function whatEnds({ account, role }: UserRecord, { disabledAt, passwordHash, role: next }: UserChange): Ends {
  if (isTime(disabledAt)) return everythingOf(account);
  const isNew = passwordHash !== undefined;
  const isLower = next !== undefined && !roleCovers(next, role);
  return {
    account,
    code: isNew ? 4401 : isLower ? 4403 : null,
    sessions: isNew,
    token: isLower ? ({ role: ofToken }) => !roleCovers(next, ofToken) : null,
  };
}

async function endOf({ sessions, tokens }: ExclusiveStores, { token, ...ends }: Ends, now: number): Promise<Ended> {
  const { account } = ends;
  if (ends.sessions) await sessions.deleteByPrincipal(localKey(account));
  const revoked: string[] = [];
  if (token === null) return { ...ends, tokens: revoked };
  for (const { fingerprint } of (await tokens.list()).filter((each) => isOwnedBy(account, each) && token(each))) {
    if (await tokens.revoke(fingerprint, now)) revoked.push(fingerprint);
  }
  return { ...ends, tokens: revoked };
}

interface WantedChange {
  readonly role: Role | undefined;
  readonly passwordHash: string | undefined;
  readonly disabled: boolean | undefined;
}

async function readChange(hasher: PasswordHasher, input: unknown): Promise<Result<WantedChange>> {
  const { password, role, disabled } = readMembers(input);
  if (role !== undefined && !isRole(role)) return refuse(invalidRole());
  if (disabled !== undefined && typeof disabled !== 'boolean') {
    return refuse(invalidInput('validation_failed', 'disabled', 'must be true or false'));
  }
  const unknown = unknownMember(input, ['password', 'role', 'disabled']);
  if (unknown !== undefined) return refuse(unknownField(unknown));
  if (password === undefined) return ok({ role, disabled, passwordHash: undefined });
  const fault = newPasswordFault(password);
  if (fault !== null) return refuse(invalidInput('validation_failed', 'password', fault));
  return ok({ role, disabled, passwordHash: await hasher.hash(password as string, ownPlace) });
}

/** An account that is already disabled keeps its time, and its credentials do not end again. */
function changeOf(user: UserRecord, { role, passwordHash, disabled }: WantedChange, now: number): UserChange {
  return {
    ...(role === undefined ? {} : { role }),
    ...(passwordHash === undefined ? {} : { passwordHash }),
    ...(disabled === undefined || disabled === (user.disabledAt !== null) ? {} : { disabledAt: disabled ? now : null }),
  };
}

const isTime = (value: number | null | undefined): value is number => typeof value === 'number';

/** Its tokens are removed with it, so they are no remaining authentication source. */
function leavingWith(account: string): Leaving {
  return { account, token: (token) => isOwnedBy(account, token) };
}

/** The stored account behind a name of a path, or why it cannot be changed. */
async function existing({ stores, settings }: UserServiceOptions, subject: string): Promise<Result<UserRecord>> {
  const account = accountKey(subject);
  const user = account === null ? null : await stores.users.find(account);
  if (user) return ok(user);
  return refuse(
    problem(account !== null && settings.configUsers.has(account) ? 'user_managed_by_config' : 'not_found'),
  );
}

/** A token belongs to the person it names, however the name was spelled. */
function isOwnedBy(account: string, token: TokenRecord): boolean {
  return accountKey(token.subject) === account;
}

function refusalOf(outcome: UserWriteOutcome): AuthProblem | null {
  return outcome === 'done' ? null : problem(outcome === 'stale' ? 'not_found' : outcome);
}
