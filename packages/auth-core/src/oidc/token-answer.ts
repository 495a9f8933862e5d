import { UpstreamError } from './bounded-fetch.js';
import { TokenInvalidError } from './jws.js';

/** The members that are used of a token endpoint's answer. */
export interface TokenAnswer {
  readonly idToken: string;
  readonly accessToken: string;
  /** True when the access token may be sent as `Bearer`. */
  readonly isBearer: boolean;
}

/** Codes of RFC 6749, 5.2; no other text of the provider is repeated. */
const codes = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]);

/** Reads only the members that are used: optional members of any form end no sign-in. */
export async function readTokenAnswer(response: Response): Promise<TokenAnswer> {
  const answer: unknown = await response.json().catch(() => undefined);
  const members = typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? answer : undefined;
  const { error, id_token: idToken, access_token: accessToken, token_type: type } = Object(members) as TokenMembers;
  if (!response.ok) {
    const code = typeof error === 'string' && codes.has(error) ? ` (${error})` : '';
    throw new UpstreamError(`token endpoint: status ${response.status}${code}`);
  }
  if (members === undefined) throw new UpstreamError('token endpoint: the answer is no JSON object');
  if (typeof idToken !== 'string') throw new TokenInvalidError('id_token is missing or no text');
  if (typeof accessToken !== 'string' || accessToken === '')
    throw new UpstreamError('token endpoint: access_token is missing or no text');
  return { idToken, accessToken, isBearer: typeof type === 'string' && type.trim().toLowerCase() === 'bearer' };
}

interface TokenMembers {
  readonly error?: unknown;
  readonly id_token?: unknown;
  readonly access_token?: unknown;
  readonly token_type?: unknown;
}

/** The answer as a library is to read it, which refuses optional members of another form. */
export function plainAnswer({ idToken, accessToken }: TokenAnswer): Response {
  return Response.json({ access_token: accessToken, token_type: 'bearer', id_token: idToken });
}
