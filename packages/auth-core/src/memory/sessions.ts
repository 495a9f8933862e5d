import type { SessionRecord, SessionStore } from '../model/ports.js';

export function createMemorySessions(wrote: () => void): SessionStore {
  const sessions = new Map<string, SessionRecord>();

  const deleteWhere = (matches: (session: SessionRecord) => boolean): readonly string[] => {
    const gone = [...sessions.values()].filter(matches).map((session) => session.idHash);
    for (const idHash of gone) sessions.delete(idHash);
    if (gone.length > 0) wrote();
    return gone;
  };

  return {
    durable: false,
    find: async (idHash) => sessions.get(idHash) ?? null,
    create: async (session) => {
      sessions.set(session.idHash, session);
      wrote();
    },
    touch: async (idHash, at) => {
      const session = sessions.get(idHash);
      if (session) sessions.set(idHash, { ...session, lastSeenAt: at });
    },
    delete: async (idHash) => deleteWhere((session) => session.idHash === idHash).length > 0,
    list: async ({ principalKey, subject } = {}) =>
      [...sessions.values()]
        .filter((session) => principalKey === undefined || session.principalKey === principalKey)
        .filter((session) => subject === undefined || session.subject === subject)
        .sort((a, b) => b.createdAt - a.createdAt),
    deleteByPrincipal: async (principalKey, exceptIdHash) =>
      deleteWhere((session) => session.principalKey === principalKey && session.idHash !== exceptIdHash),
    deleteExpired: async (now) => deleteWhere((session) => session.expiresAt <= now).length,
  };
}
