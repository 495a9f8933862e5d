import type { RuntimeConfig } from '../adapters/config.js';
import type { GatewayConfig } from '../config/index.js';
import type { FleetBase } from '../fleet/open-fleet.js';
import type { Log } from '../log/log.js';
import { gather } from '../time/gather.js';
import type { Time } from '../time/time.js';
import type { CataloguedStream } from './catalogued-stream.js';
import { type CentralsLook, isUnread, LOSS_PAUSE_MS, UNREAD_PAUSE_MS } from './centrals-look.js';
import { whileOnDuty } from './duty.js';
import type { MqttBridges } from './mqtt.js';
import type { Webhooks } from './webhooks.js';

/** No CCU has this name in the log, because theirs begin with `ccu:`. */
const LEASE = 'bridges';

type Settings = Pick<GatewayConfig, 'mqtt' | 'webhooks'>;

/** Bridges as their settings reach them. */
export interface OutgoingBridges {
  readonly mqtt: Pick<MqttBridges, 'reconfigure'>;
  readonly webhooks: Pick<Webhooks, 'reconfigure'>;
}

/**
 * MQTT brokers and receivers of webhooks hear one gateway of a fleet: the one that holds the lease for it. A gateway that only serves is
 * never that. `join` begins to stand by.
 */
export function bridgesOfFleet(
  bridges: OutgoingBridges,
  { keeper, role }: Pick<FleetBase, 'keeper' | 'role'>,
  log: Log,
): OutgoingBridges & { readonly join: () => void } {
  const none: Settings = { mqtt: { brokers: {} }, webhooks: { endpoints: {} } };
  const mqtt = whileOnDuty(bridges.mqtt, none.mqtt);
  const webhooks = whileOnDuty(bridges.webhooks, none.webhooks);
  return {
    mqtt,
    webhooks,
    join() {
      if (role === 'serve') return;
      keeper.want(LEASE).on(({ type }) => {
        const isOnDuty = type === 'held';
        log.info('the bridges of the fleet', { event: isOnDuty ? 'fleet.on_duty' : 'fleet.off_duty' });
        for (const each of [mqtt, webhooks]) {
          each.onDuty(isOnDuty).catch((error: unknown) => log.error('bridges.unavailable', { error }));
        }
      });
    },
  };
}

/**
 * Puts in force what is changed at other gateways, what was changed before this one heard of changes, and what was kept although its
 * write seemed to fail. Answers how to stop that.
 */
export function followSettings(
  stream: Pick<CataloguedStream, 'subscribe'>,
  config: Pick<RuntimeConfig, 'reload' | 'onDoubt'>,
  time: Pick<Time, 'after'>,
  log: Log,
): () => void {
  let isStopped = false;
  const reload = async (section?: string) => {
    if (isStopped) return;
    await config.reload(section).catch((error: unknown) => {
      if (isUnread(error)) {
        log.warn('the settings of the fleet could not be read', { event: 'fleet.settings_unread', section, error });
        reloadLater();
      } else {
        log.error('a setting of the fleet cannot be in force here', { event: 'fleet.setting_refused', section, error });
      }
    });
  };
  const reloadLater = gather(time, UNREAD_PAUSE_MS, () => reload());
  const reloadAll = gather(time, LOSS_PAUSE_MS, () => reload());
  const subscription = stream.subscribe(
    ['system.config'],
    ({ payload }) => {
      const section: unknown = Reflect.get(Object(payload), 'section');
      if (typeof section === 'string') void reload(section);
    },
    { onLost: reloadAll },
  );
  config.onDoubt(reloadAll);
  // What was changed while this gateway started was told before it heard.
  reloadAll();
  return () => {
    isStopped = true;
    subscription.close();
  };
}

/** What gateways tell each other when a CCU was added, changed or removed. */
export const CENTRALS_CHANGED = JSON.stringify({ changed: 'centrals' });

/** Takes over here what was added, changed or removed at another gateway, before this one heard of it too. */
export function followCentrals(fleet: Pick<FleetBase, 'onTold'>, look: Pick<CentralsLook, 'now' | 'soon'>): void {
  fleet.onTold((text) => {
    if (text === undefined) look.soon();
    else if (text === CENTRALS_CHANGED) void look.now();
  });
  // What was changed while this gateway started was told before it heard.
  look.soon();
}
