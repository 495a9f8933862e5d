import type { Auth } from '@ccu-gateway/auth-core';
import type { InfoSource } from '@ccu-gateway/gateway-core/use-cases';
import packageJson from '../../package.json' with { type: 'json' };
import type { GatewayConfig } from '../config/index.js';
import type { ShownCertificate } from './tls.js';

export const VERSION: string = packageJson.version;

/**
 * Builds the identity of this gateway on `/info`. A capability is claimed while it can be used, not where it is only
 * configured.
 */
export function createBuildInfo(deps: {
  readonly config: () => GatewayConfig;
  readonly auth: Pick<Auth, 'oidc'>;
  /** The program runs as an add-on on a CCU: signing in there is on unless it was switched off. */
  readonly ccuAddon: boolean;
  /** There is a CCU that passwords are checked at. */
  readonly hasLoginCentral: () => boolean;
  /** Users, CCUs and settings that the API changes are kept. */
  readonly hasStorage: () => boolean;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  readonly certificate: () => ShownCertificate | undefined;
}): InfoSource {
  const { config, auth, ccuAddon, hasLoginCentral, startedAt } = deps;
  const info = ({ north: { rest }, matter, mqtt, history }: GatewayConfig, certificate = deps.certificate()) => ({
    version: VERSION,
    // Releases are built from tags, so the version names the commit; a checkout has none of its own.
    commit: '',
    buildDate: '',
    addonBuild: ccuAddon,
    startedAt,
    ...(rest.public_url === undefined ? {} : { publicUrl: rest.public_url }),
    ...(certificate === undefined ? {} : { certificate }),
    capabilities: [
      ...(auth.oidc !== null ? ['auth.oidc.v1'] : []),
      ...((rest.auth.ccu.enabled ?? ccuAddon) && hasLoginCentral() ? ['auth.ccu.v1'] : []),
      ...(matter.enabled ? ['matter.bridge.v1'] : []),
      ...(brokers(mqtt).some(({ home_assistant }) => home_assistant.enabled) ? ['mqtt.discovery.v1'] : []),
      ...(brokers(mqtt).length > 0 ? ['mqtt.raw.v1'] : []),
      ...(history.enabled && deps.hasStorage() ? ['history.v1'] : []),
      ...(deps.hasStorage() ? ['admin.persistence.v1'] : []),
    ],
  });
  return { info: () => info(config()) };
}

function brokers({ brokers }: GatewayConfig['mqtt']) {
  return Object.values(brokers).filter(({ enabled }) => enabled);
}
