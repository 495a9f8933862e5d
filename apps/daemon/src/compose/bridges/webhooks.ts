import { lookup } from 'node:dns/promises';
import type { ConfigTest, WebhooksStatus, WebhookTest } from '@ccu-gateway/contract/types';
import { type GatewayCore, incidentSummary } from '@ccu-gateway/gateway-core';
import type { Finding, IncidentRecords } from '@ccu-gateway/gateway-core/parts';
import { type IncidentRecord, toTimestamp } from '@ccu-gateway/gateway-core/use-cases';
import type { Webhook, WebhookSettings, WebhookStatus, WebhookTrouble } from '@ccu-gateway/webhook-bridge';
import { durationMs, type GatewayConfig } from '../../config/index.js';
import type { Log } from '../../log/log.js';
import { eventsOf } from '../../parts/part-events.js';
import type { Parts } from '../../parts/parts.js';
import type { BridgeStates } from '../../site/model/bridges.js';
import { nextTurn, type Time } from '../../time/time.js';
import { byConfiguration, createUnopened, positionsIn, readPem, waitOn } from './bridge-parts.js';
import { createBridgeSet } from './bridge-set.js';

type WebhooksConfig = GatewayConfig['webhooks'];
type EndpointConfig = WebhooksConfig['endpoints'][string];

export interface WebhooksDeps {
  /** Asked when the first webhook is configured. */
  readonly core: () => Pick<GatewayCore, 'events'>;
  /** Where positions outlive the process; undefined without a database. */
  readonly states: BridgeStates | undefined;
  readonly incidents: IncidentRecords | undefined;
  /** Parts that may fail without ending the rest. */
  readonly parts: Parts;
  readonly time: Time;
  readonly random: () => number;
  readonly randomHex: (digits: number) => string;
  readonly log: Log;
}

/** All webhooks of the configuration. */
export interface Webhooks {
  /** Opens, closes and reopens changed webhooks. Rejects, with everything as before, where a file cannot be read. */
  reconfigure(config: WebhooksConfig): Promise<void>;
  /** Closes all, which go on where they were when they are opened again. */
  rest(): Promise<void>;
  status(): WebhooksStatus;
  test(name: string): Promise<WebhookTest> | undefined;
  findings(): readonly (Finding & { readonly name: string })[];
  close(): Promise<void>;
}

/** Webhooks; their package is loaded when the first one is configured. */
export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const positions = positionsIn(deps.states, 'webhook.position', deps.log);
  const unopened = createUnopened();
  const open = createBridgeSet<WebhookSettings, Webhook>({
    parts: deps.parts,
    partOf,
    async open(settings) {
      const { openWebhook } = await import('@ccu-gateway/webhook-bridge');
      return await openWebhook({
        ...partsOf(deps, settings.name),
        positions,
        settings,
        onTrouble: (trouble) => record(deps, settings, trouble),
      });
    },
  });
  const configured = byConfiguration({ open, unopened, positions }, settingsOf);
  return {
    reconfigure: ({ endpoints }) => configured.reconfigure(endpoints),
    rest: configured.rest,
    status: () => ({ webhooks: open.all().map(([, webhook]) => statusBody(webhook.status())) }),
    test: (name) => open.get(name)?.test(),
    findings: () => [
      ...open.all().map(([name, webhook]) => ({ name, ...findingOf(webhook.status()) })),
      ...unopened.findings((name) => open.get(name) !== undefined),
    ],
    close: () => open.close(),
  };
}

/** The part that this webhook is. */
const partOf = (webhook: string): string => `webhooks/${webhook}`;

function partsOf({ core, parts, time, random, randomHex, log }: WebhooksDeps, webhook: string) {
  return {
    core: { events: eventsOf(parts, partOf(webhook), core().events) },
    log,
    environment: { ...senderEnvironment({ time, randomHex }), random, nextTurn },
  };
}

const senderEnvironment = ({ time, randomHex }: Pick<WebhooksDeps, 'time' | 'randomHex'>) => ({
  now: time.now,
  wait: waitOn(time),
  randomHex,
  lookup: (host: string) => lookup(host, { all: true }),
});

/** One test event to the receiver of settings that are not saved. Rejects where a file cannot be read. */
export async function testReceiverSettings(
  {
    name,
    endpoint,
    ...deps
  }: { readonly name: string; readonly endpoint: EndpointConfig } & Pick<WebhooksDeps, 'time' | 'randomHex'>,
  signal: AbortSignal,
): Promise<ConfigTest> {
  const { testReceiver } = await import('@ccu-gateway/webhook-bridge');
  const { fault, status } = await testReceiver(await settingsOf(name, endpoint), senderEnvironment(deps), signal);
  if (fault !== undefined) return { ok: false, ...fault };
  return { ok: true, message: `${new URL(endpoint.url).host} has taken the test event (${status})` };
}

async function settingsOf(name: string, endpoint: EndpointConfig): Promise<WebhookSettings> {
  const { ca_file: caFile } = endpoint;
  return {
    name,
    url: endpoint.url,
    secret: endpoint.secret.reveal(),
    topics: endpoint.topics,
    allowNetworks: endpoint.allow_networks,
    timeoutMs: durationMs(endpoint.timeout),
    maxAgeMs: durationMs(endpoint.max_age),
    ca: caFile === undefined ? undefined : await readPem(caFile, `webhooks.endpoints.${name}.ca_file`),
  };
}

/** Writes an incident of lost events, so that it can be found the next day. */
function record({ incidents, time, log }: WebhooksDeps, { name }: WebhookSettings, trouble: WebhookTrouble): void {
  const incident: IncidentRecord = {
    at: time.now(),
    central: '',
    component: `webhooks/${name}`,
    ...(trouble.state === 'gives_up'
      ? { severity: 'warning', summary: incidentSummary('webhook_gives_up'), detail: trouble.letter.reason }
      : {
          severity: 'info',
          summary: incidentSummary('webhook_restored'),
          detail: `${trouble.lost} events were given up`,
        }),
  };
  incidents?.add(incident).catch((error: unknown) => log.warn('an incident could not be written down', { error }));
}

function findingOf({ fault }: WebhookStatus): Finding {
  return fault === undefined ? { status: 'healthy' } : { status: 'degraded', note: fault.message };
}

function statusBody(status: WebhookStatus): WebhooksStatus['webhooks'][number] {
  const { name, state, nextAttemptAt, lastDeliveryAt, fault } = status;
  return {
    name,
    state,
    ...(nextAttemptAt === undefined ? {} : { next_attempt_at: toTimestamp(nextAttemptAt) }),
    ...(lastDeliveryAt === undefined ? {} : { last_delivery_at: toTimestamp(lastDeliveryAt) }),
    ...(fault === undefined ? {} : { fault }),
    deliveries: status.deliveries,
    events: status.events,
    failed_attempts: status.failedAttempts,
    dead_letters: status.deadLetters,
    gaps: status.gaps,
    recent_dead_letters: status.recentDeadLetters.map(({ at, firstSeq, lastSeq, ...letter }) => ({
      at: toTimestamp(at),
      first_seq: firstSeq,
      last_seq: lastSeq,
      ...letter,
    })),
  };
}
