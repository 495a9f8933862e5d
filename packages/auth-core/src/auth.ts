import { createAuditor } from './auditor.js';
import { createCheck } from './check.js';
import { createCsrfTokens } from './csrf.js';
import { createCsrfGuard } from './csrf-guard.js';
import { createCsrfService } from './csrf-service.js';
import { silentAudit, silentLogger, systemClock, systemRandom } from './defaults.js';
import { refusing } from './failures.js';
import { createCookieJar } from './http/cookie-jar.js';
import { checkAnyOrigin } from './http/origin.js';
import { staticHeaders } from './http/static-headers.js';
import { createInspect } from './inspect.js';
import { createAttempts } from './login/attempt.js';
import { createCcuAccounts } from './login/ccu.js';
import { createPasswordMark } from './login/ccu-epoch.js';
import { createChangePassword } from './login/change-password.js';
import { createLocalAccounts } from './login/local.js';
import { createLogin } from './login/login.js';
import { createLogout } from './login/logout.js';
import { createForwardingNotice } from './net/forwarding-notice.js';
import { createNoticeChanges } from './notice-changes.js';
import { createOidc } from './oidc/service.js';
import type { AuthOptions, ChangeableOptions } from './options.js';
import { createPasswordHasher } from './passwords/hasher.js';
import { createVerifiedCache } from './passwords/verified-cache.js';
import { ok, refuse } from './problem.js';
import { createReauth } from './reauth.js';
import { createRevocations } from './revocations.js';
import { createBasicScheme } from './schemes/basic.js';
import { createBasicVerifier } from './schemes/basic-verifier.js';
import { createBearerScheme } from './schemes/bearer.js';
import { type CredentialSchemes, createAuthenticator, createCurrentRole } from './schemes/chain.js';
import { createIngressScheme } from './schemes/ingress.js';
import { createChallenge } from './schemes/scheme.js';
import { createSessionScheme } from './schemes/session.js';
import { createUnknownAuthorization } from './schemes/unknown.js';
import { createSessionRegistry } from './sessions/registry.js';
import { createSessionService } from './sessions/service.js';
import { createSignIn } from './sessions/sign-in.js';
import { resolveSettings, type Settings } from './settings.js';
import { createSetup } from './setup/service.js';
import { createSources } from './sources.js';
import { guardStores } from './store-guard.js';
import type { Auth } from './surface.js';
import { createGoodSources } from './throttle/good-sources.js';
import { createThrottle } from './throttle/throttle.js';
import { createTokenLookup } from './tokens/lookup.js';
import { createTokenService } from './tokens/service.js';
import { createUserService } from './users/service.js';

