import { createHouseModel, type HouseModel, type HouseModelOptions, type ModelEvent } from '@ccu-gateway/device-model';
import { recordFault } from './check.js';
import { unpackDescribed } from './described.js';
import type { StateCalls, StateRecord } from './state-record.js';

/** Outcome of a record: `events` follow from it, and its own gateway has published them already. */
export type Replayed =
  | { readonly ok: true; readonly events: readonly ModelEvent[] }
  | { readonly ok: false; readonly message: string };

/** A copy of the models of other holders, CCU by CCU. Ask it as any model; only records change it. */
export interface HouseReplica {
  readonly house: HouseModel;
  /**
   * Takes over an unchecked record: records of one CCU in their order, those of different CCUs in any. A broken one is
   * refused and changes nothing. One of a CCU that did not begin with its state is refused, too.
   */
  apply(record: unknown): Replayed;
  /** The CCU is left out until its state comes again: records of it were lost. Nothing is announced. */
  forget(central: string): void;
  /** How many records were refused. */
  refused(): number;
}

/**
 * An empty copy. Prefix and language are its own; its clock is that of the record while it takes one over.
 *
 * @example
 * const replica = createHouseReplica();
 * for (const record of original.snapshotOf('home')) replica.apply(record);
 * replica.house.devices();
 */
export function createHouseReplica(options: HouseModelOptions = {}): HouseReplica {
  const clock = options.now ?? Date.now;
  let replayedAt: number | undefined;
  const house = createHouseModel({ ...options, now: () => replayedAt ?? clock() });
  let refused = 0;

  const refuse = (message: string): Replayed => {
    refused += 1;
    return { ok: false, message };
  };
  const forget = (central: string): void => void house.removeCentral(central);
  return {
    house,
    forget,
    refused: () => refused,
    apply(record) {
      const fault = recordFault(record);
      if (fault !== undefined) return refuse(fault);
      // `recordFault` has checked its shape.
      const told = record as StateRecord;
      if (!STARTS.has(told.call) && !house.centralNames().includes(told.central)) {
        return refuse(`nothing is known of ${told.central}: its state has to come first`);
      }
      replayedAt = told.at;
      try {
        return { ok: true, events: replay(house, told) };
      } catch (error) {
        // Half of it may count already, and half a model must not be shown.
        forget(told.central);
        return refuse(`${told.call} of ${told.central} cannot be taken over: ${String(error)}`);
      } finally {
        replayedAt = undefined;
      }
    },
  };
}

const STARTS: ReadonlySet<keyof StateCalls> = new Set(['reset', 'addCentral', 'removeCentral']);

type Replay = {
  readonly [Call in keyof StateCalls]: (
    house: HouseModel,
    central: string,
    args: StateCalls[Call],
    at: number,
  ) => unknown;
};

const REPLAY: Replay = {
  reset: (house, central) => house.removeCentral(central),
  state: (house, central, [part]) => house.state.take(central, part),
  value: (house, central, [interfaceName, channelAddress, parameter, value], at) =>
    house.apply({ type: 'value', central, interfaceName, at, channelAddress, parameter, value }),
  described: (house, central, [devices], at) => house.apply(unpackDescribed(central, at, devices)),
  apply: (house, central, [event]) => house.apply({ ...event, central }),
  addCentral: (house, central, [options]) => house.addCentral(central, options),
  removeCentral: (house, central) => house.removeCentral(central),
  setBehaviour: (house, central, [behaviour]) => house.setBehaviour(central, behaviour),
  setCentralInformation: (house, central, [information]) => house.setCentralInformation(central, information),
  settleIdentity: (house, central) => house.settleIdentity(central),
  setSuccessions: (house, central, [successions]) => house.setSuccessions(central, new Map(successions)),
  setGroups: (house, central, [groups]) => house.setGroups(central, new Map(groups)),
  setWaiting: (house, central, [waiting]) => house.setWaiting(central, waiting),
  setHubAbsent: (house, central, [absent]) => house.setHubAbsent(central, absent),
  setHubAway: (house, central, [away]) => house.setHubAway(central, away),
  setChannelFlags: (house, central, [at, flags]) => house.setChannelFlags({ ...at, central }, flags),
  applyHub: (house, central, [facts]) => house.applyHub(central, facts),
  programExecuted: (house, central, [id, run]) => house.programExecuted(central, id, run),
  markPending: (house, central, [write]) => house.markPending({ ...write, central }),
  endPending: (house, central, [write]) => house.state.endPending({ ...write, central }),
  applyConfiguration: (house, central, [read]) => house.applyConfiguration({ ...read, central }),
  takeLinks: (house, central, [read]) => house.links.take({ ...read, central }),
  setVisibility: (house, central, [patterns, change]) => house.visibility.set(central, patterns, change),
  restoreValues: (house, central, [values]) => house.memory.restoreValues(central, values),
  restoreChannelFlags: (house, central, [flags]) => house.memory.restoreChannelFlags(central, flags),
};

function replay(house: HouseModel, { call, central, args, at }: StateRecord): readonly ModelEvent[] {
  // Each record has the arguments of its call; the compiler loses that between the two.
  const change = REPLAY[call] as (house: HouseModel, central: string, args: unknown, at: number) => unknown;
  const answer = change(house, central, args, at);
  // A record that begins a CCU anew gives no events.
  return call === 'reset' || !Array.isArray(answer) ? [] : answer;
}
