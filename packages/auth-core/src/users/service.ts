import { refusing } from '../failures/failures.js';
import { accountKey } from '../model/account.js';
import type { UserService } from '../model/auth.js';
import { readMembers } from '../model/input.js';
import type { Actor } from '../model/principal.js';
import { ok, type Result } from '../model/problem.js';

import { createUserAddition } from './additions.js';
import { createUserChanges } from './changes.js';
import { summaryOf, type UserServiceOptions } from './options.js';

export function createUserService(options: UserServiceOptions): UserService {
  const { stores, settings, auditor, clock } = options;
  const { users } = stores;
  const create = createUserAddition(options);
  const { update, remove } = createUserChanges(options);

  /** Number of sessions of each principal. */
  const liveSessions = async () => {
    const counts = new Map<string, number>();
    for (const { principalKey, expiresAt } of await stores.sessions.list()) {
      if (expiresAt > clock.now()) counts.set(principalKey, (counts.get(principalKey) ?? 0) + 1);
    }
    return counts;
  };

  /** Runs a change and writes down how it ended. */
  const audited = async <T>(by: Actor, action: string, target: string, run: () => Promise<Result<T>>) => {
    const result = await refusing(run);
    auditor.change(by, action, target, result.ok ? undefined : result.problem.reason);
    return result;
  };

  const createFrom = (input: unknown, by: Actor) => {
    const { username } = readMembers(input);
    const target = typeof username === 'string' ? (accountKey(username) ?? '') : '';
    return audited(by, 'user.create', target, () => create(input));
  };
  const updateFrom = (subject: string, input: unknown, by: Actor) =>
    audited(by, actionOf(input), accountKey(subject) ?? '', () => update(subject, input, by));

  return {
    list: () =>
      refusing(async () => {
        const sessions = await liveSessions();
        return ok((await users.list()).map((user) => summaryOf(user, sessions.get(`local:${user.account}`) ?? 0)));
      }),
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
    create: createFrom,
    createFromBody: createFrom,
    update: updateFrom,
    updateFromBody: updateFrom,
    delete: (subject, by) => audited(by, 'user.delete', accountKey(subject) ?? '', () => remove(subject, by)),
  };
}

/** Disabling and enabling have names of their own, so that they are found. */
function actionOf(input: unknown): string {
  const { disabled } = readMembers(input);
  return typeof disabled === 'boolean' ? (disabled ? 'user.disable' : 'user.enable') : 'user.update';
}
