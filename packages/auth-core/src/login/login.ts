import type { CcuAccounts } from '../accounts/ccu.js';
import type { LocalAccounts, LocalIdentity } from '../accounts/local.js';
import type { Auditor } from '../audit/auditor.js';
import { refusing } from '../failures/failures.js';
import { StoreUnavailableError } from '../failures/store-guard.js';
import type { Inspect, Inspected } from '../inspection/inspect.js';
import { accountKey } from '../model/account.js';
import type { Auth, LoginInput } from '../model/auth.js';
import type { PasswordCredential } from '../model/credential.js';
import type { Clock, UserStore } from '../model/ports.js';
import { type AuthProblem, ok, refuse } from '../model/problem.js';
import { problem } from '../model/problems.js';
import { addressesOf } from '../model/request.js';
import type { OriginGuard } from '../origins/guard.js';
import { isComparablePassword } from '../passwords/policy.js';
import { BusyError } from '../passwords/semaphore.js';
import type { NewSession } from '../sessions/registry.js';
import type { SignIn } from '../sessions/sign-in.js';
import type { Settings } from '../settings/settings.js';
import type { Attempt, Attempts } from '../throttle/attempts.js';
import { ThrottledError } from '../throttle/throttled.js';

export interface LoginDependencies {
  readonly settings: Settings;
  readonly inspect: Inspect;
  readonly origins: OriginGuard;
  readonly accounts: LocalAccounts;
  readonly ccu: CcuAccounts;
  readonly users: UserStore;
  readonly signIn: SignIn;
  readonly attempts: Attempts;
  readonly auditor: Auditor;
  readonly clock: Clock;
}

interface Way {
  readonly ask: () => Promise<NewSession | null>;
  readonly attempt: Attempt;
}

/** Password login for the form and for scripts: one chain, one throttle, one answer for every kind of failure. */
export function createLogin(dependencies: LoginDependencies): Auth['login'] {
  const { settings, inspect, origins, accounts, ccu, users, signIn, attempts, auditor, clock } = dependencies;

  const prove = async (
    credential: PasswordCredential,
    account: string,
    inspected: Inspected,
  ): Promise<NewSession | null> => {
    const source = inspected.source();
    const local = attempts.local(account, source);
    const remote = attempts.ccu(account, source);
    const askCcu = async (): Promise<NewSession | null> => {
      const answer = await ccu(credential, remote);
      if (answer.kind !== 'ok') return null;
      const { role, subject: name, epoch: authEpoch } = answer.identity;
      return { principalKey: `ccu:${name}`, subject: name, scheme: 'ccu', role, authEpoch };
    };
    const askLocal = async () => localSession(await accounts.verify(credential, local));
    const ways: readonly Way[] = [
      { ask: askCcu, attempt: remote },
      { ask: askLocal, attempt: local },
    ];
    return firstOf(settings.ccu?.primary ? ways : [...ways].reverse());
  };

  const audit = ({ facts, requestId }: Inspected, account: string, session: NewSession | null, reason?: string) =>
    auditor.record({
      action: 'auth.login',
      outcome: session ? 'ok' : 'refused',
      subject: session?.subject ?? account,
      scheme: session?.scheme ?? 'none',
      ...addressesOf(facts),
      reason,
      requestId,
    });

  return async (request, input) => {
    const found = inspect(request);
    if (!found.ok) return found;
    const inspected = found.value;
    const foreign = origins.refusal(inspected);
    if (foreign) return refuse(foreign);
    const credential = readCredential(input);
    const account = credential && accountKey(credential.username);
    const fail = (fault: AuthProblem) => {
      audit(inspected, account ?? '', null, fault.reason);
      return refuse(fault);
    };
    if (!credential || account === null) return fail(problem('invalid_credentials'));
    const session = await refusing(() => prove(credential, account, inspected));
    if (session && 'problem' in session) return fail(session.problem);
    const signedIn = session && (await refusing(() => signIn.begin(session, inspected)));
    if (!session || !signedIn) return fail(problem('invalid_credentials'));
    if ('problem' in signedIn) return fail(signedIn.problem);
    audit(inspected, account, session);
    if (session.scheme === 'session') users.touch(account, clock.now()).catch(() => undefined);
    return ok(signedIn);
  };
}

function readCredential({ username, password }: LoginInput): PasswordCredential | null {
  if (typeof username !== 'string' || typeof password !== 'string') return null;
  // An empty password never goes anywhere: there are CCU accounts that have none.
  return isComparablePassword(password) ? { username, password } : null;
}

function localSession(identity: LocalIdentity | null): NewSession | null {
  if (!identity) return null;
  const { principalKey, subject, role, epoch: authEpoch } = identity;
  return { principalKey, subject, role, scheme: 'session', authEpoch };
}

/**
 * The first authority that knows the password. A throttled or busy one does not stop the query of the next; it is the
 * answer only when none knows the password. It depends on name, source and CCU alone, never on the source that keeps
 * the account.
 */
async function firstOf(ways: readonly Way[]): Promise<NewSession | null> {
  const hindrances: Hindrance[] = [];
  for (const { ask, attempt } of ways) {
    const session = await ask().catch((error: unknown) => {
      if (!isHindrance(error)) throw error;
      hindrances.push(error);
      return null;
    });
    if (!session) continue;
    for (const other of ways) if (other.attempt !== attempt) other.attempt.takeBack();
    attempt.right();
    return session;
  }
  const [hindrance] = hindrances.sort((a, b) => waitOf(b) - waitOf(a));
  if (hindrance) throw hindrance;
  return null;
}

type Hindrance = ThrottledError | BusyError | StoreUnavailableError;

function isHindrance(error: unknown): error is Hindrance {
  return error instanceof ThrottledError || error instanceof BusyError || error instanceof StoreUnavailableError;
}

function waitOf(error: Hindrance): number {
  return error instanceof ThrottledError ? error.waitMs : 0;
}
