import { type Auth, AuthConfigError, type ChangeableOptions } from '@ccu-gateway/auth-core';
import type { CallbackServer, ChangeableTimings } from '@ccu-gateway/ccu-client';
import type { HouseModel } from '@ccu-gateway/device-model';
import type { EventStream } from '@ccu-gateway/event-stream';
import { GatewayError } from '@ccu-gateway/gateway-core';
import type { HistoryRecorder } from '@ccu-gateway/gateway-core/parts';
import type { ChangeableServerOptions, GatewayServer } from '@ccu-gateway/server';
import type { EventStore } from '@ccu-gateway/storage';
import { configKeyOf } from '../access/config-keys.js';
import type { Centrals } from '../centrals/centrals.js';
import { durationMs, type GatewayConfig, type HotSettings } from '../config/index.js';
import type { LogLevels } from '../log/levels.js';
import type { MqttBridges } from './bridges/mqtt.js';
import type { NotifyPart } from './bridges/notify.js';
import type { Webhooks } from './bridges/webhooks.js';
import { historySettingsOf } from './history.js';
import type { MatterPart } from './matter.js';
import type { McpPart } from './mcp.js';
import { depthsOf, logLimitsOf } from './stream.js';

export interface HotSettingTargets {
  readonly levels: LogLevels;
  readonly house: Pick<HouseModel, 'setLocale'>;
  readonly stream: Pick<EventStream, 'reconfigure'>;
  readonly events: Pick<EventStore['log'], 'limit'> | undefined;
  readonly callbacks: Pick<CallbackServer, 'reconfigure'>;
  readonly centrals: Pick<Centrals, 'reconfigure'>;
  readonly timings: (config: GatewayConfig) => ChangeableTimings;
  readonly auth: Pick<Auth, 'reconfigure'>;
  readonly access: (config: GatewayConfig) => ChangeableOptions;
  readonly server: Pick<GatewayServer, 'reconfigure'>;
  readonly history: Pick<HistoryRecorder, 'reconfigure'> | undefined;
  readonly mqtt: Pick<MqttBridges, 'reconfigure'>;
  readonly webhooks: Pick<Webhooks, 'reconfigure'>;
  readonly notify: Pick<NotifyPart, 'reconfigure'>;
  readonly matter: Pick<MatterPart, 'reconfigure'>;
  readonly mcp: Pick<McpPart, 'reconfigure'>;
}

/** Registers the settings that take effect at once, each with its target. */
export function addHotSettings(hot: HotSettings, targets: HotSettingTargets): void {
  const ws = 'north.rest.ws';
  hot.add({
    paths: ['logging.level', 'logging.overrides'],
    apply: ({ logging }) => targets.levels.configure(logging.level, logging.overrides),
  });
  hot.add({ paths: ['locale'], apply: ({ locale }) => targets.house.setLocale(locale) });
  hot.add({
    paths: ['replay_capacity', 'ring_frames', 'ring_bytes', 'lag_frames', 'lag_bytes'].map((key) => `${ws}.${key}`),
    apply: (config) => targets.stream.reconfigure(depthsOf(config.north.rest.ws)),
  });
  hot.add({
    paths: [`${ws}.log_events`, `${ws}.log_bytes`],
    apply: async (config) => targets.events?.limit(logLimitsOf(config)),
  });
  hot.add({
    paths: ['callback.max_connections', 'callback.restrict_source_ips'],
    apply: ({ callback }) =>
      targets.callbacks.reconfigure({
        maxConnections: callback.max_connections,
        ...(callback.restrict_source_ips === undefined ? {} : { restrictSourceIps: callback.restrict_source_ips }),
      }),
  });
  hot.add({ paths: ['reliability'], apply: (config) => targets.centrals.reconfigure(targets.timings(config)) });
  // Access control refuses settings that it cannot use, so it comes before the server, which takes everything.
  hot.add({
    paths: ['public_url', 'allowed_hosts', 'trusted_proxies', 'cors', 'csrf_enabled', 'csrf_secure', 'auth'].map(
      (key) => `north.rest.${key}`,
    ),
    apply: (config) => takeAccess(targets.auth, targets.access(config)),
  });
  hot.add({
    paths: ['north.rest.cors', `${ws}.max_connections`, `${ws}.max_connections_per_principal`],
    apply: (config) => targets.server.reconfigure(serverOptionsOf(config)),
  });
  hot.add({ paths: ['history'], apply: async (config) => targets.history?.reconfigure(historySettingsOf(config)) });
  hot.add({ paths: ['mqtt'], apply: ({ mqtt }) => targets.mqtt.reconfigure(mqtt) });
  hot.add({ paths: ['webhooks'], apply: ({ webhooks }) => targets.webhooks.reconfigure(webhooks) });
  hot.add({ paths: ['notify'], apply: ({ notify }) => targets.notify.reconfigure(notify) });
  // A bridge that starts takes seconds or waits for a CCU; its status reports the progress.
  hot.add({ paths: ['matter'], apply: async ({ matter }) => targets.matter.reconfigure(matter) });
  hot.add({ paths: ['mcp'], apply: async ({ mcp }) => targets.mcp.reconfigure(mcp) });
  // Read on each use.
  hot.add({ paths: ['backup', 'north.discovery'] });
}

export function serverOptionsOf({ north }: GatewayConfig): Required<ChangeableServerOptions> {
  const { cors, ws } = north.rest;
  return { cors, limits: { sockets: ws.max_connections, socketsPerPrincipal: ws.max_connections_per_principal } };
}

/** Pauses of writes to CCUs. */
export function writePausesOf({ reliability }: GatewayConfig): ChangeableTimings {
  return {
    writeRetryMs: durationMs(reliability.command_retry_initial_delay),
    writeGapMs: durationMs(reliability.command_throttle_inter_command_delay),
  };
}

/** A setting that access control cannot use would also keep the gateway from starting the next time. */
function takeAccess(auth: Pick<Auth, 'reconfigure'>, options: ChangeableOptions): void {
  try {
    auth.reconfigure(options);
  } catch (error) {
    if (!(error instanceof AuthConfigError)) throw error;
    const field = configKeyOf(error.option);
    throw new GatewayError('validation', `${field}: ${error.detail}`, {
      reason: 'validation_failed',
      errors: [{ field, reason: error.detail }],
    });
  }
}
