import type { Identities } from '@ccu-gateway/gateway-core/parts';
import type { createEditLocks, EditLocks } from '@ccu-gateway/gateway-core/use-cases';
import { type GatewayConfig, instanceOf } from '../config/index.js';
import type { Offer, Offered } from '../site/model/ports.js';
import type { OfferParts, Site, SiteOptions } from '../site/model/site.js';
import { createLoginElsewhere } from './ccu-login.js';
import { bridgesOfFleet, CENTRALS_CHANGED, followCentrals, followSettings } from './duties.js';
import { createHeldCentrals } from './held-centrals.js';
import type { KnownCentrals } from './known-centrals.js';
import { offeredPorts } from './offered-ports.js';
import { type FleetBase, openFleet } from './open-fleet.js';
import { createFleetPart, type FleetPart } from './part.js';
import { openBridgeStates, type SharedStates } from './shared-states.js';
import { declareFleet } from './status/metrics.js';
import { streamOfFleet } from './stream.js';

/** Opens the fleet of this configuration. @throws ConfigError where the servers do not answer, or refuse */
export async function openFleetSite(options: SiteOptions): Promise<Site> {
  const { box, randomHex, store } = options;
  const log = options.log.child('fleet');
  const fleet = await openBase(options);
  const part = createFleetPart(options, fleet);
  const connects = fleet.role !== 'serve';
  const states = openBridgeStates(options, store, connects);
  return {
    connects,
    // The log keeps them, for the next holder.
    keepsStates: false,
    loginElsewhere: createLoginElsewhere(part.remote, { box, randomHex }),
    requests: fleet.requests,
    isOurs: part.remote.mayAct,
    openStream: async () => streamOfFleet(fleet, log),
    house: () => fleet.feed.house,
    identities: (own) => identitiesOf(own, fleet.known),
    centrals: (local) => createHeldCentrals({ local, fleet, changed: fleet.changed, log }),
    editLocks: (own) => keptLocks(own, fleet),
    bridgeStates: states.of,
    check: (health) => void health.check('fleet', part.view.finding),
    declareFigures: (gauge) => declareFleet(gauge, part.view),
    centralsChanged(look) {
      fleet.tell(CENTRALS_CHANGED);
      // A check that had read the CCUs before the change may come after it.
      look.soon();
    },
    offer: (own, parts) => offer(own, parts, { options, fleet, part, states: states.shared }),
  };
}

async function openBase({ loaded: { config }, store, streamOptions, ...options }: SiteOptions): Promise<FleetBase> {
  const { onFollowed, time, log, lifecycle } = options;
  const fleet = await openFleet({
    config,
    instance: instanceOf(config),
    identity: store.identity,
    streamOptions,
    centrals: await namesOfCentrals(config, store),
    onFollowed,
    time,
    log: log.child('fleet'),
  });
  lifecycle.onClose('fleet', () => fleet.close());
  return fleet;
}

/** CCUs of the file and of the shared database, as far as that can be read. */
async function namesOfCentrals(
  config: Pick<GatewayConfig, 'centrals'>,
  { shared }: SiteOptions['store'],
): Promise<readonly string[]> {
  const kept = await shared?.centrals.list().catch(() => undefined);
  return [...new Set([...config.centrals, ...(kept ?? [])].map(({ name }) => name))];
}

interface Opened {
  readonly options: SiteOptions;
  readonly fleet: FleetBase;
  readonly part: FleetPart;
  readonly states: SharedStates | undefined;
}

function offer<Own extends Offered>(
  own: Own,
  { stream, house, centrals, look, bridges }: OfferParts,
  { options, fleet, part, states }: Opened,
): Offer<Own> {
  const { box, randomHex, runtimeConfig, time, lifecycle } = options;
  const log = options.log.child('fleet');
  const { ports, handlers } = offeredPorts(own, part, {
    ...{ house, centrals, box, connects: fleet.role !== 'serve' },
    newId: () => randomHex(32),
    isConfigured: configuredBridges(runtimeConfig),
  });
  const { join, ...opened } = bridgesOfFleet(bridges, { fleet, states, time, log });
  return {
    ports: { ...own, ...ports, gateways: part.view },
    bridges: opened,
    async join(urls) {
      await part.join({ handlers, urls, configured: centrals.names });
      followCentrals(fleet, look);
      lifecycle.onClose('settings of the fleet', followSettings(stream, runtimeConfig, time, log));
      join();
    },
  };
}

function configuredBridges({ current }: Pick<SiteOptions['runtimeConfig'], 'current'>) {
  const isAny = (settings: object) => Object.keys(settings).length > 0;
  return {
    mqtt: () => isAny(current().mqtt.brokers),
    webhooks: () => isAny(current().webhooks.endpoints),
    notify: () => isAny(current().notify.channels),
  };
}

/** Compares the serial numbers of CCUs, kept ones and new ones, with those of the fleet. */
function identitiesOf(kept: Identities, known: KnownCentrals | undefined): Identities {
  const look = (central: string, serial: string | undefined) => {
    if (serial !== undefined) void known?.look(central, serial);
  };
  return {
    ...kept,
    async load(centrals) {
      await kept.load(centrals);
      for (const central of centrals) look(central, kept.of(central).serial);
    },
    keep(central, said) {
      kept.keep(central, said);
      look(central, said.serial);
    },
  };
}

/**
 * The edit locks that this process keeps. Of a CCU that it is connected with no more it keeps none: the next holder begins without them,
 * and so does this one when it comes back.
 */
function keptLocks(
  { forget, ...locks }: ReturnType<typeof createEditLocks>,
  fleet: { readonly feed: Pick<FleetBase['feed'], 'copyOf'>; readonly onChange: FleetBase['onChange'] },
): EditLocks {
  fleet.onChange(() => forget((central) => fleet.feed.copyOf(central) !== 'held'));
  return locks;
}
