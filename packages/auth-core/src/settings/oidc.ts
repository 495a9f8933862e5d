import { sha256Hex } from '../crypto/hash.js';
import type { OidcOptions, ProtectedResource, TokenEndpointAuthMethod } from '../model/options.js';
import { AuthConfigError } from '../model/problem.js';

export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly redirectUrl: string;
  readonly roleClaim: string;
  readonly requireRole: boolean;
  readonly tokenEndpointAuthMethod: TokenEndpointAuthMethod;
  readonly endSession: boolean;
  readonly postLogoutRedirectUrl: string | null;
  readonly resource: ProtectedResource | null;
  readonly fetch: typeof fetch;
  /** Of which provider a login is, and how a role comes of it. */
  readonly epoch: string;
  /** As `epoch`, for access tokens: also of which resource. */
  readonly accessEpoch: string;
}

const methods: readonly TokenEndpointAuthMethod[] = ['auto', 'client_secret_basic', 'client_secret_post'];

/** Null when no provider is configured. */
export function resolveOidc(options: OidcOptions | undefined): OidcSettings | null {
  if (!options?.enabled) return null;
  if (!isSecureUrl(options.issuer)) {
    throw new AuthConfigError(
      'oidc.issuer',
      'must be an https URL without query or fragment (http only for localhost)',
    );
  }
  if (options.clientId === '') throw new AuthConfigError('oidc.clientId', 'must not be empty');
  if (!isPlainUrl(options.redirectUrl)) {
    throw new AuthConfigError('oidc.redirectUrl', 'must be an absolute http or https URL without query or fragment');
  }
  const { tokenEndpointAuthMethod = 'auto', postLogoutRedirectUrl = '' } = options;
  if (!methods.includes(tokenEndpointAuthMethod)) {
    throw new AuthConfigError('oidc.tokenEndpointAuthMethod', `must be one of ${methods.join(', ')}`);
  }
  if (postLogoutRedirectUrl !== '' && !isPlainUrl(postLogoutRedirectUrl)) {
    throw new AuthConfigError(
      'oidc.postLogoutRedirectUrl',
      'must be an absolute http or https URL without query or fragment',
    );
  }
  const { resource = null } = options;
  if (resource !== null) checkResource(resource, options.clientId);
  const roleClaim = options.roleClaim ? options.roleClaim : 'role';
  const requireRole = options.requireRole ?? false;
  const epoch = shortHash([options.issuer, options.clientId, roleClaim, requireRole]);
  return {
    issuer: options.issuer,
    clientId: options.clientId,
    epoch,
    accessEpoch: shortHash([epoch, resource?.id]),
    resource,
    clientSecret: options.clientSecret ? options.clientSecret : null,
    redirectUrl: options.redirectUrl,
    roleClaim,
    requireRole,
    tokenEndpointAuthMethod,
    endSession: options.endSession ?? true,
    postLogoutRedirectUrl: postLogoutRedirectUrl === '' ? null : postLogoutRedirectUrl,
    fetch: options.fetch ?? fetch,
  };
}

function checkResource({ id, metadataUrl }: ProtectedResource, clientId: string): void {
  if (!isPlainUrl(id) || !isPlainUrl(metadataUrl)) {
    throw new AuthConfigError('oidc.resource', 'must be absolute http or https URLs without query or fragment');
  }
  // The audience of ID tokens is the client: they would pass as access tokens.
  if (id === clientId) throw new AuthConfigError('oidc.resource', 'must be another text than the client id');
}

const shortHash = (parts: readonly unknown[]) => sha256Hex(JSON.stringify(parts)).slice(0, 16);

/** https, or http to this machine itself; no credentials, query or fragment in it. */
export function isSecureUrl(text: unknown): text is string {
  if (typeof text !== 'string' || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username || url.password || text.includes('?') || text.includes('#')) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocalhost(url.hostname));
}

function isLocalhost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text) || text.includes('?') || text.includes('#')) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}
