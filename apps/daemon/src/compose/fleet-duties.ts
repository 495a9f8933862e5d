import type { RuntimeConfig } from '../adapters/config.js';
import type { GatewayConfig } from '../config/index.js';
import type { FleetBase } from '../fleet/open-fleet.js';
import type { Log } from '../log/log.js';
import type { CataloguedStream } from './catalogued-stream.js';
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

/** Puts in force what is changed at other gateways. Answers how to stop that. */
export function followSettings(
  stream: Pick<CataloguedStream, 'subscribe'>,
  config: Pick<RuntimeConfig, 'reload' | 'sections'>,
  log: Log,
): () => void {
  const reload = (section: string) => {
    config.reload(section).catch((error: unknown) => {
      log.error('a setting of the fleet cannot be in force here', { event: 'fleet.setting_refused', section, error });
    });
  };
  const subscription = stream.subscribe(
    ['system.config'],
    ({ payload }) => {
      const section: unknown = Reflect.get(Object(payload), 'section');
      if (typeof section === 'string') reload(section);
    },
    {
      onLost() {
        for (const section of config.sections()) reload(section);
      },
    },
  );
  return () => subscription.close();
}
