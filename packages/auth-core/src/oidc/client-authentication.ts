import * as oauth from 'oauth4webapi';
import type { OidcSettings } from '../settings/oidc.js';

const postMethod = 'client_secret_post';
const basicMethod = 'client_secret_basic';

/**
 * Authenticates this client at the token endpoint: as the settings state, else by a method that the provider accepts.
 */
export function authenticateClient(metadata: oauth.AuthorizationServer, settings: OidcSettings): oauth.ClientAuth {
  const { clientSecret, tokenEndpointAuthMethod } = settings;
  if (clientSecret === null) return oauth.None();
  const method = tokenEndpointAuthMethod === 'auto' ? methodFor(metadata) : tokenEndpointAuthMethod;
  return method === postMethod ? oauth.ClientSecretPost(clientSecret) : basicPair(clientSecret);
}

function methodFor({ token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer): string {
  const postOnly = Array.isArray(methods) && methods.includes(postMethod) && !methods.includes(basicMethod);
  return postOnly ? postMethod : basicMethod;
}

/**
 * Basic, spelled so that providers which decode the pair (RFC 6749, 2.3.1) and those which compare it as it comes read the
 * same: `encodeURIComponent` leaves letters, digits and `-_.!~*'()` alone, while the library writes those signs as `%2D` ….
 */
function basicPair(clientSecret: string): oauth.ClientAuth {
  return (_metadata, client, _body, headers) => {
    const pair = `${encodeURIComponent(client.client_id)}:${encodeURIComponent(clientSecret)}`;
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
  };
}
