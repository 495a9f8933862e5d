import type { CcuEvent } from '@ccu-gateway/ccu-client';
import type { HouseModel } from '@ccu-gateway/device-model';
import { packDescribed } from './described.js';
import type { StateCalls, StateRecord } from './state-record.js';

/** A model that records its changes, and the state of one of its CCUs for copies that begin now. */
export interface RecordedHouse extends HouseModel {
  /**
   * Records that begin a CCU anew with its present state, first a `reset`: of every data point its present value, and
   * no history. Empty for an unknown CCU.
   */
  snapshotOf(central: string): readonly StateRecord[];
}

type Note = <Call extends keyof StateCalls>(call: Call, central: string | undefined, ...args: StateCalls[Call]) => void;

/**
 * Every member of a model: `changes` are recorded, `asks` change nothing that is shown, `own` is private to each copy.
 * A new member is named here, or nothing compiles; one that is named `changes` is recorded below, or nothing compiles
 * either.
 */
interface Members {
  readonly changes:
    | ('addCentral' | 'removeCentral' | 'setBehaviour' | 'setCentralInformation' | 'settleIdentity')
    | ('setSuccessions' | 'setGroups' | 'setWaiting')
    | ('setHubAbsent' | 'setHubAway' | 'apply' | 'setChannelFlags' | 'applyHub' | 'programExecuted')
    | ('markPending' | 'applyConfiguration' | 'links' | 'visibility' | 'memory' | 'state');
  readonly asks:
    | ('hubUnread' | 'hubAbsent' | 'centralNames' | 'centrals' | 'readiness' | 'interfaces' | 'interface')
    | ('devices' | 'deviceCount' | 'device' | 'channels' | 'channel' | 'dataPoints' | 'dataPoint' | 'reading')
    | (
        | 'eventGroups'
        | 'teamCandidates'
        | 'channelFlags'
        | 'readBatch'
        | 'rooms'
        | 'functions'
        | 'programs'
        | 'program'
        | 'sysvars'
      )
    | ('sysvar' | 'validateSysvar' | 'inbox' | 'alarmMessages' | 'serviceMessages' | 'hubDataPoints' | 'hubMetrics')
    | (
        | 'problems'
        | 'systemUpdates'
        | 'installModes'
        | 'resolve'
        | 'validateWrite'
        | 'validateParamset'
        | 'describeParamset'
      )
    | (
        | 'exportConfiguration'
        | 'planImport'
        | 'customDataPoints'
        | 'customDataPoint'
        | 'customSources'
        | 'planOperation'
      )
    | ('calculatedDataPoints' | 'calculatedDataPoint' | 'configurations' | 'schedules' | 'centralLinks' | 'revision')
    | ('snapshot' | 'snapshotLines' | 'texts');
  readonly own: 'setLocale' | 'unknownThings';
}
type Named = Members[keyof Members];
type EveryMember = Exclude<keyof HouseModel, Named> extends never ? unknown : never;

/**
 * The same model, which records every change before it hands out the events that follow from it.
 *
 * @example
 * const house = recordHouse(createHouseModel(), (record) => publisher.hide(JSON.stringify(record)));
 * for (const event of house.apply(ccuEvent)) publisher.publish(event);
 */
export function recordHouse(
  house: HouseModel,
  note: (record: StateRecord) => void,
  now: () => number = Date.now,
): RecordedHouse {
  // The names of calls and their arguments belong together by `Note`; a union cannot express that for one made here.
  const tell: Note = (call, central, ...args) => {
    if (central !== undefined) note({ call, central, at: now(), args } as unknown as StateRecord);
  };
  const placed = placedIn(house);
  const changes: Pick<HouseModel, Members['changes']> & EveryMember = {
    ...centralChanges(house, tell),
    ...pendingChanges(house, tell),
    apply: (event) => recordEvent(house, { event, note, now }),
    setChannelFlags(at, flags) {
      const answer = house.setChannelFlags(at, flags);
      const central = answer.ok ? placed(at.address, at.central) : undefined;
      if (central !== undefined) tell('setChannelFlags', central, { ...at, central }, flags);
      return answer;
    },
    applyConfiguration(read) {
      const events = house.applyConfiguration(read);
      const central = placed(read.address, read.central);
      if (central !== undefined) tell('applyConfiguration', central, { ...read, central });
      return events;
    },
    links: {
      ...house.links,
      take: telling(house.links.take, (read) => tell('takeLinks', read.central, read)),
    },
    visibility: {
      ...house.visibility,
      set: telling(house.visibility.set, (central, patterns, change) =>
        tell('setVisibility', central, patterns, change),
      ),
    },
    memory: {
      ...house.memory,
      restoreValues: telling(house.memory.restoreValues, (central, values) => tell('restoreValues', central, values)),
      restoreChannelFlags: telling(house.memory.restoreChannelFlags, (central, flags) =>
        tell('restoreChannelFlags', central, flags),
      ),
    },
  };
  return { ...house, ...changes, snapshotOf: (central) => snapshotOf(house, central, now()) };
}

