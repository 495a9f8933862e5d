import type { Auth } from '@ccu-gateway/auth-core';
import type { InfoSource } from '@ccu-gateway/gateway-core';
import packageJson from '../../package.json' with { type: 'json' };
import type { GatewayConfig } from '../config/index.js';

/** Who this gateway says it is on `/info`. A capability is claimed while it can be used, not where it is only configured. */
export function createBuildInfo(deps: {
  readonly config: () => GatewayConfig;
  readonly auth: Pick<Auth, 'oidc'>;
  /** There is a CCU that passwords are checked at. */
  readonly hasLoginCentral: () => boolean;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
}): InfoSource {
  const { config, auth, hasLoginCentral, startedAt } = deps;
  const info = ({ north: { rest }, matter, mqtt }: GatewayConfig) => ({
    version: packageJson.version,
    // Releases are built from tags, so the version names the commit; a checkout has none of its own.
    commit: '',
    buildDate: '',
    addonBuild: false,
    startedAt,
    ...(rest.public_url === undefined ? {} : { publicUrl: rest.public_url }),
    capabilities: [
      ...(auth.oidc !== null ? ['auth.oidc.v1'] : []),
      ...(rest.auth.ccu.enabled === true && hasLoginCentral() ? ['auth.ccu.v1'] : []),
      ...(matter.enabled ? ['matter.bridge.v1'] : []),
      ...(Object.values(mqtt.brokers).some(({ enabled }) => enabled) ? ['mqtt.bridge.v1'] : []),
    ],
  });
  return { info: () => info(config()) };
}
