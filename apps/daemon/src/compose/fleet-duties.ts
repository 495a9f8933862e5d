import { GatewayError } from '@ccu-gateway/gateway-core';
import type { CentralDirectory } from '@ccu-gateway/gateway-core/parts';
import type { RuntimeConfig } from '../adapters/config.js';
import type { Centrals } from '../centrals/centrals.js';
import type { CentralConfig, GatewayConfig } from '../config/index.js';
import type { FleetBase } from '../fleet/open-fleet.js';
import type { Log } from '../log/log.js';
import { gather } from '../time/gather.js';
import type { Time } from '../time/time.js';
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

/** After a crash each of its CCUs tells that something is missing; what may be among that is looked at once for all of them. */
const LOSS_PAUSE_MS = 1_000;
/** What could not be read is read again after this. */
const UNREAD_PAUSE_MS = 5_000;

/** Whether it passes by itself; what cannot be in force here stays so. */
const isUnread = (error: unknown) => error instanceof GatewayError && error.code === 'service_unready';

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

export interface FollowedCentrals {
  readonly administration: { inForce(): Promise<readonly CentralConfig[]> };
  readonly directory: Pick<CentralDirectory, 'load'>;
  readonly centrals: Pick<Centrals, 'add' | 'change' | 'remove' | 'names'>;
}

/**
 * Adds, changes and removes here what was added, changed or removed at another gateway, before this one heard of it too. Answers how to
 * stop that.
 */
export function followCentrals(
  fleet: Pick<FleetBase, 'onTold'>,
  followed: FollowedCentrals,
  time: Pick<Time, 'after'>,
  log: Log,
): () => void {
  let isStopped = false;
  let turn: Promise<void> = Promise.resolve();
  const look = () => {
    turn = turn
      .then(() => (isStopped ? undefined : takeOverCentrals(followed)))
      .catch((error: unknown) => {
        log.error('the CCUs of the fleet could not be read', { event: 'fleet.centrals_unread', error });
        if (isUnread(error)) lookLater();
      });
    return turn;
  };
  const lookLater = gather(time, UNREAD_PAUSE_MS, look);
  const lookSoon = gather(time, LOSS_PAUSE_MS, look);
  fleet.onTold((text) => {
    if (text === undefined) lookSoon();
    else if (text === CENTRALS_CHANGED) void look();
  });
  // What was changed while this gateway started was told before it heard.
  lookSoon();
  return () => {
    isStopped = true;
  };
}

async function takeOverCentrals({ administration, directory, centrals }: FollowedCentrals): Promise<void> {
  const inForce = await administration.inForce();
  const enabled = inForce.filter((each) => each.enabled);
  const names = new Set(enabled.map(({ name }) => name));
  // At once: each change that it tells of has everything looked at that stands on a CCU.
  directory.load(inForce);
  const known = new Set(centrals.names());
  for (const name of known) if (!names.has(name)) await centrals.remove(name);
  for (const central of enabled) {
    if (known.has(central.name)) await centrals.change(central);
    else centrals.add(central);
  }
}
