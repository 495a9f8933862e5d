import type { InfoSource } from '@ccu-gateway/gateway-core';
import packageJson from '../package.json' with { type: 'json' };
import type { GatewayConfig } from './config/index.js';

/** Who this gateway says it is on `/info`. `startedAt` in milliseconds since the Unix epoch. */
export function createBuildInfo(config: () => GatewayConfig, startedAt: number): InfoSource {
  const info = ({ rest }: GatewayConfig['north']) => ({
    version: packageJson.version,
    // Releases are built from tags, so the version names the commit; a checkout has none of its own.
    commit: '',
    buildDate: '',
    addonBuild: false,
    startedAt,
    ...(rest.public_url === undefined ? {} : { publicUrl: rest.public_url }),
    capabilities: [
      ...(rest.auth.oidc.enabled ? ['auth.oidc.v1'] : []),
      ...(rest.auth.ccu.enabled === true ? ['auth.ccu.v1'] : []),
    ],
  });
  return { info: () => info(config().north) };
}
