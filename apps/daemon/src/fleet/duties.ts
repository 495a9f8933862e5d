import type { Term } from '@ccu-gateway/fleet';
import type { RuntimeConfig } from '../adapters/config.js';
import { type CentralsLook, isUnread, LOSS_PAUSE_MS, UNREAD_PAUSE_MS } from '../centrals/centrals-look.js';
import type { Log } from '../log/log.js';
import type { OutgoingBridges, SiteBridges } from '../site/model/bridges.js';
import type { CataloguedStream } from '../site/model/catalogued-stream.js';
import { gather } from '../time/gather.js';
import type { Time } from '../time/time.js';
import { whileOnDuty } from './duty.js';
import { BRIDGES } from './feed/source.js';
import type { FleetBase } from './open-fleet.js';
import type { SharedStates } from './shared-states.js';

/**
 * Settings that cannot be in force here are tried again after this: a file may have been put there, or a bridge have
 * moved.
 */
const NOT_IN_FORCE_PAUSE_MS = 60_000;

/** Dependencies that decide when bridges are open. */
export interface BridgeDuty {
  readonly fleet: Pick<FleetBase, 'keeper' | 'role' | 'caughtUp'>;
  /** State that they keep of a term of another gateway; undefined where each gateway has its own. */
  readonly states: Pick<SharedStates, 'takeOver' | 'handOver'> | undefined;
  readonly time: Pick<Time, 'after'>;
  readonly log: Log;
}

/**
 * MQTT brokers, receivers of webhooks and people hear one gateway of a fleet: the one that holds the lease for it. A gateway that only serves is
 * never that. `join` begins to stand by.
 */
export function bridgesOfFleet(
  bridges: SiteBridges,
  { fleet, states, time, log }: BridgeDuty,
): OutgoingBridges & { readonly join: () => void } {
  const mqtt = whileOnDuty(bridges.mqtt);
  const webhooks = whileOnDuty(bridges.webhooks);
  const notify = whileOnDuty(bridges.notify);
  let term: Term | undefined;
  let turn: Promise<void> = Promise.resolve();

  /** Opens or closes them, as it is by then. */
  async function settle(): Promise<void> {
    const begun = term;
    if (begun !== undefined && !(await begin(begun))) return unreadAgain();
    // Settings that have come meanwhile have a turn of their own.
    if (term !== begun) return;
    const isOnDuty = begun !== undefined;
    await Promise.all(
      [mqtt, webhooks, notify].map((each) =>
        each.onDuty(isOnDuty).catch((error: unknown) => {
          log.error('bridges.unavailable', { error });
          if (isOnDuty) unopenedAgain();
        }),
      ),
    );
  }
  async function begin(begun: Term): Promise<boolean> {
    try {
      await states?.takeOver(() => begun.mayAct());
    } catch (error) {
      log.warn('how far the bridges are could not be read', { event: 'fleet.bridges_unread', error });
      return false;
    }
    // A number that this gateway has not come to yet would be taken for a loss.
    await fleet.caughtUp(begun.ended);
    return true;
  }
  const inTurn = () => {
    turn = turn.then(settle);
    return turn;
  };
  const unreadAgain = gather(time, UNREAD_PAUSE_MS, inTurn);
  const unopenedAgain = gather(time, NOT_IN_FORCE_PAUSE_MS, inTurn);

  return {
    mqtt,
    webhooks,
    notify,
    join() {
      if (fleet.role === 'serve') return;
      fleet.keeper.want(BRIDGES).on((event) => {
        term = event.type === 'held' ? event.term : undefined;
        if (term === undefined) states?.handOver();
        log.info('the bridges of the fleet', { event: term ? 'fleet.on_duty' : 'fleet.off_duty' });
        void inTurn();
      });
    },
  };
}

/**
 * Puts in force the changes of other gateways, also those made before this one heard of changes. A change kept although
 * its write seemed to fail is put in force, too. Returns a function that stops it.
 */
export function followSettings(
  stream: Pick<CataloguedStream, 'subscribe'>,
  config: Pick<RuntimeConfig, 'reload' | 'onDoubt' | 'notInForce'>,
  time: Pick<Time, 'after'>,
  log: Log,
): () => void {
  let isStopped = false;
  let said: readonly string[] = [];
  const reload = async (section?: string) => {
    if (isStopped) return;
    try {
      await config.reload(section);
    } catch (error) {
      const level = isUnread(error) ? 'warn' : 'error';
      log[level]('the settings of the fleet could not be read', { event: 'fleet.settings_unread', section, error });
      return reloadLater();
    }
    const left = config.notInForce();
    for (const each of left) {
      if (said.includes(each.section)) continue;
      log.error('a setting of the fleet cannot be in force here', { event: 'fleet.setting_refused', ...each });
    }
    said = left.map((each) => each.section);
    if (left.length > 0) tryAgain();
  };
  const tryAgain = gather(time, NOT_IN_FORCE_PAUSE_MS, () => reload());
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
  // Changes made while this gateway started were published before it listened.
  reloadAll();
  return () => {
    isStopped = true;
    subscription.close();
  };
}

/** Message between gateways when a CCU was added, changed or removed. */
export const CENTRALS_CHANGED = JSON.stringify({ changed: 'centrals' });

/**
 * Takes over additions, changes and removals of CCUs at another gateway, also those made before this one heard of
 * changes.
 */
export function followCentrals(fleet: Pick<FleetBase, 'onTold'>, look: Pick<CentralsLook, 'now' | 'soon'>): void {
  fleet.onTold((text) => {
    if (text === undefined) look.soon();
    else if (text === CENTRALS_CHANGED) void look.now();
  });
  // Changes made while this gateway started were published before it listened.
  look.soon();
}