const telling =
  <Arguments extends readonly unknown[], Answer>(
    change: (...input: Arguments) => Answer,
    tell: (...input: Arguments) => void,
  ) =>
  (...input: Arguments): Answer => {
    const answer = change(...input);
    tell(...input);
    return answer;
  };

/** The CCU of an address without one: a copy of the model may have others with the same. */
const placedIn = (house: HouseModel) => (address: string, central: string | undefined) => {
  if (central !== undefined) return central;
  const found = house.resolve(address);
  return found.ok ? found.value.central : undefined;
};

const centralChanges = (house: HouseModel, tell: Note) =>
  ({
    addCentral: telling(house.addCentral, (central, options) => tell('addCentral', central, options)),
    removeCentral: telling(house.removeCentral, (central) => tell('removeCentral', central)),
    setBehaviour: telling(house.setBehaviour, (central, behaviour) => tell('setBehaviour', central, behaviour)),
    setCentralInformation: telling(house.setCentralInformation, (central, information) =>
      tell('setCentralInformation', central, information),
    ),
    settleIdentity: telling(house.settleIdentity, (central) => tell('settleIdentity', central)),
    setSuccessions: telling(house.setSuccessions, (central, successions) =>
      tell('setSuccessions', central, [...successions]),
    ),
    setGroups: telling(house.setGroups, (central, groups) => tell('setGroups', central, [...groups])),
    setWaiting: telling(house.setWaiting, (central, waiting) => tell('setWaiting', central, waiting)),
    setHubAbsent: telling(house.setHubAbsent, (central, absent) => tell('setHubAbsent', central, absent)),
    setHubAway: telling(house.setHubAway, (central, away) => tell('setHubAway', central, away)),
    applyHub: telling(house.applyHub, (central, facts) => tell('applyHub', central, facts)),
    programExecuted: telling(house.programExecuted, (central, id, run) => tell('programExecuted', central, id, run)),
  }) satisfies Partial<HouseModel>;

/** A sentinel is ended in other copies by its number. */
function pendingChanges(house: HouseModel, tell: Note) {
  let marks = 0;
  return {
    markPending(write) {
      marks += 1;
      const numbered = { ...write, mark: marks };
      const end = house.markPending(numbered);
      tell('markPending', write.central, numbered);
      return () => {
        const events = end();
        tell('endPending', write.central, numbered);
        return events;
      };
    },
    state: {
      ...house.state,
      take: telling(house.state.take, (central, part) => tell('state', central, part)),
      endPending: telling(house.state.endPending, (write) => tell('endPending', write.central, write)),
    },
  } satisfies Partial<HouseModel>;
}

const UNRECORDED: ReadonlySet<CcuEvent['type']> = new Set(['links_changed', 'descriptions_refused', 'events_unproved']);

interface Told {
  readonly event: CcuEvent;
  readonly note: (record: StateRecord) => void;
  readonly now: () => number;
}

function recordEvent(house: HouseModel, { event, note, now }: Told): ReturnType<HouseModel['apply']> {
  const { central, at } = event;
  if (event.type === 'devices_described') return recordDescribed(house, event, note);
  const events = house.apply(event);
  if (event.type === 'value') {
    const { interfaceName, channelAddress, parameter, value } = event;
    note({ call: 'value', central, at, args: [interfaceName, channelAddress, parameter, value] });
    // The others change nothing of the model.
  } else if (!UNRECORDED.has(event.type)) {
    note({ call: 'apply', central, at: now(), args: [event] });
  }
  return events;
}

function recordDescribed(
  house: HouseModel,
  event: Extract<CcuEvent, { type: 'devices_described' }>,
  note: (record: StateRecord) => void,
): ReturnType<HouseModel['apply']> {
  const { central, interfaceName, at } = event;
  const known = () => house.devices({ central }).map(({ address }) => address);
  const before = event.complete ? known() : [];
  const events = house.apply(event);
  const after = new Set(event.complete ? known() : []);
  for (const devices of packDescribed(event)) note({ call: 'described', central, at, args: [devices] });
  const addresses = before.filter((address) => !after.has(address));
  if (addresses.length > 0) {
    const removed = { type: 'devices_removed', central, interfaceName, at, addresses } as const;
    note({ call: 'apply', central, at, args: [removed] });
  }
  return events;
}

function snapshotOf(house: HouseModel, central: string, at: number): readonly StateRecord[] {
  const options = house.state.optionsOf(central);
  if (options === undefined) return [];
  return [
    { call: 'reset', central, at, args: [] },
    { call: 'addCentral', central, at, args: [options] },
    ...house.state.parts(central).map((part) => ({ call: 'state', central, at, args: [part] }) as const),
  ];
}
