import { accountKey, resolveLoginCentral } from '@ccu-gateway/auth-core';
import type { GatewayConfig } from './schema.js';

interface Build {
  readonly ccuLogin: boolean;
  readonly ingress: boolean;
}

/** What of the configuration keeps first-run setup closed; users and tokens of the database come on top. */
export function setupObstacles(
  config: GatewayConfig,
  build: Build & { readonly hasCentral: boolean },
): readonly string[] {
  const { auth } = config.north.rest;
  return [
    ...(config.bootstrap.allow_first_run_setup ? [] : ['pinned_shut']),
    ...(Object.keys(auth.users).length > 0 ? ['config_users'] : []),
    ...(auth.oidc.enabled ? ['oidc'] : []),
    ...((auth.ccu.enabled ?? build.ccuLogin) && build.hasCentral ? ['ccu'] : []),
    ...(hasIngress(auth, build) ? ['ingress'] : []),
  ];
}

/** Whether anything of the configuration can let an administrator in; access control judges in the same way by what is in force. */
export function letsAdminIn(
  { north }: GatewayConfig,
  build: Build & { readonly centrals: readonly { readonly name: string; readonly enabled: boolean }[] },
): boolean {
  const { auth } = north.rest;
  const roles = new Map(Object.entries(auth.user_roles).map(([name, role]) => [accountKey(name), role]));
  return (
    Object.keys(auth.users).some((name) => (roles.get(accountKey(name)) ?? 'admin') === 'admin') ||
    auth.oidc.enabled ||
    ((auth.ccu.enabled ?? build.ccuLogin) && resolveLoginCentral(auth.ccu.central, build.centrals) !== null) ||
    (hasIngress(auth, build) && auth.ha_ingress.role === 'admin')
  );
}

function hasIngress({ ha_ingress: ingress }: GatewayConfig['north']['rest']['auth'], build: Build): boolean {
  return (ingress.enabled ?? build.ingress) && build.ingress && ingress.trusted_proxy_cidr !== '';
}
