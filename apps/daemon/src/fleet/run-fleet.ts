import {
  type CallHandler,
  type CallOptions,
  type Calls,
  callHolder,
  openCalls,
  type Presence,
} from '@ccu-gateway/fleet';
import type { Finding } from '@ccu-gateway/gateway-core/parts';
import type { Log } from '../log/log.js';
import { loadLibraries } from './connection.js';
import type { FleetBase } from './open-fleet.js';
import { centralOfSource, sourceOfCentral } from './source.js';

/** Gateways of one fleet speak one protocol: what they hide in the log, and what they call each other with. */
const PROTOCOL = 1;
/** A state is told to all, so that one that many miss is told once. */
const TELL_AGAIN_MS = 2_000;
const TELL = 'house.tell';

export interface RunFleetOptions {
  readonly handlers: Readonly<Record<string, CallHandler>>;
  readonly version: string;
  readonly startedAt: number;
  readonly urls: readonly string[];
  readonly now: () => number;
  readonly log: Log;
}

/** Who holds a CCU. */
export interface Holder {
  readonly id: string;
  readonly name: string;
  /** Of the lease as it stands; it grows with every renewal. */
  readonly revision: number;
}

/** A gateway that takes part in its fleet. */
export interface RunningFleet {
  readonly presence: Presence;
  /** As of the last look; undefined where nobody holds it. */
  holderOf(central: string): Holder | undefined;
  /** Asks the holder of a CCU, see `callHolder`. */
  call(central: string, method: string, args: unknown, options: CallOptions): Promise<unknown>;
  /** Looks who holds what, and asks for what is missing. */
  look(): Promise<void>;
  /** Keeps the states of the CCUs that are held here for gateways that start. */
  keepStates(): Promise<void>;
  finding(): Finding;
  close(): Promise<void>;
}

/** Announces this gateway, answers others and looks after its copies. */
export async function runFleet(fleet: FleetBase, options: RunFleetOptions): Promise<RunningFleet> {
  const { keeper, table, feed, role, instance, connection } = fleet;
  const { openPresence, openCallWire } = await loadLibraries();
  const calls = openCalls({
    wire: openCallWire(connection),
    id: keeper.id,
    handlers: { ...options.handlers, [TELL]: tellHandler(fleet, options.now) },
  });
  const held = () => keeper.leases.filter((lease) => lease.mayAct()).map(({ key }) => key);
  const presence = await openPresence(connection, {
    self: {
      ...{ id: keeper.id, name: instance, roles: [role], version: options.version, protocol: PROTOCOL },
      since: new Date(options.startedAt).toISOString(),
      urls: options.urls,
    },
    leases: held,
    onStranger: ({ name, version }) =>
      options.log.error('a gateway of the fleet speaks another protocol: give all of them one version', {
        event: 'fleet.stranger',
        ...{ name, version },
      }),
  });
  fleet.onChange(presence.announce);
  const holders = lookForHolders(fleet, calls);
  return {
    presence,
    holderOf: holders.of,
    look: holders.look,
    call: (central, method, args, how) =>
      callHolder(calls, table, { ...how, method, args, key: sourceOfCentral(central) }),
    keepStates: () => keepStates(fleet),
    finding: () => findingOf(fleet, presence, holders.missing()),
    async close() {
      holders.close();
      calls.close();
      await presence.close();
    },
  };

  function lookForHolders({ table: leases }: FleetBase, asking: Calls) {
    const found = new Map<string, Holder | undefined>();
    const unwatch = leases.watch((key) => {
      const central = centralOfSource(key);
      if (central !== undefined && !found.has(central)) found.set(central, undefined);
    });
    const names = () => new Set([...found.keys(), ...feed.known()]);

    async function lookAt(central: string): Promise<void> {
      const record = await leases.read(sourceOfCentral(central));
      const before = found.get(central);
      if (record.state !== 'held') {
        found.set(central, undefined);
        feed.abandoned(central);
        return;
      }
      const { holder: id, name, revision } = record;
      found.set(central, { id, name, revision });
      if (before?.id !== id) options.log.debug('a CCU is held', { event: 'fleet.holder', central, holder: name });
      if (id === keeper.id || feed.copyOf(central) !== 'missing') return;
      // Who cannot be asked is asked at the next look.
      await asking.call(id, TELL, { central }, { timeoutMs: connection.timeoutMs }).catch(() => undefined);
    }

    return {
      of: (central: string) => found.get(central),
      missing: () => [...names()].filter((central) => found.get(central) === undefined),
      look: async () => void (await Promise.all([...names()].map(lookAt))),
      close: unwatch,
    };
  }
}

/** Tells a state once more, on request. */
function tellHandler({ feed }: Pick<FleetBase, 'feed'>, now: () => number): CallHandler {
  const toldAt = new Map<string, number>();
  return async (args) => {
    const central: unknown = typeof args === 'object' && args !== null ? Reflect.get(args, 'central') : undefined;
    if (typeof central !== 'string' || feed.copyOf(central) !== 'held') return false;
    if (Math.abs(now() - (toldAt.get(central) ?? 0)) < TELL_AGAIN_MS) return true;
    toldAt.set(central, now());
    feed.tellState(central);
    return true;
  };
}

async function keepStates({ feed, snapshots, epoch }: FleetBase): Promise<void> {
  for (const central of feed.known().filter((each) => feed.copyOf(each) === 'held')) {
    const state = await feed.numberedState(central);
    if (state !== undefined) await snapshots.put(central, { epoch, seq: state.seq, bytes: state.packed });
  }
}

function findingOf(
  { table, connection }: Pick<FleetBase, 'table' | 'connection'>,
  presence: Presence,
  missing: readonly string[],
): Finding {
  for (const health of [connection.health, table.health, presence.health]) {
    if (health.state === 'connected') continue;
    const note = `the servers of the fleet do not answer (${health.reason}): CCUs are let go until they do`;
    const refused = `${health.reason}: ${health.state === 'refused' ? health.remedy : ''}`;
    return { status: 'degraded', note: health.state === 'refused' ? refused : note };
  }
  const [stranger] = presence.strangers;
  if (stranger !== undefined) {
    const note = `${stranger.name} (version ${stranger.version}) speaks another protocol: give all gateways of the fleet one version`;
    return { status: 'degraded', note };
  }
  if (missing.length === 0) return { status: 'healthy' };
  const note = `no gateway of the fleet is connected with ${missing.join(', ')}: start one with fleet.role "all" or "link" that is configured with it`;
  return { status: 'degraded', note };
}
