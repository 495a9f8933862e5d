import type * as OAuth from 'oauth4webapi';
import { systemClock } from '../model/defaults.js';
import type { OidcOptions } from '../model/options.js';
import type { AuthLogger, Clock } from '../model/ports.js';
import { isSecureUrl, type OidcSettings, resolveOidc } from '../settings/oidc.js';
import { boundedFetch, UpstreamError } from './bounded-fetch.js';
import { withDeadline } from './deadline.js';
import { loadOAuth } from './library.js';

const timeoutMs = 10_000;
const maxBytes = 262_144;
const freshMs = 24 * 3_600_000;
/** Pause after a request that failed, while older metadata can be used. */
const retryAfterMs = 60_000;
/** Code of the library for metadata of another issuer. */
const OTHER_ISSUER: typeof OAuth.JSON_ATTRIBUTE_COMPARISON = 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';

/** The provider's metadata, fetched when it is first needed and again after a day. */
export interface Provider {
  /** Throws `UpstreamError` when there is none to be had. */
  metadata(): Promise<OAuth.AuthorizationServer>;
  readonly ready: () => boolean;
  /** The loaded metadata, without a request. */
  readonly known: () => OAuth.AuthorizationServer | null;
}

export interface ProviderOptions {
  readonly settings: OidcSettings;
  readonly clock: Clock;
  readonly logger: AuthLogger;
  readonly signal: AbortSignal;
}

export function createProvider({ settings, clock, logger, signal }: ProviderOptions): Provider {
  let known: { readonly metadata: OAuth.AuthorizationServer; readonly at: number } | null = null;
  let pending: Promise<OAuth.AuthorizationServer> | null = null;

  const refresh = async (): Promise<OAuth.AuthorizationServer> => {
    try {
      const metadata = await discover(settings, clock, signal);
      known = { metadata, at: clock.now() };
      return metadata;
    } catch (error) {
      logger.warn('auth.oidc.discovery_failed', { issuer: settings.issuer, cause: causeOf(error) });
      if (known) {
        known = { ...known, at: Math.max(known.at, clock.now() - freshMs + retryAfterMs) };
        return known.metadata;
      }
      throw new UpstreamError('discovery');
    }
  };

  return {
    ready: () => known !== null,
    known: () => known?.metadata ?? null,
    metadata: async () => {
      if (known && clock.now() - known.at < freshMs) return known.metadata;
      pending ??= refresh().finally(() => {
        pending = null;
      });
      return pending;
    },
  };
}

function discover(settings: OidcSettings, clock: Clock, signal: AbortSignal): Promise<OAuth.AuthorizationServer> {
  return withDeadline(clock, timeoutMs, signal, async (limit) => {
    const oauth = await loadOAuth();
    const issuer = new URL(settings.issuer);
    const response = await oauth.discoveryRequest(issuer, {
      [oauth.customFetch]: boundedFetch({
        what: 'discovery',
        fetch: settings.fetch,
        signal: limit,
        maxBytes,
        types: ['application/json'],
      }),
      [oauth.allowInsecureRequests]: issuer.protocol === 'http:',
    });
    const metadata = await oauth.processDiscoveryResponse(issuer, response);
    checkMetadata(metadata, settings);
    return metadata;
  });
}

/**
 * Reads the metadata of a provider once, as a sign-in would, and sends no client secret. Resolves with the reason against it, in
 * words without text of the provider beyond its issuer; undefined where the metadata can be used.
 *
 * @throws AuthConfigError for settings that access control would refuse
 * @example
 * const fault = await testOidcProvider(options, AbortSignal.timeout(15_000));
 */
export async function testOidcProvider(options: OidcOptions, signal: AbortSignal): Promise<string | undefined> {
  const settings = resolveOidc({ ...options, enabled: true });
  // Enabled settings are resolved, or refused.
  if (settings === null) return undefined;
  try {
    await discover(settings, systemClock, signal);
    return undefined;
  } catch (error) {
    return causeOf(error);
  }
}

/** Conditions for usable metadata. The provider's values are named only if the operator needs them. */
function checkMetadata(metadata: OAuth.AuthorizationServer, settings: OidcSettings): void {
  // Letter by letter: the library compares parsed URLs, for which "/x" and "/x/" may meet in the host part.
  if (metadata.issuer !== settings.issuer) {
    throw new UpstreamError(`issuer is ${JSON.stringify(metadata.issuer.slice(0, 200))}, not the configured one`);
  }
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    if (!isEndpoint(metadata[name], settings.issuer)) throw new UpstreamError(`${name} is missing or not secure`);
  }
  const methods = metadata.code_challenge_methods_supported;
  if (methods !== undefined && methods !== null && !(Array.isArray(methods) && methods.includes('S256'))) {
    throw new UpstreamError('PKCE with S256 is not supported');
  }
}

/** Plain http only to this machine, and only when the issuer itself is reached that way. */
export function isEndpoint(value: unknown, issuer: string): value is string {
  if (typeof value !== 'string') return false;
  const withoutQuery = value.split('?', 1)[0];
  return isSecureUrl(withoutQuery) && (value.startsWith('https:') || issuer.startsWith('http:'));
}

function causeOf(error: unknown): string {
  if (error instanceof UpstreamError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === OTHER_ISSUER) {
    const { cause } = error as { cause?: { body?: { issuer?: unknown } } };
    return `issuer is ${JSON.stringify(String(cause?.body?.issuer).slice(0, 200))}, not the configured one`;
  }
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'it does not answer in time';
  const { code } = (error.cause ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? `it cannot be reached (${code})` : error.name;
}
