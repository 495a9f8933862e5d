import type { UserRecord, UserStore, UserWriteOutcome } from '../model/ports.js';

export function createMemoryUsers(wrote: () => void, hasAdminToken: (now: number) => boolean): UserStore {
  const users = new Map<string, UserRecord>();

  const isAdmin = (user: UserRecord | undefined) => user?.role === 'admin' && user.disabledAt === null;
  const leavesNoAdmin = (account: string) =>
    isAdmin(users.get(account)) && ![...users.values()].some((user) => isAdmin(user) && user.account !== account);

  return {
    find: async (account) => users.get(account) ?? null,
    list: async () => [...users.values()].sort((a, b) => (a.account < b.account ? -1 : 1)),
    create: async (user) => {
      if (users.has(user.account)) return false;
      users.set(user.account, user);
      wrote();
      return true;
    },
    createFirstAdminIf: async (user, { adminTokensCountAt, noOtherSource }) => {
      if (users.size > 0) return false;
      if (adminTokensCountAt !== null && hasAdminToken(adminTokensCountAt)) return false;
      if (!noOtherSource()) return false;
      users.set(user.account, user);
      wrote();
      return true;
    },
    update: async (account, change, { keepAdmin, generation }): Promise<UserWriteOutcome> => {
      const user = users.get(account);
      if (!user) return 'not_found';
      if (generation !== undefined && generation !== user.generation) return 'stale';
      const disables = typeof change.disabledAt === 'number';
      const demotes = disables || (change.role !== undefined && change.role !== 'admin');
      if (keepAdmin && demotes && leavesNoAdmin(account)) return 'last_admin';
      users.set(account, {
        ...user,
        role: change.role ?? user.role,
        passwordHash: change.passwordHash ?? user.passwordHash,
        generation: user.generation + (change.passwordHash === undefined && !disables ? 0 : 1),
        disabledAt: change.disabledAt === undefined ? user.disabledAt : change.disabledAt,
      });
      wrote();
      return 'done';
    },
    delete: async (account, { keepAdmin }): Promise<UserWriteOutcome> => {
      if (!users.has(account)) return 'not_found';
      if (keepAdmin && leavesNoAdmin(account)) return 'last_admin';
      users.delete(account);
      wrote();
      return 'done';
    },
    touch: async (account, at) => {
      const user = users.get(account);
      if (user) users.set(account, { ...user, lastSeenAt: at });
    },
  };
}
