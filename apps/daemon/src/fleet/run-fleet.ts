import {
  CallError,
  type CallHandler,
  type CallOptions,
  callHolder,
  openCalls,
  type Presence,
} from '@ccu-gateway/fleet';
import type { GatewayCallFigures } from '@ccu-gateway/gateway-core/use-cases';
import type { Log } from '../log/log.js';
import type { Time } from '../time/time.js';
import { loadLibraries } from './connection.js';
import { lookForHolders, TELL, tellHandler } from './holders.js';
import { createKeptStates, type KeptStates } from './kept-states.js';
import type { FleetBase } from './open-fleet.js';
import { describeFailure } from './ports/errors.js';
import type { HolderOptions } from './ports/remote-ports.js';
import type { FleetParts } from './status/fleet-parts.js';

/** Gateways of one fleet speak one protocol: their hidden messages in the log, and their calls. */
export const PROTOCOL = 1;

const TAKEOVER_LEASES = 1.5;
const FIND_MS = 2_000;

export interface RunFleetOptions {
  readonly handlers: Readonly<Record<string, CallHandler>>;
  readonly version: string;
  readonly startedAt: number;
  readonly urls: readonly string[];
  /** CCUs that this gateway is configured with. */
  readonly configured: () => readonly string[];
  readonly time: Time;
  readonly log: Log;
}

/** A gateway that takes part in its fleet. */
export interface RunningFleet extends Required<Pick<FleetParts, 'centrals' | 'hasHolder' | 'lastSeq' | 'calls'>> {
  readonly presence: Presence;
  /** Asks the holder of a lease, see `callHolder`. */
  call(key: string, method: string, args: unknown, options: HolderOptions): Promise<unknown>;
  /** Asks one gateway, by the `id` of its presence. */
  callMember(id: string, method: string, args: unknown, options: CallOptions): Promise<unknown>;
  /** Checks the holders of all CCUs, and asks for missing states. */
  look(): Promise<void>;
  readonly states: KeptStates;
  close(): Promise<void>;
}

/** Announces this gateway, answers others and keeps its copies. */
export async function runFleet(fleet: FleetBase, options: RunFleetOptions): Promise<RunningFleet> {
  const { keeper, table, heard, role, instance, connection } = fleet;
  const { openPresence, openCallWire } = await loadLibraries();
  const calls = openCalls({
    wire: openCallWire(connection),
    id: keeper.id,
    handlers: { ...options.handlers, [TELL]: tellHandler(fleet, options.time.now) },
    describe: describeFailure,
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
  const holders = lookForHolders({ ...fleet, configured: options.configured }, calls, options.log);
  const figures = { answered: 0, failed: 0, unknown: 0 };
  let end: number | undefined;
  return {
    presence,
    centrals: holders.names,
    hasHolder: holders.isHeld,
    lastSeq: () => end,
    calls: () => figures,
    async look() {
      const readEnd = async () => {
        end = await fleet.endOfLog();
      };
      for (const looked of await Promise.allSettled([readEnd(), holders.look()])) {
        if (looked.status === 'fulfilled') continue;
        // Faults of the servers are in /health.
        options.log.debug('the servers of the fleet did not answer', { error: looked.reason });
      }
    },
    call: counted(figures, async (key, method, args, how) => {
      const holder = heard.of(key) ?? (await heard.look(key).catch(() => undefined));
      // A gateway that takes over after a crash needs a lease and a little more, which is worth waiting for; without a
      // holder, hardly.
      const isWorthIt = holder !== undefined && table.health.state === 'connected';
      const findMs = isWorthIt ? table.ttlMs * TAKEOVER_LEASES : FIND_MS;
      return await callHolder(calls, heard, { findMs, ...how, method, args, key });
    }),
    callMember: counted(figures, (id, method, args, how) => calls.call(id, method, args, how)),
    states: createKeptStates(fleet, options.time),
    async close() {
      holders.close();
      calls.close();
      await presence.close();
    },
  };
}

type Ask = (to: string, method: string, args: unknown, options: HolderOptions) => Promise<unknown>;
type Counts = { -readonly [Outcome in keyof GatewayCallFigures]: number };

const counted =
  (figures: Counts, ask: Ask): Ask =>
  async (...call) => {
    try {
      const answer = await ask(...call);
      figures.answered += 1;
      return answer;
    } catch (error) {
      figures[outcomeOf(error)] += 1;
      throw error;
    }
  };

/** A refusal of the holder is an answer. */
function outcomeOf(error: unknown): keyof GatewayCallFigures {
  if (!(error instanceof CallError)) return 'answered';
  return error.code === 'outcome_unknown' || error.done ? 'unknown' : 'failed';
}
