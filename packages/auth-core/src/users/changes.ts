import { localKey } from '../accounts/local.js';
import { accountKey } from '../model/account.js';
import { readMembers, unknownMember } from '../model/input.js';
import type { TokenRecord, UserChange, UserRecord, UserWriteOutcome } from '../model/ports.js';
import type { Actor } from '../model/principal.js';
import { type AuthProblem, ok, type Result, refuse } from '../model/problem.js';
import { invalidInput, invalidRole, problem, unknownField } from '../model/problems.js';
import { isRole, type Role, roleCovers } from '../model/role.js';
import type { PasswordHasher } from '../passwords/hasher.js';
import { newPasswordFault } from '../passwords/policy.js';
import type { Leaving } from '../way-in/last-way-in.js';

import { ownPlace, type UserServiceOptions } from './options.js';

/** Changes and removes accounts, and ends what their credentials let in. */
export interface UserChanges {
  update(subject: string, input: unknown, by: Actor): Promise<Result<null>>;
  remove(subject: string, by: Actor): Promise<Result<null>>;
}

export function createUserChanges(options: UserServiceOptions): UserChanges {
  const { sources, cache, revocations, hasher, keepLastWayIn, clock } = options;
  const { users, sessions } = options.stores;

  const keepAdmin = () => ({ keepAdmin: !sources.adminOutside() });

  const update = async (subject: string, input: unknown, by: Actor): Promise<Result<null>> => {
    const found = await existing(options, subject);
    if (!found.ok) return found;
    const { account } = found.value;
    const read = await readChange(hasher, input);
    if (!read.ok) return read;
    const change = changeOf(found.value, read.value, clock.now());
    const write = async () => {
      const refusal = refusalOf(await users.update(account, change, keepAdmin()));
      if (refusal) return refuse(refusal);
      await endWhatStoodOn(found.value, change, by);
      return ok(null);
    };
    return isTime(change.disabledAt) ? keepLastWayIn(by, leavingWith(account), write) : write();
  };

  /** What the account let in before the change, and no longer does. */
  const endWhatStoodOn = async ({ account, role }: UserRecord, change: UserChange, by: Actor): Promise<void> => {
    const principalKeys = [localKey(account)];
    if (isTime(change.disabledAt)) {
      await endAll(account, by);
      return;
    }
    if (change.passwordHash !== undefined) {
      cache.forget(localKey(account));
      await sessions.deleteByPrincipal(localKey(account));
      revocations.publish(4401, { principalKeys });
    }
    const { role: next } = change;
    if (next && !roleCovers(next, role)) {
      revocations.publish(4403, { principalKeys });
      await revokeTokensOf(options, account, by, (token) => !roleCovers(next, token.role));
    }
  };

  const endAll = async (account: string, by: Actor): Promise<void> => {
    cache.forget(localKey(account));
    revocations.publish(4401, { principalKeys: [localKey(account)] });
    await sessions.deleteByPrincipal(localKey(account));
    await revokeTokensOf(options, account, by, () => true);
  };

  const remove = async (subject: string, by: Actor): Promise<Result<null>> => {
    const found = await existing(options, subject);
    if (!found.ok) return found;
    const { account, role } = found.value;
    const leave = async () => {
      const refusal = refusalOf(await users.delete(account, keepAdmin()));
      if (refusal) return refuse(refusal);
      await endAll(account, by);
      return ok(null);
    };
    // The store itself keeps the last administrator.
    if (role === 'admin') return leave();
    return keepLastWayIn(by, leavingWith(account), leave);
  };

  return { update, remove };
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

/** What is disabled already keeps its time, and ends nothing anew. */
function changeOf(user: UserRecord, { role, passwordHash, disabled }: WantedChange, now: number): UserChange {
  return {
    ...(role === undefined ? {} : { role }),
    ...(passwordHash === undefined ? {} : { passwordHash }),
    ...(disabled === undefined || disabled === (user.disabledAt !== null) ? {} : { disabledAt: disabled ? now : null }),
  };
}

const isTime = (value: number | null | undefined): value is number => typeof value === 'number';

/** Its tokens go with it, so they are no way in that would be left. */
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

async function revokeTokensOf(
  { stores: { tokens }, clock, revocations, auditor }: UserServiceOptions,
  account: string,
  by: Actor,
  ends: (token: TokenRecord) => boolean,
): Promise<void> {
  const owned = (await tokens.list()).filter((token) => isOwnedBy(account, token) && ends(token));
  for (const { fingerprint } of owned) {
    if (!(await tokens.revoke(fingerprint, clock.now()))) continue;
    revocations.publish(4401, { credentialIds: [`token:${fingerprint}`] });
    auditor.change(by, 'token.revoke', fingerprint.slice(0, 12));
  }
}

function refusalOf(outcome: UserWriteOutcome): AuthProblem | null {
  return outcome === 'done' ? null : problem(outcome === 'stale' ? 'not_found' : outcome);
}
