import type { Auditor } from '../audit/auditor.js';
import { encodeBase64Url } from '../crypto/base64.js';
import { sha256Hex } from '../crypto/hash.js';
import { refusing } from '../failures/failures.js';
import type {
  CreatedToken,
  LegacyTokenService,
  LegacyTokenSummary,
  TokenService,
  TokenSummary,
} from '../model/auth.js';
import { readMembers, unknownMember } from '../model/input.js';
import type { AuthStores, Clock, Random, TokenRecord, TokenStore } from '../model/ports.js';
import type { Actor } from '../model/principal.js';
import { ok, type Result, refuse } from '../model/problem.js';
import { invalidInput, invalidRole, problem, unknownField } from '../model/problems.js';
import { isRole, type Role } from '../model/role.js';
import type { Revocations } from '../revocations/revocations.js';
import type { KeepLastWayIn } from '../way-in/last-way-in.js';

export interface TokenServiceOptions {
  readonly store: TokenStore;
  readonly exclusively: AuthStores['exclusively'];
  readonly clock: Clock;
  readonly random: Random;
  readonly revocations: Revocations;
  readonly auditor: Auditor;
  readonly keepLastWayIn: KeepLastWayIn;
}

/** Tokens, and the same as deprecated routes show them. */
export interface TokenServices {
  readonly tokens: TokenService;
  readonly legacyTokens: LegacyTokenService;
}

export function createTokenServices(options: TokenServiceOptions): TokenServices {
  const { store } = options;
  const { create, revoke, revokeOnly } = createTokenChanges(options);

  const tokens: TokenService = {
    list: () => refusing(async () => ok((await store.list()).map(summaryOf))),
    create: (input, by) => refusing(() => create(input, 2, by)),
    createFromBody: (body, by) => refusing(() => create(body, 2, by)),
    revoke: (fingerprint, by) =>
      refusing(async () => {
        const canonical = fingerprint.toLowerCase();
        return isFingerprint(canonical) ? revoke(canonical, by) : refuse(problem('not_found'));
      }),
    revokeByPrefix: (prefix, by) =>
      refusing(async () => {
        const canonical = prefix.toLowerCase();
        if (!/^[0-9a-f]{8,64}$/.test(canonical)) return refuse(problem('not_found'));
        return revokeOnly(by, canonical, ({ fingerprint }) => fingerprint.startsWith(canonical));
      }),
  };
  const legacyTokens: LegacyTokenService = {
    list: () => refusing(async () => ok((await store.list()).map(legacyOf))),
    createFromBody: (body, by) =>
      refusing(async () => {
        const created = await create(body, 1, by);
        return created.ok ? ok({ ...legacyOf(created.value), token: created.value.token }) : created;
      }),
    revoke: (id, by) =>
      refusing(async () => {
        const text = id.toLowerCase();
        if (isFingerprint(text)) return revoke(text, by);
        return revokeOnly(by, text, (record) => legacyOf(record).id === text || elide(record.fingerprint) === text);
      }),
  };
  return { tokens, legacyTokens };
}

/** The changes of tokens that both services make. */
function createTokenChanges(options: TokenServiceOptions) {
  const { store, exclusively, clock, random, revocations, auditor, keepLastWayIn } = options;

  const create = async (input: unknown, version: 1 | 2, by: Actor): Promise<Result<CreatedToken>> => {
    const read = readTokenInput(input, version, clock.now());
    if (!read.ok) {
      auditor.change(by, 'token.create', '', read.problem.reason);
      return read;
    }
    const token = encodeBase64Url(random(32));
    const made = { fingerprint: sha256Hex(token), version, createdAt: clock.now(), createdBy: by.subject };
    const record: TokenRecord = { ...read.value, ...made, ...NEVER_USED };
    const result = await refusing(async () =>
      // Not new means that the source of randomness repeats itself; handing the token out again would be worse than failing.
      (await store.create(record)) ? ok({ ...summaryOf(record), token }) : refuse(problem('auth_store_unavailable')),
    );
    const detail = `${record.fingerprint.slice(0, 12)} ${record.role} ${record.subject}`;
    auditor.change(by, 'token.create', detail, result.ok ? undefined : result.problem.reason);
    return result;
  };

  const revoke = async (fingerprint: string, by: Actor): Promise<Result<null>> => {
    const leaving = { token: (token: TokenRecord) => token.fingerprint === fingerprint };
    const result = await refusing(() =>
      exclusively(async (stores): Promise<Result<null>> => {
        const refusal = await keepLastWayIn(by, leaving, stores);
        if (refusal !== null) return refusal;
        const revoked = await stores.tokens.revoke(fingerprint, clock.now());
        return revoked ? ok(null) : refuse(problem('not_found'));
      }),
    );
    auditor.change(by, 'token.revoke', fingerprint.slice(0, 12), result.ok ? undefined : result.problem.reason);
    if (result.ok) revocations.publish(4401, { credentialIds: [`token:${fingerprint}`] });
    return result;
  };

  const revokeOnly = async (
    by: Actor,
    text: string,
    matches: (record: TokenRecord) => boolean,
  ): Promise<Result<null>> => {
    const [first, ...more] = (await store.list()).filter(matches);
    if (first && more.length === 0) return revoke(first.fingerprint, by);
    const refusal = problem(first ? 'token_id_ambiguous' : 'not_found');
    auditor.change(by, 'token.revoke', text.slice(0, 17), refusal.reason);
    return refuse(refusal);
  };

  return { create, revoke, revokeOnly };
}

const NEVER_USED = { lastSeenAt: null, lastAddress: null, lastClient: null };

function isFingerprint(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

function elide(fingerprint: string): string {
  return `${fingerprint.slice(0, 8)}…${fingerprint.slice(-4)}`;
}

function summaryOf(record: TokenRecord): TokenSummary {
  const { version: _, ...summary } = record;
  return summary;
}

function legacyOf({
  fingerprint,
  subject,
  role,
}: Pick<TokenRecord, 'fingerprint' | 'subject' | 'role'>): LegacyTokenSummary {
  return { id: fingerprint.slice(0, 16), fingerprint: elide(fingerprint), subject, role };
}

const dayMs = 86_400_000;
const maxDays = 36_500;
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

interface TokenInput {
  readonly subject: string;
  readonly role: Role;
  readonly expiresAt: number | null;
}

const members = { 1: ['subject', 'role'], 2: ['subject', 'role', 'expires_in_days'] } as const;

/** Reads the body of a token creation. */
function readTokenInput(input: unknown, version: 1 | 2, now: number): Result<TokenInput> {
  const { subject, role, expires_in_days: days } = readMembers(input);
  if (!isRole(role)) return refuse(invalidRole());
  if (typeof subject !== 'string' || subject.trim() === '' || [...subject].length > 128 || forbidden.test(subject)) {
    const message = 'must be 1 to 128 characters without control or invisible ones';
    return refuse(invalidInput('validation_failed', 'subject', message));
  }
  const unknown = unknownMember(input, members[version]);
  if (unknown !== undefined) return refuse(unknownField(unknown));
  if (version === 1 || days === undefined || days === null) return ok({ subject, role, expiresAt: null });
  if (typeof days !== 'number' || !Number.isInteger(days) || days > maxDays) {
    const message = `must be a whole number of days, at most ${maxDays}; 0 or less means never`;
    return refuse(invalidInput('validation_failed', 'expires_in_days', message));
  }
  return ok({ subject, role, expiresAt: days > 0 ? now + days * dayMs : null });
}
