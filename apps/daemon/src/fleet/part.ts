import { CallError } from '@ccu-gateway/fleet';
import { durationMs } from '../config/index.js';
import type { SiteOptions } from '../site/model/site.js';
import { BRIDGES, sourceOfCentral } from './feed/source.js';
import { createJoining } from './joining.js';
import type { FleetBase } from './open-fleet.js';
import type { BridgesRemote } from './ports/bridge-ports.js';
import type { MembersRemote } from './ports/members.js';
import type { HolderOptions, Remote } from './ports/remote-ports.js';
import { PROTOCOL, type RunFleetOptions, type RunningFleet, runFleet } from './run-fleet.js';
import type { FleetParts } from './status/fleet-parts.js';
import { createFleetView, type WatchedFleet } from './status/fleet-view.js';

/** Services of this gateway for its fleet, and its calls to the others. */
export interface FleetPart {
  readonly view: WatchedFleet;
  /** The other gateways. */
  readonly remote: Remote & BridgesRemote & MembersRemote;
  /** Begins to answer others; `urls` are those that clients reach this gateway at. */
  join(joining: Pick<RunFleetOptions, 'handlers' | 'urls' | 'configured'>): Promise<void>;
}

/** States are kept so often; a gateway that starts replays the records since then. */
const KEEP_STATES_MS = 300_000;
/** Soon after a CCU was taken over, so that a gateway that starts finds something. */
const FIRST_STATES_MS = 2_000;
/** Checks in the time that a lease lasts. */
const LOOKS_PER_LEASE = 5;

export function createFleetPart(options: SiteOptions, fleet: FleetBase): FleetPart {
  const { loaded, version, time, log, lifecycle, repeat } = options;
  const fleetLog = log.child('fleet');
  const joining = createJoining<RunningFleet>(time);
  const holds = (key: string) => fleet.keeper.leases.some((lease) => lease.key === key && lease.mayAct());
  async function joined(): Promise<RunningFleet> {
    // Clients may come as soon as it listens, which is before the others know of it.
    const running = await joining.wait();
    if (running === undefined) throw new CallError('unavailable', 'this gateway has not joined its fleet yet');
    return running;
  }
  const ask = async (key: string, method: string, args: unknown, how: HolderOptions): Promise<unknown> =>
    await (await joined()).call(key, method, args, how);
  return {
    view: createFleetView(viewParts(fleet, () => joining.current)),
    remote: {
      isLocal: (central) => fleet.feed.copyOf(central) === 'held',
      mayAct: (central) => fleet.feed.copyOf(central) === 'held' && holds(sourceOfCentral(central)),
      holderOf: (central) => fleet.heard.of(sourceOfCentral(central))?.name,
      centrals: () => joining.current?.centrals() ?? fleet.feed.known(),
      call: (central, method, args, how) => ask(sourceOfCentral(central), method, args, how),
      hasBridges: () => holds(BRIDGES),
      callBridges: (method, args, how) => ask(BRIDGES, method, args, how),
      ...{ id: fleet.keeper.id, name: fleet.instance },
      others: async () => (await (await joined()).presence.members()).filter(({ id }) => id !== fleet.keeper.id),
      callMember: async (id, method, args, how) => await (await joined()).callMember(id, method, args, how),
    },
    async join(joinOptions) {
      const running = await runFleet(fleet, {
        ...joinOptions,
        ...{ version, startedAt: time.now(), time, log: fleetLog },
      });
      joining.done(running);
      lifecycle.onClose('membership', () => running.close());
      repeat('look at the fleet', durationMs(loaded.config.fleet.lease_ttl) / LOOKS_PER_LEASE, running.look);
      const keepSoon = () => {
        time.after(
          FIRST_STATES_MS,
          () => void running.states.keepNew().catch((error) => fleetLog.debug('no state was kept', { error })),
        );
      };
      fleet.onChange(keepSoon);
      keepSoon();
      repeat('states of the fleet', KEEP_STATES_MS, running.states.keepAll);
    },
  };
}

function viewParts(fleet: FleetBase, running: () => RunningFleet | undefined): FleetParts {
  const { name, instance, keeper, table, requests, known, heard, stream, feed, connection } = fleet;
  return {
    ...{ name, heard, keeper, stream, copyOf: feed.copyOf, leaseKey: sourceOfCentral },
    self: { id: keeper.id, name: instance, protocol: PROTOCOL },
    health: () => [connection.health, table.health, running()?.presence.health ?? connection.health],
    requests: () => requests.health,
    otherCcus: () => known?.others() ?? [],
    presence: () => running()?.presence,
    centrals: () => running()?.centrals() ?? feed.known(),
    hasHolder: (central) => running()?.hasHolder(central) ?? false,
    lastSeq: () => running()?.lastSeq(),
    calls: () => running()?.calls() ?? { answered: 0, failed: 0, unknown: 0 },
  };
}
