import type { Auditor } from '../audit/auditor.js';
import type { CsrfGuard } from '../csrf/guard.js';
import type { CookieJar } from '../http/cookie-jar.js';
import type { Inspect } from '../inspection/inspect.js';
import type { OidcService } from '../model/auth.js';
import type { AuthLogger, Clock, FlowStore, Random, Throttle } from '../model/ports.js';
import type { Principal } from '../model/principal.js';
import type { SignIn } from '../sessions/sign-in.js';
import type { OidcSettings } from '../settings/oidc.js';
import { type AccessTokens, createAccessTokens } from './access-tokens.js';
import { createCallback } from './callback.js';
import { createCodeExchange } from './code-exchange.js';
import { createFlows } from './flows.js';
import { createKeySet } from './key-set.js';
import { createProvider, isEndpoint } from './provider.js';
import { createStart, scopes } from './start.js';

export interface OidcDependencies {
  readonly inspect: Inspect;
  readonly oidc: OidcSettings;
  readonly cookies: CookieJar;
  readonly csrf: Pick<CsrfGuard, 'isVisitor'>;
  readonly signIn: SignIn;
  readonly throttle: Throttle;
  readonly stores: { readonly flows: FlowStore };
  readonly auditor: Auditor;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: AuthLogger;
}

export interface Oidc extends OidcService {
  /** Tries to learn the provider's metadata ahead of the first sign-in. Never fails. */
  warmUp(): Promise<void>;
  /** URL that ends a browser's session at the provider; null without such a URL, or if the setting is off. */
  endSessionUrl(principal: Pick<Principal, 'scheme' | 'key'>): string | null;
  /** Verifies access tokens for the protected resource; null where there is none. */
  readonly accessTokens: AccessTokens | null;
  close(): void;
}

export function createOidc(dependencies: OidcDependencies): Oidc {
  const { oidc, clock, random, logger } = dependencies;
  const keyPrefix = `oidc:${oidc.issuer}#`;
  const closing = new AbortController();
  const { signal } = closing;
  const provider = createProvider({ settings: oidc, clock, logger, signal });
  const openKeys = () => createKeySet({ fetch: oidc.fetch, clock, logger, signal });
  const keys = openKeys();
  const exchange = createCodeExchange({ settings: oidc, keys, clock, logger, signal });
  const flows = createFlows({ store: dependencies.stores.flows, oidc, clock, random });

  return {
    ready: provider.ready,
    resource: resourceOf(oidc),
    accessTokens:
      oidc.resource &&
      createAccessTokens({ settings: oidc, resource: oidc.resource, provider, keys: openKeys(), clock }),
    warmUp: () =>
      provider.metadata().then(
        () => undefined,
        () => undefined,
      ),
    endSessionUrl: ({ scheme, key }) => {
      if (!oidc.endSession || scheme !== 'oidc' || !key.startsWith(keyPrefix)) return null;
      // Only loaded metadata: a provider that is down must not delay a logout.
      const endpoint = provider.known()?.end_session_endpoint;
      return isEndpoint(endpoint, oidc.issuer) ? endSessionUrl(endpoint, oidc) : null;
    },
    close: () => closing.abort(),
    start: createStart({ ...dependencies, provider, flows }),
    callback: createCallback({ ...dependencies, provider, flows, exchange }),
  };
}

function resourceOf({ resource, issuer }: OidcSettings): OidcService['resource'] {
  if (resource === null) return null;
  const metadata = {
    resource: resource.id,
    authorization_servers: [issuer],
    // Those of a sign-in, so that a token has the same claims.
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
  } as const;
  return { metadataUrl: resource.metadataUrl, metadata };
}

/** RP-initiated logout by client id: ID tokens, which a hint would need, are not kept. */
function endSessionUrl(endpoint: string, { clientId, postLogoutRedirectUrl }: OidcSettings): string {
  const url = new URL(endpoint);
  url.searchParams.set('client_id', clientId);
  if (postLogoutRedirectUrl !== null) url.searchParams.set('post_logout_redirect_uri', postLogoutRedirectUrl);
  return url.href;
}
