import { accountKey } from '../account.js';
import type { Auditor } from '../auditor.js';
import { refusing } from '../failures.js';
import { checkOrigin } from '../http/origin.js';
import { problem } from '../http/problems.js';
import { type Inspected, inspectRequest } from '../inspect.js';
import type { NoticeForwarding } from '../net/forwarding-notice.js';
import { isComparablePassword } from '../passwords/policy.js';
import type { Clock, Throttle, UserStore } from '../ports.js';
import { type AuthProblem, ok, refuse } from '../problem.js';
import { whereFrom } from '../request.js';
import type { PasswordCredential } from '../schemes/authorization.js';
import type { NewSession } from '../sessions/registry.js';
import type { SignIn } from '../sessions/sign-in.js';
import type { Settings } from '../settings.js';
import type { Auth, LoginInput } from '../surface.js';
import type { CcuAccounts } from './ccu.js';
import type { LocalAccounts, LocalIdentity } from './local.js';
import { admitOrThrow } from './throttled.js';

export interface LoginDependencies {
  readonly settings: Settings;
  readonly accounts: LocalAccounts;
  readonly ccu: CcuAccounts;
  readonly users: UserStore;
  readonly signIn: SignIn;
  readonly throttle: Throttle;
  readonly auditor: Auditor;
  readonly clock: Clock;
  readonly noticeForwarding: NoticeForwarding;
}

/** Password login for the form and for scripts: one chain, one throttle, one answer for every kind of failure. */
export function createLogin(dependencies: LoginDependencies): Auth['login'] {
  const { settings, accounts, ccu, users, signIn, throttle, auditor, clock, noticeForwarding } = dependencies;

  const prove = async (
    credential: PasswordCredential,
    account: string,
    inspected: Inspected,
  ): Promise<NewSession | null> => {
    const source = inspected.source();
    const subject = { kind: 'password', account, ...source } as const;
    const admit = () => admitOrThrow(throttle, subject);
    admit();
    let askedCcu = false;
    const askCcu = async (): Promise<NewSession | null> => {
      const answer = await ccu(credential, admit);
      askedCcu = answer.kind !== 'skipped';
      if (answer.kind !== 'ok') return null;
      const { role, subject: name, epoch: authEpoch } = answer.identity;
      return { principalKey: `ccu:${name}`, subject: name, scheme: 'ccu', role, authEpoch };
    };
    const askLocal = async () => localSession(await accounts.verify(credential, admit));
    const session = settings.ccu?.primary
      ? ((await askCcu()) ?? (await askLocal()))
      : ((await askLocal()) ?? (await askCcu()));
    if (session) throttle.succeeded(subject);
    // A CCU refuses everybody when it is unwell; its users must not be locked out for that.
    else if (askedCcu && !(await accounts.knows(account))) throttle.failed({ kind: 'password', ...source });
    else throttle.failed(subject);
    return session;
  };

  const audit = ({ facts, request }: Inspected, account: string, session: NewSession | null, reason?: string) =>
    auditor.record({
      action: 'auth.login',
      outcome: session ? 'ok' : 'refused',
      subject: session?.subject ?? account,
      scheme: session?.scheme ?? 'none',
      ...whereFrom(facts),
      reason,
      requestId: request.requestId,
    });

  return async (request, input) => {
    const found = inspectRequest(request, settings);
    if (!found.ok) return found;
    const inspected = found.value;
    noticeForwarding(inspected);
    const foreign = checkOrigin(request.method, inspected.headers, settings.allowedOrigins);
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
