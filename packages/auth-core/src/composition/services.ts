import { createCcuAccounts } from '../accounts/ccu.js';
import { createPasswordMark } from '../accounts/ccu-epoch.js';
import { createCsrfService } from '../csrf/service.js';
import { createChangePassword } from '../login/change-password.js';
import { createLogin } from '../login/login.js';
import { createLogout } from '../login/logout.js';
import type { Auth } from '../model/auth.js';
import { createCheck } from '../pipeline/check.js';
import { createReauth } from '../pipeline/reauth.js';
import type { Revocations } from '../revocations/revocations.js';
import { createForeignSessions } from '../sessions/foreign-sessions.js';
import { createSessionService } from '../sessions/service.js';
import type { SignIn } from '../sessions/sign-in.js';
import type { Sources } from '../setup/sources.js';
import { createTokenServices } from '../tokens/service.js';
import { createUserService } from '../users/service.js';
import { createLastWayIn } from '../way-in/last-way-in.js';
import type { Credentials } from './credentials.js';
import type { Foundations } from './foundations.js';
import type { Provider } from './provider.js';

interface ServiceParts {
  readonly foundations: Foundations;
  readonly credentials: Credentials;
  readonly revocations: Revocations;
  readonly signIn: SignIn;
  readonly sources: Sources;
  readonly provider: Provider;
}

type Services = Pick<
  Auth,
  | 'check'
  | 'login'
  | 'logout'
  | 'changePassword'
  | 'changePasswordFromBody'
  | 'reauth'
  | 'tokens'
  | 'legacyTokens'
  | 'sessions'
  | 'users'
  | 'csrf'
  | 'foreignSessions'
>;

/** The members of `Auth` that answer requests, each over the parts it needs. */
export function createServices(parts: ServiceParts): Services {
  const { foundations, credentials, revocations, signIn, sources, provider } = parts;
  const { settings, stores, clock, logger, csrfTokens, csrf, epochKey } = foundations;
  const keepLastWayIn = createLastWayIn(sources.areLast);
  const shared = { ...foundations, revocations, signIn };
  const endSessionUrl: Parameters<typeof createLogout>[0]['endSessionUrl'] = (principal) =>
    provider.current?.endSessionUrl(principal) ?? null;
  const changePassword = createChangePassword({ ...shared, users: stores.users, sessions: stores.sessions });
  return {
    check: createCheck({ ...foundations, ...credentials }),
    login: createLogin({
      ...shared,
      accounts: credentials.accounts,
      ccu: createCcuAccounts(settings, { clock, logger, markOf: createPasswordMark(epochKey) }),
      users: stores.users,
    }),
    logout: createLogout({ ...shared, registry: credentials.registry, endSessionUrl }),
    changePassword,
    changePasswordFromBody: changePassword,
    reauth: createReauth({ ...foundations, tokens: credentials.tokens }),
    ...createTokenServices({
      ...shared,
      ...{ keepLastWayIn, store: stores.tokens, exclusively: (work) => stores.exclusively(work) },
    }),
    sessions: createSessionService({ ...shared, store: stores.sessions }),
    users: createUserService({ ...shared, keepLastWayIn, sources }),
    foreignSessions: createForeignSessions(credentials.registry, foundations.foreignNotes, foundations.inspect),
    csrf: createCsrfService({ ...foundations, guard: csrf, tokens: csrfTokens }),
  };
}
