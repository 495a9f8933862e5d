import type * as OAuth from 'oauth4webapi';
import type { AuthLogger, Clock } from '../model/ports.js';
import type { OidcSettings } from '../settings/oidc.js';
import { boundedFetch, UpstreamError } from './bounded-fetch.js';
import { checkClaims, type IdentityClaims } from './claims.js';
import { withDeadline } from './deadline.js';
import type { Flow } from './flows.js';
import { TokenInvalidError, verifyJwt } from './jws.js';
import type { KeySet } from './key-set.js';
import { loadOAuth, type OAuthLibrary } from './library.js';
import { namesClaim } from './roles.js';
import { plainAnswer, readTokenAnswer } from './token-answer.js';
import { askUserInfo } from './user-info.js';

const timeoutMs = 10_000;
/** The rest of the time stays for the sign-in itself. */
const userInfoMs = 4000;
const maxBytes = 262_144;
/** Our own check is the exact one; the library's clock is the machine's and only has to be near. */
const libraryToleranceSeconds = 300;

interface CodeExchange {
  readonly metadata: OAuth.AuthorizationServer;
  /** Parameters of the provider's redirect. */
  readonly parameters: URLSearchParams;
  readonly flow: Flow;
}

/**
 * Exchanges the code for an ID token and checks everything about it. If the token lacks the role claim, the answer of
 * the userinfo endpoint completes it.
 */
export type ExchangeCode = (exchange: CodeExchange) => Promise<IdentityClaims>;

export interface ExchangeOptions {
  readonly settings: OidcSettings;
  readonly keys: KeySet;
  readonly clock: Clock;
  readonly logger: AuthLogger;
  readonly signal: AbortSignal;
}

export function createCodeExchange({ settings, keys, clock, logger, signal }: ExchangeOptions): ExchangeCode {
  const client = (oauth: OAuthLibrary): OAuth.Client => ({
    client_id: settings.clientId,
    id_token_signed_response_alg: 'RS256',
    [oauth.clockSkew]: Math.round((clock.now() - Date.now()) / 1000),
    [oauth.clockTolerance]: libraryToleranceSeconds,
  });

  const exchange = async (
    { metadata, parameters, flow }: CodeExchange,
    limit: AbortSignal,
  ): Promise<IdentityClaims> => {
    const oauth = await loadOAuth();
    const answer = oauth.validateAuthResponse(metadata, client(oauth), parameters, flow.state);
    const response = await oauth.authorizationCodeGrantRequest(
      metadata,
      client(oauth),
      authenticateClient(oauth, metadata, settings),
      answer,
      settings.redirectUrl,
      flow.verifier,
      {
        [oauth.customFetch]: boundedFetch({
          what: 'token endpoint',
          fetch: settings.fetch,
          signal: limit,
          maxBytes,
          types: ['application/json'],
        }),
        [oauth.allowInsecureRequests]: settings.issuer.startsWith('http:'),
      },
    );
    const tokens = await readTokenAnswer(response);
    const { jwks_uri: jwksUri } = metadata;
    if (jwksUri === undefined) throw new UpstreamError('jwks_uri');
    const payload = await verifyJwt(tokens.idToken, (kid, failed) => keys.candidates(jwksUri, kid, failed));
    const { issuer, clientId } = settings;
    const claims = checkClaims(payload, { issuer, clientId, nonce: flow.nonce, now: clock.now() });
    // The library's own reading must agree; where the two differ, the login is refused.
    await oauth.processAuthorizationCodeResponse(metadata, client(oauth), plainAnswer(tokens), {
      expectedNonce: flow.nonce,
      requireIdToken: true,
    });
    if (namesClaim(claims.all, settings.roleClaim) || !tokens.isBearer) return claims;
    const { sub } = claims;
    const { accessToken } = tokens;
    const question = { metadata, client: client(oauth), accessToken, sub, settings };
    const told = await withDeadline(clock, userInfoMs, limit, (signal) => askUserInfo({ ...question, signal, logger }));
    return { ...claims, told };
  };

  return async (input) => {
    try {
      return await withDeadline(clock, timeoutMs, signal, (limit) => exchange(input, limit));
    } catch (error) {
      if (error instanceof TokenInvalidError || error instanceof UpstreamError) throw error;
      const word = wordOf(error, await loadOAuth());
      throw isAboutToken(error) ? new TokenInvalidError(`library: ${word}`) : new UpstreamError(`exchange: ${word}`);
    }
  };
}

/** The library's own words name the field; of other failures only the code or the name is known to hold no secret. */
function wordOf(error: unknown, oauth: OAuthLibrary): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError)
    return error.message.slice(0, 160);
  const { code = error.name } = Object(error.cause ?? error) as { readonly code?: unknown };
  return typeof code === 'string' ? code : error.name;
}

/** Codes of the library for a token that it refuses. */
const TOKEN_CODES: readonly unknown[] = [
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
] satisfies readonly (
  | typeof OAuth.JWT_TIMESTAMP_CHECK
  | typeof OAuth.JWT_CLAIM_COMPARISON
  | typeof OAuth.UNSUPPORTED_OPERATION
)[];

function isAboutToken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && TOKEN_CODES.includes(error.code);
}

const postMethod = 'client_secret_post';
const basicMethod = 'client_secret_basic';

/**
 * Authenticates this client at the token endpoint: as the settings state, else by a method that the provider accepts.
 */
function authenticateClient(
  oauth: OAuthLibrary,
  metadata: OAuth.AuthorizationServer,
  settings: OidcSettings,
): OAuth.ClientAuth {
  const { clientSecret, tokenEndpointAuthMethod } = settings;
  if (clientSecret === null) return oauth.None();
  const method = tokenEndpointAuthMethod === 'auto' ? methodFor(metadata) : tokenEndpointAuthMethod;
  return method === postMethod ? oauth.ClientSecretPost(clientSecret) : basicPair(clientSecret);
}

function methodFor({ token_endpoint_auth_methods_supported: methods }: OAuth.AuthorizationServer): string {
  const postOnly = Array.isArray(methods) && methods.includes(postMethod) && !methods.includes(basicMethod);
  return postOnly ? postMethod : basicMethod;
}

/**
 * Basic, spelled so that providers which decode the pair (RFC 6749, 2.3.1) and those which compare it as it comes read the
 * same: `encodeURIComponent` leaves letters, digits and `-_.!~*'()` alone, while the library writes those signs as `%2D` ….
 */
function basicPair(clientSecret: string): OAuth.ClientAuth {
  return (_metadata, client, _body, headers) => {
    const pair = `${encodeURIComponent(client.client_id)}:${encodeURIComponent(clientSecret)}`;
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
  };
}