/** Access control from its options. Throws `AuthConfigError` for settings that cannot be used. */
export function createAuth(options: AuthOptions): Auth {
  // One record that everybody reads at the moment of use: that is what lets settings change while requests run.
  const settings: { -readonly [Key in keyof Settings]: Settings[Key] } = resolveSettings(options);
  const clock = options.clock ?? systemClock;
  const random = options.random ?? systemRandom;
  const logger = options.logger ?? silentLogger;
  const nameOf = options.nameOfOption ?? ((option) => option);
  const throttle = options.throttle ?? createThrottle({ clock });
  const stores = guardStores(options.stores, logger);
  const auditor = createAuditor(options.audit ?? silentAudit, clock, logger);
  const bootKey = random(32);
  const hasher = createPasswordHasher({ clock, random });
  const cache = createVerifiedCache(bootKey, clock);
  const cookies = createCookieJar(settings);
  const csrfTokens = createCsrfTokens(options.csrf?.key ?? random(32), random);
  const csrf = createCsrfGuard(csrfTokens, cookies, settings);
  const { users } = stores;
  const good = createGoodSources(stores.goodSources, clock);
  const attempts = createAttempts(throttle, good);

  const epochKey = options.epochKey ?? random(32);
  const accounts = createLocalAccounts({ users, settings, hasher, bootKey, epochKey, logger });
  const registry = createSessionRegistry({ store: stores.sessions, settings, accounts, cookies, clock, random });
  const tokenLookup = createTokenLookup(stores.tokens, clock, logger);
  const inspect = createInspect(settings, createForwardingNotice(logger, nameOf));
  const challenge = createChallenge(settings);
  const verifier = createBasicVerifier({ accounts, cache, attempts });
  const session = createSessionScheme({ registry, store: stores.sessions, cookies, challenge });
  const schemes: CredentialSchemes = {
    bearer: createBearerScheme({ settings, tokens: tokenLookup, throttle, challenge }),
    basic: createBasicScheme({ settings, verifier, accounts, challenge }),
    session,
    oidc: session,
    ccu: session,
    ingress: createIngressScheme(settings),
  };
  const unknown = createUnknownAuthorization(challenge);
  const chain = [schemes.bearer, schemes.basic, unknown, session, schemes.ingress];
  const authenticate = createAuthenticator({ schemes, chain, challenge, auditor });
  const currentRole = createCurrentRole(schemes);
  const revocations = createRevocations({ clock, logger, currentRole });
  const noticeChanges = createNoticeChanges(stores.changes, revocations);
  const signIn = createSignIn({ store: stores.sessions, registry, cookies, csrf: csrfTokens, revocations, auditor });
  const sources = createSources(settings, stores, clock);
  const setup = createSetup({
    settings,
    sources,
    users,
    authenticate,
    hasher,
    throttle,
    auditor,
    clock,
    logger,
    random,
    inspect,
    good,
    nameOf,
  });
  const openOidc = () =>
    settings.oidc &&
    createOidc({ inspect, oidc: settings.oidc, cookies, csrf, signIn, throttle, auditor, clock, random, logger });
  let oidc = openOidc();

  async function review(): Promise<void> {
    // Even where a store fails, sockets are looked at again, now or with the next `noticeForeignChanges`.
    await Promise.all([noticeChanges({ always: true }), registry.review()]);
  }

  function reconfigure(changes: ChangeableOptions): void {
    const next = resolveSettings({ ...unchangeable(options), ...changes });
    const otherProvider = JSON.stringify(next.oidc) !== JSON.stringify(settings.oidc);
    Object.assign(settings, next);
    if (otherProvider) {
      oidc?.close();
      oidc = openOidc();
      void oidc?.warmUp();
    }
    // Not waited for: a store that cannot tell now is asked again by the next `noticeForeignChanges`.
    review().catch(() => undefined);
  }

  return {
    start: async () => {
      if (!settings.gatesEnforced)
        logger.warn('auth.gates.off', { effect: 'every authenticated user may do everything' });
      if (!stores.sessions.durable) logger.warn('auth.store.memory', { effect: 'sessions end with the process' });
      if (settings.ingress) {
        logger.warn('auth.ingress.on', {
          effect:
            'every user whom the supervisor lets through is trusted; the add-on setting panel_admin restricts no user',
        });
      }
      await setup.announce();
      // Not waited for: a provider that is down costs nothing but itself.
      void oidc?.warmUp();
      await refusing(async () => {
        await stores.sessions.deleteExpired(clock.now());
        await good.load();
        await noticeChanges();
        return ok(null);
      });
    },
    check: createCheck({ settings, inspect, authenticate, csrf, auditor }),
    inspect: (request) => {
      const inspected = inspect(request);
      if (!inspected.ok || inspected.value.isUpgrade) return inspected;
      const fault = checkAnyOrigin(inspected.value, settings.allowedOrigins);
      return fault ? refuse(fault) : inspected;
    },
    login: createLogin({
      settings,
      accounts,
      ccu: createCcuAccounts(settings, { clock, logger, markOf: createPasswordMark(epochKey) }),
      users,
      signIn,
      attempts,
      auditor,
      clock,
      inspect,
    }),
    logout: createLogout({
      settings,
      inspect,
      registry,
      signIn,
      csrf,
      endSessionUrl: (principal) => oidc?.endSessionUrl(principal) ?? null,
    }),
    changePassword: createChangePassword({
      inspect,
      users,
      sessions: stores.sessions,
      hasher,
      cache,
      attempts,
      signIn,
      revocations,
      auditor,
    }),
    gatesEnforced: settings.gatesEnforced,
    // Whoever cannot be looked up may do nothing.
    currentRole: (principal) => currentRole(principal).catch(() => null),
    reauth: createReauth({ settings, tokens: tokenLookup, throttle, auditor }),
    setup,
    tokens: createTokenService({ store: stores.tokens, clock, random, revocations, auditor }),
    sessions: createSessionService({ store: stores.sessions, clock, revocations, auditor }),
    users: createUserService({
      stores,
      settings,
      sources,
      hasher,
      cache,
      clock,
      revocations,
      auditor,
    }),
    csrf: createCsrfService({ settings, inspect, guard: csrf, tokens: csrfTokens, cookies }),
    get oidc() {
      return oidc;
    },
    watch: revocations.watch,
    onRevoked: revocations.subscribe,
    review,
    noticeForeignChanges: () => noticeChanges(),
    purge: async () => {
      await stores.sessions.deleteExpired(clock.now());
    },
    reconfigure,
    staticHeaders: (facts) => staticHeaders(facts, settings.secure),
    close: () => {
      setup.shut();
      revocations.close();
      oidc?.close();
    },
  };
}

/** What stays as it was at start. A changeable option that is left out must not come back from there. */
function unchangeable(options: AuthOptions): Omit<AuthOptions, keyof ChangeableOptions> {
  const { basicEnabled, bearerEnabled, configUserRoles, oidc, ccu, ingress, csrf, bootstrap, ...others } = options;
  const { cors, trustedProxies, ...rest } = others;
  return rest;
}
