import { accountKey, newAccountFault } from '../model/account.js';
import type { UserSummary } from '../model/auth.js';
import { readMembers, unknownMember } from '../model/input.js';
import type { UserRecord } from '../model/ports.js';
import { ok, type Result, refuse } from '../model/problem.js';
import { invalidInput, invalidRole, problem, unknownField } from '../model/problems.js';
import { isRole } from '../model/role.js';
import { newPasswordFault } from '../passwords/policy.js';

import { ownPlace, summaryOf, type UserServiceOptions } from './options.js';

/** Creates accounts. Input as received; every refusal names its member. */
export function createUserAddition(options: UserServiceOptions): (input: unknown) => Promise<Result<UserSummary>> {
  const { stores, settings, hasher, clock } = options;
  const { users } = stores;

  // Names are compared with all others and then inserted: two at once would not see each other.
  let last: Promise<unknown> = Promise.resolve();
  const oneByOne = <T>(run: () => Promise<T>): Promise<T> => {
    const turn = last.then(run);
    last = turn.catch(() => undefined);
    return turn;
  };

  /** The account that the name could be mistaken for, as a fault, or null. */
  const lookalike = async (account: string): Promise<string | null> => {
    // Only for a new account: the table of characters that look alike takes more than 1 MB.
    const { accountSkeleton } = await import('../model/account-skeleton.js');
    const skeleton = accountSkeleton(account);
    const names = [...settings.configUsers.keys(), ...(await users.list()).map((user) => user.account)];
    const other = names.find((name) => name !== account && accountSkeleton(name) === skeleton);
    return other === undefined ? null : `looks like the user ${JSON.stringify(other)}`;
  };

  return async (input: unknown): Promise<Result<UserSummary>> => {
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
      disabledAt: null,
    };
    return oneByOne(async () => {
      const likeness = await lookalike(account);
      if (likeness !== null) return refuse(invalidInput('username_invalid', 'username', likeness));
      return (await users.create(user)) ? ok(summaryOf(user, 0)) : refuse(problem('user_exists'));
    });
  };
}
