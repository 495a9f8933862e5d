import { epochOf, localKey } from '../accounts/local.js';
import type { Auditor } from '../audit/auditor.js';
import { refusing } from '../failures/failures.js';
import { StoreUnavailableError } from '../failures/store-guard.js';
import type { Inspect, Inspected } from '../inspection/inspect.js';
import type { Auth, CookieAnswer } from '../model/auth.js';
import { readMembers, unknownMember } from '../model/input.js';
import type { SessionStore, UserStore } from '../model/ports.js';
import { actorOf, type Principal } from '../model/principal.js';
import { ok, type Result, refuse } from '../model/problem.js';
import { invalidInput, problem, unknownField } from '../model/problems.js';
import type { PasswordHasher } from '../passwords/hasher.js';
import { isComparablePassword, newPasswordFault } from '../passwords/policy.js';
import type { VerifiedCache } from '../passwords/verified-cache.js';
import type { Revocations } from '../revocations/revocations.js';
import type { SignIn } from '../sessions/sign-in.js';
import type { Attempts } from '../throttle/attempts.js';

export interface ChangePasswordDependencies {
  readonly inspect: Inspect;
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly hasher: PasswordHasher;
  readonly cache: VerifiedCache;
  readonly attempts: Attempts;
  readonly signIn: SignIn;
  readonly revocations: Revocations;
  readonly auditor: Auditor;
}

export function createChangePassword(dependencies: ChangePasswordDependencies): Auth['changePasswordFromBody'] {
  const { inspect, users, sessions, hasher, cache, attempts, signIn, revocations, auditor } = dependencies;

  const change = async (
    inspected: Inspected,
    principal: Principal,
    account: string,
    input: unknown,
  ): Promise<Result<CookieAnswer>> => {
    const read = readChange(input);
    if (!read.ok) return read;
    const { current, next } = read.value;
    const attempt = attempts.local(account, inspected.source());
    attempt.admit();
    const user = await users.find(account);
    if (!user) return refuse(problem('password_change_unavailable'));
    // The caller is signed in: it does not wait behind strangers.
    const place = { ...attempt.place, reserved: true };
    const right = await hasher.inTurn(place, async (slow) => {
      attempt.admit();
      const known =
        typeof current === 'string' && isComparablePassword(current) && (await slow.verify(user.passwordHash, current));
      if (!known) attempt.wrong();
      return known;
    });
    if (!right) return refuse(problem('current_password_invalid'));
    if (next.normalize('NFC') === (current as string).normalize('NFC')) return refuse(problem('password_unchanged'));
    const passwordHash = await hasher.hash(next, place);
    const { generation } = user;
    const outcome = await users.update(account, { passwordHash }, { keepAdmin: false, generation });
    // The password was reset meanwhile, so the typed one is not the current one.
    if (outcome === 'stale') return refuse(problem('current_password_invalid'));
    if (outcome !== 'done') return refuse(problem('password_change_unavailable'));
    attempt.right();
    cache.forget(principal.key);
    revocations.publish(4401, { principalKeys: [principal.key] });
    const authEpoch = epochOf({ ...user, generation: generation + 1 });
    return ok({ cookies: await renewed(inspected, principal, authEpoch) });
  };

  /**
   * Ends all sessions and begins a replacement for the one in use. The password is already changed in any case, and its
   * new generation invalidates all earlier sessions: the caller may have to sign in.
   */
  const renewed = async (inspected: Inspected, principal: Principal, authEpoch: string): Promise<readonly string[]> => {
    const { key: principalKey, subject, role, scheme } = principal;
    try {
      await sessions.deleteByPrincipal(principalKey);
      if (scheme !== 'session') return [];
      return (await signIn.begin({ principalKey, subject, role, scheme, authEpoch }, inspected))?.cookies ?? [];
    } catch (error) {
      if (error instanceof StoreUnavailableError) return [];
      throw error;
    }
  };

  return async (request, principal, input) => {
    const inspected = inspect(request);
    if (!inspected.ok) return inspected;
    const account = principal.subject;
    const local = principal.key === localKey(account) && ['session', 'basic'].includes(principal.scheme);
    const refusal = principal.key.startsWith('config:')
      ? refuse(problem('user_managed_by_config'))
      : local
        ? null
        : refuse(problem('password_change_unavailable'));
    const result = refusal ?? (await refusing(() => change(inspected.value, principal, account, input)));
    const actor = actorOf(principal, inspected.value.facts, request.requestId);
    auditor.change(actor, 'user.password_changed', account, result.ok ? undefined : result.problem.reason);
    return result;
  };
}

/** The passwords of a request; the present one may be of any type. */
function readChange(input: unknown): Result<{ readonly current: unknown; readonly next: string }> {
  const { current_password: current, new_password: next } = readMembers(input);
  const fault = newPasswordFault(next);
  if (fault !== null || typeof next !== 'string') {
    return refuse(invalidInput('validation_failed', 'new_password', fault ?? 'must be text'));
  }
  const unknown = unknownMember(input, ['current_password', 'new_password']);
  return unknown === undefined ? ok({ current, next }) : refuse(unknownField(unknown));
}
