import type { Auditor } from '../audit/auditor.js';
import { refusing } from '../failures/failures.js';
import type { SessionService, SessionSummary } from '../model/auth.js';
import type { Clock, SessionRecord, SessionStore } from '../model/ports.js';
import type { Actor, Principal } from '../model/principal.js';
import { ok, type Result, refuse } from '../model/problem.js';
import { problem } from '../model/problems.js';
import type { Revocations } from '../revocations/revocations.js';

export interface SessionServiceOptions {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly revocations: Revocations;
  readonly auditor: Auditor;
}

const idLength = 16;

export function createSessionService({ store, clock, revocations, auditor }: SessionServiceOptions): SessionService {
  const visible = async (
    by: Principal,
    subject: string | undefined,
    all: boolean,
  ): Promise<Result<readonly SessionRecord[]>> => {
    const own = subject === undefined && !all;
    if (!own && by.role !== 'admin') return refuse(problem('forbidden_role'));
    const records = await store.list(own ? { principalKey: by.key } : { subject });
    return ok(records.filter((record) => record.expiresAt > clock.now()));
  };

  const end = async (record: SessionRecord, actor: Actor): Promise<Result<null>> => {
    const result = await refusing(async () => {
      await store.delete(record.idHash);
      return ok(null);
    });
    if (result.ok) revocations.publish(4401, { credentialIds: [credentialOf(record)] });
    const detail = `${record.idHash.slice(0, 12)} ${record.subject}`;
    auditor.change(actor, 'session.revoke', detail, result.ok ? undefined : result.problem.reason);
    return result;
  };

  return {
    list: (by, { subject, all = false } = {}) =>
      refusing(async () => {
        const found = await visible(by, subject, all);
        return found.ok ? ok(found.value.map((record) => summaryOf(record, by))) : found;
      }),
    revoke: (id, by, actor) =>
      refusing(async () => {
        const found = await visible(by, undefined, by.role === 'admin');
        const record = found.ok && id.length === idLength && found.value.find(({ idHash }) => idHash.startsWith(id));
        if (!record) return refuse(problem('not_found'));
        return end(record, actor);
      }),
    revokeAll: (by, actor, { subject } = {}) =>
      refusing(async () => {
        const found = await visible(by, subject, false);
        if (!found.ok) return found;
        const others = found.value.filter((record) => !isCurrent(record, by));
        for (const record of others) {
          const ended = await end(record, actor);
          if (!ended.ok) return ended;
        }
        return ok(others.length);
      }),
  };
}

function isCurrent(record: SessionRecord, by: Principal): boolean {
  return by.credentialId === credentialOf(record);
}

const credentialOf = ({ idHash }: SessionRecord): string => `session:${idHash}`;

function summaryOf(record: SessionRecord, by: Principal): SessionSummary {
  const { idHash, subject, scheme, createdAt, expiresAt, lastSeenAt, address, userAgent } = record;
  const id = idHash.slice(0, idLength);
  const times = { createdAt, expiresAt, lastSeenAt };
  return {
    id,
    credentialId: credentialOf(record),
    subject,
    scheme,
    ...times,
    address,
    userAgent,
    current: isCurrent(record, by),
  };
}
