import { localKey } from '../accounts/local.js';
import type { Auditor } from '../audit/auditor.js';
import { refusing } from '../failures/failures.js';
import { accountKey, accountSkeleton, newAccountFault } from '../model/account.js';
import type { UserService, UserSummary } from '../model/auth.js';
import { readMembers, unknownMember } from '../model/input.js';
import type { AuthStores, Clock, TokenRecord, UserChange, UserRecord, UserWriteOutcome } from '../model/ports.js';
import type { Actor } from '../model/principal.js';
import { type AuthProblem, ok, type Result, refuse } from '../model/problem.js';
import { invalidInput, invalidRole, problem, unknownField } from '../model/problems.js';
import { isRole, roleCovers } from '../model/role.js';
import type { PasswordHasher } from '../passwords/hasher.js';
import { newPasswordFault } from '../passwords/policy.js';
import type { VerifiedCache } from '../passwords/verified-cache.js';
import type { Revocations } from '../revocations/revocations.js';
import type { Settings } from '../settings/settings.js';
import type { Sources } from '../setup/sources.js';

export interface UserServiceOptions {
  readonly stores: AuthStores;
  readonly settings: Pick<Settings, 'configUsers'>;
  readonly sources: Sources;
  readonly hasher: PasswordHasher;
  readonly cache: VerifiedCache;
  readonly clock: Clock;
  readonly revocations: Revocations;
  readonly auditor: Auditor;
}

/** Only admins come this far: they do not wait behind those who try to sign in. */
const ownPlace = { source: 'admin', reserved: true } as const;

