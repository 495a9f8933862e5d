import type { PasswordCredential } from '../model/credential.js';
import type { AuthLogger, CcuLoginResult, Clock } from '../model/ports.js';
import type { Role } from '../model/role.js';
import { createSemaphore } from '../passwords/semaphore.js';
import type { CcuSettings } from '../settings/ccu.js';
import type { Settings } from '../settings/settings.js';
import type { CcuAttempt } from '../throttle/attempts.js';
import { type PasswordMark, withMark } from './ccu-epoch.js';

const timeoutMs = 5000;
/** A CCU has a handful of sessions for everybody; two at once could cost its own web interface one. */
const limits = { concurrency: 1, queue: 32, reserved: 8, maxWaitMs: timeoutMs } as const;

interface CcuIdentity {
  readonly subject: string;
  readonly role: Role;
  /** Derived from the CCU that answered, the meaning of its levels at that time, and the password. */
  readonly epoch: string;
}

/** `skipped`: the CCU was not asked. `refused`: it was asked and refused, for any reason. */
type CcuAnswer =
  | { readonly kind: 'ok'; readonly identity: CcuIdentity }
  | { readonly kind: 'skipped' }
  | { readonly kind: 'refused' };

/** Throws `ThrottledError` or `BusyError` without asking the CCU. */
export type CcuAccounts = (credential: PasswordCredential, attempt: CcuAttempt) => Promise<CcuAnswer>;

/** Other characters, and space around a name, fold or vanish differently on a CCU than here, and would make two names one. */
const sendableName = /^(?![ \xa0])[\x20-\x7e\xa0-\xff]{1,64}(?<![ \xa0])$/;

/** Asks the CCU. Any failure there means "not authenticated": an outage must not lock local users out. */
export function createCcuAccounts(
  all: Pick<Settings, 'ccu'>,
  { clock, logger, markOf }: { readonly clock: Clock; readonly logger: AuthLogger; readonly markOf: PasswordMark },
): CcuAccounts {
  const oneAtATime = createSemaphore(limits, clock);

  const ask = async (ccu: CcuSettings, { username, password }: PasswordCredential): Promise<CcuLoginResult> => {
    const abort = new AbortController();
    let expire = () => {};
    const expired = new Promise<CcuLoginResult>((resolve) => {
      expire = clock.after(timeoutMs, () => {
        abort.abort();
        resolve({ ok: false, cause: 'unreachable' });
      });
    });
    try {
      return await Promise.race([ccu.login.verify(username, password, abort.signal), expired]);
    } finally {
      expire();
    }
  };

  /** Asks the CCU and counts a failure in the throttle before the next caller has its turn. */
  const judge = async (
    ccu: CcuSettings,
    epoch: string,
    credential: PasswordCredential,
    attempt: CcuAttempt,
  ): Promise<CcuAnswer> => {
    attempt.admit();
    const result = await ask(ccu, credential).catch((): CcuLoginResult => ({ ok: false, cause: 'unreachable' }));
    if (result.ok) {
      const role = ccu.roleOf(result.userLevel);
      const subject = credential.username.toLowerCase();
      const mark = markOf(subject, credential.password);
      if (role) return { kind: 'ok', identity: { subject, role, epoch: withMark(epoch, mark) } };
      attempt.wrong();
      return refused('level_not_allowed');
    }
    if (result.cause === 'no_central') return { kind: 'skipped' };
    if (result.cause === 'rejected') attempt.wrong();
    else if (result.cause === 'undecided') attempt.undecided();
    else attempt.unanswered();
    return refused(result.cause);
  };

  const refused = (cause: string): CcuAnswer => {
    logger.warn('auth.ccu.refused', { cause });
    return { kind: 'refused' };
  };

  return async (credential, attempt) => {
    const { username, password } = credential;
    const settings = all.ccu;
    // Read before the question: a change of settings while the CCU answers invalidates the answer.
    const epoch = settings?.epoch() ?? null;
    if (!settings || epoch === null || password === '' || !sendableName.test(username)) return { kind: 'skipped' };
    attempt.admit();
    return oneAtATime(attempt.place, () => judge(settings, epoch, credential, attempt));
  };
}
