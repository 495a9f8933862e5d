import type { GatewayConfig } from './schema.js';

/** What of the configuration keeps first-run setup closed; users and tokens of the database come on top. */
export function setupObstacles(
  config: GatewayConfig,
  build: { readonly ccuLogin: boolean; readonly ingress: boolean; readonly hasCentral: boolean },
): readonly string[] {
  const { auth } = config.north.rest;
  return [
    ...(config.bootstrap.allow_first_run_setup ? [] : ['pinned_shut']),
    ...(Object.keys(auth.users).length > 0 ? ['config_users'] : []),
    ...(auth.oidc.enabled ? ['oidc'] : []),
    ...((auth.ccu.enabled ?? build.ccuLogin) && build.hasCentral ? ['ccu'] : []),
    ...((auth.ha_ingress.enabled ?? build.ingress) && build.ingress && auth.ha_ingress.trusted_proxy_cidr !== ''
      ? ['ingress']
      : []),
  ];
}
