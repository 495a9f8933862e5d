import type { TokenRecord, TokenStore } from '../model/ports.js';

export function createMemoryTokens(wrote: () => void): {
  readonly store: TokenStore;
  readonly hasAdminToken: (now: number) => boolean;
} {
  const tokens = new Map<string, TokenRecord>();
  const revoked = new Set<string>();

  const revoke = (fingerprint: string): boolean => {
    if (!tokens.delete(fingerprint)) return false;
    revoked.add(fingerprint);
    wrote();
    return true;
  };

  const store: TokenStore = {
    find: async (fingerprint) => tokens.get(fingerprint) ?? null,
    list: async () => [...tokens.values()].sort((a, b) => b.createdAt - a.createdAt),
    create: async (token) => {
      if (tokens.has(token.fingerprint) || revoked.has(token.fingerprint)) return false;
      tokens.set(token.fingerprint, token);
      wrote();
      return true;
    },
    revoke: async (fingerprint) => revoke(fingerprint),
    revokeBySubject: async (subject) => {
      const gone = [...tokens.values()].filter((token) => token.subject === subject).map((token) => token.fingerprint);
      for (const fingerprint of gone) revoke(fingerprint);
      return gone;
    },
    touch: async (fingerprint, at, address, client) => {
      const token = tokens.get(fingerprint);
      if (!token) return;
      const lastClient = client ?? token.lastClient;
      tokens.set(fingerprint, { ...token, lastSeenAt: at, lastAddress: address, lastClient });
    },
  };

  const hasAdminToken = (now: number) =>
    [...tokens.values()].some((token) => token.role === 'admin' && (token.expiresAt === null || token.expiresAt > now));

  return { store, hasAdminToken };
}
