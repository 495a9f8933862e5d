import { accountKey, admitsAdmin, openSources, resolveLoginCentral, type SourceStates } from '@ccu-gateway/auth-core';
import type { GatewayConfig } from './schema/schema.js';

interface Site {
  readonly ccuLogin: boolean;
  readonly ingress: boolean;
  readonly centrals: readonly { readonly name: string; readonly enabled: boolean }[];
}

/** Settings that keep first-run setup closed; users and tokens of the database are added to them. */
export function setupObstacles(config: GatewayConfig, site: Site): readonly string[] {
  return [
    ...(config.bootstrap.allow_first_run_setup ? [] : ['pinned_shut']),
    ...openSources(sourceStates(config, site)),
  ];
}

/**
 * True when any setting lets an administrator sign in; access control applies the same rule to the current settings.
 */
export function letsAdminIn(config: GatewayConfig, site: Site): boolean {
  return admitsAdmin(sourceStates(config, site));
}

function sourceStates({ north }: GatewayConfig, { ccuLogin, ingress, centrals }: Site): SourceStates {
  const { users, user_roles, oidc, ccu, ha_ingress: proxy } = north.rest.auth;
  const roles = new Map(Object.entries(user_roles).map(([name, role]) => [accountKey(name), role]));
  const asksCcu = ccu.enabled ?? ccuLogin;
  const isVouched = (proxy.enabled ?? ingress) && ingress && proxy.trusted_proxy_cidr !== '';
  return {
    config_users: {
      isOpen: Object.keys(users).length > 0,
      admitsAdmin: Object.keys(users).some((name) => (roles.get(accountKey(name)) ?? 'admin') === 'admin'),
    },
    oidc: { isOpen: oidc.enabled, admitsAdmin: oidc.enabled },
    ccu: {
      isOpen: asksCcu && centrals.length > 0,
      admitsAdmin: asksCcu && resolveLoginCentral(ccu.central, centrals) !== null,
    },
    ingress: { isOpen: isVouched, admitsAdmin: isVouched && proxy.role === 'admin' },
  };
}
