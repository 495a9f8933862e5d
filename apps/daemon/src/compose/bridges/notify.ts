import { lookup } from 'node:dns/promises';
import type {
  ConfigTest,
  DeviceSummary,
  FirmwarePlanBody,
  NotifyPreview,
  NotifyPreviewRequest,
  NotifyStatus,
  NotifyTest,
  SecurityFault,
} from '@ccu-gateway/contract/types';
import { type GatewayCore, serviceCaller } from '@ccu-gateway/gateway-core';
import type { Finding } from '@ccu-gateway/gateway-core/parts';
import { toTimestamp } from '@ccu-gateway/gateway-core/use-cases';
import type { ChannelSettings, ChannelStatus, DeviceFirmware, Notify, NotifySettings } from '@ccu-gateway/notify';
import { minuteOf, type Rule, type ValueLine } from '@ccu-gateway/notify/settings';
import { durationMs, type GatewayConfig } from '../../config/index.js';
import type { Log } from '../../log/log.js';
import { eventsOf } from '../../parts/part-events.js';
import type { Parts } from '../../parts/parts.js';
import type { BridgeStates } from '../../site/model/bridges.js';
import { nextTurn, type Time } from '../../time/time.js';
import { byConfiguration, createUnopened, readPem, waitOn } from './bridge-parts.js';
import { createBridgeSet } from './bridge-set.js';
import type { BrokerMessages } from './mqtt.js';
import type { PushPart } from './push.js';

type NotifyConfig = GatewayConfig['notify'];
type ChannelConfig = NotifyConfig['channels'][string];
type RuleConfig = NotifyConfig['rules'][string];

export interface NotifyDeps {
  /** Asked when the first channel is configured. */
  readonly core: () => Pick<GatewayCore, 'events' | 'as'>;
  /** Causes of the security overview. */
  readonly faults: () => readonly SecurityFault[];
  /** Where the state outlives the process; undefined without a database. */
  readonly states: BridgeStates | undefined;
  /** Phones and browsers for channels of kind `push`. */
  readonly push: Pick<PushPart, 'senders'>;
  /** Brokers for channels of kind `mqtt`. */
  readonly brokers: BrokerMessages;
  /** The part may fail without ending the rest. */
  readonly parts: Parts;
  readonly time: Time;
  readonly random: () => number;
  readonly log: Log;
}

/** Messages to people by the configuration. */
export interface NotifyPart {
  /** Opens, closes or reopens them. Rejects, with everything as before, where a file cannot be read. */
  reconfigure(config: NotifyConfig): Promise<void>;
  /** Closes them; they go on where they were when they are opened again. */
  rest(): Promise<void>;
  status(): NotifyStatus;
  test(name: string): Promise<NotifyTest> | undefined;
  preview(request: NotifyPreviewRequest): Promise<NotifyPreview>;
  findings(): readonly (Finding & { readonly name: string })[];
  close(): Promise<void>;
}

/** The part, and its key in the store. */
const PART = 'notify';
const STATE = 'notify.state';

/** Messages to people; their package is loaded when the first channel is configured. */
export function createNotify(deps: NotifyDeps): NotifyPart {
  const { states, log, time } = deps;
  const unopened = createUnopened();
  let language: NotifyConfig['language'] = 'en';
  const open = createBridgeSet<NotifySettings & { readonly name: string }, Notify>({
    parts: deps.parts,
    partOf: () => PART,
    async open(settings) {
      const { openNotify } = await import('@ccu-gateway/notify');
      const needsPush = settings.channels.some(({ kind }) => kind === 'push');
      const push = needsPush ? await deps.push.senders() : undefined;
      return await openNotify({ ...partsOf(deps), push, mqtt: deps.brokers, settings });
    },
  });
  // The settings of all channels and rules are one bridge: they share one position in the events.
  const positions = {
    async keepOnly(names: readonly string[]) {
      if (names.length > 0) return;
      await states?.save(STATE, undefined).catch((error: unknown) => log.warn('notify.not_forgotten', { error }));
    },
  };
  const configured = byConfiguration({ open, unopened, positions }, (_, entry: NotifyConfig & { enabled: true }) =>
    settingsOf(entry),
  );
  const running = () => open.get(PART);
  return {
    async reconfigure(config) {
      language = config.language;
      deps.brokers.offer((broker) => isForBroker(config, broker));
      const isAny = Object.values(config.channels).some(({ enabled }) => enabled);
      await configured.reconfigure(isAny ? { [PART]: { ...config, enabled: true } } : {});
    },
    rest: configured.rest,
    status() {
      const { channels, rules, matters } = running()?.status() ?? { channels: [], rules: [], matters: 0 };
      return { channels: channels.map(channelBody), rules: [...rules], matters };
    },
    test: (name) => running()?.test(name),
    async preview({ language: wanted = language, ...request }) {
      const { previewOf } = await import('@ccu-gateway/notify');
      const { note, body } = previewOf({ ...request, language: wanted }, time.now());
      const { title, text, level } = note;
      return { title, text, level, body };
    },
    findings: () => [
      ...(running()?.status().channels ?? []).map(({ name, fault }): Finding & { readonly name: string } =>
        fault === undefined ? { name, status: 'healthy' } : { name, status: 'degraded', note: fault.message },
      ),
      ...unopened.findings((name) => open.get(name) !== undefined),
    ],
    close: () => open.close(),
  };
}

