import { health, info } from '@ccu-gateway/contract';
import {
  type BuildInfo,
  type Clock,
  type HealthSource,
  healthReport,
  type InfoSource,
  toTimestamp,
} from '@ccu-gateway/gateway-core/use-cases';
import { API_VERSION, BASE_CAPABILITIES } from '../../openapi/version.js';
import { json, operationsWith } from '../../operation/operation.js';
import type { Documents } from './documents.js';

const operation = operationsWith<{
  readonly info: InfoSource;
  readonly health: HealthSource;
  readonly documents: Documents;
  readonly clock: Clock;
}>();

const tag = 'core';

export const infoOperations = [
  operation({
    method: 'GET',
    path: '/info',
    operationId: 'getInfo',
    access: 'public',
    tag,
    summary: 'Show version and capabilities of this gateway',
    responses: { 200: { description: 'Build, run time and capabilities', schema: info } },
    handler: (_input, ports) => {
      const build = ports.info.info();
      return json({
        version: build.version,
        commit: build.commit,
        build_date: build.buildDate,
        addon_build: build.addonBuild,
        uptime: uptimeText(ports.clock.now() - build.startedAt),
        started_at: toTimestamp(build.startedAt),
        config_ui_url: build.publicUrl ?? '',
        api_version: API_VERSION,
        schema_digest: ports.documents.digest(),
        capabilities: [...BASE_CAPABILITIES, ...build.capabilities],
        ...certificateOf(build),
      });
    },
  }),
  operation({
    method: 'GET',
    path: '/health',
    operationId: 'getHealth',
    // Supervisors and load balancers ask without a credential.
    access: 'public',
    tag,
    summary: 'Say how well this gateway is, part by part',
    responses: {
      200: { description: 'Healthy or degraded', schema: health },
      503: { description: 'A part is unhealthy', schema: health },
    },
    handler: (_input, ports) => {
      const report = healthReport(ports.health);
      return { status: report.status === 'unhealthy' ? 503 : 200, json: report };
    },
  }),
];

function certificateOf({ certificate }: BuildInfo) {
  if (certificate === undefined) return {};
  const { fingerprint, selfSigned, notAfter } = certificate;
  return { certificate: { fingerprint, self_signed: selfSigned, expires_at: toTimestamp(notAfter) } };
}

function uptimeText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (hours > 0) return `${hours}h${minutes}m${seconds % 60}s`;
  return minutes > 0 ? `${minutes}m${seconds % 60}s` : `${seconds}s`;
}
