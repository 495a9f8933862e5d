import type { Base } from './base.js';
import { createMqttBridges, type MqttBridges, type MqttBridgesDeps } from './bridges/mqtt.js';
import { createNotify, type NotifyDeps, type NotifyPart } from './bridges/notify.js';
import { createPush, type PushDeps, type PushPart } from './bridges/push.js';
import { createWebhooks, type Webhooks, type WebhooksDeps } from './bridges/webhooks.js';
import type { Data } from './data.js';
import { randomHex } from './random-hex.js';

interface Outgoing {
  readonly mqtt: MqttBridges;
  readonly webhooks: Webhooks;
  readonly notify: NotifyPart;
}

interface OutgoingParts extends Outgoing {
  readonly push: PushPart;
}

const REVIEW_MS = 60_000;

/** Bridges to other programs and to people; none is open yet. */
export function openOutgoing(
  { time, log, lifecycle, parts, repeat }: Base,
  { health, store, secrets, runtimeConfig }: Data,
  {
    publish,
    auth,
    ...house
  }: Pick<MqttBridgesDeps, 'publish'> & Pick<NotifyDeps, 'core' | 'states' | 'faults'> & Pick<PushDeps, 'auth'>,
): OutgoingParts {
  const mqttLog = log.child('mqtt');
  const shared = { ...house, parts, time, random: Math.random, randomHex };
  const incidents: WebhooksDeps['incidents'] = store.shared?.incidents;
  const mqtt = createMqttBridges({
    ...shared,
    publish,
    log: mqttLog,
    incident: ({ broker, ...incident }) => {
      incidents
        ?.add({ at: time.now(), central: '', component: `mqtt.${broker}`, ...incident })
        .catch((error: unknown) => mqttLog.warn('an incident could not be written down', { error }));
    },
  });
  const webhooks = createWebhooks({ ...shared, incidents, log: log.child('webhooks') });
  const push = createPush({
    ...{ auth, time, log: log.child('push'), states: store.storage?.ccuState },
    ...{ box: secrets.box, keyProblem: secrets.keyProblem },
    config: () => runtimeConfig.current().notify,
  });
  health.check('push', () => push.findings());
  repeat('devices of ended accounts', REVIEW_MS, push.review);
  const notify = createNotify({ ...shared, push, brokers: mqtt.messages, log: log.child('notify') });
  const bridges = { mqtt, webhooks, notify };
  for (const [name, bridge] of Object.entries(bridges)) {
    lifecycle.onClose(name, () => bridge.close());
    health.check(name, () => bridge.findings());
  }
  return { ...bridges, push };
}