function partsOf({ core, faults, states, parts, time, random, log }: Omit<NotifyDeps, 'push' | 'brokers'>) {
  const { events, as } = core();
  const { devices, firmware } = as(serviceCaller({ name: 'notify', role: 'viewer' }));
  return {
    core: { events: eventsOf(parts, PART, events) },
    records: {
      load: async () => states?.load(STATE),
      save: async (text: string) => states?.save(STATE, text),
    },
    present: faults,
    valueOf({ address, channel, parameter }: ValueLine): unknown {
      try {
        return devices.getValue({ address, channel, parameter }).value;
      } catch {
        return undefined;
      }
    },
    nameOf(address: string): string {
      try {
        return devices.get({ address }).name;
      } catch {
        // It is not there any more, or not yet.
        return address;
      }
    },
    pageOf(address: string): string {
      try {
        const { central = '' } = devices.get({ address });
        return `devices/${encodeURIComponent(central)}/${encodeURIComponent(address)}`;
      } catch {
        return `devices?q=${encodeURIComponent(address)}`;
      }
    },
    firmware: () => firmwareOf(devices.list(), firmware.plan()),
    log,
    environment: { ...senderEnvironment({ time }), random, nextTurn },
  };
}

/** Updates that the gateway made by its plan; those that people stopped are theirs. */
function firmwareOf(devices: readonly DeviceSummary[], { history }: FirmwarePlanBody): DeviceFirmware {
  return {
    devices: devices.map(({ central = '', address, name, update_available: isOffered, firmware: { Available } }) => ({
      ...{ central, address, name: name || address },
      available: isOffered === true ? (Available ?? '') : undefined,
    })),
    ended: history.flatMap(({ id, device_address: address, name = address, to, state, ended_at: endedAt = '' }) =>
      state === 'done' || state === 'failed' ? [{ id, address, name, to, state, at: Date.parse(endedAt) }] : [],
    ),
  };
}

const senderEnvironment = ({ time }: Pick<NotifyDeps, 'time'>) => ({
  now: time.now,
  wait: waitOn(time),
  lookup: (host: string) => lookup(host, { all: true }),
});

/** Names of receivers without an address. */
const RECEIVERS: Readonly<Partial<Record<ChannelConfig['kind'], string>>> = {
  push: 'each device',
  mqtt: 'the MQTT broker',
};

/** One test message by settings that are not saved. Rejects where a file cannot be read. */
export async function testChannelSettings(
  {
    name,
    config,
    time,
    push,
    brokers,
  }: {
    readonly name: string;
    readonly config: NotifyConfig;
    readonly push: PushPart['senders'];
    readonly brokers: BrokerMessages;
  } & Pick<NotifyDeps, 'time'>,
  channel: ChannelConfig,
  signal: AbortSignal,
): Promise<ConfigTest> {
  const { testChannel } = await import('@ccu-gateway/notify');
  const settings = await channelOf(config, name, channel);
  const senders = channel.kind === 'push' ? await push() : undefined;
  const { fault } = await testChannel(settings, senderEnvironment({ time }), signal, {
    push: senders && { ...senders, badge: () => 0 },
    mqtt: brokers,
  });
  if (fault !== undefined) return { ok: false, ...fault };
  const receiver = channel.url === undefined ? RECEIVERS[channel.kind] : new URL(channel.url).host;
  return { ok: true, message: `${receiver} has taken the test message` };
}

/** True where an enabled channel sends to this broker. */
const isForBroker = ({ channels }: NotifyConfig, broker: string): boolean =>
  Object.values(channels).some(({ kind, enabled, to }) => enabled && kind === 'mqtt' && (to ?? broker) === broker);

async function settingsOf(config: NotifyConfig): Promise<NotifySettings & { readonly name: string }> {
  const channels = Object.entries(config.channels).filter(([, { enabled }]) => enabled);
  const rules = Object.entries(config.rules).filter(([, { enabled }]) => enabled);
  return {
    name: PART,
    channels: await Promise.all(channels.map(([name, channel]) => channelOf(config, name, channel))),
    rules: rules.map(([name, rule]) => ruleOf(name, rule)),
  };
}

async function channelOf(config: NotifyConfig, name: string, channel: ChannelConfig): Promise<ChannelSettings> {
  const {
    kind,
    url,
    to,
    from,
    user,
    token,
    body,
    format,
    language,
    timeout,
    ca_file: caFile,
    allow_networks,
  } = channel;
  return {
    ...{ name, kind, url, to, from, user, body, format },
    token: token?.reveal(),
    language: language ?? config.language,
    timeoutMs: durationMs(timeout),
    allowNetworks: allow_networks,
    ca: caFile === undefined ? undefined : await readPem(caFile, `notify.channels.${name}.ca_file`),
  };
}

function ruleOf(name: string, rule: RuleConfig): Rule {
  const { on, channels, devices, lasts, quiet, once_per_day: oncePerDay, digest, value, key } = rule;
  // The schema has checked the times.
  const minute = (text: string) => minuteOf(text) ?? 0;
  return {
    ...{ name, on, channels, devices, oncePerDay, value, key },
    lastsMs: durationMs(lasts),
    quiet: quiet && { from: minute(quiet.from), to: minute(quiet.to) },
    digestAt: digest === undefined ? undefined : minute(digest),
  };
}

function channelBody(status: ChannelStatus): NotifyStatus['channels'][number] {
  const { name, kind, state, nextAttemptAt, lastDeliveryAt, fault, delivered, failedAttempts, waiting, lost } = status;
  return {
    ...{ name, kind, state, delivered, waiting, lost },
    ...(nextAttemptAt === undefined ? {} : { next_attempt_at: toTimestamp(nextAttemptAt) }),
    ...(lastDeliveryAt === undefined ? {} : { last_delivery_at: toTimestamp(lastDeliveryAt) }),
    ...(fault === undefined ? {} : { fault }),
    failed_attempts: failedAttempts,
    recent_lost: status.recentLost.map(({ at, ...each }) => ({ at: toTimestamp(at), ...each })),
  };
}
