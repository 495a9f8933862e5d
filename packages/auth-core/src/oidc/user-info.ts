import * as oauth from 'oauth4webapi';
import type { OidcSettings } from '../settings/oidc.js';
import { boundedFetch, UpstreamError } from './bounded-fetch.js';
import { TokenInvalidError } from './jws.js';
import { isEndpoint } from './provider.js';

const maxBytes = 262_144;

export interface UserInfoQuestion {
  readonly metadata: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly accessToken: string;
  /** Of the ID token; an answer about anybody else is refused. */
  readonly sub: string;
  readonly settings: Pick<OidcSettings, 'issuer' | 'fetch'>;
  readonly signal: AbortSignal;
}

/** What the provider tells of a user beside the ID token. Null where it offers no safe address to ask. */
export async function askUserInfo(question: UserInfoQuestion): Promise<Readonly<Record<string, unknown>> | null> {
  const { metadata, client, accessToken, sub, settings, signal } = question;
  if (!isEndpoint(metadata.userinfo_endpoint, settings.issuer)) return null;
  const response = await oauth.userInfoRequest(metadata, client, accessToken, {
    [oauth.customFetch]: boundedFetch({ fetch: settings.fetch, signal, maxBytes, types: ['application/json'] }),
    [oauth.allowInsecureRequests]: settings.issuer.startsWith('http:'),
  });
  if (response.status !== 200) throw new UpstreamError(`userinfo endpoint status ${response.status}`);
  const told = await oauth.processUserInfoResponse(metadata, client, oauth.skipSubjectCheck, response);
  if (told.sub !== sub) throw new TokenInvalidError('userinfo sub');
  return told;
}
