import type { Rest } from '../gateway/rest.js';
import { unexpectedAnswer } from '../terminal/exit.js';
import type { AccessAdmin, RoleName, TokenView, UserView } from './access.js';

export function accessOverRest(rest: Rest): AccessAdmin {
  return {
    via: 'rest',
    house: rest.url,
    listTokens: async () => list(await rest.call('listTokensV2'), toToken),
    async mintToken({ subject, role, expiresInDays }) {
      const body = { subject, role, ...(expiresInDays !== null && { expires_in_days: expiresInDays }) };
      const answer = record(await rest.call('createTokenV2', { body }));
      return {
        token: text(answer.token),
        fingerprint: text(answer.fingerprint),
        expiresAt: time(answer.expires_at),
      };
    },
    async revokeToken(fingerprint) {
      await rest.call('deleteTokenV2', { path: { fingerprint } });
    },
    listUsers: async () => list(await rest.call('listUsers'), toUser),
    async addUser(body) {
      await rest.call('createUser', { body });
    },
    async setPassword(username, password) {
      await rest.call('updateUser', { path: { subject: username }, body: { password } });
    },
    async setRole(username, role) {
      await rest.call('updateUser', { path: { subject: username }, body: { role } });
    },
    async setDisabled(username, disabled) {
      await rest.call('updateUser', { path: { subject: username }, body: { disabled } });
    },
    async deleteUser(username) {
      await rest.call('deleteUser', { path: { subject: username } });
    },
  };
}

function toToken(item: Readonly<Record<string, unknown>>): TokenView {
  return {
    fingerprint: text(item.fingerprint),
    subject: text(item.subject),
    role: text(item.role) as RoleName,
    createdAt: time(item.created_at) ?? 0,
    expiresAt: time(item.expires_at),
    lastSeenAt: time(item.last_seen_at),
  };
}

function toUser(item: Readonly<Record<string, unknown>>): UserView {
  return {
    username: text(item.subject),
    role: text(item.role) as RoleName,
    createdAt: time(item.created_at) ?? 0,
    lastSeenAt: time(item.last_seen_at),
    disabledAt: time(item.disabled_at),
  };
}

function list<T>(answer: unknown, convert: (item: Readonly<Record<string, unknown>>) => T): readonly T[] {
  if (!Array.isArray(answer)) throw unexpectedAnswer();
  return answer.map((item) => convert(record(item)));
}

function record(answer: unknown): Readonly<Record<string, unknown>> {
  if (typeof answer !== 'object' || answer === null) throw unexpectedAnswer();
  return answer as Readonly<Record<string, unknown>>;
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw unexpectedAnswer();
  return value;
}

function time(value: unknown): number | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
