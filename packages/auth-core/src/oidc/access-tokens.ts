import type { ProtectedResource } from '../model/options.js';
import type { Clock } from '../model/ports.js';
import type { Role } from '../model/role.js';
import type { OidcSettings } from '../settings/oidc.js';
import { UpstreamError } from './bounded-fetch.js';
import { type AccessClaims, checkAccessClaims } from './claims.js';
import { readUnverified, TokenInvalidError, verifyJwt } from './jws.js';
import type { KeySet } from './key-set.js';
import type { Provider } from './provider.js';
import { roleFromClaim, subjectFromClaims } from './roles.js';

const profileTypes = ['AT+JWT', 'APPLICATION/AT+JWT'];
const types = [...profileTypes, 'JWT'];
/** After a provider did not answer, tokens are refused for so long without a request. */
const restMs = 10_000;

/** The rights of an access token. */
export interface AccessGrant extends AccessClaims {
  /** Name of the person, to show. */
  readonly subject: string;
  /** Null where the claim of the settings names none. */
  readonly role: Role | null;
}

/** Verifies access tokens of the provider for one protected resource. */
export interface AccessTokens {
  /**
   * The rights of a token.
   *
   * @throws TokenInvalidError for a token that does not count here
   * @throws UpstreamError where the keys of the provider cannot be had
   */
  verify(token: string): Promise<AccessGrant>;
}

export interface AccessTokensOptions {
  readonly settings: OidcSettings;
  readonly resource: ProtectedResource;
  readonly provider: Pick<Provider, 'metadata'>;
  /** Not those of sign-ins: any caller can present a token, and must not use up the requests for rotated keys there. */
  readonly keys: KeySet;
  readonly clock: Clock;
}

export function createAccessTokens({ settings, resource, provider, keys, clock }: AccessTokensOptions): AccessTokens {
  let restsUntil = 0;

  const upstream = async <T>(ask: () => Promise<T>): Promise<T> => {
    const now = clock.now();
    // A clock that was set back must not make the pause longer.
    if (now < restsUntil && restsUntil - now <= restMs) throw new UpstreamError('it did not answer a moment ago');
    try {
      return await ask();
    } catch (error) {
      if (error instanceof UpstreamError) restsUntil = clock.now() + restMs;
      throw error;
    }
  };

  return {
    verify: async (token) => {
      const expected = { issuer: settings.issuer, audience: resource.id, now: clock.now() };
      // The same checks as below, so that a token that fails them causes no request.
      const unverified = readUnverified(token, types);
      requireAccessToken(unverified);
      checkAccessClaims(unverified.claims, expected);
      const { jwks_uri: jwksUri } = await upstream(() => provider.metadata());
      if (jwksUri === undefined) throw new UpstreamError('jwks_uri');
      const source = (kid: string | null, failed: boolean) => upstream(() => keys.candidates(jwksUri, kid, failed));
      const claims = await verifyJwt(token, source, types);
      const checked = checkAccessClaims(claims, expected);
      return {
        ...checked,
        subject: subjectFromClaims(checked.sub, claims),
        role: roleFromClaim(claims, settings.roleClaim),
      };
    },
  };
}

/**
 * An access token states that it is one: by the type of its header (RFC 9068), or by the claim `typ` of Keycloak. Otherwise the ID
 * token of a client, or the refresh token, could pass as one.
 */
function requireAccessToken({ type, claims }: ReturnType<typeof readUnverified>): void {
  const isAccessToken = profileTypes.includes(type) || claims.typ === 'Bearer';
  if (!isAccessToken) throw new TokenInvalidError('type');
}
