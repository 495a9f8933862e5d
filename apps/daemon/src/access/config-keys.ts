import type { OptionPath } from '@ccu-gateway/auth-core';

/** Where the configuration sets the options of access control. */
const CONFIG_KEYS: Readonly<Record<OptionPath, string>> = {
  roleChecks: 'roleChecks',
  serviceName: 'service_name',
  configUsers: 'north.rest.auth.users',
  configUserRoles: 'north.rest.auth.user_roles',
  cors: 'north.rest.cors',
  publicUrl: 'north.rest.public_url',
  trustedProxies: 'north.rest.trusted_proxies',
  'bootstrap.allowFirstRunSetup': 'bootstrap.allow_first_run_setup',
  'ingress.role': 'north.rest.auth.ha_ingress.role',
  'ingress.userRoles': 'north.rest.auth.ha_ingress.user_roles',
  'ingress.trustedProxyCidr': 'north.rest.auth.ha_ingress.trusted_proxy_cidr',
  'ccu.minUserLevel': 'north.rest.auth.ccu.min_user_level',
  'ccu.roleMapping': 'north.rest.auth.ccu.role_mapping',
  'oidc.issuer': 'north.rest.auth.oidc.issuer',
  'oidc.clientId': 'north.rest.auth.oidc.client_id',
  'oidc.redirectUrl': 'north.rest.auth.oidc.redirect_url',
  'oidc.tokenEndpointAuthMethod': 'north.rest.auth.oidc.token_endpoint_auth_method',
  // It follows from that URL.
  'oidc.resource': 'north.rest.auth.oidc.redirect_url',
  'oidc.postLogoutRedirectUrl': 'north.rest.auth.oidc.post_logout_redirect_url',
};

/** Path of an option of access control in the configuration. */
export function configKeyOf(option: OptionPath): string {
  return CONFIG_KEYS[option];
}
