import { createCredentials } from './composition/credentials.js';
import { createFoundations, type Foundations } from './composition/foundations.js';
import { openProvider } from './composition/provider.js';
import { createServices } from './composition/services.js';
import { refusing } from './failures/failures.js';
import { staticHeaders } from './http/static-headers.js';
import type { Auth } from './model/auth.js';
import type { AuthOptions, ChangeableOptions } from './model/options.js';
import { ok, refuse } from './model/problem.js';
import { createDetectChanges } from './revocations/detect-changes.js';
import { inBatches } from './revocations/look-ups.js';
import { createRevocations } from './revocations/revocations.js';
import { createSingleFlight } from './revocations/single-flight.js';
import { createSignIn } from './sessions/sign-in.js';
import { resolveSettings } from './settings/settings.js';
import { createSetup } from './setup/service.js';
import { createSources } from './setup/sources.js';
import { createOwnWays } from './way-in/own-ways.js';

/**
 * Access control from its options. Throws `AuthConfigError` for settings that cannot be used.
 *
 * @example
 * const auth = createAuth({
 *   roleChecks: 'enforced',
 *   stores: createMemoryStores(),
 *   configUsers: { karl: 'a-long-password' },
 * });
 * await auth.start();
 * const verdict = await auth.check(describeNodeRequest(request), 'viewer');
 */
export function createAuth(options: AuthOptions): Auth {
  return assembleAuth(options, createFoundations(options));
}

/** Access control on its foundations, which were made from the same options. */
export function assembleAuth(options: AuthOptions, foundations: Foundations): Auth {
  const { settings, clock, logger, stores, kept } = foundations;
  const accessTokens = () => provider.current?.accessTokens ?? null;
  const credentials = createCredentials(foundations, accessTokens);
  const { registry, currentRole, authenticate } = credentials;
  const atOnce = createCredentials({ ...foundations, stores: inBatches(stores) }, accessTokens);
  const revocations = createRevocations({ clock, logger, currentRole: atOnce.currentRole });
  const detectChanges = createDetectChanges(stores.changes, { kept, revocations });
  const sources = createSources(settings, stores, clock);
  const ownWays = createOwnWays(sources.outside, stores);
  // A check that is not possible now happens with the next call.
  const stopHearing = stores.changes.onChange?.(() => {
    ownWays.mayBeGone();
    for (const look of [detectChanges({ always: true }), ownWays.keep()]) look.catch(() => undefined);
  });
  const { sessions: store, users } = stores;
  const signIn = createSignIn({ ...foundations, store, registry, revocations, csrf: foundations.csrfTokens });
  const setup = createSetup({ ...foundations, sources, users, codes: stores.setupCode, authenticate });
  const provider = openProvider(foundations, signIn);
  const deciding = { ...foundations, stores: { ...stores, exclusively: ownWays.exclusively } };

  const review = createSingleFlight(async () => {
    ownWays.mayBeGone();
    // Sockets are checked again even if a store fails, now or with the next `detectChanges`.
    await Promise.all([detectChanges({ always: true }), registry.review(), ownWays.keep()]);
  });

  return {
    ...createServices({ foundations: deciding, credentials, revocations, signIn, sources, provider }),
    start: () => start(foundations, { ownWays, setup, provider, detectChanges }),
    inspect: inspectingOrigins(foundations),
    rolesEnforced: settings.rolesEnforced,
    // A principal that cannot be looked up may do nothing.
    currentRole: (principal) => currentRole(principal).catch(() => null),
    setup,
    get oidc() {
      return provider.current;
    },
    watch: revocations.watch,
    onRevoked: revocations.subscribe,
    review,
    detectChanges: async () => {
      await Promise.all([detectChanges(), registry.endLost(), ownWays.keep()]);
    },
    purge: async () => {
      await stores.sessions.deleteExpired(clock.now());
    },
    reconfigure: (changes) => {
      const next = resolveSettings({ ...unchangeable(options), ...changes });
      provider.replace(() => Object.assign(settings, next), next);
      // Not waited for: a store that cannot tell now is asked again by the next `detectChanges`.
      review().catch(() => undefined);
    },
    staticHeaders: (facts) => staticHeaders(facts, settings.hsts),
    close: () => {
      stopHearing?.();
      kept.close();
      setup.shut();
      revocations.close();
      provider.current?.close();
    },
  };
}

interface Starting {
  readonly ownWays: Pick<ReturnType<typeof createOwnWays>, 'keep'>;
  readonly setup: Pick<ReturnType<typeof createSetup>, 'announce'>;
  readonly provider: Pick<ReturnType<typeof openProvider>, 'current'>;
  readonly detectChanges: ReturnType<typeof createDetectChanges>;
}

async function start(foundations: Foundations, parts: Starting): Promise<void> {
  const { ownWays, setup, provider, detectChanges } = parts;
  const { stores, clock, good } = foundations;
  warnOfUnusual(foundations);
  // Before it listens: from its first caller on, no other gateway may take the shared stores for new ones.
  await refusing(async () => ok(await ownWays.keep()));
  await setup.announce();
  // Not waited for: a provider that is down costs nothing but itself.
  void provider.current?.warmUp();
  await refusing(async () => {
    await stores.sessions.deleteExpired(clock.now());
    await good.load();
    await detectChanges();
    return ok(null);
  });
}

/** Also refuses requests of foreign pages. Upgrades are left to `check`. */
function inspectingOrigins({ inspect, origins }: Foundations): Auth['inspect'] {
  return (request) => {
    const inspected = inspect(request);
    if (!inspected.ok || inspected.value.isUpgrade) return inspected;
    const fault = origins.refusal(inspected.value);
    return fault ? refuse(fault) : inspected;
  };
}

/** Logs settings that an operator may not expect. */
function warnOfUnusual({ settings, stores, logger }: Foundations): void {
  if (!settings.rolesEnforced) logger.warn('auth.gates.off', { effect: 'every authenticated user may do everything' });
  if (!stores.sessions.durable) logger.warn('auth.store.memory', { effect: 'sessions end with the process' });
  if (settings.ingress) {
    logger.warn('auth.ingress.on', {
      effect:
        'every user whom the supervisor lets through is trusted; the add-on setting panel_admin restricts no user',
    });
  }
}

/** The options that stay as they were at start. A changeable option that is left out must not come back from there. */
function unchangeable(options: AuthOptions): Omit<AuthOptions, keyof ChangeableOptions> {
  const { basicEnabled, bearerEnabled, configUserRoles, oidc, ccu, ingress, csrf, bootstrap, ...others } = options;
  const { cors, publicUrl, trustedProxies, ...rest } = others;
  return rest;
}
