import type * as OAuth from 'oauth4webapi';
import { readMembers } from '../model/input.js';
import type { AuthLogger } from '../model/ports.js';
import type { OidcSettings } from '../settings/oidc.js';
import { boundedFetch, UpstreamError } from './bounded-fetch.js';
import { TokenInvalidError } from './jws.js';
import { loadOAuth } from './library.js';
import { isEndpoint } from './provider.js';

const maxBytes = 262_144;

export interface UserInfoQuestion {
  readonly metadata: OAuth.AuthorizationServer;
  readonly client: OAuth.Client;
  readonly accessToken: string;
  /** Subject of the ID token; an answer about another user is refused. */
  readonly sub: string;
  readonly settings: Pick<OidcSettings, 'issuer' | 'fetch' | 'roleClaim'>;
  readonly signal: AbortSignal;
  readonly logger: AuthLogger;
}

/**
 * Claims of the userinfo endpoint. Null if the provider has no safe address for it, or if its answer is unusable: the
 * signed token is enough for a sign-in. An answer about another user ends it.
 */
export async function askUserInfo(question: UserInfoQuestion): Promise<Readonly<Record<string, unknown>> | null> {
  const { metadata, sub, settings, logger } = question;
  if (!isEndpoint(metadata.userinfo_endpoint, settings.issuer)) return null;
  const told = await readUserInfo(question).catch((error: unknown) => {
    logger.warn('auth.oidc.userinfo_unused', {
      cause: error instanceof UpstreamError ? error.message : 'userinfo endpoint: no answer',
      effect: 'the role comes from the ID token alone',
      remedy: `have the provider put the claim ${JSON.stringify(settings.roleClaim)} into the ID token`,
    });
    return null;
  });
  if (told !== null && told.sub !== sub) throw new TokenInvalidError('userinfo sub');
  return told;
}

async function readUserInfo(question: UserInfoQuestion): Promise<Readonly<Record<string, unknown>>> {
  const { metadata, client, accessToken, settings, signal } = question;
  const what = 'userinfo endpoint';
  const oauth = await loadOAuth();
  const response = await oauth.userInfoRequest(metadata, client, accessToken, {
    [oauth.customFetch]: boundedFetch({ what, fetch: settings.fetch, signal, maxBytes, types: ['application/json'] }),
    [oauth.allowInsecureRequests]: settings.issuer.startsWith('http:'),
  });
  if (response.status !== 200) throw new UpstreamError(`${what}: status ${response.status}`);
  const told = readMembers(await response.json());
  if (typeof told.sub !== 'string') throw new UpstreamError(`${what}: sub is missing or no text`);
  return told;
}