export function createUserService(options: UserServiceOptions): UserService {
  const { stores, settings, sources, hasher, cache, clock, revocations, auditor } = options;
  const { users, sessions, tokens } = stores;

  // Names are compared with all others and then inserted: two at once would not see each other.
  let last: Promise<unknown> = Promise.resolve();
  const oneByOne = <T>(run: () => Promise<T>): Promise<T> => {
    const turn = last.then(run);
    last = turn.catch(() => undefined);
    return turn;
  };

  /** Runs a change and writes down how it ended. */
  const audited = async <T>(by: Actor, action: string, target: string, run: () => Promise<Result<T>>) => {
    const result = await refusing(run);
    auditor.change(by, action, target, result.ok ? undefined : result.problem.reason);
    return result;
  };

  /** Why the name could be taken for that of another account, or null. */
  const lookalike = async (account: string): Promise<string | null> => {
    const skeleton = accountSkeleton(account);
    const names = [...settings.configUsers.keys(), ...(await users.list()).map((user) => user.account)];
    const other = names.find((name) => name !== account && accountSkeleton(name) === skeleton);
    return other === undefined ? null : `looks like the user ${JSON.stringify(other)}`;
  };

  const create = async (input: unknown): Promise<Result<UserSummary>> => {
    const { username, password, role } = readMembers(input);
    const nameFault = newAccountFault(username);
    const account = typeof username === 'string' ? accountKey(username) : null;
    if (nameFault !== null || account === null) {
      return refuse(invalidInput('username_invalid', 'username', nameFault ?? 'is not acceptable'));
    }
    const passwordFault = newPasswordFault(password);
    if (passwordFault !== null) return refuse(invalidInput('validation_failed', 'password', passwordFault));
    if (!isRole(role)) return refuse(invalidRole());
    const unknown = unknownMember(input, ['username', 'password', 'role']);
    if (unknown !== undefined) return refuse(unknownField(unknown));
    if (settings.configUsers.has(account)) return refuse(problem('user_managed_by_config'));
    const user: UserRecord = {
      account,
      role,
      passwordHash: await hasher.hash(password as string, ownPlace),
      generation: 1,
      createdAt: clock.now(),
      lastSeenAt: null,
    };
    return oneByOne(async () => {
      const likeness = await lookalike(account);
      if (likeness !== null) return refuse(invalidInput('username_invalid', 'username', likeness));
      return (await users.create(user)) ? ok(summaryOf(user)) : refuse(problem('user_exists'));
    });
  };

  const readChange = async (input: unknown): Promise<Result<UserChange>> => {
    const { password, role } = readMembers(input);
    if (role !== undefined && !isRole(role)) return refuse(invalidRole());
    const unknown = unknownMember(input, ['password', 'role']);
    if (unknown !== undefined) return refuse(unknownField(unknown));
    if (password === undefined) return ok({ role });
    const fault = newPasswordFault(password);
    if (fault !== null) return refuse(invalidInput('validation_failed', 'password', fault));
    return ok({ role, passwordHash: await hasher.hash(password as string, ownPlace) });
  };

  /** The stored account behind a name of a path, or why it cannot be changed. */
  const existing = async (subject: string): Promise<Result<UserRecord>> => {
    const account = accountKey(subject);
    const user = account === null ? null : await users.find(account);
    if (user) return ok(user);
    return refuse(
      problem(account !== null && settings.configUsers.has(account) ? 'user_managed_by_config' : 'not_found'),
    );
  };

  const keepAdmin = () => ({ keepAdmin: !sources.adminOutside() });

  /** A token belongs to the person it names, however the name was spelled. */
  const revokeTokensOf = async (account: string, by: Actor, ends: (token: TokenRecord) => boolean): Promise<void> => {
    const owned = (await tokens.list()).filter((token) => accountKey(token.subject) === account && ends(token));
    for (const { fingerprint } of owned) {
      if (!(await tokens.revoke(fingerprint, clock.now()))) continue;
      revocations.publish(4401, { credentialIds: [`token:${fingerprint}`] });
      auditor.change(by, 'token.revoke', fingerprint.slice(0, 12));
    }
  };

  const update = async (subject: string, input: unknown, by: Actor): Promise<Result<null>> => {
    const found = await existing(subject);
    if (!found.ok) return found;
    const { account, role } = found.value;
    const change = await readChange(input);
    if (!change.ok) return change;
    const refusal = refusalOf(await users.update(account, change.value, keepAdmin()));
    if (refusal) return refuse(refusal);
    const principalKeys = [localKey(account)];
    if (change.value.passwordHash !== undefined) {
      cache.forget(localKey(account));
      await sessions.deleteByPrincipal(localKey(account));
      revocations.publish(4401, { principalKeys });
    }
    const { role: next } = change.value;
    if (next && !roleCovers(next, role)) {
      revocations.publish(4403, { principalKeys });
      await revokeTokensOf(account, by, (token) => !roleCovers(next, token.role));
    }
    return ok(null);
  };

  const remove = async (subject: string, by: Actor): Promise<Result<null>> => {
    const found = await existing(subject);
    if (!found.ok) return found;
    const { account } = found.value;
    const refusal = refusalOf(await users.delete(account, keepAdmin()));
    if (refusal) return refuse(refusal);
    cache.forget(localKey(account));
    revocations.publish(4401, { principalKeys: [localKey(account)] });
    await sessions.deleteByPrincipal(localKey(account));
    await revokeTokensOf(account, by, () => true);
    return ok(null);
  };

  return {
    list: () => refusing(async () => ok((await users.list()).map(summaryOf))),
    listLogins: () =>
      refusing(async () => {
        const configured = [...settings.configUsers].map(([username, { role }]) => ({
          username,
          role,
          source: 'config' as const,
        }));
        const local = (await users.list()).map(({ account, role }) => ({
          username: account,
          role,
          source: 'local' as const,
        }));
        return ok([...configured, ...local]);
      }),
    create: (input, by) => {
      const { username } = readMembers(input);
      const target = typeof username === 'string' ? (accountKey(username) ?? '') : '';
      return audited(by, 'user.create', target, () => create(input));
    },
    update: (subject, input, by) =>
      audited(by, 'user.update', accountKey(subject) ?? '', () => update(subject, input, by)),
    delete: (subject, by) => audited(by, 'user.delete', accountKey(subject) ?? '', () => remove(subject, by)),
  };
}

function refusalOf(outcome: UserWriteOutcome): AuthProblem | null {
  return outcome === 'done' ? null : problem(outcome === 'stale' ? 'not_found' : outcome);
}

function summaryOf({ account, role, createdAt, lastSeenAt }: UserRecord): UserSummary {
  return { subject: account, role, createdAt, lastSeenAt };
}
