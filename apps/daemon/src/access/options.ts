import type {
  AuditSink,
  AuthLogger,
  AuthOptions,
  AuthStores,
  ChangeableOptions,
  Clock,
  OidcOptions,
} from '@ccu-gateway/auth-core';
import type { CentralDirectory } from '@ccu-gateway/gateway-core/parts';
import type { Centrals } from '../centrals/centrals.js';
import type { GatewayConfig, LoadedConfig } from '../config/index.js';
import { createCcuLogin, type LoginElsewhere, loginCentral } from './ccu-login.js';
import { configKeyOf } from './config-keys.js';

export interface AccessParts {
  readonly loaded: LoadedConfig;
  readonly stores: AuthStores;
  readonly audit: AuditSink | undefined;
  readonly centrals: Pick<Centrals, 'get'>;
  /** The CCUs there are, connected or not. */
  readonly directory: CentralDirectory;
  /** Absent where this gateway is alone. */
  readonly loginElsewhere: LoginElsewhere | undefined;
  readonly configUsers: Readonly<Record<string, string>>;
  /** Credentials that the API has withdrawn are unknown: only users of the configuration file may sign in. */
  readonly onlyConfigUsers: boolean;
  readonly csrfKey: Uint8Array | undefined;
  readonly epochKey: Uint8Array | undefined;
  readonly sessionMarkKey: Uint8Array | undefined;
  readonly logger: AuthLogger;
  readonly clock: Clock;
}

/** The options of access control, from the configuration. Role gates are always on. */
export function authOptions(parts: AccessParts): AuthOptions {
  const { config, environment } = parts.loaded;
  return {
    ...changeableOptions(config, parts),
    roleChecks: 'enforced',
    stores: parts.stores,
    serviceName: config.service_name,
    configUsers: parts.configUsers,
    ...(parts.epochKey === undefined ? {} : { epochKey: parts.epochKey }),
    ...(parts.sessionMarkKey === undefined ? {} : { sessionMarkKey: parts.sessionMarkKey }),
    build: { supervised: environment.supervised, ccuAddon: environment.ccuAddon },
    ...(parts.audit === undefined ? {} : { audit: parts.audit }),
    logger: parts.logger,
    nameOfOption: configKeyOf,
    clock: parts.clock,
  };
}

/** Those of them that may change while the gateway runs. */
export function changeableOptions(
  config: GatewayConfig,
  parts: Pick<AccessParts, 'centrals' | 'directory' | 'loginElsewhere' | 'csrfKey' | 'onlyConfigUsers'>,
): ChangeableOptions {
  const { rest } = config.north;
  const { oidc, ccu, ha_ingress } = parts.onlyConfigUsers ? switchedOff(rest.auth) : rest.auth;
  return {
    basicEnabled: rest.auth.basic_enabled,
    bearerEnabled: rest.auth.bearer_enabled,
    configUserRoles: rest.auth.user_roles,
    csrf: {
      enabled: rest.csrf_enabled,
      secure: rest.csrf_secure || rest.tls.mode !== 'none',
      hsts: rest.csrf_secure || rest.tls.hsts,
      ownTls: rest.tls.mode !== 'none',
      ...(parts.csrfKey === undefined ? {} : { key: parts.csrfKey }),
    },
    bootstrap: {
      allowFirstRunSetup: config.bootstrap.allow_first_run_setup,
      allowRemoteSetup: config.bootstrap.allow_remote_setup,
      requireCode: config.bootstrap.require_code,
      allowedHosts: [
        ...(rest.public_url === undefined ? [] : [new URL(rest.public_url).hostname]),
        ...rest.allowed_hosts,
      ],
    },
    cors: rest.cors,
    ...(rest.public_url === undefined ? {} : { publicUrl: rest.public_url }),
    trustedProxies: rest.trusted_proxies,
    ...(oidc.enabled ? { oidc: providerOptions(oidc) } : {}),
    ...ccuOptions(ccu, parts),
    ingress: ingressOptions(ha_ingress),
  };
}

type AuthConfig = GatewayConfig['north']['rest']['auth'];

function switchedOff({ oidc, ccu, ha_ingress }: AuthConfig): Pick<AuthConfig, 'oidc' | 'ccu' | 'ha_ingress'> {
  const off = { enabled: false };
  return { oidc: { ...oidc, ...off }, ccu: { ...ccu, ...off }, ha_ingress: { ...ha_ingress, ...off } };
}

/** The identity provider of the configuration, as access control takes it. */
export const providerOptions = (config: AuthConfig['oidc']): OidcOptions => ({
  enabled: config.enabled,
  issuer: config.issuer,
  clientId: config.client_id,
  ...(config.client_secret === undefined ? {} : { clientSecret: config.client_secret.reveal() }),
  redirectUrl: config.redirect_url,
  roleClaim: config.role_claim,
  requireRole: config.require_role,
  tokenEndpointAuthMethod: config.token_endpoint_auth_method,
  endSession: config.end_session,
  postLogoutRedirectUrl: config.post_logout_redirect_url,
  ...resourceOf(config.redirect_url),
});

const CALLBACK_PATH = '/api/v1/auth/oidc/callback';

/**
 * The address of assistants as a protected resource. It follows from the configured URL of this gateway, never from a header: a token
 * for another service would count here under that name.
 */
function resourceOf(redirectUrl: string): Pick<OidcOptions, 'resource'> {
  if (!redirectUrl.endsWith(CALLBACK_PATH)) return {};
  const base = redirectUrl.slice(0, -CALLBACK_PATH.length);
  return {
    resource: { id: `${base}/mcp`, metadataUrl: `${base}/.well-known/oauth-protected-resource/mcp` },
  };
}

function ccuOptions(
  config: AuthConfig['ccu'],
  { centrals, directory, loginElsewhere }: Pick<AccessParts, 'centrals' | 'directory' | 'loginElsewhere'>,
): Pick<AuthOptions, 'ccu'> {
  return {
    ccu: {
      ...(isUnset(config.enabled) ? {} : { enabled: config.enabled }),
      ...(isUnset(config.primary) ? {} : { primary: config.primary }),
      minUserLevel: config.min_user_level,
      roleMapping: config.role_mapping,
      login: createCcuLogin({ centrals, directory }, config.central, loginElsewhere),
      hasCentral: () => directory.entries().length > 0,
      central: () => {
        const entry = loginCentral(directory, config.central);
        return entry && `${entry.name}@${entry.host}`;
      },
    },
  };
}

/** The file, the environment and the API may write null for a setting that is left out. */
function isUnset<T>(value: T | null | undefined): value is null | undefined {
  return value === null || value === undefined;
}

function ingressOptions(config: AuthConfig['ha_ingress']): NonNullable<AuthOptions['ingress']> {
  const { enabled, trusted_proxy_cidr: trustedProxyCidr, role, user_roles: userRoles } = config;
  return {
    ...(isUnset(enabled) ? {} : { enabled }),
    trustedProxyCidr,
    role,
    userRoles,
  };
}
